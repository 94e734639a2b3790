"""The options screen: each option with its value, and the keys of each action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import ClassVar, Final

import attrs

from bidden.frontend.drawing.colours.palette import TABLES
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Game
from bidden.frontend.preferences.more import MORE
from bidden.frontend.preferences.option_table import Option, all_options, told_value
from bidden.frontend.preferences.options import Group
from bidden.frontend.preferences.settings import (
    PALETTE,
    Edit,
    with_keys,
    with_option,
)
from bidden.frontend.screens.lists import LONGEST, TOLD, PatternsScreen, SeveralScreen
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.prompts.forms.confirm import KeyPrompt
from bidden.frontend.screens.prompts.forms.typed import NumberPrompt, TextPrompt
from bidden.frontend.screens.screen import NOTHING, Change, GoBack, Play, Pop, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_TAKEN: Final = "Press a key it already has to remove it."
_FILE_ALONE: Final = "Colours, characters, other files"
_ABOUT_TABLES: Final = (
    f"{', '.join(f'{PALETTE}.{one}' for one in TABLES)}, {MORE}; see docs/options.md."
)
_NAME_WIDTH: Final = 24
_GO_BACK: Final = 20
"""The number of turns to go back if none is typed."""
_KEYS_WIDTH: Final = 19


@attrs.frozen
class _Entry:
    """A line of the menu, with what choosing and erasing it does."""

    choice: Choice
    choose: Callable[[], Steps] = tuple
    erase: Callable[[], Steps] = tuple


class OptionsScreen(Menu):
    """The options and the keys; during a game, also the way back to earlier turns."""

    told: ClassVar[int] = TOLD

    def __init__(self, theme: Theme, *, playing: bool = False) -> None:
        self._playing = playing
        self._entries: list[_Entry] = []
        super().__init__(theme, "Options and keys", ())
        self._renew()
        self._mark(0, 1)

    def choose(self, number: int, view: View) -> Steps:
        return self._entries[number].choose()

    def erase(self, number: int) -> Steps:
        return self._entries[number].erase()

    def hints(self) -> str:
        hint = self.theme.keymap.hint
        accept, erase = hint(Context.MENU, Command.ACCEPT), hint(Context.MENU, Command.ERASE)
        back, search = (hint(Context.MENU, one) for one in (Command.BACK, Command.SEARCH))
        return f"{accept} change   {erase} reset   {search} search   {back} back"

    def _renew(self) -> None:
        entries = [self._back_entry()] if self._playing else []
        entries += [self._unused_entry()] if self.theme.unused else []
        where = "" if self.theme.path is None else f" (saved in {self.theme.path})"
        for number, group in enumerate(Group):
            heads = ("" if number else f"Options{where}", str(group))
            entries += [_Entry(Choice(text, heading=True)) for text in heads]
            entries += [self._option(one) for one in all_options() if one.group is group]
        for context, section in self.theme.keymap.sections.items():
            entries.append(_Entry(Choice("", heading=True)))
            entries.append(_Entry(Choice(f"Keys: {section.title}", heading=True)))
            entries += [self._keys(context, action) for action in section.actions]
        self._entries = [*entries, *self._of_the_file()]
        self.choices = [one.choice for one in self._entries]

    def _change(self, edit: Callable[[str], str]) -> Steps:
        return (Change(edit, self._told),)

    def _told(self, problem: str) -> None:
        if problem:
            self.notice = problem
        else:
            self._renew()
            self._mark(self.marked, 1)  # lines may have gone

    def _back_entry(self) -> _Entry:
        text = "Rewind some turns and play on"
        about = "Continues in a new journal. The records will say that the run was rewound."
        return _Entry(
            Choice(text, "b", about), lambda: (Push(ask_to_go_back(self.theme, leaving=1)),)
        )

    def _unused_entry(self) -> _Entry:
        names, key = self.theme.unused, self.theme.keymap.hint(Context.MENU, Command.ERASE)
        text = f"No longer used: {', '.join(names)}"
        about = f"{key} deletes these from your file: {', '.join(names)}"

        def edit(text: str) -> str:
            return reduce(lambda now, name: with_option(name, None)(now), names, text)

        return _Entry(Choice(text, about=about, tone="news"), erase=lambda: self._change(edit))

    def _of_the_file(self) -> list[_Entry]:
        path = self.theme.path
        where = "Nothing is saved here" if path is None else f"The file: {path}"
        return [
            _Entry(Choice("", heading=True)),
            _Entry(Choice("Only in the file", heading=True)),
            _Entry(Choice(_FILE_ALONE, about=_ABOUT_TABLES)),
            _Entry(Choice(where, about="" if path is None else str(path))),
        ]

    def _option(self, one: Option) -> _Entry:
        value = getattr(self.theme.options, one.name)
        text = f"{one.title:<{_NAME_WIDTH}}{told_value(value)}"
        tone = "plain" if value == one.usual else "good"
        choice = Choice(text, about=one.told, tone=tone)

        def choose() -> Steps:
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

        return _Entry(choice, choose, lambda: self._change(self._as_at_first(one, value)))

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

    def _keys(self, context: Context, action: Command) -> _Entry:
        binding = self.theme.keymap.sections[context].actions[action]
        text = f"{binding.labels:<{_KEYS_WIDTH}}{binding.does}"

        def bind(key: str) -> Steps:
            taken = [one for one in binding.keys if one != key]
            keys = taken if key in binding.keys else [*taken, key]
            return self._change(with_keys(context, action, keys))

        question = f"Press a key for: {binding.does}"
        return _Entry(
            Choice(text, about=f"keys.{context}.{action}"),
            lambda: (Push(KeyPrompt(self.theme, question, bind, _TAKEN)),),
            lambda: self._change(with_keys(context, action, None)),
        )


def ask_to_go_back(
    theme: Theme, *, leaving: int = 0, back: Callable[[int], GoBack | Play] = GoBack
) -> NumberPrompt:
    """Ask how many turns to go back; the answer also closes ``leaving`` screens below."""
    question = f"Rewind how many turns ({_GO_BACK})?"

    def then(turns: int) -> Steps:
        return (*[Pop()] * leaving, back(turns)) if turns else NOTHING

    return NumberPrompt(theme, question, then, accept="continue from there", usual=_GO_BACK)


def rewind(load: Callable[[], Game]) -> Play:
    """Return the step that plays a game from an earlier turn."""
    return Play(load, "The game cannot be rewound", "Rewinding …")
