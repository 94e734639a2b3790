"""What an intent means: the event it becomes for whoever means it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from eventcore import Action, Entity
from game.components.pack import Pack
from game.events.being import Wait
from game.events.growth import Improve as ImproveEvent
from game.events.movement import Close, Move
from game.events.things import Drop, Eat, Equip, Grab, Quaff, TakeOff
from game.events.things import Use as UseEvent
from game.intents import Improve, Intent, Put, Rest, Shut, Take, Use, Walk

__all__ = ["USES", "event_of"]

USES: Final[Mapping[str, type[UseEvent]]] = MappingProxyType(
    {"quaff": Quaff, "eat": Eat, "wear": Equip, "take off": TakeOff}
)
"""What can be done with a thing, and the event that does it."""

_MEANINGS: Final[Mapping[type[Intent], Callable[[Entity, Any], Action]]] = MappingProxyType(
    {
        Walk: lambda actor, walk: Move(actor, walk.dx, walk.dy),
        Shut: lambda actor, shut: Close(actor, shut.dx, shut.dy),
        Rest: lambda actor, _rest: Wait(actor),
        Take: lambda actor, take: Grab(actor, take.number),
        Put: lambda actor, put: Drop(actor, _held(actor, put.slot)),
        Improve: lambda actor, improve: ImproveEvent(actor, improve.option),
        Use: lambda actor, use: USES[use.how](actor, _held(actor, use.slot)),
    }
)


def _held(actor: Entity, slot: str) -> Entity | None:
    """Give what an actor has in a slot."""
    pack = actor.get(Pack)
    return None if pack is None else pack.things.get(slot)


def event_of(intent: Intent, actor: Entity) -> Action:
    """Give the event that an intent becomes for an actor, not yet published."""
    return _MEANINGS[type(intent)](actor, intent)
