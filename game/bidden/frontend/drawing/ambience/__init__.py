"""Ambient animation: map tiles change colour while no key is pressed.

The colours depend only on what is drawn, the tile and the beat, without state and without random
draws. Characters never change. See ``ambience.toml``.
"""
