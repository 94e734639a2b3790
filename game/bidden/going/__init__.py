"""Moving on: one command of the player made into single intents, until something stops it.

It knows views and answers with intents, as a player does: the game records these, and nothing of
the command. It ends with a reason that the player is told.
"""
