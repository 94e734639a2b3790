"""The palette: the colours of looks and tones, read from palette.toml."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Final

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

NONE_OWN: Final[Mapping[str, Any]] = MappingProxyType({})
_OWN: Final = ("looks", "tones", "stances", "flashes", "screen")
"""The tables that players may override. The first has a table for each name."""
_HEALTH: Final = "health"
"""A table of the player's file only: colours for a foe's condition."""
TABLES: Final = (*_OWN, _HEALTH)
_REMOVED: Final = ("messages", "things")
"""Tables of earlier versions, which have no effect."""
CONDITIONS: Final = ("unhurt", "scratched", "hurt", "badly hurt", "nearly dead")


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
    """The colours of everything that is drawn."""

    ground: Ink  # empty cells, and plain text
    header: Ink
    faint: Ink  # hints, older messages
    bright: Ink  # titles, keys
    box: Ink
    prompt: Ink
    bar_well: Ink  # the bar of hit points
    bar_hurt: Ink
    bar_dire: Ink
    _looks: Mapping[str, Look]
    _tones: Mapping[str, Ink]
    _places: Mapping[str, Mapping[str, Look]]
    _stances: Mapping[str, Ink]
    _flashes: Mapping[str, Ink]
    _health: Mapping[str, Ink] = NONE_OWN

    def stance(self, stance: Stance) -> Ink:
        """Return the ink of a stance, shown in the background."""
        return self._stances[stance.value]

    def flash(self, what: Happening) -> Ink:
        """Return the ink of an animation between two turns."""
        return self._flashes[what.value]

    def with_inks(self, of_ink: Callable[[Ink], Ink], of_look: Callable[[Look], Look]) -> Palette:
        """Return a palette with converted inks and looks."""
        return Palette(
            **{name: of_ink(getattr(self, name)) for name in SCREEN},
            looks={name: of_look(look) for name, look in self._looks.items()},
            tones={name: of_ink(ink) for name, ink in self._tones.items()},
            places={
                place: {name: of_look(look) for name, look in looks.items()}
                for place, looks in self._places.items()
            },
            stances={name: of_ink(ink) for name, ink in self._stances.items()},
            flashes={name: of_ink(ink) for name, ink in self._flashes.items()},
            health={word: of_ink(ink) for word, ink in self._health.items()},
        )

    def look(self, name: str, place: str = "") -> Look:
        """Return a look in a place. An unknown one is drawn as ``other``."""
        looks = self._places.get(place, self._looks)
        return looks.get(name) or looks["other"]

    def health(self, word: str) -> Ink:
        """Return the ink of a foe's condition."""
        return self._health.get(word, self.faint)

    def tone(self, name: str) -> Ink:
        """Return the ink of a tone. An unknown one is plain."""
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
    """Read a palette, by default the game's, with the player's own colours.

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
                why = "is missing: unlisted names use it" if len(needed) == 1 else "is missing"
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

    health = dict[str, Ink]()
    with faults.part():
        specs = convert(own.get(_HEALTH, {}), dict[str, Any], own_file, f"palette.{_HEALTH}")
        health = each(partial(_of_health, specs, own_file, ground.bg), specs)
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


def _of_health(specs: Mapping[str, Any], file: str, ground: Colour, word: str) -> Ink:
    key = f"palette.{_HEALTH}.{word}"
    if word not in CONDITIONS:
        raise ContentError(file, key, f"no such condition; use {', '.join(CONDITIONS)}")
    return ink_of(convert(specs[word], str, file, key), file, key, ground)


def _with_own(source: dict[str, Any], own: Mapping[str, Any], file: str) -> list[str]:
    """Merge the player's own colours into a palette. Return the changed looks."""
    faults = Faults()
    for kind, table in own.items():
        with faults.part():
            if kind not in (*TABLES, *_REMOVED):
                why = f"no such table; use {', '.join(TABLES)}"
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
    """Return the player's own colours under a name of a table, after checking them."""
    key, value = f"palette.{kind}.{name}", own[name]
    if name not in there:
        raise ContentError(file, key, "palette.toml has no entry with this name")
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
