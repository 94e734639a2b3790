"""Taps: hooks that the bus calls during a dispatch. Journals, digests and tracers are taps.

Calls to hooks are compiled into the chains, so a world without taps is not slowed down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler

HandlingHook: TypeAlias = Callable[[Event, Handler, Component], None]


class Tap:
    """A set of hooks that the bus calls at every step of a dispatch. Override the hooks you need.

    Unlike an observer, a hook runs during the dispatch. A hook must not change the world.

    Attributes:
        records: Whether the tap records the fields of events. If True, the bus refuses to publish
            an event whose fields cannot be recorded.
    """

    records: ClassVar[bool] = False

    def hooks(self) -> tuple[str, ...]:
        """Return the names of the hooks to call, plus "records" if the tap records fields."""
        names = [
            name
            for name in ("published", "handling", "handled", "settled")
            if getattr(getattr(self, name), "__func__", None) is not getattr(Tap, name)
            or (name == "handling" and type(self).handling_for is not Tap.handling_for)
        ]
        return (*names, "records") if self.records else tuple(names)

    def override(self, **hooks: Callable[..., None]) -> None:
        """Replace hooks of this tap with the given functions, which do not take ``self``."""
        vars(self).update(hooks)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return the tap to call for an event type. To ignore the events, return ``Tap()``."""
        return self

    def tap_for_query(self, kind: type[Query]) -> Tap:
        """Return the tap to call for a query type. By default, queries are ignored.

        The bus calls ``published`` when the query is asked and ``settled`` when it is answered. The
        bus calls no hooks in a preview, or if the enactor of the query has left the world.
        """
        return Tap()

    def published(self, event: Event) -> None:
        """Record that the chain of an event is about to begin. The event already has its number."""

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Record that a handler of a component is about to run."""

    def handling_for(self, handler: Handler, *, first: bool) -> HandlingHook:
        """Return a handler's ``handling`` hook. ``first`` is True for a chain's first handler."""
        return self.handling

    def handled(self, event: Event, handler: Handler) -> None:
        """Record that a handler has returned."""

    def settled(self, event: Event) -> None:
        """Record that the chain of an event has ended. Nested events have already settled."""
