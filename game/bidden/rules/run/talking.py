"""Talking: a step towards a peaceful creature talks to it.

A creature that has told all it knows makes way.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bidden.ai.wits import is_asleep
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer, Tells
from bidden.components.run.goals import Awaits, Hunted, Sought
from bidden.events.effects import Stumble
from bidden.events.minds import are_foes, serves
from bidden.events.movement import Move, Swap
from bidden.events.run import Talk
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.movement.occupancy import things_on
from bidden.state import Stair, hero_of, name_of
from eventcore import AIM, APPLY, Component, Entity, World, component, handles


@attrs.frozen
class Hint:
    """A fact that a peaceful creature can tell, with the fields of ``Talk``."""

    about: str
    what: str
    x: int
    y: int
    level: int


@component
class Talking(Component):
    """Lets the player talk to peaceful creatures."""

    # After a step into a foe became an attack, and one into a follower a swap.
    @handles(Move, AIM + 15, via="world")
    def talk_to_who_is_there(self, move: Move, world: World) -> None:
        """Talk instead of stepping, or swap places with a creature that has nothing to say."""
        who = move.enactor
        if who is not hero_of(world) or isinstance(move.cause, Stumble):
            return
        for other in things_on(move.x, move.y, who[Position].level, world):
            tells = other.get(Tells)
            if tells is None and Offer not in other:
                continue
            if are_foes(world, who, other) or serves(world, other, who):
                continue
            if tells is not None and (tells.told or is_asleep(other)):
                move.replace(Swap(who, other, move.dx, move.dy))
            else:
                move.replace(Talk(who, other))
            return

    @handles(Talk, APPLY, via="world")
    def say_something(self, talk: Talk, world: World) -> None:
        """Draw what the creature tells about the place. A summoner tells about the offer."""
        hints = [*hints_for(talk.target, talk.enactor, world)]
        if Offer not in talk.target and hints:
            hint = world.stream("talk").pick(hints)
            talk.about, talk.what = hint.about, hint.what
            talk.x, talk.y, talk.level = hint.x, hint.y, hint.level


def goal_on_the_level_of(who: Entity, world: World) -> Entity | None:
    """Return the goal of an unfinished task on a creature's level, or None."""
    campaign = world.root.get(Campaign)
    if campaign is None or campaign.is_called:
        return None
    goals = (goal for cls in (Hunted, Sought, Awaits) for goal in world.having(cls, Position))
    return next((goal for goal in goals if goal[Position].level == who[Position].level), None)


def hints_for(teller: Entity, listener: Entity, world: World) -> Iterator[Hint]:
    """Yield the true facts that an inhabitant of a level can tell.

    Dangers are those to the teller. The nearest to the listener is chosen.
    """
    here, campaign = listener[Position], world.root.get(Campaign)
    bound = None if campaign is None else campaign.bound
    if campaign is not None and bound is not None and not campaign.is_called:
        goal = goal_on_the_level_of(listener, world)
        if goal is not None:
            place = goal[Position]
            yield Hint("task", name_of(goal), place.x, place.y, here.level)
        last = campaign.first + bound.levels - 1
        if goal is None and here.level < last:
            yield Hint("task", "", -1, -1, last)
    for stair in world.having(Stair, Position):
        place = stair[Position]
        if place.level == here.level < stair[Stair].to:
            yield Hint("way", name_of(stair), place.x, place.y, here.level)
            break
    tiles = [
        ((x - here.x) ** 2 + (y - here.y) ** 2, y, x, danger.name)
        for danger in dangers_to(teller, world)
        for x, y in danger.tiles  # the order does not matter for the minimum
    ]
    if tiles:
        _, y, x, name = min(tiles)
        yield Hint("danger", name, x, y, here.level)
