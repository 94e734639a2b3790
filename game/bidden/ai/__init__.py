"""Minds: they hear that it is their turn, and mean something by it, as a player does."""
