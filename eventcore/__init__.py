"""An event-bus driven simulation core: events, ordered chains, journal, replay.

An intent becomes an event; the event runs down one ordered chain of handlers
that may change it, refuse it, or publish what follows; when everything has
settled, observers are told.
"""

from importlib import import_module
from sys import modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from eventcore.component import Component, component
    from eventcore.dispatch.keeping import Keeping
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
    from eventcore.state.digest import Digest
    from eventcore.state.fixed import Fixed, freeze, is_frozen, thaw
    from eventcore.state.saving import load_world, save_world
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
    "Keeping",
    "Notice",
    "Preview",
    "Query",
    "RaisedError",
    "RegistrationError",
    "SaveError",
    "Stream",
    "Tap",
    "World",
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

_PLACES: Final = {
    "eventcore.component": ("Component", "component"),
    "eventcore.dispatch.keeping": ("Keeping",),
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
    "eventcore.state.digest": ("Digest",),
    "eventcore.state.fixed": ("Fixed", "freeze", "is_frozen", "thaw"),
    "eventcore.state.saving": ("load_world", "save_world"),
    "eventcore.state.whole": ("state_digest",),
    "eventcore.tap": ("Tap",),
    "eventcore.world": ("World",),
}
"""Which module each name is of: it is imported as the name is first asked for, for a program that
tells its version or prints a help text needs none of them."""
_PLACE_OF: Final = {name: place for place, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _PLACE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_PLACE_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """This package, in which a decorator is found before the module of the same name."""

    @property
    def component(self) -> Any:
        return __getattr__("component")

    @component.setter
    def component(self, module: object) -> None:
        """Leave the name to the decorator, as the module of the same name is imported."""

    @property
    def event(self) -> Any:
        return __getattr__("event")

    @event.setter
    def event(self, module: object) -> None:
        """Leave the name to the decorator, as the module of the same name is imported."""


modules[__name__].__class__ = _Package
