"""Rewards: what a step is worth, from the progress that it made and the weights."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Real
from typing import Final

import attrs

from bidden.headless import Game
from bidden.view import Ending

SCORE: Final[Mapping[str, float]] = {"score": 1.0}
"""The default weights: the increase of the score."""


@attrs.frozen
class Progress:
    """The player's progress. A step is worth the increase of each field, times its weight.

    Attributes:
        score: The score of a run; 0 elsewhere.
        depth: The deepest level until now.
        tiles: The number of known tiles, on all levels.
        kills: The number of creatures that the player killed.
        hp: Hit points.
        won: 1 once the game is won.
        died: 1 once the player is dead.
        steps: The number of steps.
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
        """Return the progress after another step, given the number of known tiles of the level."""
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
        """Return the reward for the progress since an earlier one."""
        return float(
            sum(
                weight * (getattr(self, name) - getattr(before, name))
                for name, weight in weights.items()
            )
        )


TERMS: Final = tuple(one.name for one in attrs.fields(Progress) if not one.name.startswith("_"))
"""The terms that can have weights."""


def check_weights(weights: Mapping[str, float]) -> None:
    """Check that each weight is a finite number for an existing term.

    Raises:
        ValueError: The weights are not a mapping, or a term or a weight in them is wrong.
    """
    if not isinstance(weights, Mapping):
        raise ValueError(f'rewards={weights!r}: must map terms to weights, as in {{"score": 1.0}}')
    for name, weight in weights.items():
        if name not in TERMS:
            raise ValueError(f"rewards: there is no term {name!r}; choose from {', '.join(TERMS)}")
        given: object = weight
        if not isinstance(given, Real) or not isfinite(given):
            raise ValueError(f"rewards: the weight of {name!r} is {weight!r}, not a finite number")
