"""What other libraries have for a task: a channel, on which one sends and to which one listens.

Each is used in its fastest reasonable way. Where handlers have an order it is that in which they
are given; of psygnal, blinker and esper none is promised, or none asked for.
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
    """As little as an event can be; it has what whistle asks of one besides."""

    enactor: Any
    number: int = 0
    propagation_stopped: bool = False
    dispatcher: Any = attrs.field(init=False)
    name: str = attrs.field(init=False)


class Channel:
    """Where events of one kind are sent.

    Attributes:
        package: What is imported for it.
        send: Sends an event to all handlers.
    """

    package: ClassVar[str]
    send: Handler

    def add(self, handler: Handler, place: int = 0) -> None:
        """Let a handler hear what is sent, after those of a lower place."""
        raise NotImplementedError

    def remove(self, handler: Handler) -> None:
        """Let it hear no more."""
        raise NotImplementedError

    def add_all(self, handlers: Sequence[Handler]) -> None:
        """Let handlers hear in their order."""
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
            """Takes the one method of a plugin for its hook."""

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
        super().add_all(handlers[::-1])  # the last that is registered is called first


class _Plugin:
    def __init__(self, handler: Handler) -> None:
        self._handler = handler

    def event(self, event: Any) -> None:
        self._handler(event)


_numbers = count(1)


class Esper(Channel):
    package = "esper"
    kept: ClassVar[list[Handler]] = []  # its own references are weak

    def __init__(self) -> None:
        self._esper = import_module("esper")
        self._name = f"task {next(_numbers)}"  # names are for all there are
        self.send = partial(self._esper.dispatch_event, self._name)

    def add(self, handler: Handler, place: int = 0) -> None:
        self.kept.append(handler)
        self._esper.set_handler(self._name, handler)

    def remove(self, handler: Handler) -> None:
        # It looks for the method itself among references to methods, and finds none.
        raise NotImplementedError


CHANNELS: tuple[type[Channel], ...] = (Whistle, Psygnal, Blinker, Pluggy, Esper)


def channels(but: Sequence[str] = ()) -> Iterator[tuple[str, Channel]]:
    """Make a channel of each library that is installed, with its name."""
    for kind in CHANNELS:
        if kind.package not in but:
            try:
                yield kind.package, kind()
            except ModuleNotFoundError as missing:
                if missing.name != kind.package:
                    raise
