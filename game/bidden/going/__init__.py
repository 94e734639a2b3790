"""Automatic play: turn one command of the player into single intents, until something stops it.

This package sees only views and answers with intents, as a player does. The game records the
intents, not the command. Each command ends with a reason that the player reads.
"""
