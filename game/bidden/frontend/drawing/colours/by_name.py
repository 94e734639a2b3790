"""By name: how the player would have drawn what is called so, whatever its look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import attrs
import msgspec
from msgspec import Meta

from bidden.content.datafiles import ContentError, convert
from bidden.frontend.drawing.colours.colour import Colour
from bidden.frontend.drawing.colours.inks import Ink, Look
from bidden.frontend.drawing.colours.specs import ONE_CAN_BE, colours_of
from bidden.going.written.patterns import fault_of

_WEAKER: Final = 0.5
"""How bright a colour by name is where it is remembered, of what it is in view."""
_BEHIND: Final = (0, 0, 0)
"""What is behind a colour by name until it is drawn: then it is what is behind the look."""


class _NamedData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lit: str = ""
    remembered: str = ""
    glyph: Annotated[str, Meta(max_length=1)] = ""


@attrs.frozen
class Named:
    """How something is drawn that is called so.

    Attributes:
        look: The look that it has; empty for its own.
        inks: Its colours in place of those of its look; None for these.
        glyph: What is drawn in place of the look's character; empty for that.
    """

    look: str = ""
    inks: Look | None = None
    glyph: str = ""

    def over(self, usual: Look, looks: Mapping[str, Look]) -> Look:
        """Give how it is drawn, where it has this look and there are these."""
        if self.look:
            return looks[self.look]
        lit, remembered = usual.lit, usual.remembered
        torchlit = usual.torchlit
        if self.inks is not None:
            lit, remembered = (
                Ink(self.inks.lit.fg, lit.bg),
                Ink(self.inks.remembered.fg, remembered.bg),
            )
            torchlit = False
        return Look(lit, remembered, torchlit, self.glyph or usual.glyph)

    def fg(self, looks: Mapping[str, Look]) -> Colour | None:
        """Give the colour that its name has in view; None for that of any other name."""
        inks = looks[self.look] if self.look else self.inks
        return None if inks is None else inks.lit.fg

    def turned(self, of_look: Callable[[Look], Look]) -> Named:
        """Give the same with other colours, as of looks."""
        return self if self.inks is None else attrs.evolve(self, inks=of_look(self.inks))


def read_named(file: str, looks: Mapping[str, Look], pattern: str, drawn: Any, key: str) -> Named:
    """Read how something is drawn that is called so: in a colour, by a character, or as a look is.

    Args:
        file: What errors are to call the file that it is from.
        looks: The looks there are.
        pattern: Words of its name.
        drawn: How it is drawn: a colour, the name of a look, or a table.
        key: Where in the file that stands.

    Raises:
        ContentError: The pattern is none, or it is no colour and no look, or the table is none.
    """
    fault = fault_of(pattern)
    if fault:
        raise ContentError(file, key, f"{pattern!r} is no pattern: {fault}")
    if isinstance(drawn, str):
        return Named(drawn) if drawn in looks else Named(inks=_inks(drawn, "", file, key))
    data = convert(drawn, _NamedData, file, key)
    if not data.lit and (data.remembered or not data.glyph):
        raise ContentError(file, key, "needs lit, its colour, or glyph, its character, or both")
    inks = _inks(data.lit, data.remembered, file, key) if data.lit else None
    return Named("", inks, data.glyph)


def _inks(lit: str, remembered: str, file: str, key: str) -> Look:
    """Read its colours; with none for where it is remembered, that is the one in view, weaker."""
    bright = _colour(lit, file, key)
    red, green, blue = (round(part * _WEAKER) for part in bright)
    weak = _colour(remembered, file, key) if remembered else (red, green, blue)
    return Look(Ink(bright, _BEHIND), Ink(weak, _BEHIND), False)


def _colour(spec: str, file: str, key: str) -> Colour:
    colours = colours_of(spec)
    if colours is None:
        reason = f"{spec!r} is neither a look of palette.toml nor a colour: {ONE_CAN_BE}"
        raise ContentError(file, key, reason)
    colour, behind = colours
    if behind is not None:
        raise ContentError(file, key, f"{spec!r} has a colour behind it, which is the ground's")
    return colour
