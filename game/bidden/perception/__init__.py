"""Perception: what a creature sees and knows, and what the player is shown of it.

The rooms stand one on another: ``drawn`` on ``foretold``, ``cards``, ``told`` and ``senses``.
"""
