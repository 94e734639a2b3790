"""What came into view while the player acted by hand, as messages beside those of the game."""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from bidden.going.known.notes import Notes
from bidden.going.watch import foes_in, sightings
from bidden.view import Line, View

_LATELY: Final = 20
"""Foes that were in view within this many turns are no news when they come back."""


@attrs.define
class Sightings:
    """The messages of a game about what came into view, which the game does not keep."""

    _lines: list[Line] = attrs.field(factory=list)
    _before: View | None = None
    _lately: dict[str, tuple[int, int]] = attrs.field(factory=dict)  # number and turn, by name

    def see(self, view: View, notes: Notes) -> None:
        """Process a view, after the notes have."""
        before, self._before = self._before, view
        if before is not None and view.level != before.level:
            self._lately.clear()
        known = {n: most for n, (most, turn) in self._lately.items() if view.turn - turn < _LATELY}
        foes = Counter(foes_in(view))
        if before is not None:
            let_be = notes.let_be(view) if foes - Counter(known) else frozenset(view.foes_at)
            self._lines += sightings(before, view, let_be)
        for name, number in foes.items():
            self._lately[name] = max(number, known.get(name, 0)), view.turn

    def added(self, view: View) -> View:
        """Return the view with these messages among its own."""
        if not self._lines:
            return view
        lines = sorted((*view.lines, *self._lines), key=lambda line: line.sequence)
        return attrs.evolve(view, lines=tuple(lines))
