"""What an intent means: the event it becomes for whoever means it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bidden.components.things.pack import Pack
from bidden.events import body, combat, knowledge, magic, places
from bidden.events.combat import Throw
from bidden.events.movement import Close, Move, Wait
from bidden.events.things import Drop, Eat, Equip, Grab, Quaff, Read, Release, TakeOff
from bidden.events.things import Use as UseEvent
from bidden.intents import (
    Breathe,
    Cast,
    Disarm,
    Improve,
    Inhale,
    Intent,
    Name,
    Put,
    Rest,
    Search,
    Shoot,
    Shut,
    Take,
    Use,
    Walk,
)
from eventcore import Action, Entity

__all__ = ["USES", "event_of"]

_USES: Final[Mapping[str, type[UseEvent]]] = MappingProxyType(
    {"eat": Eat, "wear": Equip, "take off": TakeOff}
)
_AIMED: Final[Mapping[str, type[Release | Throw]]] = MappingProxyType(
    {"quaff": Quaff, "read": Read, "throw": Throw}
)
USES: Final[Mapping[str, type[UseEvent]]] = MappingProxyType({**_AIMED, **_USES})
"""What can be done with a thing, and the event that does it."""

_MEANINGS: Final[Mapping[type[Intent], Callable[[Entity, Any], Action]]] = MappingProxyType(
    {
        Walk: lambda actor, walk: Move(actor, walk.dx, walk.dy),
        Shut: lambda actor, shut: Close(actor, shut.dx, shut.dy),
        Rest: lambda actor, _rest: Wait(actor),
        Take: lambda actor, take: Grab(actor, take.number),
        Put: lambda actor, put: Drop(actor, _held(actor, put.slot)),
        Use: lambda actor, use: _use(actor, use),
        Shoot: lambda actor, shoot: combat.Shoot(actor, shoot.x, shoot.y),
        Search: lambda actor, _search: places.Search(actor),
        Disarm: lambda actor, disarm: places.Disarm(actor, disarm.dx, disarm.dy),
        Cast: lambda actor, cast: magic.Cast(actor, cast.spell, cast.x, cast.y),
        Name: lambda actor, name: knowledge.Name(
            actor, _held(actor, name.slot), name.name, name.alike
        ),
        Inhale: lambda actor, _inhale: combat.Inhale(actor),
        Breathe: lambda actor, breathe: combat.Breathe(actor, breathe.x, breathe.y),
        Improve: lambda actor, improve: body.Improve(actor, improve.option),
    }
)


def _use(actor: Entity, use: Use) -> Action:
    thing, aimed = _held(actor, use.slot), _AIMED.get(use.how)
    return USES[use.how](actor, thing) if aimed is None else aimed(actor, thing, use.x, use.y)


def _held(actor: Entity, slot: str) -> Entity | None:
    """Give what an actor has in a slot."""
    pack = actor.get(Pack)
    return None if pack is None else pack.things.get(slot)


def event_of(intent: Intent, actor: Entity) -> Action:
    """Give the event that an intent becomes for an actor, not yet published."""
    return _MEANINGS[type(intent)](actor, intent)
