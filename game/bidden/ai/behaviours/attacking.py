"""Attacks at a distance: breath, special powers, shots and throws."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.components.things.breakable import Spill
from bidden.components.things.gear import Gear
from bidden.components.things.pack import Pack
from bidden.components.tricks.knack import Breath, Knack
from bidden.events.effects import what_is
from bidden.events.minds import are_fellows, are_foes
from bidden.events.queries import WhatIsAt, WhatIsInTheWay
from bidden.intents import Breathe, Inhale, Intent, Shoot, Throw, UseKnack
from bidden.perception.senses.sight import in_view_of, is_unnoticed, sees
from bidden.rules.ground.spreading import toll_of
from bidden.state import Fighter, Item
from eventcore import Entity


def breathe(situation: Situation) -> Iterator[Intent]:
    """Inhale, or breathe, if a foe was just seen and its place is in view."""
    breath = situation.who.get(Breath)
    if breath is None or breath.out_for or situation.goal is None:
        return
    if situation.goal in in_view_of(situation.who, situation.world):
        yield Breathe(*situation.goal) if breath.is_drawn else Inhale()


def knack(situation: Situation) -> Iterator[Intent]:
    """Use the special power of its kind where a foe was last seen, unless it rests."""
    own = situation.who.get(Knack)
    if own is not None and not own.out_for and situation.goal is not None:
        yield UseKnack(*situation.goal)


def shoot(situation: Situation) -> Iterator[Intent]:
    """Shoot at a visible foe that is not adjacent, if the weapon can."""
    goal = _far_goal(situation)
    if goal is not None and what_is(situation.world, situation.who, "ranged") > 0:
        yield Shoot(*goal)


def throw(situation: Situation) -> Iterator[Intent]:
    """Throw what breaks and harms the foe, or what harms more than a blow.

    Breaking items are thrown only if they reach neither the thrower nor a visible ally.
    """
    goal, pack = _far_goal(situation), situation.who.get(Pack)
    if goal is None or pack is None or not pack.things:
        return
    world, here = situation.world, situation.who[Position]
    way = world.ask(WhatIsInTheWay(world.root, here.x, here.y, *goal, here.level))
    if way.struck is None or not are_foes(world, situation.who, way.struck):
        return
    for slot, thing in sorted(pack.things.items()):
        if Spill in thing and _is_worth_breaking(thing, goal, situation):
            yield Throw(slot, *goal)
    missiles = [
        (-thing[Item].thrown, slot)
        for slot, thing in sorted(pack.things.items())
        if thing.owner is None and thing[Item].thrown > max(1, _worth(thing))
    ]
    for _, slot in sorted(missiles):
        yield Throw(slot, *goal)


def _is_worth_breaking(thing: Entity, goal: tuple[int, int], situation: Situation) -> bool:
    """Return whether its contents harm the foe, but no visible ally."""
    world, who = situation.world, situation.who
    toll = toll_of(who, thing, goal, world)
    if not any(creature[Position].tile == goal for creature in toll.harmed):
        return False
    return not any(
        creature is who or (are_fellows(world, who, creature) and sees(who, creature, world))
        for creature in (*toll.harmed, *toll.endangered)
    )


def _worth(thing: Entity) -> int:
    gear = thing.get(Gear)
    return 0 if gear is None else gear.worth


def _far_goal(situation: Situation) -> tuple[int, int] | None:
    """Return the tile of a visible foe that is not adjacent, or None."""
    goal, here = situation.goal, situation.who[Position]
    if goal is None or max(abs(goal[0] - here.x), abs(goal[1] - here.y)) < 2:
        return None
    who, world = situation.who, situation.world
    if goal not in in_view_of(who, world):
        return None
    found = world.ask(WhatIsAt(world.root, *goal, here.level)).found
    foes = (thing for thing in found if Fighter in thing and are_foes(world, who, thing))
    return goal if any(not is_unnoticed(who, foe, world) for foe in foes) else None
