"""The front end: shows views, turns keys into intents, and knows no rule of the game.

``terminal`` and ``window`` present the same screens; ``drawing.pictures`` renders them to files.
"""
