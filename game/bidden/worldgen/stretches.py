"""Stretches: the levels of a binding, as a kind of level."""

from __future__ import annotations

import attrs

from bidden.bindings import Binding
from bidden.content.kinds.level_kinds import Deeper, LevelKind


def stretch_of(binding: Binding, run: LevelKind) -> LevelKind:
    """Return the levels of a binding: a land, and a place below it.

    A land has the danger of the binding before it. A place has the danger of its own binding.
    """
    land, place = (_of_danger(binding.danger - less, run) for less in (1, 0))
    below = attrs.evolve(place, place={})
    return attrs.evolve(
        run,
        place={binding.land: 1},
        creatures={},
        things=land.things,
        traps=land.traps,
        dwellers=land.dwellers,
        prize=binding.what,
        deeper=[attrs.evolve(below, place={binding.place: 1}), *([below] * (binding.levels - 2))],
        run=[],
    )


def harshest_of(place: str, danger: int, run: LevelKind) -> list[str]:
    """Return the possible inhabitants of a place or land at a danger, the most dangerous first."""
    least: dict[str, int] = {}
    for low in range(danger + 1):
        deeper = _of_danger(low, run)
        there = [*deeper.dwellers[place].of] if place in deeper.dwellers else []
        here = dict.fromkeys([*there, *deeper.creatures.of])
        for name in here:
            least.setdefault(name, low)
    return sorted(here, key=lambda name: -least[name])


def rank_of(binding: Binding, number: int) -> int:
    """Return the effective depth, 1 to 4, of a level of a binding, for its rooms and hunters."""
    return 1 + (3 * (binding.danger - (number == 1)) + 2) // 5


def _of_danger(danger: int, run: LevelKind) -> Deeper:
    return run.deeper[min(danger, len(run.deeper) - 1)]
