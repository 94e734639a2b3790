"""Shaping the ground: rooms grown, joined and set in, and what covers it."""
