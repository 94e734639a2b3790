"""Translation of SDL's keyboard events into the game's key names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import tcod.event
from tcod.event import KeySym, Modifier

from bidden.frontend.input.keys import NAMED, for_character

_NAMES: Final[Mapping[int, str]] = {
    int(sym): name
    for sym, name in (
        (KeySym.UP, "up"),
        (KeySym.DOWN, "down"),
        (KeySym.LEFT, "left"),
        (KeySym.RIGHT, "right"),
        (KeySym.HOME, "home"),
        (KeySym.END, "end"),
        (KeySym.PAGEUP, "page_up"),
        (KeySym.PAGEDOWN, "page_down"),
        (KeySym.INSERT, "insert"),
        (KeySym.DELETE, "delete"),
        (KeySym.RETURN, "enter"),
        (KeySym.KP_ENTER, "enter"),
        (KeySym.ESCAPE, "escape"),
        (KeySym.TAB, "tab"),
        (KeySym.BACKSPACE, "backspace"),
        *((KeySym.F1 + number, f"f{number + 1}") for number in range(12)),
        (KeySym.KP_0, "0"),
        *((KeySym.KP_1 + number, f"{number + 1}") for number in range(9)),
    )
}


class KeyReader:
    """Reads keys, only once if they come as an event and as text."""

    def __init__(self) -> None:
        self._said = ""

    def name_of(self, event: tcod.event.Event) -> str | None:
        """Return the key of an event, or None if it is not a press of a known key."""
        match event:
            case tcod.event.KeyDown(sym=sym, mod=mod):
                self._said = ""
                if mod & (Modifier.ALT | Modifier.GUI):
                    return None
                if mod & Modifier.CTRL:
                    return _with_ctrl(int(sym))
                name = _NAMES.get(int(sym))
                if mod & Modifier.SHIFT and f"shift_{name}" in NAMED:
                    name = f"shift_{name}"
                # With Num Lock on, a digit of the number pad also comes as text.
                self._said = name or ""
                return name
            case tcod.event.TextInput(text=text):
                name = for_character(text) if len(text) == 1 else None
                return None if name == self._said else name
        return None


def _with_ctrl(sym: int) -> str | None:
    """Return the name of a key with Ctrl. As in terminals, Shift makes no difference."""
    name = f"ctrl_{chr(sym)}" if 0 < sym < 0x80 else ""  # other keys are not letters
    return name if name in NAMED else None
