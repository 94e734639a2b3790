"""Minds in words: who wakes and who turns to flee, and what is heard and not seen."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.minds import Bid, Obey, Rouse, TakeFright, WhatMind
from bidden.events.noise import Noise
from bidden.grid.compass import bearing
from bidden.messages.witness import Teller
from bidden.perception.senses.sight import in_view_of

_OVERRULED: Final = "Your mind is not your own: you do not do what you meant to."
_SENSELESS: Final = "You are out cold, and do nothing."


class Minds(Teller):
    """Tells of minds."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Rouse, self._tell_waking)
        self._tell(TakeFright, self._tell_fright)
        self._tell(Bid, self._tell_call)
        self._tell(Obey, self._tell_another_mind)
        self._tell(Noise, self._tell_noise)

    def _tell_waking(self, rouse: Rouse) -> None:
        """Tell who wakes; of what looks like a thing nobody knows that it slept."""
        if rouse.woke and self._sees(rouse.target) and not is_disguised(rouse.target):
            self._add(rouse, f"{self._subject(rouse.target)} wakes up.", "news")

    def _tell_fright(self, fright: TakeFright) -> None:
        if self._sees(fright.enactor):
            self._add(fright, f"{self._subject(fright.enactor)} turns to flee.", "news")

    def _tell_call(self, bid: Bid) -> None:
        if bid.enactor is self._player:
            vain = " But there is no foe in view." if bid.word == "strike" and bid.x < 0 else ""
            self._add(bid, f"You call: {bid.word}!{vain}", "plain")

    def _tell_another_mind(self, obeying: Obey) -> None:
        if obeying.enactor is self._player:
            plan = self._world.ask(WhatMind(self._player, [])).plan
            text = _OVERRULED if plan else _SENSELESS
            self._add(obeying, text, "harm")

    def _tell_noise(self, noise: Noise) -> None:
        me, here = self._player, self._player[Position]
        dx, dy = noise.x - here.x, noise.y - here.y
        far = dx * dx + dy * dy > noise.loudness * noise.loudness
        if noise.enactor is me or noise.level != here.level or far or not me.alive:
            return
        if (noise.x, noise.y) not in in_view_of(me, self._world):
            self._add(noise, f"You hear {noise.sound}, {direction(dx, dy)}.", "plain")


def direction(dx: int, dy: int) -> str:
    """Say where something is that is so many columns and rows away."""
    way = bearing(dx, dy)
    return f"to the {way}" if way else "here"
