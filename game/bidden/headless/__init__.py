"""The game without a screen, for programs: begin, observe, list and perform intents, and clone."""

from bidden.headless.choices import COMPASS, choices
from bidden.headless.game import Game, Step

__all__ = ["COMPASS", "Game", "Step", "choices"]
