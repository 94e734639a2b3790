"""The rule of talking: a step up to who means no harm is a word with them.

Who has told what they know makes way.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bidden.ai.wits import is_asleep
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Awaits, Hunted, Sought
from bidden.components.run.peace import Tells
from bidden.events.effects import Stumble
from bidden.events.minds import are_foes, serves
from bidden.events.movement import Move, Swap
from bidden.events.run import Talk
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.movement.occupancy import things_on
from bidden.state import Hero, Stair, name_of
from eventcore import AIM, APPLY, Component, Entity, World, component, handles


@attrs.frozen
class Hint:
    """What there is to tell of a place.

    Attributes:
        about: ``"task"``, ``"way"`` or ``"danger"``.
        what: What it is called.
        x: Its column; -1 where it is on another level.
        y: Its row; -1 for the same.
        level: Its level.
    """

    about: str
    what: str
    x: int
    y: int
    level: int


@component
class Talking(Component):
    """Lets who is played have a word with those who mean no harm."""

    # After a step into a foe is a blow, and one into who serves a change of places.
    @handles(Move, AIM + 15, via="world")
    def talk_to_who_is_there(self, move: Move, world: World) -> None:
        """Talk in place of a step; change places with who sleeps, or has told what they know."""
        hero, who = world.root.get(Hero), move.enactor
        if hero is None or who is not hero.who or isinstance(move.cause, Stumble):
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
        """Draw what is told of the place; a summoner tells of what they offer."""
        hints = [*hints_for(talk.target, talk.enactor, world)]
        if Offer not in talk.target and hints:
            hint = world.stream("talk").pick(hints)
            talk.about, talk.what = hint.about, hint.what
            talk.x, talk.y, talk.level = hint.x, hint.y, hint.level


def goal_on_the_level_of(who: Entity, world: World) -> Entity | None:
    """Give what a task is about that is still to be done, where it is on the level of somebody."""
    campaign = world.root.get(Campaign)
    if campaign is None or campaign.is_called:
        return None
    goals = (one for cls in (Hunted, Sought, Awaits) for one in world.having(cls, Position))
    return next((one for one in goals if one[Position].level == who[Position].level), None)


def hints_for(teller: Entity, listener: Entity, world: World) -> Iterator[Hint]:
    """Give what one who lives on a level can tell another of it, all of it true.

    Args:
        teller: Who lives there: of what harms, it tells what would harm itself.
        listener: Who is told: of several things the nearest to them.
        world: Where they are.
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
        for x, y in danger.tiles  # in whatever order: the least of all is taken
    ]
    if tiles:
        _, y, x, name = min(tiles)
        yield Hint("danger", name, x, y, here.level)
