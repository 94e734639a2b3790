"""Levels drawn as text, and the entities built from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import dedent
from typing import TypeAlias, TypeVar

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.world import World

T = TypeVar("T")

Make: TypeAlias = Callable[[int, int], Iterable[Component]]
Legend: TypeAlias = Mapping[str, Make]
"""Maps a glyph to a function from column and row to an entity's components."""


class Drawing:
    """A level drawn as text, from which its entities are spawned.

    A drawing may be indented, and may be a single row::

        #####
        # @.z#
        #####

    Attributes:
        rows: Its rows, all of one length.
    """

    def __init__(self, text: str, *, blank: str = "#") -> None:
        """Read the rows of a drawing.

        Args:
            text: The rows; empty lines before and after are left out.
            blank: The glyph that pads rows shorter than the longest.

        Raises:
            RegistrationError: The drawing is not text or is empty, or the blank is not one glyph.
        """
        drawn: object = text
        if not isinstance(drawn, str):
            raise RegistrationError(f"Drawing({drawn!r}): give the rows as one text")
        if len(blank) != 1:
            raise RegistrationError(f"Drawing(…, blank={blank!r}): give a single glyph")
        rows = dedent(text).strip("\n").splitlines()
        if not any(rows):
            raise RegistrationError("Drawing(): there is nothing drawn")
        width = max(map(len, rows))
        self.rows: tuple[str, ...] = tuple(row.ljust(width, blank) for row in rows)
        self._things: dict[str, list[Entity]] | None = None

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def ground(self, walls: str = "#", *, wall: str = "#", floor: str = ".") -> list[str]:
        """Return the terrain rows: every glyph that is not a wall becomes floor.

        Args:
            walls: The glyphs of walls.
            wall: The glyph to write for a wall.
            floor: The glyph to write for everything else.
        """
        return ["".join(wall if g in walls else floor for g in row) for row in self.rows]

    def spots(self, *glyphs: str) -> list[tuple[int, int]]:
        """Return the columns and rows of glyphs, row by row."""
        return [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, glyph in enumerate(row)
            if glyph in glyphs
        ]

    def spot(self, glyph: str) -> tuple[int, int]:
        """Return the column and row of a glyph that is drawn once.

        Raises:
            LookupError: The glyph is not in the drawing, or is drawn more than once.
        """
        return self._one(glyph, self.spots(glyph))

    def build(self, world: World, legend: Legend) -> Drawing:
        """Spawn the drawn entities, row by row, and return this drawing, which now knows them.

        Args:
            world: The world to spawn in.
            legend: Maps a glyph to a function that returns components; other glyphs are ground.

        Raises:
            RegistrationError: A glyph is not one character, or does not map to a function that
                returns a list of components; or the drawing was already built.
        """
        if self._things is not None:
            raise RegistrationError("build(): it was built before; read the drawing once more")
        for glyph, make in legend.items():
            if len(glyph) != 1:
                raise RegistrationError(f"legend {glyph!r}: give a single glyph")
            if not callable(make):
                raise RegistrationError(
                    f"legend {glyph!r}: {make!r} is no function of column and row; write "
                    f"{{{glyph!r}: lambda x, y: [Track(x=x)]}}"
                )
        things = self._things = dict[str, list[Entity]]()
        for y, row in enumerate(self.rows):
            for x, glyph in enumerate(row):
                if glyph in legend:
                    parts = legend[glyph](x, y)
                    if isinstance(parts, Component):
                        raise RegistrationError(f"legend {glyph!r}: give a list, as in [{parts!r}]")
                    things.setdefault(glyph, []).append(world.spawn(*parts))
        return self

    def __getitem__(self, glyph: str) -> Entity:
        """Return the entity of a glyph that is drawn once.

        Raises:
            LookupError: The glyph is not in the drawing, or is drawn more than once.
        """
        return self._one(glyph, self.all(glyph))

    def all(self, glyph: str) -> list[Entity]:
        """Return the entities of a glyph, row by row.

        Raises:
            LookupError: The drawing is not built yet.
        """
        if self._things is None:
            raise LookupError(f"{glyph!r}: nothing is spawned before build()")
        return list(self._things.get(glyph, ()))

    @staticmethod
    def _one(glyph: str, found: list[T]) -> T:
        if len(found) != 1:
            raise LookupError(f"{glyph!r} is drawn {len(found)} times, not once")
        return found[0]

    def __str__(self) -> str:
        return "\n".join(self.rows)
