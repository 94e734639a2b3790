"""What an intent means: the event it becomes for whoever means it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from eventcore import Action, Entity
from game.events.being import Wait
from game.events.movement import Close, Move
from game.intents import Intent, Rest, Shut, Walk

__all__ = ["event_of"]

_MEANINGS: Final[Mapping[type[Intent], Callable[[Entity, Any], Action]]] = MappingProxyType(
    {
        Walk: lambda actor, walk: Move(actor, walk.dx, walk.dy),
        Shut: lambda actor, shut: Close(actor, shut.dx, shut.dy),
        Rest: lambda actor, _rest: Wait(actor),
    }
)


def event_of(intent: Intent, actor: Entity) -> Action:
    """Give the event that an intent becomes for an actor, not yet published."""
    return _MEANINGS[type(intent)](actor, intent)
