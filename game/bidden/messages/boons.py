"""Boons in words: what one carries, uses, gains and loses."""

from __future__ import annotations

from bidden.amounts import numbered
from bidden.events.boons import (
    DrawFrom,
    GainUses,
    Melt,
    Reappear,
    SwitchBoon,
    TurnBack,
    UseBoon,
    Warp,
)
from bidden.events.combat import Die
from bidden.events.run import Fulfil
from bidden.messages.witness import Teller
from bidden.perception.told.boons import boons_of
from bidden.rules.boons.having import HavingBoons
from bidden.state import name_of, the_thing


class BoonWords(Teller):
    """Tells of boons."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(UseBoon, self._tell_use, self._tell_refusal)
        self._tell(SwitchBoon, self._tell_switch, self._tell_refusal)
        self._tell(DrawFrom, self._tell_drawing, self._tell_refusal)
        self._tell(GainUses, self._tell_gain)
        self._tell(Warp, self._tell_warp)
        self._tell(TurnBack, self._tell_turning)
        self._tell(Melt, None)
        self._tell(Reappear, self._tell_reappearing)

    def _tell_use(self, use: UseBoon) -> None:
        if use.enactor is self._player:
            kind = self._world.root[HavingBoons].kinds[use.boon]
            warped = kind.warped(use.warp)
            self._add(use, kind.told if warped is None else warped.told, "good")
        elif self._sees(use.enactor):
            self._add(use, f"{self._subject(use.enactor)} uses a boon.", "plain")

    def _tell_switch(self, switch: SwitchBoon) -> None:
        if switch.enactor is self._player:
            active = boons_of(self._player, self._world)[0]
            text = f"Active boon: {active.name} ({numbered('charge', active.uses)})."
            self._add(switch, text, "plain")

    def _tell_drawing(self, drawing: DrawFrom) -> None:
        if drawing.enactor is self._player:
            text = f"You reach into {the_thing(name_of(drawing.source))}, and it is spent."
            self._add(drawing, text, "plain")

    def _tell_gain(self, gain: GainUses) -> None:
        # The reward of a task is told as a whole.
        if gain.target is self._player and not isinstance(gain.cause, Fulfil):
            text = f"Each of your boons gains {numbered('charge', gain.uses)}."
            self._add(gain, text, "good")

    def _tell_warp(self, warp: Warp) -> None:
        if warp.target is self._player:
            kind = self._world.root[HavingBoons].kinds[warp.boon].warped(warp.warp)
            if kind is not None:
                text = f"Your boon of {warp.boon} is warped: {kind.name}. {kind.about}"
                if isinstance(warp.cause, Die):
                    dead = the_thing(name_of(warp.cause.target))
                    text = f"By the death of {dead} y{text[1:]}"
                self._add(warp, text, "news")

    def _tell_turning(self, turning: TurnBack) -> None:
        if turning.target is self._player:
            text = f"Your ward turns the blow of {self._object(turning.enactor)} back."
            self._add(turning, text, "good")
        elif self._sees(turning.target):
            text = f"The ward of {self._object(turning.target)} turns a blow back."
            self._add(turning, text, "plain")

    def _tell_reappearing(self, showing: Reappear) -> None:
        if showing.enactor is self._player:
            self._add(showing, "You can be seen again.", "plain")
