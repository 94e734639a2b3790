"""Rewards: what a step is worth, by how far it has brought the player, and weights."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Real
from typing import Final

import attrs

from bidden.headless import Game
from bidden.view import Ending

SCORE: Final[Mapping[str, float]] = {"score": 1.0}
"""The weights where nothing else is said: what the score of a run grows by."""


@attrs.frozen
class Progress:
    """How far the player has come. A step is worth what each has grown by, times its weight.

    Attributes:
        score: The score of a run; 0 elsewhere.
        depth: The deepest level that was reached.
        tiles: How many tiles are known, on all levels.
        kills: How many the player has put to rest.
        hp: Hit points.
        won: 1 once the game is won.
        died: 1 once the player is dead.
        steps: How many steps were made.
    """

    score: int = 0
    depth: int = 0
    tiles: int = 0
    kills: int = 0
    hp: int = 0
    won: int = 0
    died: int = 0
    steps: int = 0
    _known: Mapping[int, int] = attrs.field(factory=dict, repr=False)

    def after(self, game: Game, here: int) -> Progress:
        """Give it after another step.

        Args:
            game: The game.
            here: How many tiles are known of the level the player is on.
        """
        view = game.observe()
        known = {**self._known, view.level: max(here, self._known.get(view.level, 0))}
        return Progress(
            view.score,
            max(self.depth, view.level),
            sum(known.values()),
            game.kills,
            view.hp,
            int(view.ending is Ending.WON),
            int(view.ending is Ending.DIED),
            self.steps + 1,
            known,
        )

    def worth(self, before: Progress, weights: Mapping[str, float]) -> float:
        """Give what it is worth to have come here from before."""
        return float(
            sum(
                weight * (getattr(self, name) - getattr(before, name))
                for name, weight in weights.items()
            )
        )


TERMS: Final = tuple(one.name for one in attrs.fields(Progress) if not one.name.startswith("_"))
"""What weights may be given for."""


def check_weights(weights: Mapping[str, float]) -> None:
    """Check that each weight is a finite number for a term there is.

    Raises:
        ValueError: The weights are not a mapping, or a term or a weight in them is wrong.
    """
    if not isinstance(weights, Mapping):
        raise ValueError(f'rewards={weights!r}: give weights by term, as in {{"score": 1.0}}')
    for name, weight in weights.items():
        if name not in TERMS:
            raise ValueError(f"rewards: there is no {name!r}; give weights for {', '.join(TERMS)}")
        given: object = weight
        if not isinstance(given, Real) or not isfinite(given):
            raise ValueError(f"rewards: the weight of {name!r} is {weight!r}: give a finite number")
