"""Perception: what a creature sees and knows, and what the player is shown of it.

The packages depend on each other in this order: ``senses``, ``told``, ``cards``, ``foretold``,
``drawn``.
"""
