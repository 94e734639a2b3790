"""Explanations of messages, in sentences; another key shows the events."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.port import Known
from bidden.frontend.screens.pages import Pages, Row, paragraph
from bidden.frontend.screens.screen import NOTHING, Ask, Push, Steps
from bidden.frontend.theme import Theme
from bidden.view import Line, View
from bidden.words import phrase


class Why(Pages):
    """An explanation, indented by depth. From sentences, a key leads to the events."""

    def __init__(
        self, theme: Theme, title: str, lines: Sequence[str], events: Steps | None = None
    ) -> None:
        super().__init__(theme, title, self._text)
        self._lines = lines
        self._events = events

    def _text(self, width: int) -> list[Row]:
        plain, palette, rows = self._events is not None, self.theme.palette, list[Row]()
        for line in self._lines:
            indent = " " * (len(line) - len(line.lstrip(" >")) + (2 if plain else 4))
            ink = palette.ground if plain or " #" in line else palette.faint  # a handler's change
            ink = palette.bright if line.startswith(">") else ink
            rows += paragraph(line, width, ink.fg, indent=indent)
        return rows

    def press(self, key: str, view: View) -> Steps:
        asks = self.theme.keymap.action(key, Context.HISTORY) is Command.WHY
        return self._events if asks and self._events else super().press(key, view)

    def hints(self) -> str:
        key = self.theme.keymap.hint(Context.HISTORY, Command.WHY)
        return phrase("explanation", "keys", label=key) if self._events else ""


def why_line(theme: Theme, line: Line, view: View) -> Steps:
    """Explain the event of a message, as shown."""
    if not any(one.text.startswith(line.text) for one in view.lines):  # a sighting is no event
        return (Push(Why(theme, line.text, [phrase("explanation", "sighting")])),)
    return _ask(theme, line.turn, line.sequence, line.text)


def _ask(theme: Theme, turn: int, sequence: int, text: str) -> Steps:
    title = phrase("explanation", "title", turn=turn, message=text)

    def events(game: Known) -> Steps:
        return (Push(Why(theme, title, game.why(turn, sequence))),)

    def sentences(game: Known) -> Steps:
        lines = game.why(turn, sequence, plain=True)
        return (Push(Why(theme, title, lines, (Ask(events, slow=True),))),)

    return (Ask(sentences, slow=True),)


def why_latest(theme: Theme, view: View, lines: Sequence[Line] = ()) -> Steps:
    """Explain the event of the latest of the messages shown, or of the one before a refusal."""
    shown = sorted(lines or view.lines, key=lambda line: line.sequence)
    told = [line for line in shown if line.tone != "refusal"] or shown
    return why_line(theme, told[-1], view) if told else NOTHING


def why_death(theme: Theme, view: View) -> Steps:
    """Explain all that led to the player's death."""
    if not view.death:
        return why_latest(theme, view)
    return _ask(theme, view.turn, view.death, view.epitaph)
