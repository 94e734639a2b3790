"""Things in words: taken up, let go, and used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.components.magic.magic import Magic
from bidden.components.things.gear import Gear
from bidden.components.things.inscription import Inscription
from bidden.events.combat import Die, Shoot, Throw, Wound
from bidden.events.run import Fulfil
from bidden.events.things import (
    Eat,
    LetGo,
    PickUp,
    PutOn,
    Quaff,
    Read,
    Release,
    StopWearing,
    TakeOff,
    Use,
)
from bidden.messages.refusals import refusal_of
from bidden.messages.witness import Teller
from bidden.perception.senses.names import apparent_name, former_name
from bidden.perception.senses.sight import in_view_of
from bidden.rules.magic.powers import Aim
from bidden.state import a_thing, count_of, counted

_VERBS: Final[Mapping[type[Use], str]] = {
    Quaff: "quaff",
    Read: "read",
    Throw: "throw",
    Eat: "eat",
    PutOn: "put on",
    TakeOff: "take off",
}
_WITH_A_WEAPON: Final[Mapping[type[Use], str]] = {PutOn: "wield", TakeOff: "put away"}
_AT_FOES: Final = (Aim.CLOSEST, Aim.CHOSEN)
"""What is not known to want an aim takes a foe by either."""


class Things(Teller):
    """Tells of things."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(PickUp, self._tell_picking_up, self._tell_no_room)
        self._tell(LetGo, self._tell_letting_go)
        self._tell(StopWearing, self._tell_doffing)
        self._tell(Use, self._tell_using)
        self._tell(Throw, self._tell_throwing)

    def _tell_picking_up(self, picking: PickUp) -> None:
        if picking.item is None:
            return
        name = counted(self._called(picking.item), count_of(picking.item))
        if picking.enactor is self._player:
            slot = f" ({picking.slot})" if picking.slot else ""  # beyond the pack there is none
            self._add(picking, f"You pick up {name}{slot}.", "plain")
        elif self._sees(picking.enactor):
            self._add(picking, f"{self._subject(picking.enactor)} picks up {name}.", "plain")

    def _tell_no_room(self, picking: PickUp) -> None:
        """Tell why nothing is picked up; of a reward, that it lies there."""
        if picking.item is None or not isinstance(picking.cause, Fulfil):
            self._tell_refusal(picking)
            return
        name = self._called(picking.item)
        text = f"Your pack is full: the {name} lies at your feet."
        self._add(picking, text, "harm", loud=True)

    def _tell_letting_go(self, letting: LetGo) -> None:
        holder, name, count = letting.target, self._called(letting.item), count_of(letting.item)
        if isinstance(letting.cause, Throw | Shoot):
            return  # which is told of itself
        if holder is self._player and isinstance(letting.cause, Die):
            return  # the end tells what one held
        several = counted(name, count)
        if holder is self._player:
            dropped = f"the {name}" if count == 1 else several
            self._add(letting, f"You drop {dropped}.", "plain")
        elif self._sees(holder):
            self._add(letting, f"{self._subject(holder)} drops {several}.", "plain")

    def _tell_doffing(self, doffing: StopWearing) -> None:
        """Tell what a wounded hand lets go, and what makes room for a thing of another kind."""
        if doffing.target is not self._player:
            return
        name, gear, cause = self._called(doffing.item), doffing.item.get(Gear), doffing.cause
        if isinstance(cause, Wound):
            self._add(doffing, f"You cannot hold the {name} any more.", "harm")
        elif isinstance(cause, PutOn) and gear is not None:
            put_on = None if cause.item is None else cause.item.get(Gear)
            if put_on is not None and put_on.kind != gear.kind:
                verb = (_WITH_A_WEAPON if gear.is_weapon else _VERBS)[TakeOff]
                self._add(doffing, f"You {verb} the {name}.", "plain")

    def _tell_throwing(self, throw: Throw) -> None:
        """Tell of a throw; of what the player throws, also where it is not seen to land."""
        self._tell_using(throw)
        item = throw.item
        # Who is hit is told of by the blow.
        if throw.enactor is not self._player or item is None or throw.struck is not None:
            return
        landed = throw.to_x, throw.to_y
        if self._player.alive and landed not in in_view_of(self._player, self._world):
            self._add(throw, f"The {self._called(item)} flies out of sight.", "plain")

    def _tell_using(self, use: Use) -> None:
        if use.item is None:
            return
        who, stranger = use.enactor, self._player in use.strangers
        # It goes by the name that held when it was used: what it is may be learned only by that.
        name = (former_name if stranger else apparent_name)(self._player, use.item, self._world)
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
        magic = use.item.get(Magic)
        if who is self._player and isinstance(use, Release) and magic is not None:
            power = magic.power_of(use)
            if use.misspoken:
                self._add(use, f"You stumble over the words, and the {name} is lost.", "harm")
            elif power is not None and (use.worked or power.aim is Aim.AREA):
                self._add(use, power.told, power.tone)
                if not use.targets:  # an area goes off wherever it was aimed
                    self._add(use, "It hits nobody.", "plain")
            elif not use.known and not use.targets and power is not None:
                lacking = "nobody near" if power.aim in _AT_FOES else "nobody around"
                self._add(use, f"{refusal_of('nothing')} {refusal_of(lacking)}", "refusal")
