"""The core of a simulation: an event bus, ordered chains of handlers, and journals.

Each event passes through one ordered chain of handlers. A handler can change the event, refuse it
or publish more events. When an event and all the events that it caused have settled, the bus calls
the observers.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from eventcore.component import Component, component
from eventcore.entity import Entity
from eventcore.errors import EventcoreError, JournalError, RaisedError, RegistrationError, SaveError
from eventcore.event import Action, Broadcast, Change, Event, Notice, Query, event, role
from eventcore.handler import handles
from eventcore.outcome import Outcome
from eventcore.phase import AIM, APPLY, MODIFY, REACT, RESOLVE, VALIDATE
from eventcore.rng import Stream
from eventcore.schema.fixed import Fixed, freeze
from eventcore.tap import Tap

if TYPE_CHECKING:
    from eventcore.simulation import Run, Simulation
    from eventcore.state.digest import Digest, state_digest
    from eventcore.state.saving import Snapshot, load_world, rehearse, save_world
    from eventcore.world import World

__version__ = "0.1.0"

__all__ = [
    "AIM",
    "APPLY",
    "MODIFY",
    "REACT",
    "RESOLVE",
    "VALIDATE",
    "Action",
    "Broadcast",
    "Change",
    "Component",
    "Digest",
    "Entity",
    "Event",
    "EventcoreError",
    "Fixed",
    "JournalError",
    "Notice",
    "Outcome",
    "Query",
    "RaisedError",
    "RegistrationError",
    "Run",
    "SaveError",
    "Simulation",
    "Snapshot",
    "Stream",
    "Tap",
    "World",
    "component",
    "event",
    "freeze",
    "handles",
    "load_world",
    "rehearse",
    "role",
    "save_world",
    "state_digest",
]

# Import these names on first use, because a command that prints its help does not need them.
_LATER = {
    **dict.fromkeys(("Run", "Simulation"), "eventcore.simulation"),
    **dict.fromkeys(("Digest", "state_digest"), "eventcore.state.digest"),
    **dict.fromkeys(("Snapshot", "load_world", "rehearse", "save_world"), "eventcore.state.saving"),
    "World": "eventcore.world",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
