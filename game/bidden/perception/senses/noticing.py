"""The visible state of creatures and things: their names, stances and wounds."""

from __future__ import annotations

from typing import Final

from bidden.ai.mind import Mind
from bidden.ai.wits import is_asleep
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Peaceful
from bidden.components.run.goals import Hunted
from bidden.components.tricks.disguise import is_disguised
from bidden.events.combat import Attack
from bidden.events.effects import what_is
from bidden.events.minds import WhatMind, are_fellows, are_foes, side_of
from bidden.perception.senses.names import counted_name
from bidden.rules.magic.effects import Effects
from bidden.state import Fighter, Side
from bidden.view import Stance
from eventcore import Entity, World
from eventcore.time import Timers

_CONDITIONS: Final = ((100, "unhurt"), (75, "scratched"), (50, "hurt"), (25, "badly hurt"))


def called_in_view(thing: Entity, player: Entity, world: World) -> str:
    """Return a name with its visible state, as in "a troll, asleep" and "a bat, your ally"."""
    name = "you" if thing is player else counted_name(player, thing, world)
    name += ", asleep" if is_asleep(thing) and not is_disguised(thing) else ""
    name += ", your ally" if is_ally(thing, player, world) else ""
    return name + (", peaceful" if Peaceful in thing and not side_of(world, thing) else "")


def is_ally(thing: Entity, player: Entity, world: World) -> bool:
    """Return whether another creature is on the player's side."""
    theirs = side_of(world, thing) if thing is not player else ""
    return bool(theirs) and theirs == side_of(world, player)


def stance_of(thing: Entity, player: Entity, world: World) -> Stance | None:
    """Return the stance of a creature towards the player; None if it looks like a thing."""
    if thing is player or is_disguised(thing) or not (Side in thing or Fighter in thing):
        return None
    if Hunted in thing:
        return Stance.QUARRY
    if is_ally(thing, player, world):
        return Stance.ALLY
    if not are_foes(world, player, thing):
        return Stance.NEUTRAL
    return Stance.ASLEEP if is_asleep(thing) else Stance.FOE


def concerns(player: Entity, by: Entity, to: Entity, world: World) -> bool:
    """Return whether an act is the player's or an ally's, or happens to or next to the player."""
    here, there = player[Position], to[Position]
    is_near = max(abs(here.x - there.x), abs(here.y - there.y)) <= 1
    return is_near or are_fellows(world, player, by)


def cannot_act(who: Entity, world: World) -> bool:
    """Return whether an effect keeps a creature from acting, as paralysis and a knock-out do."""
    plan = who[Mind].plan if Mind in who else []
    knocked_out = bool(plan) and not world.ask(WhatMind(who, plan)).plan
    return knocked_out or what_is(world, who, "paralysed") > 0


def condition_of(creature: Entity, world: World) -> str:
    """Return how wounded a creature looks; empty if it cannot be hurt."""
    health = creature.get(Health)
    if health is None:
        return ""
    left = 100 * health.hp // health.vigour(world)
    return next((word for percent, word in _CONDITIONS if left >= percent), "nearly dead")


def saw_until(who: Entity, attack: Attack, world: World) -> bool:
    """Return whether a creature could see until an attack of its own, or one that blinded it."""
    kinds = world.root[Effects].kinds.items()
    dark = {name for name, kind in kinds if kind.changes.get("sight", 0) < 0}
    blinded = [timer.origin for timer in world.root[Timers].of(who) if timer.kind in dark]
    could = all(origin > attack.sequence for origin in blinded)
    return could and (attack.enactor is who or bool(blinded))
