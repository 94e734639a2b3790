"""Prose: the game told line by line, and played by words; it knows views and intents alone."""
