"""Minds: on their turn, they publish an intent, as a player does."""
