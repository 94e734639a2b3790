"""Components of places: stairs, traps and levels."""
