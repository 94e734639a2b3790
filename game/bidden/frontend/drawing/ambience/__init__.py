"""Ambient animation: map tiles change colour while no key is pressed.

The colours depend only on the drawn map, the tile and the beat. See ``ambience.toml``.
"""
