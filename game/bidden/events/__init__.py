"""The packets of the game, by theme."""
