"""Receivers: observers told one by one, for somebody who looks at the world between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eventcore.event import Event
from eventcore.observers import Signal, observer_of
from eventcore.world import World


def watch_receivers(world: World, told: Callable[[str, Event], object]) -> None:
    """Have somebody told whenever an observer has been, by its name and the event.

    Args:
        world: Whose observers; it is for the rest of its days, so it is one that was made for this.
        told: Called with each.
    """
    for signal in world._observers.signals():
        setattr(signal, "send", _Sending(signal, told))  # noqa: B010  # of this one only


class _Sending:
    """What sends a signal in place of its own method."""

    def __init__(self, signal: Signal, told: Callable[[str, Event], object]) -> None:
        self._signal = signal
        self._told = told

    def __call__(self, sender: Any, *, event: Event) -> None:
        for receiver in self._signal.receivers_for(sender):
            receiver(sender, event=event)
            self._told(_name_of(observer_of(receiver)), event)


def _name_of(observer: Callable[..., object]) -> str:
    """Name an observer as handlers are: by its class, where it is a method."""
    name: str = getattr(observer, "__name__", type(observer).__name__)
    owner = getattr(observer, "__self__", None)
    return name if owner is None else f"{type(owner).__name__}.{name}"
