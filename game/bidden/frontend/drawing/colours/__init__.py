"""Colours: the palettes, and how what is in them is chosen, written and told apart."""
