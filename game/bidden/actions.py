"""Actions: the event that each intent becomes for its actor.

An intent and its action have the same name. An intent names "the item in slot b" or "the door to
the east". Here that becomes the item or the door, or None, which the action's handlers refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bidden import intents
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Offer
from bidden.components.things.pack import Pack, things_at
from bidden.events import (
    body,
    boons,
    combat,
    knowledge,
    magic,
    minds,
    movement,
    places,
    run,
    things,
    tricks,
)
from bidden.events.queries import WhatIsAt
from bidden.state import is_secret
from eventcore import Action, Entity, World

_ACTIONS: Final[Mapping[type[intents.Intent], Callable[[Any, Entity, World], Action]]] = (
    MappingProxyType(
        {
            intents.Move: lambda it, who, _: movement.Move(who, it.dx, it.dy),
            intents.Close: lambda it, who, world: movement.Close(
                who, _door(who, it.dx, it.dy, world)
            ),
            intents.Wait: lambda _it, who, _: movement.Wait(who),
            intents.PickUp: lambda it, who, world: things.PickUp(
                who, _lying(who, it.number, world)
            ),
            intents.Drop: lambda it, who, _: things.Drop(who, _held(who, it.slot)),
            intents.Quaff: lambda it, who, _: things.Quaff(who, _held(who, it.slot), it.x, it.y),
            intents.Read: lambda it, who, _: things.Read(who, _held(who, it.slot), it.x, it.y),
            intents.Throw: lambda it, who, _: combat.Throw(who, _held(who, it.slot), it.x, it.y),
            intents.Eat: lambda it, who, _: things.Eat(who, _held(who, it.slot)),
            intents.PutOn: lambda it, who, _: things.PutOn(who, _held(who, it.slot)),
            intents.TakeOff: lambda it, who, _: things.TakeOff(who, _held(who, it.slot)),
            intents.Shoot: lambda it, who, _: combat.Shoot(who, it.x, it.y),
            intents.Cast: lambda it, who, _: magic.Cast(who, it.spell, it.x, it.y),
            intents.Name: lambda it, who, _: knowledge.Name(
                who, _held(who, it.slot), it.name, it.alike
            ),
            intents.Search: lambda _it, who, _: places.Search(who),
            intents.Engrave: lambda it, who, _: places.Engrave(who, it.text),
            intents.Disarm: lambda it, who, _: places.Disarm(who, it.dx, it.dy),
            intents.Improve: lambda it, who, _: body.Improve(who, it.option),
            intents.Inhale: lambda _it, who, _: combat.Inhale(who),
            intents.UseKnack: lambda it, who, _: tricks.UseKnack(who, it.x, it.y),
            intents.Breathe: lambda it, who, _: combat.Breathe(who, it.x, it.y),
            intents.Bid: lambda it, who, _: minds.Bid(who, it.word),
            intents.Bind: lambda it, who, world: run.Bind(who, _offering(it.number, world)),
            intents.UseBoon: lambda it, who, _: boons.UseBoon(who, it.dx, it.dy),
            intents.SwitchBoon: lambda _it, who, _: boons.SwitchBoon(who),
        }
    )
)


def action_of(intent: intents.Intent, actor: Entity, world: World) -> Action:
    """Return the unpublished action of an intent for an actor."""
    return _ACTIONS[type(intent)](intent, actor, world)


def _held(actor: Entity, slot: str) -> Entity | None:
    pack = actor.get(Pack)
    return None if pack is None else pack.things.get(slot)


def _lying(actor: Entity, number: int, world: World) -> Entity | None:
    lying = things_at(actor[Position], world)
    return lying[number] if 0 <= number < len(lying) else None


def _offering(number: int, world: World) -> Entity | None:
    offering = [*world.having(Offer)]
    return offering[number] if 0 <= number < len(offering) else None


def _door(actor: Entity, dx: int, dy: int, world: World) -> Entity | None:
    here = actor[Position]
    things = world.ask(WhatIsAt(world.root, here.x + dx, here.y + dy, here.level)).found
    return next((thing for thing in things if Door in thing and not is_secret(thing)), None)
