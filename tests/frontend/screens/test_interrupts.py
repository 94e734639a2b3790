"""Important news stops multi-turn commands, without using up a key meant for the fight."""

from __future__ import annotations

from typing import Any, Final

import attrs
import pytest

from bidden.frontend.theme import load_theme
from bidden.view import Bond, Line, Seen, View
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import drawn, go, ink, place_of, slowly, stack_for, words

BOND: Final = Bond("Oru Vane", "seek", "find the urn", "in a cave", 300, False, 4, 900, 2)
HAPPENS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "wound": ("harm", {"wounds": ("leg", "hand")}),
    "level": ("good", {"improvements": (("hp", 10),), "improvements_told": ("Max HP",)}),
    "cracked gear": ("harm", {}),
    "task": ("good", {"bond": attrs.evolve(BOND, fulfilled=True)}),
}
"""The tone of each message, and what changes in the view then."""
LOUD: Final = "Something befalls you that you must not miss, in more words than a row has room for."
ORC: Final = Seen((6, 3), "an orc", "o", "orc", "unhurt")

each = pytest.mark.parametrize("kind", HAPPENS)


class Fight(FakeGame):
    """A game in which something happens at the second intent, among many other messages."""

    def __init__(self, kind: str, **changes: Any) -> None:
        super().__init__(wounds=("leg",), max_wounds=5, bond=BOND, **changes)
        self.kind = kind

    def view(self) -> View:
        view, done = super().view(), len(self.performed)
        if done < 2:
            return attrs.evolve(view, lines=())
        tone, changes = HAPPENS[self.kind]
        told = [f"The orc number {n} says a rather long thing to you." for n in range(8)]
        lines = [Line(one, "harm", 2, 10 + n) for n, one in enumerate(told)]
        lines.insert(3, Line(LOUD, tone, 2, 50, loud=True))
        return attrs.evolve(view, lines=tuple(lines), **changes)


def fight(kind: str) -> Fight:
    return Fight(kind, foes_at=((6, 3),), foes_seen=(ORC,), foes=1)


@each
@pytest.mark.parametrize("keys", [("L",), ("Z", "Z"), ("o",), ("#", "9", ".")], ids=str)
def test_loud_message_stops_multi_turn_commands(kind: str, keys: tuple[str, ...]) -> None:
    game = Fight(kind)
    stack = slowly(game)
    for key in keys:
        stack.press(key)
        while stack.ticks:
            stack.tick()
    assert len(game.performed) == 2


@each
def test_keys_held_or_typed_ahead_are_ignored_until_the_interruption_is_drawn(kind: str) -> None:
    game = fight(kind)
    stack = stack_for(game, load_theme(), lambda: 0.0)  # everything at once
    for _ in range(5):
        stack.press(".")
    assert len(game.performed) == 2


@each
def test_loud_message_is_complete_and_highlighted_among_other_messages(kind: str) -> None:
    stack = slowly(fight(kind))
    go(stack, ".", ".")
    assert LOUD in words(stack)
    console = drawn(stack)
    assert ink(console, *place_of(console, LOUD[:20])) == stack.theme.palette.ground.bg
