"""Colours as written in files: in digits or by name, with an optional background."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bidden.frontend.drawing.colours.colour import Colour

NAMED: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "black": (0, 0, 0),
        "red": (205, 0, 0),
        "green": (0, 205, 0),
        "yellow": (205, 205, 0),
        "blue": (0, 0, 238),
        "magenta": (205, 0, 205),
        "cyan": (0, 205, 205),
        "white": (229, 229, 229),
        "bright_black": (127, 127, 127),
        "bright_red": (255, 0, 0),
        "bright_green": (0, 255, 0),
        "bright_yellow": (255, 255, 0),
        "bright_blue": (92, 92, 255),
        "bright_magenta": (255, 0, 255),
        "bright_cyan": (0, 255, 255),
        "bright_white": (255, 255, 255),
    }
)
"""The sixteen of terminals, in their order, as xterm shows them; others' are near enough to know
which are light.
"""
ONE: Final = rf"#[0-9A-Fa-f]{{6}}|{'|'.join(NAMED)}"
"""The pattern of one colour."""
PATTERN: Final = rf"^({ONE})(?: on ({ONE}))?$"
"""The pattern of a colour with an optional background."""
_PLAIN: Final = ", ".join(name for name in NAMED if "_" not in name)
ONE_CAN_BE: Final = f"write '#rrggbb', or {_PLAIN}, or bright_ and one of these, as in bright_red"
"""How to write one colour, in words."""
CAN_BE: Final = f"{ONE_CAN_BE}; what is behind it may follow, as in 'red on #202020'"
"""How to write a colour with an optional background, in words."""
_SPEC: Final = re.compile(PATTERN)


def colours_of(spec: str) -> tuple[Colour, Colour | None] | None:
    """Return a colour and its background, if any; None if the text is not a colour."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        return None
    colour, behind = found.groups()
    return _colour(colour), None if behind is None else _colour(behind)


def _colour(spec: str) -> Colour:
    if spec in NAMED:
        return NAMED[spec]
    red, green, blue = bytes.fromhex(spec[1:])
    return red, green, blue
