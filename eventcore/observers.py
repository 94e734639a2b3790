"""Observers: told of settled events, one blinker signal per event type and role.

This is the only module that imports blinker. A signal is right here and wrong
for the chain: it has no order by priority and no veto, and what it costs is paid
only where somebody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from blinker import ANY, Signal

from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_class_of, is_declared

__all__ = ["Observer", "Observers"]

E = TypeVar("E", bound=Event)
Observer = Callable[[E], object]


class _InOrder(dict[Any, None]):
    """A set that remembers the order of its members, for blinker to keep receivers in."""

    def __init__(self, members: Iterable[Any] = ()) -> None:
        super().__init__(dict.fromkeys(members))

    def add(self, member: Any) -> None:
        self.setdefault(member)

    def discard(self, member: Any) -> None:
        self.pop(member, None)

    remove = discard

    def copy(self) -> _InOrder:
        return _InOrder(self)

    def __or__(self, other: Iterable[Any]) -> _InOrder:  # type: ignore[override]  # a set's, not a dict's
        return _InOrder((*self, *other))


class _OrderedSignal(Signal):
    """A signal that tells its receivers in the order they subscribed."""

    set_class = _InOrder  # type: ignore[assignment]  # blinker asks for no more than its verbs


class Observers:
    """Who wants to be told of what."""

    __slots__ = ("_relevant", "_signals")

    def __init__(self) -> None:
        self._signals: dict[tuple[type[Event], str], Signal] = {}
        self._relevant: dict[type[Event], list[tuple[Signal, str]]] = {}

    def subscribe(
        self, kind: type[E], observer: Observer[E], role: str, entity: Entity | None
    ) -> Callable[[], None]:
        """Connect an observer; the returned function disconnects it.

        Raises:
            RegistrationError: The type is no event, a Query, or has no such role.
        """
        if not (is_class_of(kind, Event) and is_declared(kind)):
            raise RegistrationError(f"observe({kind!r}): that is no event type")
        if issubclass(kind, Query):
            raise RegistrationError(
                f"observe({kind.__name__}): a Query is not observed; observe the Change it serves"
            )
        if role not in kind._roles_:
            raise RegistrationError(
                f"observe({kind.__name__}, role={role!r}): the event has no such role; "
                f"it has {', '.join(kind._roles_)}"
            )
        signal = self._signals.setdefault((kind, role), _OrderedSignal())
        sender = ANY if entity is None else entity

        # A function of its own, so that one observer may be subscribed twice.
        def receiver(_sender: object, event: E) -> None:
            observer(event)

        signal.connect(receiver, sender=sender, weak=False)
        self._relevant.clear()

        def unsubscribe() -> None:
            signal.disconnect(receiver)
            self._relevant.clear()

        return unsubscribe

    def hear(self, kind: type[Event]) -> bool:
        """Say whether anyone observes an event type, itself or as a subclass."""
        return bool(self._of(kind))

    def tell(self, event: Event) -> None:
        """Tell everyone concerned of a settled event."""
        for signal, role in self._of(type(event)):
            entity = getattr(event, role)
            signal.send(entity, event=event)

    def _of(self, kind: type[Event]) -> list[tuple[Signal, str]]:
        found = self._relevant.get(kind)
        if found is None:
            found = self._relevant[kind] = list(self._search(kind))
        return found

    def _search(self, kind: type[Event]) -> Iterator[tuple[Signal, str]]:
        for (observed, role), signal in self._signals.items():
            if issubclass(kind, observed) and signal.receivers:
                yield signal, role
