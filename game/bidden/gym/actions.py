"""Actions: the meaning of each number, and the intent that it stands for in a view.

A number has the same meaning in all games with the same content. Actions with a target choose the
nearest foe in view. The tables of docs/gym.md list all actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Final

import attrs

from bidden import intents
from bidden.headless.choices import COMPASS, IMPROVABLE, WORDS, choices
from bidden.intents import USES, Intent
from bidden.view import View

DIRECTIONS: Final = (
    *("north", "east", "south", "west"),
    *("north-east", "south-east", "south-west", "north-west"),
)
"""The names of the directions, in the order of ``COMPASS``."""
SLOTS: Final = ascii_lowercase
"""The letters of the slots of the pack, in order."""
OFFERS: Final = 4
"""The maximum number of bindings that are offered at a time."""

_DIRECTION: Final = dict(zip(COMPASS, DIRECTIONS, strict=True))
_USE: Final = {kind: how for how, kind in USES.items()} | {intents.Drop: "drop"}
_PLAIN: Final[Mapping[type[Intent], str]] = {
    intents.Wait: "wait",
    intents.Search: "search",
    intents.PickUp: "pick up",
    intents.Close: "close",
    intents.Disarm: "disarm",
    intents.Shoot: "shoot",
    intents.Inhale: "inhale",
    intents.Breathe: "breathe",
}
"""The names of intents that need no target, or choose it themselves."""


@attrs.frozen
class Act:
    """An action.

    Attributes:
        name: Its name, such as ``"move north"`` or ``"quaff b"``.
    """

    name: str

    def meant(self, view: View) -> Intent | None:
        """Return its intent in a view, or None if the view offers none."""
        return meanings(view).get(self.name)


def acts(spells: Iterable[str]) -> tuple[Act, ...]:
    """Return all actions in the order of their numbers, given the names of all spells."""
    names = (
        *(f"move {way}" for way in DIRECTIONS),
        *_PLAIN.values(),
        *(f"boon {way}" for way in DIRECTIONS),
        "switch boon",
        *(f"bid {word}" for word in WORDS),
        *(f"improve {option}" for option in IMPROVABLE),
        *(f"bind {number}" for number in range(OFFERS)),
        *(f"cast {spell}" for spell in sorted(spells)),
        *(f"{how} {slot}" for how in _USE.values() for slot in SLOTS),
    )
    return tuple(map(Act, names))


def meanings(view: View) -> dict[str, Intent]:
    """Return the intents that a view offers, by action; of several targets, the first counts."""
    found = dict[str, Intent]()
    for intent in choices(view):
        found.setdefault(_name_of(intent), intent)
    return found


def _name_of(intent: Intent) -> str:
    match intent:
        case intents.Move(dx, dy):
            return f"move {_DIRECTION[dx, dy]}"
        case intents.UseBoon(dx, dy):
            return f"boon {_DIRECTION[dx, dy]}"
        case intents.SwitchBoon():
            return "switch boon"
        case intents.Bid(word):
            return f"bid {word}"
        case intents.Improve(option):
            return f"improve {option}"
        case intents.Bind(number):
            return f"bind {number}"
        case intents.Cast(spell):
            return f"cast {spell}"
        case intents.Use(slot) | intents.Drop(slot):
            return f"{_USE[type(intent)]} {slot}"
    return _PLAIN[type(intent)]
