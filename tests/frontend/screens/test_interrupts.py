"""What the player must not miss stops all that goes on by itself, and takes no key of the fight."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.theme import load_theme
from bidden.intents import Intent, Move
from bidden.view import Bond, Line, Seen, View
from tests.frontend.fakes import FakeGame

BOND: Final = Bond(
    "Oru Vane", "seek", "find the urn and pick it up", "in a cave", 300, False, 4, 900, 2
)
TASK: Final = "Task complete! You are healed. Reward: +2 charges per boon, a fine venomous dagger."
HAPPENS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "wound": (
        "Your hand is torn! WOUND 2/5: \N{MINUS SIGN}25% melee damage, no two-handed weapons.",
        "harm",
        {"wounds": ("leg", "hand")},
    ),
    "level": (
        "You gain a level! (I to choose)",
        "good",
        {
            "improvements": (("hp", 10),),
            "improvements_told": ("Max HP 40 → 50",),
            "improvements_due": 1,
        },
    ),
    "cracked gear": ("Your two-handed sword cracks!", "harm", {}),
    "broken gear": ("Your two-handed sword BREAKS!", "harm", {}),
    "task": (TASK, "good", {"bond": attrs.evolve(BOND, fulfilled=True)}),
}
"""What is told of each, in which tone, and what is seen otherwise then."""
ORC: Final = Seen((6, 3), "an orc", "o", "orc", "unhurt")


class Fight(FakeGame):
    """A game in which something happens at the second intent, and much else is told then."""

    def __init__(self, kind: str, **changes: Any) -> None:
        super().__init__(wounds=("leg",), max_wounds=5, bond=BOND, **changes)
        self.kind = kind

    def view(self) -> View:
        view, done = super().view(), len(self.performed)
        if done < 2:
            return attrs.evolve(view, lines=())
        text, tone, changes = HAPPENS[self.kind]
        told = [f"The orc number {n} says a rather long thing to you." for n in range(8)]
        lines = [Line(one, "harm", 2, 10 + n) for n, one in enumerate(told)]
        lines.insert(3, Line(text, tone, 2, 50, loud=True))
        return attrs.evolve(view, lines=tuple(lines), **changes)


def slowly(game: FakeGame) -> Stack:
    """A stack on which each intent of what goes on takes a slice of its own."""
    return Stack.for_game(game, load_theme(), map(float, count()).__next__)


def goes_on(stack: Stack, *keys: str) -> None:
    for key in keys:
        stack.press(key)
        while stack.ticks:
            stack.tick()


@pytest.mark.parametrize("kind", HAPPENS)
@pytest.mark.parametrize("keys", [("L",), ("Z", "Z"), ("o",), ("#", "9", ".")], ids=str)
def test_it_stops_what_goes_on_by_itself(kind: str, keys: tuple[str, ...]) -> None:
    game = Fight(kind)
    stack = slowly(game)
    goes_on(stack, *keys)
    assert len(game.performed) == 2


@pytest.mark.parametrize("kind", HAPPENS)
def test_keys_held_down_or_typed_ahead_are_dropped_until_it_is_drawn(kind: str) -> None:
    game = Fight(kind, foes_at=((6, 3),), foes_seen=(ORC,), foes=1)
    stack = Stack.for_game(game, load_theme(), lambda: 0.0)  # all of it at once
    for _ in range(5):
        stack.press(".")
    assert len(game.performed) == 2


@pytest.mark.parametrize("kind", HAPPENS)
def test_it_is_whole_and_stands_out_at_80_by_24_whatever_else_is_told(kind: str) -> None:
    game = Fight(kind, foes_at=((6, 3),), foes_seen=(ORC,), foes=1)
    stack = slowly(game)
    goes_on(stack, ".", ".")
    console = new_console(80, 24)
    stack.draw(console)
    shown = text_of(console).split("\n")
    text = HAPPENS[kind][0].replace("\N{MINUS SIGN}", "\N{EN DASH}")
    assert text in " ".join(" ".join(shown[21:]).split())
    rows = [y for y, row in enumerate(shown) if text.split()[0] in row and y > 20]
    ground = load_theme().palette.ground.bg
    assert any(
        tuple(console.rgb["fg"][y, shown[y].index(text.split()[0])].tolist()) == ground
        for y in rows
    )


@pytest.mark.parametrize("kind", HAPPENS)
def test_the_next_key_goes_to_the_fight(kind: str) -> None:
    game = Fight(kind, foes_at=((6, 3),), foes_seen=(ORC,), foes=1)
    stack = slowly(game)
    goes_on(stack, ".", ".")
    stack.draw(new_console(80, 24))
    assert [type(screen) for screen in stack.screens] == [PlayScreen]
    performed: list[Intent] = [*game.performed]
    stack.press("l")
    assert game.performed == [*performed, Move(1, 0)]


def test_the_header_names_the_key_until_the_upgrade_is_chosen() -> None:
    stack = slowly(Fight("level"))
    goes_on(stack, ".", ".")
    console = new_console(80, 24)
    stack.draw(console)
    assert text_of(console).split("\n")[0].rstrip().endswith("I level up")
