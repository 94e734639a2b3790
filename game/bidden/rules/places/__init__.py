"""World rules of places: stairs, traps and levels."""
