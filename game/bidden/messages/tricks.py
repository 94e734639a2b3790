"""Tricks in words: what only some kinds of creature do."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.tricks.knack import Knack
from bidden.events.tricks import Erupt, Imitate, Steal, Unmask, UseKnack
from bidden.messages.witness import Teller
from bidden.perception.senses.sight import in_view_of
from bidden.state import a_thing, count_of, counted, name_of


class Tricks(Teller):
    """Tells of tricks."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(UseKnack, self._tell_knack)
        self._tell(Erupt, self._tell_eruption)
        self._tell(Steal, self._tell_theft)
        self._tell(Unmask, self._tell_unmasking)
        self._tell(Imitate, self._tell_imitation)

    def _tell_knack(self, use: UseKnack) -> None:
        knack = use.enactor.get(Knack)
        if knack is not None and knack.seen and use.enactor.alive and self._sees(use.enactor):
            self._add(use, f"{self._subject(use.enactor)} {knack.seen}.", "news")

    def _tell_eruption(self, burst: Erupt) -> None:
        you = self._player
        if not you.alive or burst.level != you[Position].level:
            return
        if (burst.x, burst.y) in in_view_of(you, self._world):
            tone = "news" if burst.side else "harm"
            self._add(burst, f"{self._subject(burst.who)} {burst.seen}!", tone)

    def _tell_theft(self, theft: Steal) -> None:
        if theft.item is None:
            return
        if theft.target is self._player:
            what = counted(self._called(theft.item), count_of(theft.item))
            text = f"{self._whoever(theft.enactor)} snatches {what}!"
            self._add(theft, text, "harm")

    def _tell_unmasking(self, unmask: Unmask) -> None:
        if unmask.enactor.alive and self._sees(unmask.enactor):
            text = f"The {unmask.seemed} is {a_thing(name_of(unmask.enactor))}!"
            self._add(unmask, text, "harm")

    def _tell_imitation(self, imitate: Imitate) -> None:
        if imitate.enactor.alive and self._sees(imitate.enactor):
            text = f"{self._subject(imitate.enactor)} takes the shape of "
            self._add(imitate, f"{text}{self._whomever(imitate.target)}.", "news")
