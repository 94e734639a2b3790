"""Ways that harm nobody: over no trap that is known, nor through fire, gas or what catches fire.

Never beside a foe that is rooted, in view or not; and round whoever stands there, or did when the
tile was in view last, a sleeper with room between, and round deep water where there is a way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import attrs

from bidden.bots.around import on
from bidden.bots.paths import Paths
from bidden.going.known.notes import Notes
from bidden.going.known.standing import who_is_rooted, who_sleeps, who_stands
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.kinds import WATER
from bidden.view import MAP_WIDTH, Spot, View


@attrs.frozen
class Bar:
    """What bars a way.

    Attributes:
        name: What it is called.
        passes: Whether it goes away by itself, as fire and gas do.
        trap: Whether it is a trap, which can be disarmed.
    """

    name: str
    passes: bool = False
    trap: bool = False

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What the player can do about it: disarm it, or wait for it to pass."""
        if self.trap:
            return (Hint(WayOut.DISARM, "disarm it from an adjacent tile"),)
        if not self.passes:
            return ()
        burns = "fire" in self.name or "burn" in self.name
        return (Hint(WayOut.WAIT, f"wait for {self.name} to {'burn out' if burns else 'clear'}"),)


class Ways:
    """The ways over the ground of a view."""

    def __init__(self, view: View, notes: Notes) -> None:
        self._view = view = notes.uncovered(view)
        self._ground = notes.ground
        self._rooted = who_is_rooted(view, self._ground.rooted)
        reached = _around(self._rooted)
        self._shut = notes.closed(view)
        self._reached = [spot for spot in reached if spot != view.here]
        self._closed = [*self._shut, *self._reached]

    @cached_property
    def paths(self) -> Paths:
        """The ways there are."""
        return Paths(self._view, self._closed)

    @cached_property
    def _easy(self) -> Paths:
        """The ways on which nothing hinders."""
        view, ground = self._view, self._ground
        others = [
            (x, y)
            for y, row in enumerate(view.tiles)
            for x, tile in enumerate(row)
            if tile.kind == WATER
        ]
        others += sorted(who_stands(view, ground.stood))
        others += _around(sorted(who_sleeps(view, ground.slept)))
        hindering = [spot for spot in others if spot != view.here]
        return Paths(self._view, [*self._closed, *hindering]) if hindering else self.paths

    def step(self, wanted: Callable[[Paths], int]) -> Move | None:
        """Take the first step to the nearest of what is wanted; None where no way leads there.

        Args:
            wanted: Gives the tiles, as ``Paths`` has sets of them.
        """
        return self._easy.towards(wanted(self._easy)) or self.paths.towards(wanted(self.paths))

    def way(self, wanted: Callable[[Paths], int]) -> tuple[Spot, ...]:
        """Give the tiles, in order, that ``step`` would lead over if nothing came between."""
        return self._easy.way(wanted(self._easy)) or self.paths.way(wanted(self.paths))

    def bar(self, wanted: Callable[[Paths], int]) -> Bar | None:
        """Return what bars the way that would be taken if nothing did harm; None for no such way.

        It is what comes first on the way: a trap, a chasm, fire, gas, what is about to burn. If
        none of that does, it is a rooted foe.
        """
        rash = Paths(self._view, self._shut, rash=True)
        safe = Paths(self._view)
        way = rash.way(wanted(rash))
        barred = next((spot for spot in way if not safe.tiles([spot]) & safe.open), None)
        if barred is not None:
            return _harm_on(barred, self._view, safe)
        beside = ({*_around([spot])} for spot in way)
        found = (self._rooted[at] for near in beside for at in sorted(near & self._rooted.keys()))
        return next((Bar(foe.name) for foe in found), None)

    def aside(self) -> Move | None:
        """Step to a neighbouring tile; None where there is none that is free."""
        return self._easy.towards(self._easy.quiet)

    def is_open(self, spot: Spot) -> bool:
        """Say whether one can step onto a tile, and stay on the level."""
        return bool(self.paths.tiles([spot]) & self.paths.quiet)


def _around(spots: Iterable[Spot]) -> list[Spot]:
    return [on(spot, step, 1) for spot in spots for step in AROUND]


def _harm_on(spot: Spot, view: View, paths: Paths) -> Bar:
    """Return what harms on a tile that is no way for it."""
    name, tile = view.tiles[spot[1]][spot[0]].name, paths.tiles([spot])
    if tile & paths.traps:
        return Bar(name or "a trap", trap=True)
    if tile & paths.chasms:
        return Bar(name or "a chasm")
    if spot in view.harm_at:
        return Bar(name or "harm", passes=True)
    return Bar(f"{name or 'something'} about to burn", passes=True)


def harm_near(view: View, within: int = MAP_WIDTH) -> str:
    """Name the nearest of what harms whoever steps there; empty where none is so near, in tiles."""
    x, y = view.here
    near = [(max(abs(hx - x), abs(hy - y)), (hx, hy)) for hx, hy in view.harm_at]
    far, (hx, hy) = min(near, default=(within + 1, (0, 0)))
    return (view.tiles[hy][hx].name or "harm") if far <= within else ""
