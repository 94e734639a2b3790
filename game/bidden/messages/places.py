"""Places in words: doors, stairs, traps, and what lies and is written there."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.things.pack import things_at
from bidden.events.minds import are_foes
from bidden.events.movement import Close, Move, Open, Swap
from bidden.events.places import (
    Climb,
    Disarm,
    Engrave,
    Fall,
    Find,
    Follow,
    Search,
    Spring,
    StayBehind,
)
from bidden.messages.minds import direction
from bidden.messages.witness import Teller
from bidden.perception.senses.chambers import entered
from bidden.perception.senses.engravings import engravings_at
from bidden.perception.senses.sight import in_view_of, is_blind
from bidden.rules.boons.drawing import source_at
from bidden.rules.run.talking import goal_on_the_level_of
from bidden.shown.bonds import PULL
from bidden.state import Gate, Levels, a_thing, count_of, is_somebody, listed, name_of
from eventcore import Entity, Event

_HELD: Final = {"web": "is held in a web"}
"""By the effects that hold one, what is told of who stays behind for them."""


class Places(Teller):
    """Tells of places."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Climb, self._tell_climbing, self._tell_refusal)
        self._tell(Fall, self._tell_falling)
        self._tell(Follow, self._tell_following)
        self._tell(StayBehind, self._tell_staying)
        self._tell(Swap, self._tell_swapping)
        self._tell(Open, self._tell_opening)
        self._tell(Close, self._tell_closing)
        self._tell(Spring, self._tell_springing)
        self._tell(Search, self._tell_search)
        self._tell(Engrave, self._tell_engraving)
        self._tell(Find, self._tell_finding)
        self._tell(Disarm, self._tell_disarming)
        self._tell(Move, self._tell_what_lies_there)

    def _tell_climbing(self, climb: Climb) -> None:
        if climb.enactor is not self._player:
            return
        if climb.to_level == climb.from_level:
            self._add(climb, "The stair leads nowhere.", "refusal")
        elif Gate in climb.stair:
            place = self._world.root[Levels].at(climb.to_level).place
            where = f"the {place}" if climb.to_level < climb.from_level else a_thing(place)
            self._add(climb, f"You step through the gate, and come to {where}.", "news")
        else:
            way = "up" if climb.to_level < climb.from_level else "down"
            self._add(climb, f"You go {way} to level {climb.to_level}.", "news")
            self._tell_where_it_pulls(climb)

    def _tell_falling(self, fall: Fall) -> None:
        if fall.to_level == fall.from_level:
            return
        if fall.enactor is self._player:
            self._add(fall, f"You fall to level {fall.to_level}.", "harm")
            self._tell_where_it_pulls(fall)
        elif fall.from_level == self._player[Position].level and (fall.x, fall.y) in in_view_of(
            self._player, self._world
        ):
            self._add(fall, f"{self._subject(fall.enactor)} falls into the chasm.", "news")

    def _tell_where_it_pulls(self, coming: Climb | Fall) -> None:
        goal, here = goal_on_the_level_of(self._player, self._world), self._player[Position]
        if goal is not None:
            way = direction(goal[Position].x - here.x, goal[Position].y - here.y)
            self._add(coming, f"{PULL}{way}.", "news")

    def _tell_following(self, follow: Follow) -> None:
        if follow.enactor is self._player:
            tone = "harm" if are_foes(self._world, follow.target, self._player) else "plain"
            self._add(follow, f"{self._subject(follow.target)} follows you.", tone)

    def _tell_staying(self, staying: StayBehind) -> None:
        if staying.enactor is self._player:
            name = name_of(staying.target)
            who = name if is_somebody(name) else f"Your {name}"
            told = {
                "held": f"{_HELD.get(staying.held_by, 'cannot move')} and stays behind",
                "bidden": "stays, as it was told",
                "far": "is too far off to follow",
            }
            self._add(staying, f"{who} {told.get(staying.why, 'is left behind')}.", "news")

    def _tell_swapping(self, swap: Swap) -> None:
        if swap.enactor is self._player:
            self._add(swap, f"You change places with {self._object(swap.target)}.", "plain")

    def _tell_opening(self, opening: Open) -> None:
        if opening.key is None:
            self._tell_of_door(opening, opening.door, "open")
        else:
            means = f" with the {name_of(opening.key)}"
            self._tell_of_door(opening, opening.door, "unlock", means)

    def _tell_closing(self, closing: Close) -> None:
        if closing.door is not None:
            self._tell_of_door(closing, closing.door, "close")

    def _tell_of_door(self, event: Event, door: Entity, verb: str, means: str = "") -> None:
        if event.enactor is self._player:
            self._add(event, f"You {verb} the door{means}.", "plain")
        elif self._sees(door):
            self._add(event, f"{self._subject(event.enactor)} {verb}s the door{means}.", "plain")

    def _tell_what_lies_there(self, move: Move) -> None:
        if move.enactor is self._player and self._player.alive:
            here = self._player[Position]
            name = entered(move, here, self._world)
            if name:
                self._add(move, f"You enter {name}.", "news")
            if is_blind(self._player, self._world):
                if things_at(here, self._world):
                    self._add(move, "You feel something lying here.", "plain")
                return
            lying = [
                self._called(one)
                for one in things_at(here, self._world)
                for _ in range(count_of(one))
            ]
            if lying:
                self._add(move, f"You see here {listed(lying)}.", "plain")
            source = source_at(self._player, self._world)
            if source is not None:
                name = a_thing(name_of(source))
                text = f"Here is {name}: pick up what is in it, and it warps your active boon."
                self._add(move, text, "news")
            for text in engravings_at(here, self._world):
                self._add(move, f'Here is engraved: "{text}"', "news")

    def _tell_springing(self, spring: Spring) -> None:
        trap = a_thing(name_of(spring.trap))
        if isinstance(spring.cause, Disarm):
            return  # which is told of itself
        if spring.target is self._player:
            self._add(spring, f"You step into {trap}!", "harm")
        elif self._sees(spring.target):
            self._add(spring, f"{self._subject(spring.target)} steps into {trap}.", "plain")

    def _tell_engraving(self, engraving: Engrave) -> None:
        if engraving.enactor is self._player:
            self._add(engraving, f'You engrave: "{engraving.text}"', "plain")

    def _tell_search(self, search: Search) -> None:
        if search.enactor is self._player and not search.found:
            self._add(search, "You find nothing.", "plain")

    def _tell_finding(self, finding: Find) -> None:
        if finding.enactor is self._player and not isinstance(finding.cause, Spring):
            secret = "secret " if Door in finding.thing else ""
            self._add(finding, f"You find {a_thing(secret + name_of(finding.thing))}.", "news")

    def _tell_disarming(self, disarm: Disarm) -> None:
        if disarm.enactor is self._player and disarm.trap is not None:
            text = "You take the {} apart." if disarm.worked else "The {} goes off!"
            tone = "good" if disarm.worked else "harm"
            self._add(disarm, text.format(name_of(disarm.trap)), tone)
