"""Memory: the ground and things that a creature has seen on each level."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias, TypeVar

import attrs
from msgspec import Meta

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.body import Improve
from bidden.events.effects import WhatIs
from bidden.events.ground import BurnDown
from bidden.events.movement import Arrive
from bidden.events.places import Find
from bidden.events.queries import WhatIsAmong
from bidden.events.run import Uproar
from bidden.events.things import UseUp
from bidden.events.turns import LookAround
from bidden.kinds import kind_in_old_save
from bidden.perception.senses.sight import in_view_of, in_view_of_if_lit, visible_rows
from bidden.state import GATE, Inscribed, Levels, Look, Secret, Side, Stair, Title, is_secret
from eventcore import MODIFY, REACT, Component, Entity, World, component, handles

T = TypeVar("T")
Tiles: TypeAlias = frozenset[tuple[int, int]]

UNKNOWN: Final = " "
"""The sign of a tile that was never seen."""


@attrs.frozen
class Remembered:
    """A thing seen on a tile, assumed to lie there still.

    Attributes:
        x: The column of the tile.
        y: The row of the tile.
        glyph: Its glyph.
        look: The name of its colour in the palette.
        name: Its true title, whether or not it is identified.
        label: The name that somebody gave it; empty for none.
        kind: What it looked like, as in ``bidden.kinds``.
    """

    x: Annotated[int, Meta(ge=0)]
    y: Annotated[int, Meta(ge=0)]
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    look: str
    name: str
    label: str = ""
    kind: str = ""


@component(version=2)
class Memory(Component):
    """Remembers the ground and the doors that came into view, and what lay there.

    It updates when its entity looks around: after each turn in which somebody may have changed
    something, and when the view itself has changed.

    Attributes:
        radius: The sight radius of its entity, in tiles, Euclidean; at least 1.
        levels: The memory of each level, from the top down, as one string of signs per row. Signs
            say what is there, not how it is drawn: ``#`` wall, ``.`` floor, ``+`` shut door,
            ``X`` locked door, ``'`` open door, ``<`` stair up, ``>`` stair down, the glyphs of
            ``ground.toml`` for what lies on the floor, space for unknown tiles. Empty for a level
            that it has never visited.
        marks: The remembered things on each level, the uppermost of each tile: items and
            discovered traps, but no creatures, which may have moved since.
    """

    radius: Annotated[int, Meta(ge=1)]
    levels: list[list[str]] = attrs.Factory(list)
    marks: list[list[Remembered]] = attrs.Factory(list)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Derive the kinds of remembered things, which older saves did not hold."""
        marks = [
            [mark | {"kind": kind_in_old_save(mark["glyph"], mark["look"])} for mark in level]
            for level in fields.get("marks", [])
        ]
        return fields | {"marks": marks}

    # A cache: the tiles remembered as they look, with the look and the memory of the level at that
    # time. It is invalid when either has changed.
    _familiar: set[tuple[int, int]] = attrs.field(factory=set, init=False, eq=False, repr=False)
    _shown: list[str] = attrs.field(factory=list, init=False, eq=False, repr=False)
    _remembered: list[str] = attrs.field(factory=list, init=False, eq=False, repr=False)

    @property
    def rows(self) -> list[str]:
        """The memory of the present level."""
        depth = self.entity[Position].level
        return self.levels[depth - 1] if depth <= len(self.levels) else []

    @property
    def marked(self) -> list[Remembered]:
        """The remembered things on the present level."""
        depth = self.entity[Position].level
        return self.marks[depth - 1] if depth <= len(self.marks) else []

    @handles(WhatIs, MODIFY - 10)
    def tell_how_far(self, question: WhatIs, world: World) -> None:
        """Add the natural sight radius of its entity."""
        if question.stat == "sight":
            question.add(self.radius, "nature")

    @handles(Arrive, REACT)
    def look_at_a_new_place(self, arrival: Arrive, world: World) -> None:
        self._take_in(world)

    @handles(LookAround, REACT)
    def look_again(self, looking: LookAround, world: World) -> None:
        """Remember what has changed in view."""
        self._take_in(world)
        if isinstance(looking.cause, BurnDown):
            self._see_gone(looking.cause, world)

    @handles(Find, REACT, role="enactor")
    def mark_what_is_found(self, finding: Find, world: World) -> None:
        """Remember a discovered trap, even if it is out of view."""
        here, there = self.entity[Position], finding.thing[Position]
        if here.level == there.level and _stays(finding.thing):
            self._mark([*self._but(there), _remembered(finding.thing)])

    # Before the player looks around.
    @handles(Uproar, REACT - 5)
    def know_where_the_gate_is(self, uproar: Uproar, world: World) -> None:
        """Remember the gate that opened far away, because the player feels it."""
        self._put(uproar.x, uproar.y, GATE)

    @handles(UseUp, REACT, role="enactor")
    def forget_what_is_used_up(self, using: UseUp, world: World) -> None:
        """Forget the item, even if it is out of view."""
        there = using.item.get(Position)
        if there is not None and there.level == self.entity[Position].level:
            self._mark(self._but(there))

    @handles(Improve, REACT)
    def look_farther(self, improve: Improve, world: World) -> None:
        """Remember what better eyes see."""
        if improve.option == "sight":
            self._take_in(world)

    def _take_in(self, world: World) -> None:
        who = self.entity
        depth, view = who[Position].level, in_view_of(who, world)
        known = self.levels[depth - 1] if depth <= len(self.levels) else []
        seen = self._ground(known, visible_rows(depth, world), view)
        if seen is not known:
            self.levels = _with(self.levels, depth, seen)
        marked = self.marks[depth - 1] if depth <= len(self.marks) else None
        lying = _lying(marked or [], depth, view, world)
        if lying != marked:
            self.marks = _with(self.marks, depth, lying)

    def _see_gone(self, burning: BurnDown, world: World) -> None:
        """Remember an open gap where a burning door lit itself, if it is dark there now."""
        place = self.entity[Position]
        lit = in_view_of_if_lit(self.entity, world) - in_view_of(self.entity, world)
        if place.level == burning.level and (burning.x, burning.y) in lit:
            bare = world.root[Levels].at(place.level).rows[burning.y][burning.x]
            self._put(burning.x, burning.y, bare)

    def _put(self, x: int, y: int, glyph: str) -> None:
        rows = [*self.rows]
        rows[y] = rows[y][:x] + glyph + rows[y][x + 1 :]
        self.levels = _with(self.levels, self.entity[Position].level, rows)

    def _mark(self, marks: list[Remembered]) -> None:
        self.marks = _with(self.marks, self.entity[Position].level, marks)

    def _but(self, there: Position) -> list[Remembered]:
        return [mark for mark in self.marked if (mark.x, mark.y) != there.tile]

    def _ground(self, known: list[str], shown: list[str], view: Tiles) -> list[str]:
        """Return the known ground of a level, updated with everything in view.

        If nothing has changed, the result is the given list.
        """
        if known is not self._remembered or shown != self._shown:
            self._familiar.clear()
        seen = known or [UNKNOWN * len(row) for row in shown]
        changed: dict[int, list[str]] = {}
        for x, y in view - self._familiar:  # in any order, because each is put separately
            if seen[y][x] != shown[y][x]:
                if y not in changed:
                    changed[y] = [*seen[y]]
                changed[y][x] = shown[y][x]
        if changed:
            seen = [*seen]
            for y, row in changed.items():
                seen[y] = "".join(row)
        self._familiar |= view
        self._shown, self._remembered = shown, seen
        return seen


def _lying(marked: list[Remembered], level: int, view: Tiles, world: World) -> list[Remembered]:
    """Return the marks of a level, updated with everything in view."""
    marks = [mark for mark in marked if (mark.x, mark.y) not in view]
    upper: dict[tuple[int, int], Entity] = {}
    for thing in world.ask(WhatIsAmong(world.root, view, level)).found:
        if Side in thing or not _stays(thing):  # most are creatures
            continue
        there = thing[Position]
        spot = there.x, there.y
        if spot not in upper or upper[spot][Look].height <= thing[Look].height:
            upper[spot] = thing
    return marks + [_remembered(thing) for thing in upper.values()]


def _stays(thing: Entity) -> bool:
    """Return whether a thing can be assumed to stay where it is seen."""
    may_go = Side in thing or Door in thing or Stair in thing
    if may_go or Look not in thing or Title not in thing:
        return False
    return Secret not in thing or not is_secret(thing)


def _remembered(thing: Entity) -> Remembered:
    there, look, label = thing[Position], thing[Look], thing.get(Inscribed)
    said = "" if label is None else label.name
    return Remembered(there.x, there.y, look.glyph, look.look, thing[Title].name, said, look.kind)


def _with(levels: list[list[T]], depth: int, known: list[T]) -> list[list[T]]:
    """Return the memory of all levels with one level replaced."""
    unknown: list[list[T]] = [[] for _ in range(depth - len(levels))]
    changed = levels + unknown
    changed[depth - 1] = known
    return changed
