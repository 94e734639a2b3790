"""Buttons: hints on the screen that a click presses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from bidden.frontend.drawing.layout import Rect
from bidden.frontend.input.keys import NAMED, is_key

_BETWEEN: Final = re.compile(r"\s{2,}|, |[()]")
"""The separators between hints."""
_KEYS: Final = re.compile(r"(?P<first>\S+?)(?:[/ ](?P<second>\S+?))?(?=:? |:?$)")
_NAMES: Final[Mapping[str, str]] = MappingProxyType({label: key for key, label in NAMED.items()})


@attrs.frozen
class Button:
    """An area where a click equals a key."""

    where: Rect
    key: str


def buttons_in(text: str, x: int, y: int) -> Iterator[Button]:
    """Yield the buttons of hints at a cell, such as "Esc back   n/N next", smaller ones first.

    Two blanks, a comma or a parenthesis separate hints, which have one or two keys each.
    """
    start = 0
    for end, after in [*((gap.start(), gap.end()) for gap in _BETWEEN.finditer(text)), (None, 0)]:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        hint = text[start:end]
        found = _KEYS.match(hint)
        if found is not None:
            keys = {name: _key(found[name] or "") for name in ("first", "second")}
            if keys["first"]:
                if keys["second"]:
                    at = Rect(x + start + found.start("second"), y, len(found["second"]), 1)
                    yield Button(at, keys["second"])
                yield Button(Rect(x + start, y, len(hint.rstrip()), 1), keys["first"])
        start = after


def _key(label: str) -> str:
    return _NAMES.get(label, label if is_key(label) and label not in NAMED else "")
