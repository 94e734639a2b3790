"""Marks: notable moments of a journal, places on the map, and messages."""
