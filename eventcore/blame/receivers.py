"""Receivers: observers told one by one, for somebody who looks at the world between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from eventcore.event import Event
from eventcore.observers import Signal, name_of
from eventcore.world import World


def watch_receivers(world: World, told: Callable[[str, Event], object]) -> None:
    """Have somebody told whenever an observer has been, by its name and the event.

    Args:
        world: Whose observers; it is for the rest of its days, so it is one that was made for this.
        told: Called with each.
    """
    for signal in world._observers.signals():
        watched = _Watched(signal, told)
        setattr(signal, "receivers_for", watched.receivers_for)  # noqa: B010  # of this one only


class _Watched:
    """What gives the receivers of a signal in place of its own method."""

    def __init__(self, signal: Signal, told: Callable[[str, Event], object]) -> None:
        self._plain = signal.receivers_for
        self._told = told

    def receivers_for(self, sender: Any) -> Iterator[Callable[..., Any]]:
        """Give each, made to say when it has been told."""
        for receiver in self._plain(sender):
            yield self._telling(receiver)

    def _telling(self, receiver: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(receiver)
        def telling(sender: Any, *, event: Event) -> None:
            receiver(sender, event=event)
            self._told(name_of(receiver), event)

        return telling
