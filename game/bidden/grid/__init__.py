"""The grid: what is in view, how far it is from tile to tile, and which tiles are free."""
