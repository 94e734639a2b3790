"""Observers: told of settled events, through one blinker signal per event type and role.

This is the only module that imports blinker. A signal is right here and wrong
for the chain: it has no order by priority and no veto, and what it costs is paid
only where somebody listens. The signals know who listens to whom; those who
listen to an event type whoever enacts it are looked up in them once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeVar

from blinker import ANY, Signal

from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_class_of, is_declared

__all__ = ["Observer", "Observers"]

E = TypeVar("E", bound=Event)
Observer = Callable[[E], object]

_EVERYONE = ""
"""In the place of a role: whoever plays whichever."""


class _Subscription:
    """An observer in the order it came; one may be subscribed more than once.

    Attributes:
        number: Its place in the order.
        observer: Who is told; None once the subscription is over.
    """

    __slots__ = ("number", "observer")

    def __init__(self, number: int, observer: Observer[Any]) -> None:
        self.number = number
        self.observer: Observer[Any] | None = observer

    def __call__(self, _sender: object) -> _Subscription:
        """Be what blinker takes for a receiver."""
        return self


class _Audience:
    """Who is to be told of an event type.

    Attributes:
        everyone: The subscriptions to it whoever plays its roles, in their order.
        watchers: The roles, each with a signal, of subscriptions that ask for one
            entity.
    """

    __slots__ = ("everyone", "watchers")

    def __init__(
        self, everyone: Iterable[_Subscription], watchers: Iterable[tuple[str, Signal]]
    ) -> None:
        self.everyone = _in_order(everyone)
        self.watchers = list(watchers)

    def of(self, event: Event) -> Iterable[_Subscription]:
        """Give the subscriptions that an event concerns, in their order."""
        found: list[Any] = []
        for role, signal in self.watchers:
            entity = getattr(event, role)
            if signal.has_receivers_for(entity):
                found += signal.receivers_for(entity)
        return _in_order((*self.everyone, *found)) if found else self.everyone


class Observers:
    """Who wants to be told of what."""

    __slots__ = ("_audiences", "_count", "_signals")

    def __init__(self) -> None:
        self._count = 0
        self._signals: dict[tuple[type[Event], str], Signal] = {}
        self._audiences: dict[type[Event], _Audience] = {}

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
        self._count += 1
        subscription = _Subscription(self._count, observer)
        key, sender = ((kind, _EVERYONE), ANY) if entity is None else ((kind, role), entity)
        signal = self._signals.setdefault(key, Signal())
        signal.connect(subscription, sender=sender, weak=False)
        self._audiences.clear()

        def unsubscribe() -> None:
            subscription.observer = None  # it may be in a list that is being told
            signal.disconnect(subscription)
            self._audiences.clear()

        return unsubscribe

    def hear(self, kind: type[Event]) -> bool:
        """Say whether anyone observes an event type, itself or as a subclass."""
        audience = self._audience(kind)
        return bool(audience.everyone or audience.watchers)

    def tell(self, event: Event) -> None:
        """Tell everyone concerned of a settled event, in the order they subscribed."""
        for subscription in self._audience(type(event)).of(event):
            if subscription.observer is not None:
                subscription.observer(event)

    def _audience(self, kind: type[Event]) -> _Audience:
        found = self._audiences.get(kind)
        if found is None:
            everyone: list[Any] = []
            watchers: list[tuple[str, Signal]] = []
            for (observed, role), signal in self._signals.items():
                if issubclass(kind, observed) and signal.receivers:
                    if role == _EVERYONE:
                        everyone += signal.receivers_for(ANY)
                    else:
                        watchers.append((role, signal))
            found = self._audiences[kind] = _Audience(everyone, watchers)
        return found


def _in_order(subscriptions: Iterable[_Subscription]) -> tuple[_Subscription, ...]:
    return tuple(sorted(subscriptions, key=attrgetter("number")))
