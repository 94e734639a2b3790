"""A game whose player holds things and knows spells, for tests of choosing and aiming."""

from __future__ import annotations

from typing import Any

from bidden.view import Aiming, Castable, Held, Shape
from tests.frontend.fakes import FakeGame

ROCK = Held("a", "a rock", ("throw",), "*", "gear", aimed=(("throw", Aiming(Shape.DIRECTION)),))


SCROLL = Held(
    "b",
    "a scroll of fireball",
    ("read",),
    "?",
    "scroll",
    aimed=(("read", Aiming(Shape.TILE, 0, 3)),),
)


PLAIN = Held("c", "a scroll of lightning", ("read",), "?", "scroll")


BOOK = Held("d", "a blue book", ("read",), "=", "book", spells=("blink", "bolt"))


STRANGE = Held("e", "a murky potion", ("quaff",), "!", "potion", known=False)


SPELLS = (Castable("blink", 6), Castable("bolt", 3, Aiming(Shape.CREATURE, 5)))


FOES = ((9, 3), (7, 3))  # the player is at (5, 3)


def armed(**changes: Any) -> FakeGame:
    """Make a game whose player holds things and knows spells."""
    usual: dict[str, Any] = {
        "pack": (ROCK, SCROLL, PLAIN, BOOK, STRANGE),
        "spells": SPELLS,
        "foes_at": FOES,
        "mana": 9,
    }
    return FakeGame(**usual | changes)
