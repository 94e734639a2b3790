"""Senses: the sight, memory and attention of creatures, and their names for things."""
