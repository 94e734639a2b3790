"""Conduct: the summary of an ended run is shown completely, however long it is."""

from __future__ import annotations

from bidden.frontend.screens.outside.ending import conduct_screen
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, words

CAUSE = f"Killed by a zombie {'of the long march ' * 5}on turn 7."
THING = f"a - a scroll {'of long words ' * 6}(inscribed to be read last)"


def test_long_cause_of_death_and_long_item_name_are_shown_in_full() -> None:
    stack = playing(FakeGame(epitaph=CAUSE, belongings=(THING, "b - a rock")))
    stack.screens.append(conduct_screen(stack.theme, stack.view))
    rows = lines_of(stack)
    assert CAUSE in words(stack)
    assert f"{THING} b - a rock" in words(stack)
    assert all(row.startswith(" ") for row in rows if row)
