"""Perception: the sight and knowledge of creatures, and the view of the player.

The packages depend on each other in this order: ``senses``, ``told``, ``cards``, ``foretold``,
``drawn``.
"""
