"""Descriptions of a run, its bindings, the character, boons, items and tiles."""
