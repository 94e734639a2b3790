"""The kinds of table, one module each: levels, boons, wounds, noises and so on."""
