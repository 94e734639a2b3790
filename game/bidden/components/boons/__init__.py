"""Boons: the powers that the player was given."""
