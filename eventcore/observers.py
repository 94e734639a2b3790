"""Observers: functions that the bus calls with settled events, directly or through blinker signals.

Observers cannot refuse events. Signals call their receivers in no defined order, so nothing in the
world may depend on an observer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from sys import getrefcount
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from weakref import ref

import attrs
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

OBSERVER_NOTE: Final = "while calling observer "  # the beginning of a note added to an error
_FINISHED: Final = "an observer ends when it returns"


class Observers:
    """The signals of a world.

    After calling an observer, the bus calls each function in ``watchers`` with the observer's name
    and the event. If the observer kept the event, the bus also calls the functions in ``keepers``.
    """

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        self._entities = entities
        self._check = check  # raises DispatchError during a preview
        self._signals: dict[tuple[type[Event], str], _WorldSignal] = {}
        # Maps each event type to its roles and signals, including the signals of base classes.
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
        """Return whether an event type has an observer."""
        return any(signal.heard for _, signal in self._signals_of(kind))

    def tell(self, heard: Iterable[Event]) -> None:
        """Call the observers of settled events. Raise the first error, with the others as notes."""
        errors: list[Exception] = []
        by_kind = self._by_kind
        for event in heard:
            signals = by_kind.get(event.__class__)
            for role, signal in self._signals_of(type(event)) if signals is None else signals:
                if not signal.heard or signal.is_muted:
                    continue
                sender = getattr(event, role)
                for observation in signal.observations_of(sender):
                    if observation.ended:  # an earlier observer has disconnected this observer
                        continue
                    try:
                        references = getrefcount(event) if self.keepers else 0
                        observation.call(event)
                        # Only the observer can have added a reference during this call.
                        if self.keepers and getrefcount(event) > references:
                            for keeper in self.keepers:
                                keeper((event, _name(observation.observer)))
                        for watcher in self.watchers:
                            watcher(_name(observation.observer), event)
                    except Exception as error:
                        where = f"{name_of(event)} of {event.enactor!r}"
                        error.add_note(f"{OBSERVER_NOTE}{_name(observation.observer)} of {where}")
                        errors.append(error)
        if errors:
            first, *others = errors
            for other in others:
                first.add_note(f"then {other!r} {other.__notes__[-1]}")
            raise first

    def _signals_of(self, kind: type[Event]) -> list[tuple[str, _WorldSignal]]:
        signals = self._by_kind.get(kind)
        if signals is None:
            every = self._signals.items()
            signals = [(role, signal) for (of, role), signal in every if issubclass(kind, of)]
            self._by_kind[kind] = signals
        return signals


@attrs.define(eq=False)
class _Observation:
    observer: Callable[..., Any]
    call: Callable[[Any], object]  # calls the observer, or the receiver of a signal
    ended: bool = False


class _WorldSignal(Signal):
    """A signal that checks its receivers. Connecting the first receiver clears the compiled chains.

    Functions passed to ``observe`` are not receivers, because blinker takes longer to find a
    receiver than to call it.
    """

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        super().__init__()
        self._entities = entities
        self._check = check
        # Whether the signal has observers. The flag stays True if receivers are garbage-collected.
        self.heard: bool = False
        # Maps each entity in the role to its observers. The key None stands for all entities.
        self._observations: dict[ref[Entity] | None, tuple[_Observation, ...]] = {}

    def observe(self, observer: Observer[Any], entity: Entity | None) -> Callable[[], None]:
        """Connect a function that takes only the event. Return a function that disconnects it."""
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
        """Return the observers and receivers to call for a sender (the entity in the role)."""
        observations = self._observations.get(None, ())
        if sender is not None:
            observations += self._observations.get(ref(sender), ())
        if not self.receivers:
            return observations

        def send(receiver: Callable[..., Any], event: Event) -> object:
            return receiver(sender, event=event)

        sends = (_Observation(r, partial(send, r)) for r in self.receivers_for(sender))
        return chain(observations, sends)

    def _end(self, key: ref[Entity] | None, observation: _Observation) -> None:
        self._check("the end of an observation")
        if not observation.ended:
            observation.ended = True
            left = [other for other in self._observations.pop(key) if other is not observation]
            if left:
                self._observations[key] = tuple(left)
            self._update()

    def connect(self, receiver: R, sender: Any = Signal.ANY, weak: bool = True) -> R:
        """Connect a receiver, which the signal calls as ``receiver(sender, event=…)``."""
        self._check("connect()")
        check_runs(receiver, _name(receiver), _FINISHED)
        if sender is not Signal.ANY and sender is not None:
            self._entities.check_alive(sender)
        super().connect(receiver, sender, weak)
        self._update()
        return receiver

    def disconnect(self, receiver: Callable[..., Any], sender: Any = Signal.ANY) -> None:
        """Disconnect a receiver from a sender, or from all senders."""
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
