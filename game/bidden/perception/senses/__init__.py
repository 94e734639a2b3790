"""Senses: what a creature sees and remembers, what it calls that, and what stands out of it."""
