"""Components of movement: positions, steps, and what stops them."""
