"""Translation of Textual's key names into the game's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.keys import key_to_character

from bidden.frontend.input.keys import NAMED, for_character

_SHIFTED: Final = ("up", "down", "left", "right", "home", "end")

_NAMES: Final[Mapping[str, str]] = {
    **{
        name: name
        for name in (
            *("up", "down", "left", "right", "home", "end", "insert", "delete"),
            *("enter", "escape", "space", "tab", "backspace"),
            *(f"f{number}" for number in range(1, 13)),
        )
    },
    **{f"shift+{name}": f"shift_{name}" for name in _SHIFTED},
    **{name.replace("_", "+"): name for name in NAMED if name.startswith("ctrl_")},
    "ctrl+j": "enter",  # typed before the game took over the terminal
    "pageup": "page_up",
    "pagedown": "page_down",
    "shift+pageup": "shift_page_up",
    "shift+pagedown": "shift_page_down",
    "kp_begin": "5",  # the 5 of the number pad with Num Lock off
}


def names_of(key: str, character: str | None) -> tuple[str, ...]:
    """Return the game's names for a key press: none, one, or Esc and another.

    No key is bound with Alt, and many terminals send the same for Alt with a key and Esc before it.
    """
    *held, bare = key.split("+")
    if "alt" not in held:
        name = name_of(key, character)
        return () if name is None else (name,)
    held.remove("alt")
    if character is None and held in ([], ["shift"]):
        character = key_to_character(bare)  # terminals that report Alt send no character
        character = character.upper() if character and held else character
    name = name_of("+".join((*held, bare)), character)
    return () if name is None else ("escape", name)


def name_of(key: str, character: str | None) -> str | None:
    """Return the game's name of a key, or None if the game does not know it, as with Alt."""
    name = _NAMES.get(key)
    if name is not None:
        return name
    if character is None or "ctrl+" in key or "alt+" in key:
        return None
    return for_character(character)
