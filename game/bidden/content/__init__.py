"""Content: what the tables of the game hold, loaded and checked at the start."""
