"""Editing options with several values: some of a list, or patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from bidden.frontend.input.keymap import Context
from bidden.frontend.preferences.option_table import Option
from bidden.frontend.preferences.options import pattern_fault
from bidden.frontend.preferences.settings import with_option
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.screen import NOTHING, Change, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase

TOLD: Final = 3  # rows of an option's description
LONGEST: Final = 200  # characters of a pattern
_UP, _DOWN = "<", ">"  # move a pattern


class _ListScreen(Menu):
    """The values of an option, one per line. ``changed`` is called after a change."""

    told: ClassVar[int] = TOLD

    def __init__(self, theme: Theme, one: Option, changed: Callable[[], None]) -> None:
        self._option = one
        self._changed = changed
        super().__init__(theme, one.title, ())
        self._renew()

    def _lines(self) -> tuple[str, ...]:
        raise NotImplementedError

    def _set(self, held: tuple[str, ...], marked: int) -> Steps:
        def told(problem: str) -> None:
            self.notice = problem
            if not problem:
                self._renew()
                self._changed()
                self.marked = marked

        return (Change(with_option(self._option.name, held, self._option.about), told),)

    def _renew(self) -> None:
        self.choices = [Choice(text, about=self._option.told) for text in self._lines()]

    @property
    def _now(self) -> tuple[str, ...]:
        now: tuple[str, ...] = getattr(self.theme.options, self._option.name)
        return now


class SeveralScreen(_ListScreen):
    """All values that an option can hold, each with a check mark."""

    def choose(self, number: int, view: View) -> Steps:
        chosen, values = self._option.values[number], self._option.values
        return self._set(
            tuple(one for one in values if (one in self._now) != (one == chosen)), number
        )

    def _lines(self) -> tuple[str, ...]:
        return tuple(f"[{'x' if one in self._now else ' '}] {one}" for one in self._option.values)


class PatternsScreen(_ListScreen):
    """The patterns of an option, and a line to add another."""

    notes = ((f"{_UP} {_DOWN}", phrase("patterns", "about move")),)

    def choose(self, number: int, view: View) -> Steps:
        now = self._now

        def then(typed: str) -> Steps:
            words = (typed.strip(),) if typed.strip() else ()
            return self._set((*now[:number], *words, *now[number + 1 :]), number + len(words))

        def fault(typed: str) -> str:
            problem = pattern_fault(self._option.name, typed.strip()) if typed.strip() else ""
            return phrase("patterns", "bad", problem=problem) if problem else ""

        one = now[number] if number < len(now) else ""
        question = f"{self._option.title}:"
        prompt = TextPrompt(self.theme, question, then, now=one, most=LONGEST, fault=fault)
        return (Push(prompt),)

    def erase(self, number: int) -> Steps:
        now = self._now
        if number == len(now):
            return NOTHING
        return self._set((*now[:number], *now[number + 1 :]), number)

    def press(self, key: str, view: View) -> Steps:
        if key not in (_UP, _DOWN):
            return super().press(key, view)
        now, number = [*self._now], self.marked
        to = number + (1 if key == _DOWN else -1)
        if max(number, to) >= len(now) or to < 0:
            return NOTHING
        now[number], now[to] = now[to], now[number]
        return self._set(tuple(now), to)

    def hints(self) -> str:
        hints = self.theme.keymap.hints
        keys = hints(Context.MENU, accept="change", erase="remove")
        return f"{keys}   {_UP} {_DOWN} move   {hints(Context.MENU, back='back')}"

    def _lines(self) -> tuple[str, ...]:
        return (*self._now, phrase("patterns", "add"))
