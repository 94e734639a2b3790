"""Explaining to the player why something happened, in plain words."""
