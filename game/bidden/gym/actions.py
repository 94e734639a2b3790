"""Actions: what each number means, and which intent it is in a view.

A number means the same in each game of one content, whatever is held or seen. What is aimed is
aimed at the nearest foe in view; the tables of docs/gym.md are made of what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Final

import attrs

from bidden.headless.choices import (
    COMPASS,
    IMPROVABLE,
    WORDS,
    around,
    targets,
)
from bidden.intents import (
    USES,
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Improve,
    Inhale,
    Intent,
    Move,
    PickUp,
    Search,
    Shoot,
    SwitchBoon,
    UseAt,
    UseBoon,
    Wait,
)
from bidden.kinds import OPEN_DOOR, TRAPS
from bidden.view import Aiming, Shape, View

DIRECTIONS: Final = (
    *("north", "east", "south", "west"),
    *("north-east", "south-east", "south-west", "north-west"),
)
"""The names of the directions, as ``COMPASS`` has them."""
SLOTS: Final = ascii_lowercase
"""The letters of the slots of the pack, in order."""
OFFERS: Final = 4
"""How many summoners offer a binding at the most."""

_FOES: Final = Aiming(Shape.CREATURE)


@attrs.frozen
class Act:
    """What a number means.

    Attributes:
        name: What it is called, such as ``"move north"`` or ``"quaff b"``.
        intent: The intent it always is; None where that hangs on what is seen.
    """

    name: str
    intent: Intent | None = None

    def meant(self, view: View) -> Intent | None:
        """Give the intent that it is in a view; None where there is nothing to mean by it."""
        return self.intent


@attrs.frozen
class Using(Act):
    """Does something with what is in a slot, at the nearest foe if it has to be aimed."""

    slot: str = ""
    how: str = ""

    def meant(self, view: View) -> Intent | None:
        """Give the use of what is in the slot."""
        held = next((one for one in view.pack if one.slot == self.slot), None)
        if held is None or self.how not in held.uses:
            return None
        if self.how == "drop":
            return Drop(self.slot)
        kind = USES[self.how]
        if not issubclass(kind, UseAt):
            return kind(self.slot)
        spots = targets(view, held.aiming(self.how))
        return kind(self.slot, *spots[0]) if spots else None


@attrs.frozen
class Beside(Act):
    """Closes a door or takes apart a trap on a tile next to the player: the first that is seen."""

    kind: type[Close] | type[Disarm] = Close
    kinds: Sequence[str] = ()

    def meant(self, view: View) -> Intent | None:
        """Give it for the first direction, in the order of the moves, in which there is one."""
        way = next(around(view, *self.kinds), None)
        return None if way is None else self.kind(*way)


@attrs.frozen
class Casting(Act):
    """Casts a spell, at the nearest foe if it has to be aimed."""

    spell: str = ""

    def meant(self, view: View) -> Intent | None:
        """Give the casting of the spell, where it is known."""
        known = next((one for one in view.spells if one.name == self.spell), None)
        spots = () if known is None else targets(view, known.aiming)
        return Cast(self.spell, *spots[0]) if spots else None


@attrs.frozen
class Letting(Act):
    """Shoots, or lets out a breath, at the nearest foe."""

    kind: type[Shoot] | type[Breathe] = Shoot

    def meant(self, view: View) -> Intent | None:
        """Give the shot, or the breath."""
        if self.kind is Shoot and view.shooting is None:
            return None
        spots = targets(view, _FOES)
        return self.kind(*spots[0]) if spots else None


def acts(spells: Iterable[str]) -> Sequence[Act]:
    """Give what each number means, from 0 on.

    Args:
        spells: The names of the spells there are.
    """
    ways = [*zip(DIRECTIONS, COMPASS, strict=True)]
    return (
        *(Act(f"move {name}", Move(*way)) for name, way in ways),
        Act("wait", Wait()),
        Act("search", Search()),
        Act("pick up", PickUp(0)),
        Beside("close", kind=Close, kinds=(OPEN_DOOR,)),
        Beside("disarm", kind=Disarm, kinds=TRAPS),
        Letting("shoot", kind=Shoot),
        Act("inhale", Inhale()),
        Letting("breathe", kind=Breathe),
        *(Act(f"boon {name}", UseBoon(*way)) for name, way in ways),
        Act("switch boon", SwitchBoon()),
        *(Act(f"bid {word}", Bid(word)) for word in WORDS),
        *(Act(f"improve {option}", Improve(option)) for option in IMPROVABLE),
        *(Act(f"bind {number}", Bind(number)) for number in range(OFFERS)),
        *(Casting(f"cast {spell}", spell=spell) for spell in sorted(spells)),
        *(Using(f"{how} {slot}", slot=slot, how=how) for how in (*USES, "drop") for slot in SLOTS),
    )
