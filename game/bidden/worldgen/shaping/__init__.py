"""Shaping the ground: growing, joining and placing rooms, and covers."""
