"""Observers: functions that are called with settled events, and the blinker signals that call them.

Observers have no priorities and cannot refuse events, and signals call their receivers in no
defined order. Nothing in the world may therefore depend on an observer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from inspect import signature
from itertools import chain
from sys import getrefcount
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from weakref import ref

import blinker

from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, check_event_type, check_role, name_of
from eventcore.handler import check_runs

if TYPE_CHECKING:
    from eventcore.dispatch.entities import Entities

E = TypeVar("E", bound=Event)
Observer = Callable[[E], object]
R = TypeVar("R", bound=Callable[..., Any])
Signal: TypeAlias = blinker.Signal

OBSERVER_NOTE: Final = "while calling observer "
"""The beginning of the note that is added to an error raised by an observer."""
_FINISHED: Final = "an observer is done when it returns"


class Observers:
    """The signals of a world.

    Attributes:
        watchers: Called after each observer, with its name and event.
        keepers: Called with an event and the name of an observer that keeps it.
    """

    __slots__ = ("_by_kind", "_check", "_entities", "_signals", "keepers", "watchers")

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        self._entities = entities
        self._check = check  # takes the name of a call; raises DispatchError during a preview
        self._signals: dict[tuple[type[Event], str], _WorldSignal] = {}
        # For each event type, the signals of the type and its base classes, with their roles.
        self._by_kind: dict[type[Event], list[tuple[str, _WorldSignal]]] = {}
        self.watchers: list[Callable[[str, Event], object]] = []
        self.keepers: list[Callable[[tuple[Event, str]], object]] = []

    def signal(self, kind: type[Event], role: str) -> _WorldSignal:
        """Return the signal for an event type and role. Repeated calls return the same object."""
        check_event_type("signal", kind)
        if issubclass(kind, Query):
            raise RegistrationError(
                f"signal({kind.__name__}): a Query cannot be observed; observe an Action or Change"
            )
        check_role("signal", kind, role)
        signal = self._signals.get((kind, role))
        if signal is None:
            signal = self._signals[kind, role] = _WorldSignal(self._entities, self._check)
            self._by_kind.clear()
        return signal

    def hear(self, kind: type[Event]) -> bool:
        """Return whether any observer receives events of the given type."""
        return any(signal.heard for _, signal in self._signals_of(kind))

    def tell(self, heard: Iterable[Event]) -> None:
        """Call the observers of settled events. Raise the first error, with notes on the others."""
        errors: list[Exception] = []
        by_kind = self._by_kind
        for event in heard:
            signals = by_kind.get(event.__class__)
            for role, signal in self._signals_of(type(event)) if signals is None else signals:
                if not signal.heard or signal.is_muted:
                    continue
                sender = getattr(event, role)
                for observation in signal.observations_of(sender):
                    if observation.ended:  # by an observer called before it
                        continue
                    try:
                        references = getrefcount(event) if self.keepers else 0
                        observation.call(event)
                        # Both counts are of this frame, so only the observer changes them.
                        if self.keepers and getrefcount(event) > references:
                            for keeper in self.keepers:
                                keeper((event, _name(observation.observer)))
                        if self.watchers:
                            self._watch(observation, event)
                    except Exception as error:
                        errors.append(_noted(error, observation.observer, event))
        if errors:
            first, *others = errors
            for other in others:
                first.add_note(f"then {other!r} {other.__notes__[-1]}")
            raise first

    def _watch(self, observation: _Observation, event: Event) -> None:
        for watcher in self.watchers:
            watcher(_name(observation.observer), event)

    def _signals_of(self, kind: type[Event]) -> list[tuple[str, _WorldSignal]]:
        signals = self._by_kind.get(kind)
        if signals is None:
            every = self._signals.items()
            signals = [(role, signal) for (of, role), signal in every if issubclass(kind, of)]
            self._by_kind[kind] = signals
        return signals


class _Observation:
    """An observer or receiver, and the function that calls it with an event."""

    __slots__ = ("call", "ended", "observer")

    def __init__(self, observer: Callable[..., Any], call: Callable[[Any], object]) -> None:
        self.observer = observer
        self.call = call
        self.ended = False


class _WorldSignal(Signal):
    """A signal that checks its receivers, and drops compiled chains when the first one connects.

    Functions given to ``observe`` are stored here, because blinker takes longer to find a receiver
    than to call it.
    """

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        super().__init__()
        self._entities = entities
        self._check = check
        # Stays True after a weak receiver is garbage collected, which costs only a little time.
        self.heard: bool = False
        # By the entity in the role. The key None is for the observers of all events.
        self._observations: dict[ref[Entity] | None, tuple[_Observation, ...]] = {}

    def observe(self, observer: Observer[Any], entity: Entity | None) -> Callable[[], None]:
        """Connect a function that takes only the event; return a function that disconnects it."""
        if not callable(observer):
            raise RegistrationError(f"observe(…, {observer!r}): the observer must be a function")
        check_runs(observer, _name(observer), _FINISHED)
        if entity is not None:
            self._entities.check_alive(entity)
        key = None if entity is None else ref(entity)
        observation = _Observation(observer, observer)
        self._observations[key] = (*self._observations.get(key, ()), observation)
        self._update()
        return partial(self._end, key, observation)

    def observations_of(self, sender: Entity | None) -> Iterable[_Observation]:
        """Return the observers and receivers for events with the given sender."""
        observations = self._observations.get(None, ())
        if sender is not None:
            observations += self._observations.get(ref(sender), ())
        return chain(observations, self._receivers_for(sender)) if self.receivers else observations

    def _receivers_for(self, sender: Entity | None) -> Iterator[_Observation]:
        for receiver in self.receivers_for(sender):

            def send(event: Event, receiver: Callable[..., Any] = receiver) -> object:
                return receiver(sender, event=event)

            yield _Observation(receiver, send)

    def _end(self, key: ref[Entity] | None, observation: _Observation) -> None:
        self._check("the end of an observation")
        if not observation.ended:
            observation.ended = True
            left = [other for other in self._observations.pop(key) if other is not observation]
            if left:
                self._observations[key] = tuple(left)
            self._update()

    def connect(self, receiver: R, sender: Any = Signal.ANY, weak: bool = True) -> R:
        """Connect a receiver. The signal calls it as ``receiver(sender, event=…)``."""
        self._check("connect()")
        check_runs(receiver, _name(receiver), _FINISHED)
        try:
            signature(receiver).bind(None, event=None)
        except TypeError:
            raise RegistrationError(
                f"connect({receiver!r}): a receiver is called as receiver(sender, event=…); "
                "for a function that takes only the event, use world.observe()"
            ) from None
        except ValueError:  # some built-in functions have no signature
            pass
        if sender is not Signal.ANY and sender is not None:
            self._entities.check_alive(sender)
        super().connect(receiver, sender, weak)
        self._update()
        return receiver

    def disconnect(self, receiver: Callable[..., Any], sender: Any = Signal.ANY) -> None:
        """Disconnect a receiver from one sender or from all senders."""
        self._check("disconnect()")
        super().disconnect(receiver, sender)
        self._update()

    def _update(self) -> None:
        heard = bool(self.receivers or self._observations)
        if heard is not self.heard:
            self.heard = heard
            self._entities.router.forget()


def _name(observer: Callable[..., Any]) -> str:
    return getattr(observer, "__qualname__", None) or repr(observer)


def _noted(error: Exception, observer: Callable[..., Any], event: Event) -> Exception:
    error.add_note(f"{OBSERVER_NOTE}{_name(observer)} of {name_of(event)} of {event.enactor!r}")
    return error
