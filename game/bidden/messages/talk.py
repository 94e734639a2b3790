"""Talk in words: who lets one pass, who does no longer, and what they tell."""

from __future__ import annotations

from typing import Final

from bidden.amounts import numbered
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.run.campaign import offer_of
from bidden.components.run.peace import Tells
from bidden.events.run import BreakPeace, LetPass, Talk
from bidden.messages.minds import direction
from bidden.messages.witness import Teller
from bidden.perception.told.bindings import reward_of, task_of, where_of
from bidden.rules.run.calling import Calling
from bidden.state import a_thing, the_thing

_FAR: Final = 12
"""What is more tiles away is far off."""


class TalkWords(Teller):
    """Tells of peace and talk."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(LetPass, self._tell_peace)
        self._tell(BreakPeace, self._tell_its_end)
        self._tell(Talk, self._tell_talk)

    def _tell_peace(self, letting: LetPass) -> None:
        if letting.target is self._player:
            self._add(letting, f"{self._subject(letting.enactor)} lets you pass.", "good")

    def _tell_its_end(self, breaking: BreakPeace) -> None:
        health = breaking.enactor.get(Health)
        dies = health is not None and not health.hp
        if self._sees(breaking.enactor) and not dies:
            text = f"{self._subject(breaking.enactor)} keeps the peace no longer."
            self._add(breaking, text, "harm")

    def _tell_talk(self, talk: Talk) -> None:
        if talk.enactor is not self._player:
            return
        offer, tells = offer_of(talk.target), talk.target.get(Tells)
        factions = self._world.root[Calling].factions
        faction = offer.faction if offer else tells.faction if tells else ""
        says = factions[faction].says if faction in factions else "{who} says: {hint}"
        who = self._subject(talk.target)
        self._add(talk, says.format(who=who, hint=f'"{self._hint(talk)}"'), "news")

    def _hint(self, talk: Talk) -> str:
        """Give what is told, in a sentence."""
        offer, me = offer_of(talk.target), self._player[Position]
        if offer is not None:
            task = task_of(offer)
            term = f"Danger {offer.danger}. {numbered('turn', offer.term)}."
            told = f"{offer.task.capitalize()}: {task}, {where_of(offer)}. {term}"
            return f"{told} Reward: {reward_of(offer)}."
        dx, dy = talk.x - me.x, talk.y - me.y
        far = "far off" if max(abs(dx), abs(dy)) > _FAR else "not far"
        match talk.about:
            case "task" if talk.x < 0:
                return f"What you are after is not here, but on level {talk.level}."
            case "task":
                name = the_thing(talk.what)
                return f"{name[:1].upper()}{name[1:]} is {direction(dx, dy)}, {far}."
            case "way":
                return f"The {talk.what} is {direction(dx, dy)}, {far}."
            case "danger":
                return f"Beware: {direction(dx, dy)}, {far}, is {a_thing(talk.what)}."
            case _:
                return "There is nothing here that you need to know."
