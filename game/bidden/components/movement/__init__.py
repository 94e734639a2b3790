"""Components of movement: being on a tile, stepping, and what is in the way."""
