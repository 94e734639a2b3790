"""Perception: what a creature sees and knows, and what the player is shown of it."""
