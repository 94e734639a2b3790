"""Asking which key is to type what was recorded."""

from __future__ import annotations

from collections.abc import Callable

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.input.macros import text_of
from bidden.frontend.preferences.settings import with_macro
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.key import KeyPrompt
from bidden.frontend.screens.screen import NOTHING, Change, Push, Steps
from bidden.frontend.theme import Theme


def ask_for_macro_key(theme: Theme, keys: tuple[str, ...], tell: Callable[[str], None]) -> Steps:
    """Ask for the key of a macro and save it; warn if the key has another use."""
    typed = " ".join(map(label, keys))

    def keep(key: str) -> Steps:
        def told(problem: str) -> None:
            tell(problem or f"{label(key)} types {typed} from now on.")

        return (Change(with_macro(key, text_of(keys)), told),)

    def choose(key: str) -> Steps:
        does = theme.keymap.does(key, Context.DIRECTIONS, Context.PLAY)
        if theme.keymap.action(key, Context.PLAY) is Command.RECORD:
            tell(f"{label(key)} ends the recording, so it can't be a macro. Record it again.")
            return NOTHING
        if key in theme.macros:
            detail = f"It now types {' '.join(map(label, theme.macros[key]))}."
        elif does:
            detail = f"It will no longer do this: {does}."
        else:
            return keep(key)
        return (Push(Confirm(theme, f"Make {label(key)} type {typed}?", detail, keep(key))),)

    return (Push(KeyPrompt(theme, f"Press a key to type {typed}.", choose, "F1, for example.")),)
