"""The kinds that tables tell of, one module each: levels, boons, wounds, noises and so on."""
