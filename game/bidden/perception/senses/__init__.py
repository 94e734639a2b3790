"""Senses: what a creature sees, remembers and notices, and what it calls things."""
