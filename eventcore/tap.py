"""Taps: what listens to the bus itself, compiled into the chains and free when absent.

A journal, a digest and a tracer are taps. Unlike observers they are called in
the middle of the dispatch, so a tap must not touch the world.
"""

from __future__ import annotations

from typing import ClassVar

from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler


class Tap:
    """The hooks a tap may override; those it leaves alone are not called at all.

    Attributes:
        watches_handlers: Whether it has a ``handling`` or a ``handled``.
    """

    watches_handlers: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "watches_handlers" not in vars(cls):
            own = cls.handling is not Tap.handling or cls.handled is not Tap.handled
            cls.watches_handlers = own

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

    def handled(self, event: Event, handler: Handler) -> None:
        """Note that a handler has returned."""

    def settled(self, event: Event) -> None:
        """The event's chain is over; what it caused at once has settled before it."""
