"""Screens around a game: before it, after it, and beside it."""
