"""The motions on the map, read from ``ambience.toml``, and pictures that fade in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeAlias

import attrs
import msgspec
from msgspec import Meta
from numpy.typing import NDArray

from bidden.content.datafiles import ContentError, convert, parse, read
from bidden.frontend.drawing.colours.colour import Colour
from bidden.frontend.drawing.colours.palette import Ink
from bidden.view import Tile, View

BEATS_PER_SECOND: Final = 5

Part: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


class Motion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How something moves; ``ambience.toml`` describes each field."""

    steps: Annotated[int, Meta(ge=1, le=8)]
    lightness: tuple[Part, Part]
    every: Annotated[int, Meta(ge=1)]
    grain: tuple[float, float]
    pace: float
    looks: tuple[str, ...] = ()
    glyphs: tuple[str, ...] = ()
    hue: float = 0
    drift: float = 0
    still: Part = 0
    dense: Part = 0
    reach: Annotated[int, Meta(ge=0, le=8)] = 0
    shine: Part = 0
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")] = "#000000"

    @property
    def light(self) -> Colour:
        """The colour of the light it gives."""
        red, green, blue = bytes.fromhex(self.colour[1:])
        return red, green, blue


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: Annotated[int, Meta(ge=1)]
    shone_on: tuple[str, ...]
    walls: str
    motions: dict[str, Any]


@attrs.frozen
class Kind:
    """Tiles that are drawn alike."""

    look: str
    glyph: str
    lit: bool  # remembered tiles do not move
    ink: Ink  # while nothing moves


@attrs.frozen
class Ambience:
    """The motions of all looks and glyphs."""

    most: int  # the mean number of tiles that change in a beat
    shone_on: frozenset[str]  # the looks that can be lit
    walls: frozenset[str]  # the glyphs that block light
    motions: Mapping[str, Motion]
    by_look: Mapping[str, Motion]
    by_glyph: Mapping[str, Motion]  # these take precedence

    def motion_of(self, look: str, glyph: str) -> Motion | None:
        """Return the motion of a look and glyph, or None."""
        return self.by_glyph.get(glyph) or self.by_look.get(look)

    def moves(self, view: View) -> bool:
        """Return whether anything in view moves."""
        return any(tile.lit and self._moves(tile) for row in view.tiles for tile in row)

    def _moves(self, tile: Tile) -> bool:
        return tile.look in self.by_look or tile.glyph in self.by_glyph


@cache
def load_ambience(text: str | None = None, file: str = "ambience.toml") -> Ambience:
    """Read the motions, by default from the file of the game.

    Raises:
        ContentError: Something is missing, unknown or out of bounds.
    """
    data = convert(parse(read("ambience.toml") if text is None else text, file), _Data, file)
    motions = {
        name: convert(table, Motion, file, f"motions.{name}")
        for name, table in data.motions.items()
    }
    by_look, by_glyph = dict[str, Motion](), dict[str, Motion]()
    for name, motion in motions.items():
        for known, keys in ((by_look, motion.looks), (by_glyph, motion.glyphs)):
            for key in keys:
                if known.setdefault(key, motion) is not motion:
                    raise ContentError(file, f"motions.{name}", f"{key!r} already has a motion")
    shone_on, walls = frozenset(data.shone_on), frozenset(data.walls)
    return Ambience(data.most, shone_on, walls, motions, by_look, by_glyph)


class Fade:
    """The progress of a picture that fades in, from when it is first drawn."""

    def __init__(self) -> None:
        self.over = False
        self._from: int | None = None

    def skip(self) -> None:
        """Show the whole picture at once."""
        self.over = True

    def draw(self, cells: NDArray[Any], beat: int | None) -> None:
        """Fade the characters of some cells. A beat of None shows them at once."""
        if beat is None or self.over:
            return
        self._from = beat if self._from is None else self._from
        passed = beat - self._from + 1
        self.over = passed > BEATS_PER_SECOND  # a second
        if not self.over:
            part = passed / (BEATS_PER_SECOND + 1)
            cells["fg"] = cells["bg"] + (cells["fg"].astype(float) - cells["bg"]) * part
