"""Things in words: taken up, let go, and used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.components.gear import Gear
from game.components.inscription import Inscription
from game.components.magic import Magic
from game.events.missiles import Throw
from game.events.things import (
    Eat,
    Equip,
    LetGo,
    PickUp,
    Quaff,
    Read,
    Release,
    TakeOff,
    Use,
)
from game.messages.witness import Teller
from game.state import a_thing

__all__ = ["Things"]

_VERBS: Final[Mapping[type[Use], str]] = {
    Quaff: "quaff",
    Read: "read",
    Throw: "throw",
    Eat: "eat",
    Equip: "put on",
    TakeOff: "take off",
}
_WITH_A_WEAPON: Final[Mapping[type[Use], str]] = {Equip: "wield", TakeOff: "put away"}


class Things(Teller):
    """Tells of things."""

    def listen(self) -> None:
        """Observe them."""
        self._tell(PickUp, self._tell_taking)
        self._tell(LetGo, self._tell_letting_go)
        self._tell(Use, self._tell_using)

    def _tell_taking(self, taking: PickUp) -> None:
        name = self._called(taking.item)
        if taking.enactor is self._player:
            self._add(taking, f"You take {a_thing(name)} ({taking.slot}).", "plain")
        elif self._sees(taking.enactor):
            self._add(taking, f"{self._subject(taking.enactor)} takes {a_thing(name)}.", "plain")

    def _tell_letting_go(self, letting: LetGo) -> None:
        holder, name = letting.target, self._called(letting.item)
        if isinstance(letting.cause, Throw):
            return  # which is told of itself
        if holder is self._player:
            self._add(letting, f"You drop the {name}.", "plain")
        elif self._sees(holder):
            self._add(letting, f"{self._subject(holder)} drops {a_thing(name)}.", "plain")

    def _tell_using(self, use: Use) -> None:
        if use.item is None:
            return
        who, name = use.enactor, self._called(use.item)
        inscription = use.item.get(Inscription) if isinstance(use, Read) else None
        gear = use.item.get(Gear)
        verbs = _VERBS if gear is None or not gear.is_weapon else {**_VERBS, **_WITH_A_WEAPON}
        verb = verbs[type(use)]
        if who is self._player:
            self._add(use, f"You {verb} the {name}.", "plain")
        elif self._sees(who):
            verb, *rest = verb.split()
            said = " ".join([f"{verb}s", *rest])
            self._add(use, f"{self._subject(who)} {said} {a_thing(name)}.", "plain")
        if who is self._player and inscription is not None:
            self._add(use, f'It says: "{inscription.text}"', "news")
        if who is self._player and isinstance(use, Release) and use.worked:
            magic = use.item.get(Magic)
            power = None if magic is None else magic.power_of(use)
            if power is not None:
                self._add(use, power.told, power.tone)
