"""Content: the tables of the game, loaded and checked at the start."""
