"""The front end: shows views, turns keys into intents, and knows no rule of the game.

Every screen is drawn on one console of 80×24 cells. ``terminal`` and ``window``
are two ways to present it; ``render`` makes text or a picture of it.
"""
