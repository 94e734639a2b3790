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
from bidden.words import phrase, tables

_NAME_WIDTH: Final = 24
_GO_BACK: Final = 20  # turns
_KEYS_WIDTH: Final = 19


class OptionsScreen(Menu):
    """The options and the keys; during a game, also the way back to earlier turns."""

    told: ClassVar[int] = TOLD
    keys: ClassVar[str] = "options keys"

    def __init__(self, theme: Theme, *, playing: bool = False) -> None:
        self._playing = playing
        super().__init__(theme, phrase("options screen", "title"), ())
        self._renew()
        self._mark(0, 1)

    def _renew(self) -> None:
        choices = [self._back()] if self._playing else []
        choices += [self._unused()] if self.theme.unused else []
        path = self.theme.path
        first = phrase("options screen", "heading saved" if path else "heading", path=path)
        for number, group in enumerate(tables()["options"]):
            told = group if number else phrase("options screen", "first group", group=group)
            choices += [Choice(text, heading=True) for text in ("" if number else first, told)]
            choices += [self._option(one) for one in all_options() if one.group == group]
        for context, section in self.theme.keymap.sections.items():
            heads = ("", phrase("options screen", "keys", title=section.title))
            choices += [Choice(text, heading=True) for text in heads]
            choices += [self._keys(context, action) for action in section.actions]
        names = ", ".join(f"{PALETTE}.{one}" for one in TABLES)
        about = phrase("options screen", "about tables", tables=names, more=MORE)
        saved = phrase("options screen", "file" if path else "not saved", path=path)
        self.choices = [
            *choices,
            Choice("", heading=True),
            Choice(phrase("options screen", "more"), heading=True),
            Choice(phrase("options screen", "tables"), about=about),
            Choice(saved, about=str(path or "")),
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
        text, about = phrase("rewind", "choice"), phrase("rewind", "about choice")
        ask = partial(ask_to_go_back, self.theme, leaving=1)
        return Choice(text, "b", about, choose=lambda view: (Push(ask()),))

    def _unused(self) -> Choice:
        key, names = self.theme.keymap.hint(Context.MENU, Command.ERASE), self.theme.unused
        text = phrase("options screen", "unused", names=", ".join(names))
        about = phrase("options screen", "about unused", label=key, names=", ".join(names))

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
                least, most = one.least, one.most
                question = phrase("options screen", "number", of=one.title, least=least, most=most)
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
            question = phrase("options screen", "press a key", does=binding.does)
            again = phrase("options screen", "remove a key")
            return (Push(KeyPrompt(self.theme, question, bind, again)),)

        reset = partial(self._change, with_keys(context, action, None))
        about = phrase("options screen", "about keys", context=context, action=action)
        return Choice(text, about=about, choose=choose, erase=reset)


def ask_to_go_back(
    theme: Theme, *, leaving: int = 0, back: Callable[[int], GoBack | Play] = GoBack
) -> NumberPrompt:
    """Ask how many turns to go back; the answer also closes ``leaving`` screens below."""
    question = phrase("rewind", "question", turns=_GO_BACK)

    def then(turns: int) -> Steps:
        return (*[Pop()] * leaving, back(turns)) if turns else NOTHING

    return NumberPrompt(theme, question, then, accept=phrase("rewind", "accept"), usual=_GO_BACK)


def rewind(load: Callable[[], Game]) -> Play:
    """Return the step that plays a game from an earlier turn."""
    return Play(load, phrase("trouble", "rewind"), phrase("rewind", "loading"))
