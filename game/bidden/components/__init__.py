"""Behaviour: narrow components, with related small ones in one file. None imports another."""
