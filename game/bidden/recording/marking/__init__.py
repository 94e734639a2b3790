"""Marks: of notable moments, of places on the map, and of what was told."""
