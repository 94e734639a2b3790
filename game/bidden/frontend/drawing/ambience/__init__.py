"""Ambience: how the map moves while no key is pressed, by what is drawn, the tile and the beat.

Nothing is kept from one beat to the next, and no chance is drawn: the same map looks the same at
the same beat. What moves has another ink for it, never another character; see ``ambience.toml``.
"""
