"""The options screen: each option with its value, and the keys of each action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import ClassVar, Final

from bidden.frontend.drawing.colours.palette import TABLES
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Game
from bidden.frontend.preferences.more import MORE
from bidden.frontend.preferences.option_table import Option, all_options, told_value
from bidden.frontend.preferences.settings import PALETTE, Edit, with_keys, with_option
from bidden.frontend.screens.lists import LONGEST, TOLD, PatternsScreen, SeveralScreen
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.prompts.forms.confirm import KeyPrompt
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt, TextPrompt
from bidden.frontend.screens.screen import NOTHING, Change, GoBack, Play, Pop, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import tables

_TAKEN: Final = "To remove a key, press it again."
_NOT_SAVED: Final = "Changes won't be saved"
_FILE_ALONE: Final = "Colours, map symbols, extra option files"
_ABOUT_TABLES: Final = (
    f"In the file: {', '.join(f'{PALETTE}.{one}' for one in TABLES)}, {MORE}. See docs/options.md."
)
_IN_FILE: Final = " (the last line explains the marked option)"
_NAME_WIDTH: Final = 24
_GO_BACK: Final = 20  # turns
_KEYS_WIDTH: Final = 19


class OptionsScreen(Menu):
    """The options and the keys; during a game, also the way back to earlier turns."""

    told: ClassVar[int] = TOLD

    def __init__(self, theme: Theme, *, playing: bool = False) -> None:
        self._playing = playing
        super().__init__(theme, "Options and keys", ())
        self._renew()
        self._mark(0, 1)

    def hints(self) -> str:
        does = {"accept": "change", "erase": "reset", "search": "search", "back": "back"}
        return self.theme.keymap.hints(Context.MENU, **does)

    def _renew(self) -> None:
        choices = [self._back()] if self._playing else []
        choices += [self._unused()] if self.theme.unused else []
        where = "" if self.theme.path is None else f" (saved in {self.theme.path})"
        for number, group in enumerate(tables()["options"]):
            heads = ("" if number else f"Options{where}", f"{group}{'' if number else _IN_FILE}")
            choices += [Choice(text, heading=True) for text in heads]
            choices += [self._option(one) for one in all_options() if one.group == group]
        for context, section in self.theme.keymap.sections.items():
            heads = ("", f"Keys: {section.title}")
            choices += [Choice(text, heading=True) for text in heads]
            choices += [self._keys(context, action) for action in section.actions]
        path = self.theme.path
        self.choices = [
            *choices,
            Choice("", heading=True),
            Choice("More options (set them in the options file)", heading=True),
            Choice(_FILE_ALONE, about=_ABOUT_TABLES),
            Choice(f"File: {path}", about=str(path)) if path else Choice(_NOT_SAVED),
        ]

    def _change(self, edit: Callable[[str], str]) -> Steps:
        return (Change(edit, self._told),)

    def _told(self, problem: str) -> None:
        if problem:
            self.notice = problem
        else:
            self._renew()
            self._mark(self.marked, 1)  # lines may have been removed

    def _back(self) -> Choice:
        text = "Rewind some turns and play on"
        about = "Continues in a new save file. The records will say that the run was rewound."
        ask = partial(ask_to_go_back, self.theme, leaving=1)
        return Choice(text, "b", about, choose=lambda view: (Push(ask()),))

    def _unused(self) -> Choice:
        names, key = self.theme.unused, self.theme.keymap.hint(Context.MENU, Command.ERASE)
        text = f"No longer used: {', '.join(names)}"
        about = f"{key} deletes these from your file: {', '.join(names)}"

        def edit(text: str) -> str:
            return reduce(lambda now, name: with_option(name, None)(now), names, text)

        return Choice(text, about=about, tone="news", erase=lambda: self._change(edit))

    def _option(self, one: Option) -> Choice:
        value = getattr(self.theme.options, one.name)
        text = f"{one.title:<{_NAME_WIDTH}}{told_value(value)}"
        tone = "plain" if value == one.usual else "good"

        def choose(view: View) -> Steps:
            if one.several:
                screen = SeveralScreen if one.values else PatternsScreen
                return (Push(screen(self.theme, one, self._renew)),)
            if one.values:
                after = one.values[(one.values.index(value) + 1) % len(one.values)]
                return self._set(one, after)
            then = partial(self._set, one)
            if one.most:
                question = f"{one.title}: {one.least} to {one.most}?"
                return (Push(NumberPrompt(self.theme, question, then, accept="OK")),)
            return (Push(TextPrompt(self.theme, f"{one.title}:", then, now=value, most=LONGEST)),)

        reset = partial(self._change, self._as_at_first(one, value))
        return Choice(text, about=one.told, tone=tone, choose=choose, erase=reset)

    def _set(self, one: Option, value: object) -> Steps:
        return self._change(with_option(one.name, value, one.about))

    def _as_at_first(self, one: Option, now: object) -> Edit:
        """Remove an option from the file. If other files set it, set the default instead."""

        def edit(text: str) -> str:
            without = with_option(one.name, None, one.about)(text)
            if without != text or now == one.usual:
                return without
            return with_option(one.name, one.usual, one.about)(text)

        return edit

    def _keys(self, context: Context, action: Command) -> Choice:
        binding = self.theme.keymap.sections[context].actions[action]
        text = f"{binding.labels:<{_KEYS_WIDTH}}{binding.does}"

        def bind(key: str) -> Steps:
            taken = [one for one in binding.keys if one != key]
            keys = taken if key in binding.keys else [*taken, key]
            return self._change(with_keys(context, action, keys))

        def choose(view: View) -> Steps:
            question = f"Press a key for: {binding.does}"
            return (Push(KeyPrompt(self.theme, question, bind, _TAKEN)),)

        reset = partial(self._change, with_keys(context, action, None))
        about = f'Press a key to add or remove it. In the options file: "keys.{context}.{action}".'
        return Choice(text, about=about, choose=choose, erase=reset)


def ask_to_go_back(
    theme: Theme, *, leaving: int = 0, back: Callable[[int], GoBack | Play] = GoBack
) -> NumberPrompt:
    """Ask how many turns to go back; the answer also closes ``leaving`` screens below."""
    question = f"Rewind how many turns (default: {_GO_BACK})?"

    def then(turns: int) -> Steps:
        return (*[Pop()] * leaving, back(turns)) if turns else NOTHING

    return NumberPrompt(theme, question, then, accept="continue from there", usual=_GO_BACK)


def rewind(load: Callable[[], Game]) -> Play:
    """Return the step that plays a game from an earlier turn."""
    return Play(load, "Can't rewind the game", "Rewinding …")
