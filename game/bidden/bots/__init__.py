"""Bots: players that read the view and emit intents, as a person at the keys does."""
