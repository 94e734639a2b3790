"""Channels: a common interface to other event libraries, to send events and add handlers.

Each library is used in its fastest reasonable way. Handlers run in the order given if the library
orders them; psygnal, blinker and esper do not promise an order, or are not asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any, ClassVar, TypeAlias

import attrs

__all__ = ["CHANNELS", "Channel", "Packet", "channels"]

Handler: TypeAlias = Callable[[Any], Any]


@attrs.define(eq=False, weakref_slot=False)
class Packet:
    """A minimal event, plus the attributes that whistle requires."""

    enactor: Any
    number: int = 0
    propagation_stopped: bool = False
    dispatcher: Any = attrs.field(init=False)
    name: str = attrs.field(init=False)


class Channel:
    """A channel for events of one type.

    Attributes:
        package: The package of the library, to import.
        send: A function that sends an event to all handlers.
    """

    package: ClassVar[str]
    send: Handler

    def add(self, handler: Handler, place: int = 0) -> None:
        """Add a handler that runs after the handlers with a lower place."""
        raise NotImplementedError

    def remove(self, handler: Handler) -> None:
        """Remove a handler."""
        raise NotImplementedError

    def add_all(self, handlers: Sequence[Handler]) -> None:
        """Add handlers in the given order."""
        for place, handler in enumerate(handlers):
            self.add(handler, place)


class Whistle(Channel):
    package = "whistle"

    def __init__(self) -> None:
        self._dispatcher = import_module("whistle").EventDispatcher()
        self.send = partial(self._dispatcher.dispatch, "event")

    def add(self, handler: Handler, place: int = 0) -> None:
        self._dispatcher.add_listener("event", handler, priority=place)

    def remove(self, handler: Handler) -> None:
        self._dispatcher.remove_listener("event", handler)


class Psygnal(Channel):
    package = "psygnal"

    def __init__(self) -> None:
        signal = import_module("psygnal").Signal
        self._signal = type("Emitter", (), {"event": signal(object)})().event
        self.send = self._signal.emit_fast

    def add(self, handler: Handler, place: int = 0) -> None:
        self._signal.connect(handler, priority=-place)

    def remove(self, handler: Handler) -> None:
        self._signal.disconnect(handler)


class Blinker(Channel):
    package = "blinker"

    def __init__(self) -> None:
        self._signal = import_module("blinker").Signal()
        self.send = self._signal.send

    def add(self, handler: Handler, place: int = 0) -> None:
        self._signal.connect(handler, weak=False)

    def remove(self, handler: Handler) -> None:
        self._signal.disconnect(handler)


class Pluggy(Channel):
    package = "pluggy"

    def __init__(self) -> None:
        pluggy = import_module("pluggy")

        class Manager(pluggy.PluginManager):  # type: ignore[name-defined]  # imported late
            """A manager that treats the `event` method of a plugin as a hook."""

            def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
                if name != "event":
                    return None
                options = dict.fromkeys(("wrapper", "hookwrapper", "optionalhook"), False)
                return {**options, "tryfirst": False, "trylast": False, "specname": None}

        class Spec:
            @staticmethod
            @pluggy.HookspecMarker("bench")
            def event(event: Any) -> None: ...

        self._manager = Manager("bench")
        self._manager.add_hookspecs(Spec)
        self._plugins: dict[Handler, Any] = {}
        hook = self._manager.hook.event
        self.send = lambda event: hook(event=event)

    def add(self, handler: Handler, place: int = 0) -> None:
        plugin = self._plugins[handler] = _Plugin(handler)
        self._manager.register(plugin)

    def remove(self, handler: Handler) -> None:
        self._manager.unregister(self._plugins.pop(handler))

    def add_all(self, handlers: Sequence[Handler]) -> None:
        super().add_all(handlers[::-1])  # the last registered is called first


class _Plugin:
    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def event(self, event: Any) -> None:
        self._handler(event)


_numbers = count(1)


class Esper(Channel):
    package = "esper"
    kept: ClassVar[list[Handler]] = []  # esper holds handlers weakly

    def __init__(self) -> None:
        self._esper = import_module("esper")
        self._name = f"task {next(_numbers)}"  # event names are global
        self.send = partial(self._esper.dispatch_event, self._name)

    def add(self, handler: Handler, place: int = 0) -> None:
        self.kept.append(handler)
        self._esper.set_handler(self._name, handler)

    def remove(self, handler: Handler) -> None:
        # esper looks for the method among its weak references, so it never finds it.
        raise NotImplementedError


CHANNELS: tuple[type[Channel], ...] = (Whistle, Psygnal, Blinker, Pluggy, Esper)


def channels(but: Sequence[str] = ()) -> Iterator[tuple[str, Channel]]:
    """Yield the name and a new channel of each installed library, except those in `but`."""
    for kind in CHANNELS:
        if kind.package not in but:
            try:
                yield kind.package, kind()
            except ModuleNotFoundError as missing:
                if missing.name != kind.package:
                    raise
