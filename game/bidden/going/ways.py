"""Safe ways: they avoid known traps, fire, gas, and tiles about to catch fire.

They lead beside a rooted foe only if the player dares it. They lead around other creatures, with a
tile between for sleeping ones, and around deep water and chests if possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

import attrs

from bidden.bots.around import on, steps
from bidden.bots.paths import Paths
from bidden.going.encounters import ASLEEP
from bidden.going.known.notes import Notes
from bidden.going.known.standing import who_is_rooted, who_sleeps, who_stands
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.compass import tiles_off
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.kinds import CHEST, CREATURE, FIXTURE, LYING, STATUE, TRAP, WATER, YOU
from bidden.state import own_name
from bidden.text import capitalised
from bidden.view import MAP_WIDTH, Spot, View
from bidden.words import phrase

_COVERS: Final = frozenset({*LYING, YOU, CREATURE, TRAP, STATUE, FIXTURE})
"""The kinds of what is drawn over fire and gas."""


@attrs.frozen
class Bar:
    """An obstacle on a way.

    Attributes:
        name: Its name.
        soon: Whether it is ground about to burn.
        passes: Whether it goes away by itself, as fire and gas do.
        trap: Whether it is a trap, which can be disarmed from an adjacent tile.
        off: Where a trap that is not adjacent lies, as in " (2 tiles east)", or empty.
        hurts_here: Whether waiting hurts, because the player's tile is harmful or soon burns.
        in_view: Whether it is a foe in view.
        rooted: The tiles of the rooted foes beside the way, if it can be walked by hand.
        to: Where the way leads, as in "the door", or empty.
        stands: Whether it is a rooted foe on the way itself.
    """

    name: str
    soon: bool = False
    passes: bool = False
    trap: bool = False
    off: str = ""
    hurts_here: bool = False
    in_view: bool = False
    rooted: frozenset[Spot] = frozenset()
    to: str = ""
    stands: bool = False

    @property
    def told(self) -> str:
        """A sentence that says what blocks the way."""
        several = self.name.endswith(("es", "rs"))  # rushes and embers
        soon = self.soon and phrase("way", "burn" if several else "burns", name=self.name)
        name, to = own_name(soon or self.name).replace(ASLEEP, f"{ASLEEP},"), self.to
        rest = phrase("ways", "rest")
        if self.rooted:
            past = phrase("way", "past", name=name.removesuffix(","), to=to)
            return past if to else phrase("way", "reached", name=capitalised(name))
        name, s = capitalised(name) + self.off, "" if several else "s"
        if to:
            return phrase("way", "nearest" if to == rest else "to", name=name, s=s, to=to)
        return phrase("way", "blocked", name=name, s=s)

    @property
    def hints(self) -> tuple[Hint, ...]:
        """Hints about the obstacle: disarm it, attack it, or wait for it to pass."""
        if self.in_view:
            return (Hint(WayOut.ATTACK, phrase("instead", "attack")),)
        if self.stands:
            return (Hint(WayOut.FIND, phrase("instead", "approach")),)
        if self.trap:
            return () if self.off else (Hint(WayOut.DISARM, phrase("instead", "disarm")),)
        waits = self.passes and not self.hurts_here
        return (Hint(WayOut.WAIT, phrase("instead", "wait out")),) if waits else ()


class Ways:
    """The safe ways over the ground of a view."""

    def __init__(self, view: View, notes: Notes, *, fights: bool = False) -> None:
        """Prepare the ways. With ``fights``, they also lead up to sleeping foes in view."""
        self._wakes = view.foes_at if fights else ()
        self._view = view = notes.uncovered(view)
        self._ground = notes.ground
        self._rooted = who_is_rooted(view, self._ground.rooted)
        self._feared = self._rooted.keys() - self._ground.dared
        self._shut = notes.closed(view)
        reached = [spot for spot in _around(self._feared) if spot != view.here]
        self._closed = [*self._shut, *self._rooted, *reached]

    @cached_property
    def paths(self) -> Paths:
        """The safe paths."""
        return Paths(self._view, self._closed)

    @cached_property
    def _easy(self) -> Paths:
        """The safe paths without obstacles."""
        view, ground = self._view, self._ground
        others = [
            (x, y)
            for y, row in enumerate(view.tiles)
            for x, tile in enumerate(row)
            if tile.kind in (CHEST, WATER)
        ]
        others += sorted(who_stands(view, ground.stood))
        others += _around(sorted(who_sleeps(view, ground.slept).difference(self._wakes)))
        others += _around(self._rooted.keys() & ground.dared)
        hindering = [spot for spot in others if spot != view.here]
        return Paths(self._view, [*self._closed, *hindering]) if hindering else self.paths

    def step(self, wanted: Callable[[Paths], int]) -> Move | None:
        """Return the first step to the nearest target, or None if no way leads there.

        ``wanted`` returns the targets, as a set of ``Paths``.
        """
        return self._easy.towards(wanted(self._easy)) or self.paths.towards(wanted(self.paths))

    def way(self, wanted: Callable[[Paths], int]) -> tuple[Spot, ...]:
        """Return the tiles that ``step`` would lead over, in order."""
        return self._easy.way(wanted(self._easy)) or self.paths.way(wanted(self.paths))

    def bar(self, wanted: Callable[[Paths], int]) -> Bar | None:
        """Return what blocks the way that would be taken if nothing were harmful, or None.

        It is the first obstacle on the way: a trap, a chasm, fire, gas, or a tile about to burn;
        otherwise a rooted foe.
        """
        rash = Paths(self._view, [*self._shut, *self._rooted], rash=True)
        safe = Paths(self._view)
        way = rash.way(wanted(rash))
        if not way:
            rash = Paths(self._view, self._shut, rash=True)
            way = rash.way(wanted(rash))
        # An obstacle that the safe paths go round blocks nothing.
        passed = [number for number, at in enumerate(way, 1) if safe.tiles([at]) & safe.reached]
        rest = way[max(passed, default=0) :]
        barred = next((spot for spot in rest if not safe.tiles([spot]) & safe.open), None)
        if barred is not None:
            hurts_here = not safe.tiles([self._view.here]) & (safe.open | safe.traps)
            return attrs.evolve(_harm_on(barred, self._view, safe), hurts_here=hurts_here)
        on_it = [spot for spot in way if spot in self._rooted]
        beside = [at for spot in way for at in sorted({*_around([spot])} & self._feared)]
        if not on_it and not beside:
            return None
        at, past = (*on_it, *beside)[0], frozenset[Spot]() if on_it else frozenset(beside)
        seen, stands = at in self._view.foes_at, bool(on_it)
        return Bar(self._rooted[at].name, in_view=seen, rooted=past, stands=stands)

    def aside(self) -> Move | None:
        """Return a step to a free neighbouring tile, or None."""
        return self._easy.towards(self._easy.quiet)

    def is_open(self, spot: Spot) -> bool:
        """Return whether the player can step onto a tile and stay on the level."""
        return bool(self.paths.tiles([spot]) & self.paths.quiet)


def _around(spots: Iterable[Spot]) -> list[Spot]:
    return [on(spot, step, 1) for spot in spots for step in AROUND]


def _harm_on(spot: Spot, view: View, paths: Paths) -> Bar:
    name, tile = view.tiles[spot[1]][spot[0]].name, paths.tiles([spot])
    if tile & paths.traps:
        off = "" if steps(spot, view.here) == 1 else f" ({tiles_off(spot, view.here)})"
        return Bar(name or "a trap", trap=True, off=off)
    if tile & paths.chasms:
        return Bar(name or "a chasm")
    if spot in view.harm_at:
        return Bar(_harm_named(spot, view), passes=True)
    return Bar(name or "something", soon=True, passes=True)


def harm_near(view: View, within: int = MAP_WIDTH) -> str:
    """Return the name of the nearest harmful ground, or "" if none is within this many tiles."""
    near = [(steps(spot, view.here), spot) for spot in view.harm_at]
    far, nearest = min(near, default=(within + 1, (0, 0)))
    return _harm_named(nearest, view) if far <= within else ""


def _harm_named(spot: Spot, view: View) -> str:
    """Return the name of harmful ground. If something covers it there, the nearest shows it."""
    for x, y in sorted(view.harm_at, key=lambda at: (steps(at, spot), at)):
        tile = view.tiles[y][x]
        if tile.name and tile.kind not in _COVERS:
            return tile.name
    own = view.tiles[spot[1]][spot[0]]
    return "harmful ground" if own.kind in LYING else own.name or "harmful ground"
