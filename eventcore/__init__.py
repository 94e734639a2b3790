"""An event-bus driven simulation core: events, ordered chains, journal, replay.

An intent becomes an event; the event runs down one ordered chain of handlers
that may change it, refuse it, or publish what follows; when everything has
settled, observers are told.
"""

from typing import TYPE_CHECKING

from eventcore.lazily import imports

if TYPE_CHECKING:
    from eventcore.component import Component, component
    from eventcore.dispatch.order import handlers_fingerprint
    from eventcore.dispatch.preview import Preview
    from eventcore.entity import Entity
    from eventcore.errors import (
        DispatchError,
        EventcoreError,
        JournalError,
        RaisedError,
        RegistrationError,
        SaveError,
    )
    from eventcore.event import Action, Broadcast, Change, Event, Notice, Query, event, role
    from eventcore.handler import AIM, APPLY, MODIFY, REACT, RESOLVE, VALIDATE, Handler, handles
    from eventcore.rng import Stream
    from eventcore.simulation import Simulation
    from eventcore.state.digest import Digest
    from eventcore.state.fixed import Fixed, freeze, is_frozen, thaw
    from eventcore.state.saving import load_world, save_world
    from eventcore.state.snapshot import Snapshot, clone_world
    from eventcore.state.whole import state_digest
    from eventcore.tap import Tap
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
    "DispatchError",
    "Entity",
    "Event",
    "EventcoreError",
    "Fixed",
    "Handler",
    "JournalError",
    "Notice",
    "Preview",
    "Query",
    "RaisedError",
    "RegistrationError",
    "SaveError",
    "Simulation",
    "Snapshot",
    "Stream",
    "Tap",
    "World",
    "clone_world",
    "component",
    "event",
    "freeze",
    "handlers_fingerprint",
    "handles",
    "is_frozen",
    "load_world",
    "role",
    "save_world",
    "state_digest",
    "thaw",
]

imports(
    __name__,
    {
        "eventcore.component": ("Component", "component"),
        "eventcore.dispatch.order": ("handlers_fingerprint",),
        "eventcore.dispatch.preview": ("Preview",),
        "eventcore.entity": ("Entity",),
        "eventcore.errors": (
            "DispatchError",
            "EventcoreError",
            "JournalError",
            "RaisedError",
            "RegistrationError",
            "SaveError",
        ),
        "eventcore.event": (
            "Action",
            "Broadcast",
            "Change",
            "Event",
            "Notice",
            "Query",
            "event",
            "role",
        ),
        "eventcore.handler": (
            "AIM",
            "APPLY",
            "MODIFY",
            "REACT",
            "RESOLVE",
            "VALIDATE",
            "Handler",
            "handles",
        ),
        "eventcore.rng": ("Stream",),
        "eventcore.simulation": ("Simulation",),
        "eventcore.state.digest": ("Digest",),
        "eventcore.state.fixed": ("Fixed", "freeze", "is_frozen", "thaw"),
        "eventcore.state.saving": ("load_world", "save_world"),
        "eventcore.state.snapshot": ("Snapshot", "clone_world"),
        "eventcore.state.whole": ("state_digest",),
        "eventcore.tap": ("Tap",),
        "eventcore.world": ("World",),
    },
)
