"""Foretold: what an intent, a fight or an improvement would come to, without doing it."""
