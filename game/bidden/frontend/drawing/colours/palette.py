"""The palette: which colours a look or a tone has, as read from palette.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar

import attrs
import msgspec
from msgspec import Meta

from bidden.content.datafiles import ContentError, convert, parse, read
from bidden.frontend.drawing.colours.colour import Colour as Colour
from bidden.frontend.drawing.colours.inks import Ink as Ink
from bidden.frontend.drawing.colours.inks import Look as Look
from bidden.frontend.drawing.colours.inks import ink_of
from bidden.frontend.preferences.faults import Faults, each
from bidden.view import Happening, Stance

T = TypeVar("T")

NONE_OWN: Final[Mapping[str, Any]] = MappingProxyType({})
"""The own colours of a player who has none."""
_OWN: Final = ("looks", "tones", "stances", "flashes", "screen")
"""The tables that a player may have otherwise, the first with a table for each name."""
_HEALTH: Final = "health"
"""One more, of the player alone: by how hurt a foe is."""
TABLES: Final = (*_OWN, _HEALTH)
"""All tables that a player may have."""
_REMOVED: Final = ("messages", "things")
"""Tables of earlier versions. A file may still have them; they have no effect."""
CONDITIONS: Final = ("unhurt", "scratched", "hurt", "badly hurt", "nearly dead")
"""How hurt a foe can look."""


class _LookData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lit: str
    remembered: str
    torchlit: bool = False
    glyph: Annotated[str, Meta(max_length=1)] = ""


class _ScreenData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ground: str
    header: str
    faint: str
    bright: str
    box: str
    prompt: str
    bar_well: str
    bar_hurt: str
    bar_dire: str


SCREEN: Final = tuple(field.name for field in msgspec.structs.fields(_ScreenData))
"""The colours other than looks, tones, stances and flashes."""


class _PaletteData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    screen: _ScreenData
    tones: dict[str, Any]
    looks: dict[str, Any]
    stances: dict[str, Any]
    flashes: dict[str, Any]
    places: dict[str, dict[str, Any]] = {}


@attrs.frozen
class Palette:
    """Holds the colours of everything that is drawn.

    Attributes:
        ground: An untouched cell, and plain text.
        header: The line on top.
        faint: What matters less: hints, older messages.
        bright: What should stand out: titles, keys.
        box: The frame and the inside of a box.
        prompt: A question.
        bar_well: The bar of hit points while there are plenty.
        bar_hurt: While there are half of them or fewer.
        bar_dire: While there is a quarter of them or less.
    """

    ground: Ink
    header: Ink
    faint: Ink
    bright: Ink
    box: Ink
    prompt: Ink
    bar_well: Ink
    bar_hurt: Ink
    bar_dire: Ink
    _looks: Mapping[str, Look]
    _tones: Mapping[str, Ink]
    _places: Mapping[str, Mapping[str, Look]]
    _stances: Mapping[str, Ink]
    _flashes: Mapping[str, Ink]
    _health: Mapping[str, Ink] = NONE_OWN

    def stance(self, stance: Stance) -> Ink:
        """Return the ink of a stance, which shows in the background."""
        return self._stances[stance.value]

    def flash(self, what: Happening) -> Ink:
        """Return the ink of an animation between two turns."""
        return self._flashes[what.value]

    def with_inks(
        self,
        of_text: Callable[[Ink], Ink],
        of_look: Callable[[Look], Look],
        of_mark: Callable[[Ink], Ink],
    ) -> Palette:
        """Return a palette with other inks.

        Args:
            of_text: Converts the inks of the screen and of tones.
            of_look: Converts the inks of a look.
            of_mark: Converts the inks of stances and flashes.
        """
        return Palette(
            **{name: of_text(getattr(self, name)) for name in SCREEN},
            looks={name: of_look(look) for name, look in self._looks.items()},
            tones={name: of_text(ink) for name, ink in self._tones.items()},
            places={
                place: {name: of_look(look) for name, look in looks.items()}
                for place, looks in self._places.items()
            },
            stances={name: of_mark(ink) for name, ink in self._stances.items()},
            flashes={name: of_mark(ink) for name, ink in self._flashes.items()},
            health={word: of_text(ink) for word, ink in self._health.items()},
        )

    def look(self, name: str, place: str = "") -> Look:
        """Find the colours of a look in a place; one that is unknown is drawn as ``other``."""
        looks = self._places.get(place, self._looks)
        return looks.get(name) or looks["other"]

    def health(self, word: str) -> Ink:
        """Return the ink of a foe's condition."""
        return self._health.get(word, self.faint)

    def tone(self, name: str) -> Ink:
        """Find the colour of a tone; one that is unknown is plain."""
        return self._tones.get(name) or self._tones["plain"]

    def has_look(self, name: str) -> bool:
        """Return whether a look has its own colours."""
        return name in self._looks

    def has_tone(self, name: str) -> bool:
        """Return whether a tone has its own colour."""
        return name in self._tones


def load_palette(
    text: str | None = None,
    file: str = "palette.toml",
    *,
    own: Mapping[str, Any] = NONE_OWN,
    own_file: str = "options.toml",
) -> Palette:
    """Read a palette, by default the one of the game.

    Args:
        text: The contents of another palette.
        file: Its name in error messages.
        own: The player's own colours, in tables as in the file.
        own_file: The name of their file in error messages.

    Raises:
        ContentError: A colour is invalid, or something is missing or unknown.
    """
    source = parse(read("palette.toml") if text is None else text, file)
    changed, faults = list[str](), Faults()
    with faults.part():
        changed = _with_own(source, own, own_file)
    data = convert(source, _PaletteData, file)
    needs = (
        ("looks", data.looks, ("other",)),
        ("tones", data.tones, ("plain",)),
        ("stances", data.stances, tuple(stance.value for stance in Stance)),
        ("flashes", data.flashes, tuple(what.value for what in Happening)),
    )
    for kind, names, needed in needs:
        for name in needed:
            if name not in names:
                why = "is missing: what is unknown needs it" if len(needed) == 1 else "is missing"
                raise ContentError(file, f"{kind}.{name}", why)
    ground = ink_of(data.screen.ground, file, "screen.ground", (0, 0, 0))

    def ink(spec: str, key: str) -> Ink:
        return ink_of(spec, file, key, ground.bg)

    def inks(kind: str, specs: Mapping[str, object]) -> dict[str, Ink]:
        keyed = ((name, f"{kind}.{name}", spec) for name, spec in specs.items())
        return {name: ink(convert(spec, str, file, key), key) for name, key, spec in keyed}

    screen = inks("screen", msgspec.structs.asdict(data.screen))

    def look(table: object, key: str) -> Look:
        look = convert(table, _LookData, file, key)
        lit, remembered = ink(look.lit, f"{key}.lit"), ink(look.remembered, f"{key}.remembered")
        return Look(lit, remembered, look.torchlit, look.glyph)

    looks = {name: look(table, f"looks.{name}") for name, table in data.looks.items()}
    places = {
        place: _on_the_floor_of(
            {name: look(one, f"places.{place}.{name}") for name, one in tables.items()}, looks
        )
        for place, tables in data.places.items()
    }
    for place in places:
        places[place] |= {name: looks[name] for name in changed}

    def table(kind: str, read: Callable[[str, Any, str], T]) -> dict[str, T]:
        key, inks = f"palette.{kind}", dict[str, T]()
        with faults.part():
            specs = convert(own.get(kind, {}), dict[str, Any], own_file, key)
            inks = each(lambda name: read(name, specs[name], f"{key}.{name}"), specs)
        return inks

    health = table(_HEALTH, partial(_of_health, own_file, ground.bg))
    faults.tell()
    return Palette(
        **screen,
        looks=looks,
        tones=inks("tones", data.tones),
        places=places,
        stances=inks("stances", data.stances),
        flashes=inks("flashes", data.flashes),
        health=health,
    )


def _of_health(file: str, ground: Colour, word: str, spec: object, key: str) -> Ink:
    """Parse the colour of a foe's condition.

    Raises:
        ContentError: The condition or the colour is unknown.
    """
    if word not in CONDITIONS:
        raise ContentError(file, key, f"there is only {', '.join(CONDITIONS)}")
    return ink_of(convert(spec, str, file, key), file, key, ground)


def _with_own(source: dict[str, Any], own: Mapping[str, Any], file: str) -> list[str]:
    """Put the player's own colours into a palette. Return the changed looks.

    Raises:
        ContentError: A name is unknown, or a colour is invalid.
    """
    faults = Faults()
    for kind, table in own.items():
        with faults.part():
            if kind not in (*TABLES, *_REMOVED):
                why = f"there is only {', '.join(TABLES)}"
                raise ContentError(file, f"palette.{kind}", why)
            if kind not in _OWN:
                continue
            table = convert(table, dict[str, Any], file, f"palette.{kind}")
            others = each(partial(_other, source[kind], table, kind, file), table)
            source[kind] = {**source[kind], **others}
    faults.tell()
    return [*own.get(_OWN[0], {})]


def _other(
    there: Mapping[str, Any], own: Mapping[str, Any], kind: str, file: str, name: str
) -> object:
    """Return the player's own colour under a name of a table.

    Raises:
        ContentError: The name is unknown, or the colour is invalid.
    """
    key, value = f"palette.{kind}.{name}", own[name]
    if name not in there:
        raise ContentError(file, key, "there is nothing called so in palette.toml")
    if kind != _OWN[0]:
        ink_of(convert(value, str, file, key), file, key, (0, 0, 0))
        return value
    value = {**there[name], **convert(value, dict[str, Any], file, key)}
    look = convert(value, _LookData, file, key)
    ink_of(look.lit, file, f"{key}.lit", (0, 0, 0))
    ink_of(look.remembered, file, f"{key}.remembered", (0, 0, 0))
    return value


def _on_the_floor_of(own: Mapping[str, Look], looks: Mapping[str, Look]) -> dict[str, Look]:
    """Return the looks in a place, with the background of its floor."""
    usual, floor = looks.get("floor"), own.get("floor")
    if usual is None or floor is None:
        return {**looks, **own}
    upon = {
        name: attrs.evolve(look, lit=attrs.evolve(look.lit, bg=floor.lit.bg))
        for name, look in looks.items()
        if look.lit.bg == usual.lit.bg
    }
    return {**looks, **upon, **own}
