"""Ambient animation: map tiles change colour while no key is pressed.

The colours depend only on what is drawn, the tile and the beat. See ``ambience.toml``.
"""
