"""Knowledge: the kinds of items, and which of them are picked up automatically."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bidden.frontend.preferences.option_table import option
from bidden.frontend.preferences.settings import with_option
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.screen import Ask, Change, Push, Steps
from bidden.frontend.theme import Theme
from bidden.going.commands.taking import LEFT, is_wanted
from bidden.view import Character, Discovery, View
from bidden.words import phrase

_NAME_WIDTH: Final = 24
_NAMES: Final = "pick_up_names"


def show_discoveries(theme: Theme) -> Steps:
    """Show which kinds of items are identified."""
    return (Ask(lambda game: (Push(DiscoveriesScreen(theme, game.character())),)),)


class DiscoveriesScreen(Menu):
    """The kinds of items, identified ones first; choosing one changes its auto-pickup."""

    tells_all = True
    keys = "knowledge keys"

    def __init__(self, theme: Theme, you: Character) -> None:
        self._you = you
        super().__init__(theme, phrase("knowledge", "title"), ())
        self._renew()
        self._mark(0, 1)

    def _switch(self, thing: Discovery, view: View) -> Steps:
        pattern, names = thing.name.replace(" of ", "*of "), self.theme.options.pick_up_names
        others = tuple(one for one in names if one.removeprefix(LEFT) != pattern)
        taken = self._is_taken(thing)
        first = (f"{LEFT}{pattern}" if taken else pattern,)
        by_kind = is_wanted(thing.name, thing.kind, self.theme.options.pick_up, others)
        names = others if by_kind != taken else (*first, *others)
        return (Change(with_option(_NAMES, names, option(_NAMES).about), self._told),)

    def _told(self, problem: str) -> None:
        self.notice = problem
        if not problem:
            self._renew()

    def _is_taken(self, thing: Discovery) -> bool:
        options = self.theme.options
        return is_wanted(thing.name, thing.kind, options.pick_up, options.pick_up_names)

    def _renew(self) -> None:
        self.choices = [*self._lines()]

    def _lines(self) -> Iterator[Choice]:
        discoveries = self._you.discoveries
        for sort in dict.fromkeys(one.sort for one in discoveries):
            kinds = [one for one in discoveries if one.sort == sort]
            known = [one for one in kinds if one.known]
            sort, count = sort.capitalize(), len(known)
            head = phrase("knowledge", "heading", sort=sort, known=count, kinds=len(kinds))
            yield Choice(head, heading=True)
            for one in known:
                taken = phrase("knowledge", "taken" if self._is_taken(one) else "left")
                text = f"{one.name:<{_NAME_WIDTH}} {taken}"
                yield Choice(text, about=one.about, choose=partial(self._switch, one))
            for one in kinds:
                if not one.known:
                    text = f"{one.name:<{_NAME_WIDTH}} {phrase('knowledge', 'unidentified')}"
                    yield Choice(text, about=one.about, tone="refusal")
            yield Choice("", heading=True)
        if self._you.riddles:
            yield Choice(phrase("knowledge", "riddles"), heading=True)
        for riddle in self._you.riddles:
            told = [phrase("knowledge", "named", name=riddle.called)] if riddle.called else []
            told += [phrase("knowledge", "tried")] if riddle.tried else []
            yield Choice(f"{riddle.look:<{_NAME_WIDTH}} {', '.join(told)}")
