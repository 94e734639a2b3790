"""Key names, which the back ends translate into and the keymap is written in.

A key that writes a character is that character (``h``, ``Q``, ``?``); the space bar and keys that
write none have a name. Terminals do not tell the digits of the number pad from the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Final

_NOT_WITH_CTRL: Final = "chijmz"
"""With Ctrl, ``c`` and ``z`` end or suspend the program. For the others terminals send Backspace,
Tab or Enter."""

_MOVING: Final[Mapping[str, str]] = {
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "page_up": "PgUp",
    "page_down": "PgDn",
}
NAMED: Final[Mapping[str, str]] = {
    **_MOVING,
    "insert": "Ins",
    "delete": "Del",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    **{f"shift_{key}": f"Shift+{label}" for key, label in _MOVING.items()},
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    **{f"ctrl_{one}": f"Ctrl+{one}" for one in ascii_lowercase if one not in _NOT_WITH_CTRL},
}
"""Named keys, and their labels."""


def is_key(name: str) -> bool:
    """Return whether a key has this name."""
    return name in NAMED or (len(name) == 1 and name.isprintable() and name != " ")


def for_character(character: str) -> str | None:
    """Return the key that types a character, or None."""
    if character == " ":
        return "space"
    return character if is_key(character) and len(character) == 1 else None


def label(name: str) -> str:
    """Return the label of a key on screen."""
    return NAMED.get(name, name)
