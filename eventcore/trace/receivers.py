"""Receivers: observers told one by one, for somebody who looks at the world between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from eventcore.event import Event
from eventcore.observers import Signal, name_of
from eventcore.world import World


def watch_receivers(world: World, told: Callable[[str, Event], object]) -> Callable[[], None]:
    """Have somebody told whenever an observer has been, by its name and the event.

    Args:
        world: Whose observers; those that are connected later to a new signal are not among them.
        told: Called with each.

    Returns:
        A function that ends it. Of several, whoever began last ends first.
    """
    watched = [_Watched(signal, told) for signal in world._observers.signals()]

    def end() -> None:
        for one in watched:
            one.end()

    return end


class _Watched:
    """What gives the receivers of a signal in place of its own method."""

    def __init__(self, signal: Signal, told: Callable[[str, Event], object]) -> None:
        self._signal = signal
        self._plain = signal.receivers_for
        self._told = told
        self._watched = getattr(signal, "watched", False)
        self._put(self.receivers_for, watched=True)

    def end(self) -> None:
        """Let the signal give them itself."""
        self._put(self._plain, watched=self._watched)

    def _put(self, method: Callable[[Any], Iterator[Callable[..., Any]]], *, watched: bool) -> None:
        setattr(self._signal, "receivers_for", method)  # noqa: B010  # of this one only
        setattr(self._signal, "watched", watched)  # noqa: B010

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
