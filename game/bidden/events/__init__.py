"""The events of the game, by theme."""
