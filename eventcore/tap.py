"""Taps: listeners to the bus, compiled into the chains. Chains without taps are not slowed down.

Journals, digests and tracers are taps. Unlike observers, they are called during the dispatch, so a
tap must not change the world.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler

HandlingHook: TypeAlias = Callable[[Event, Handler, Component], None]


class Tap:
    """A listener to every step of a dispatch. Override the hooks that you need.

    Compiled chains call only the hooks that a tap overrides.

    Attributes:
        records: Whether the tap records the fields of events. If so, publishing an event that
            cannot be recorded raises an error, before the event gets a sequence number.
    """

    records: ClassVar[bool] = False

    def hooks(self) -> tuple[str, ...]:
        """Return the names of the overridden hooks, and ``records`` if the tap records."""
        names = [
            name
            for name in ("published", "handling", "handled", "settled")
            if getattr(getattr(self, name), "__func__", None) is not getattr(Tap, name)
            or (name == "handling" and type(self).handling_for is not Tap.handling_for)
        ]
        return (*names, "records") if self.records else tuple(names)

    def override(self, **hooks: Callable[..., None]) -> None:
        """Override hooks of this object only, with functions that do not take ``self``."""
        vars(self).update(hooks)

    def hears(self, kind: type[Event]) -> bool:
        """Return whether hooks run for an event type. The bus calls this to compile a chain."""
        return True

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return the tap to call for an event type: this tap, or a tap made for that type."""
        return self

    def tap_for_query(self, kind: type[Query]) -> Tap | None:
        """Return the tap to call for a query type. The default, None, calls no tap.

        ``published`` is called when a query is asked, and ``settled`` when it is answered. Neither
        is called in a preview, or if the enactor of the query has left the world.
        """
        return None

    def published(self, event: Event) -> None:
        """Record that an event has its sequence number and is about to enter its chain."""

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Record that a handler of a component is about to run."""

    def handling_for(self, handler: Handler, *, first: bool) -> HandlingHook:
        """Return the hook to call before a handler. ``first``: whether it begins the chain."""
        return self.handling

    def handled(self, event: Event, handler: Handler) -> None:
        """Record that a handler has returned."""

    def settled(self, event: Event) -> None:
        """Record that the chain of an event has ended. Its nested events have settled already."""
