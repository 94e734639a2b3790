"""Taps: what listens to the bus itself, compiled into the chains and free when absent.

A journal, a digest and a tracer are taps. Unlike observers they are called in
the middle of the dispatch, so a tap must not touch the world.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler

HandlingHook: TypeAlias = Callable[[Event, Handler, Component], None]


class Tap:
    """The hooks a tap may override; those it leaves alone are not called at all.

    Attributes:
        watches_handlers: Whether the tap overrides ``handling`` or ``handled``.
        records: Whether the tap writes the fields of events down. An event that cannot be written
            is then refused before it gets a sequence number.
    """

    records: ClassVar[bool] = False
    watches_handlers: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.watches_handlers = any(
            getattr(cls, name) is not getattr(Tap, name)
            for name in ("handling", "handling_for", "handled")
        )

    def hooks(self) -> tuple[str, ...]:
        """Return the names of the hooks that the tap overrides, and ``records`` if it does."""
        return tuple(
            [
                name
                for name in ("published", "handling", "handled", "settled")
                if getattr(getattr(self, name), "__func__", None) is not getattr(Tap, name)
                or (name == "handling" and type(self).handling_for is not Tap.handling_for)
            ]
            + ["records"] * self.records
        )

    def override(self, **hooks: Callable[..., None]) -> None:
        """Override hooks of this object alone, by functions without ``self``."""
        vars(self).update(hooks)

    def hears(self, kind: type[Event]) -> bool:
        """Say whether events of this type are of interest; asked when a chain is compiled."""
        return True

    def tap_for(self, kind: type[Event]) -> Tap:
        """Give the tap whose hooks go into the chains of an event type; asked as ``hears`` is.

        Itself, or one made for the type, which need not ask each event what it is.
        """
        return self

    def tap_for_query(self, kind: type[Query]) -> Tap | None:
        """Give the tap whose hooks go into the chains of a query type; by default there is none.

        Its ``published`` is called where a query is asked, which gets no sequence number, its
        ``settled`` where it is answered. Of what is asked of the gone, or of a copy, it hears
        nothing.
        """
        return None

    def published(self, event: Event) -> None:
        """An event got its sequence number; no handler has run yet."""

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """A handler is about to run; the component is the one it is a method of."""

    def handling_for(self, handler: Handler, *, first: bool) -> HandlingHook:
        """Return what is called as ``handling`` before one handler; by default that itself.

        Args:
            handler: The handler.
            first: Whether no handler of the chain runs before it.
        """
        return self.handling

    def handled(self, event: Event, handler: Handler) -> None:
        """Note that a handler has returned."""

    def settled(self, event: Event) -> None:
        """The event's chain is over; what it caused at once has settled before it."""
