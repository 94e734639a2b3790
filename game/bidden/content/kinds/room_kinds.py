"""Kinds of room: the tables of ``rooms.toml``, each with a drawing that is set into levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import attrs
from msgspec import Meta

from bidden.content.datafiles import Faults
from bidden.content.references import Things, check_names, check_place
from bidden.content.tables import CREATURES, ITEMS, ROOMS, TRAPS
from bidden.state import CHASM, WALL
from bidden.worldgen.plan import Keyed, LevelPlan, Room, Tile
from bidden.worldgen.shaping.carving import FLOOR
from bidden.worldgen.solving import flaw_of
from eventcore import Stream

DOOR: Final = "+"
HIDDEN_DOOR: Final = "S"
LOCKED_DOOR: Final = "="
TREASURE: Final = "$"
_OWN: Final = (WALL, FLOOR, CHASM, DOOR, HIDDEN_DOOR, LOCKED_DOOR, TREASURE)
_LONGEST: Final = 20
_SHORTEST: Final = 3
_DEEPEST: Final = 99

Weights = dict[str, Annotated[int, Meta(ge=1)]]


@attrs.frozen
class Mark:
    """The thing on each tile of a drawing with this character, drawn by lot.

    Attributes:
        creatures: The weight of each creature.
        things: The weight of each item.
        traps: The weight of each trap.
    """

    creatures: Weights = attrs.field(factory=dict)
    things: Weights = attrs.field(factory=dict)
    traps: Weights = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if sum(map(bool, (self.creatures, self.things, self.traps))) != 1:
            raise ValueError("needs exactly one of `creatures`, `things` and `traps`")

    @property
    def lots(self) -> Weights:
        """The possible names and their weights."""
        return self.creatures or self.things or self.traps

    def draw(self, stream: Stream) -> str:
        """Draw a name."""
        return stream.weighted(list(self.lots), list(self.lots.values()))


@attrs.frozen
class RoomKind:
    """A handmade room.

    Attributes:
        drawing: A text for each row: # wall, . floor, : chasm, + door, S secret door, = locked
            door, $ treasure, and characters of the legend. It may be turned and mirrored.
        places: The places that may have it.
        within: Whether it stands on open floor, or is hewn into rock: then all of its edge is wall
            except for one tile, the way in.
        likely: Its weight.
        first_level: The highest level that may have it, 1 at the top.
        last_level: The deepest.
        key: The key to its locked doors, which lies elsewhere on the level.
        legend: The meaning of other characters.
    """

    drawing: Annotated[list[str], Meta(min_length=1)]
    places: Annotated[list[str], Meta(min_length=1)]
    within: Literal["floor", "rock"] = "floor"
    likely: Annotated[int, Meta(ge=1)] = 1
    first_level: Annotated[int, Meta(ge=1)] = 1
    last_level: Annotated[int, Meta(ge=1)] = _DEEPEST
    key: str = ""
    legend: dict[str, Mark] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        wide, high = len(self.drawing[0]), len(self.drawing)
        if any(len(row) != wide for row in self.drawing):
            raise ValueError("all rows of the drawing must have the same length")
        if not (_SHORTEST <= wide <= _LONGEST and _SHORTEST <= high <= _LONGEST):
            raise ValueError(
                f"the drawing is {wide} × {high} tiles: each side must be {_SHORTEST} to {_LONGEST}"
            )
        self._check_characters()
        if self.first_level > self.last_level:
            raise ValueError("`first_level` is deeper than `last_level`")
        if bool(self.key) != (LOCKED_DOOR in self.cells):
            raise ValueError(f"set `key` exactly if it draws a locked door ({LOCKED_DOOR})")
        if self.within == "rock" and len(openings_of(self.drawing)) != 1:
            raise ValueError("a room in rock must have walls all around, with one opening")
        flaw = flaw_of(self._in_the_open())
        if flaw:
            raise ValueError(f"the room cannot be used: {flaw}")

    def _check_characters(self) -> None:
        for cell in self.cells:
            if cell not in _OWN and cell not in self.legend:
                raise ValueError(f"{cell!r} is in the drawing, but not in the legend")
        for cell in self.legend:
            if len(cell) != 1 or cell in _OWN:
                raise ValueError(f"{cell!r} in the legend must be a single, unreserved character")
            if cell not in self.cells:
                raise ValueError(f"{cell!r} is in the legend, but not in the drawing")

    @property
    def cells(self) -> dict[str, None]:
        """The characters of the drawing, each once."""
        return dict.fromkeys("".join(self.drawing))

    @property
    def is_open(self) -> bool:
        """Whether a walker can pass along all of its edge."""
        rows, shut = self.drawing, (WALL, CHASM, DOOR, HIDDEN_DOOR, LOCKED_DOOR)
        edge = [*rows[0], *rows[-1], *(cell for row in rows for cell in (row[0], row[-1]))]
        return not any(cell in shut for cell in edge)

    def suits(self, place: str, depth: int, *, falls: bool) -> bool:
        """Return whether a level may have it; ``falls`` says whether there is a level below."""
        deep = self.first_level <= depth <= self.last_level
        return place in self.places and deep and (falls or CHASM not in self.cells)

    def turns(self) -> list[tuple[str, ...]]:
        """Return the drawing in each orientation, each once."""
        rows, found = tuple(self.drawing), list[tuple[str, ...]]()
        for _ in range(4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
            found += [rows, tuple(row[::-1] for row in rows)]
        return list(dict.fromkeys(found))

    def _in_the_open(self) -> LevelPlan:
        wide = len(self.drawing[0])
        edge, ring = WALL * (wide + 4), f"{WALL}{FLOOR * (wide + 2)}{WALL}"
        inner = [f"{WALL}{FLOOR}{ground_of(row)}{FLOOR}{WALL}" for row in self.drawing]
        cells = cells_at(self.drawing, 2, 2)
        return LevelPlan(
            rows=(edge, ring, *inner, ring, edge),
            rooms=(Room(1, 1, 1, 1),),
            doors=tuple(tile for tile, cell in cells.items() if cell == DOOR),
            locks=tuple(Keyed(t, self.key) for t, cell in cells.items() if cell == LOCKED_DOOR),
            keys=(Keyed((1, 1), self.key),) if self.key else (),
            secrets=tuple(tile for tile, cell in cells.items() if cell == HIDDEN_DOOR),
            treasures=tuple(tile for tile, cell in cells.items() if cell == TREASURE),
        )


def ground_of(row: str) -> str:
    """Return the ground of a row of a drawing."""
    return "".join(cell if cell in (WALL, CHASM) else FLOOR for cell in row)


def cells_at(rows: Sequence[str], x: int, y: int) -> dict[Tile, str]:
    """Return the characters of a drawing by tile, with its upper left corner at a tile."""
    return {(x + dx, y + dy): cell for dy, row in enumerate(rows) for dx, cell in enumerate(row)}


def openings_of(rows: Sequence[str]) -> list[tuple[Tile, Tile]]:
    """Return the tiles of a drawing's edge that are not wall, each with the direction outside."""
    right, bottom = len(rows[0]) - 1, len(rows) - 1
    found = []
    for (x, y), cell in cells_at(rows, 0, 0).items():
        if cell != WALL and (x in (0, right) or y in (0, bottom)):
            dx, dy = (x == right) - (x == 0), (y == bottom) - (y == 0)
            found.append(((x, y), (x + dx, y + dy)))
    return found


def check_rooms(
    rooms: Mapping[str, RoomKind], creatures: Things, items: Things, traps: Things, faults: Faults
) -> None:
    """Check that all names in rooms exist."""
    for name, room in rooms.items():
        for number, place in enumerate(room.places):
            check_place(faults, ROOMS, f"{name}.places[{number}]", place)
        if room.key:
            check_names(faults, ROOMS, f"{name}.key", [room.key], ITEMS, items)
        for cell, mark in room.legend.items():
            key = f"{name}.legend.{cell}"
            check_names(faults, ROOMS, f"{key}.creatures", mark.creatures, CREATURES, creatures)
            check_names(faults, ROOMS, f"{key}.things", mark.things, ITEMS, items)
            check_names(faults, ROOMS, f"{key}.traps", mark.traps, TRAPS, traps)
