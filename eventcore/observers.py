"""Observers: functions that are called with settled events, and a blinker signal for each role.

Signals fit here and nowhere else: they know neither priorities nor refusals, and cost something
only where somebody listens. Their receivers have no defined order, so nothing may depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from weakref import ref

import blinker

from eventcore.callables import runs_later
from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, check_event_type, name_of

if TYPE_CHECKING:
    from eventcore.dispatch.entities import Entities

E = TypeVar("E", bound=Event)
Observer = Callable[[E], object]
R = TypeVar("R", bound=Callable[..., Any])
Signal: TypeAlias = blinker.Signal

OBSERVER_NOTE: Final = "while calling observer "
"""The beginning of the note on an error that an observer raised."""


class Observers:
    """The signals of a world.

    Attributes:
        watchers: Functions that are called after each observer, with its name and the event.
    """

    __slots__ = ("_by_kind", "_check", "_entities", "_signals", "watchers")

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        """Create the signals; ``check`` refuses a named change while a preview runs."""
        self._entities = entities
        self._check = check
        self._signals: dict[tuple[type[Event], str], _WorldSignal] = {}
        # The signals of an event type and of its bases, with their roles.
        self._by_kind: dict[type[Event], list[tuple[str, _WorldSignal]]] = {}
        self.watchers: list[Callable[[str, Event], object]] = []

    def signal(self, kind: type[Event], role: str) -> _WorldSignal:
        """Return the signal of an event type and role, the same one each time.

        Raises:
            RegistrationError: The type is not an event type or is a Query, or lacks the role.
        """
        check_event_type("signal", kind)
        if issubclass(kind, Query):
            raise RegistrationError(
                f"signal({kind.__name__}): a Query is not observed; observe the Change it serves"
            )
        if role not in kind._roles_:
            raise RegistrationError(
                f"signal({kind.__name__}, role={role!r}): the event has no such role; "
                f"it has {', '.join(kind._roles_)}"
            )
        signal = self._signals.get((kind, role))
        if signal is None:
            signal = self._signals[kind, role] = _WorldSignal(self._entities, self._check)
            self._by_kind.clear()
        return signal

    def hear(self, kind: type[Event]) -> bool:
        """Return whether events of a type have an observer."""
        return any(signal.heard for _, signal in self._signals_of(kind))

    def tell(self, heard: Iterable[Event]) -> None:
        """Call the observers of settled events, all of them even if some raise errors.

        Raises:
            Exception: The first error of an observer, with notes on the others.
        """
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
                        observation.observer(event)
                        if self.watchers:
                            self._watch(observation.observer, event)
                    except Exception as error:
                        errors.append(_noted(error, observation.observer, event))
                if not signal.receivers:
                    continue
                for receiver in signal.receivers_for(sender):
                    try:
                        receiver(sender, event=event)
                        if self.watchers:
                            self._watch(receiver, event)
                    except Exception as error:
                        errors.append(_noted(error, receiver, event))
        if errors:
            first, *others = errors
            for other in others:
                first.add_note(f"then {other!r} {other.__notes__[-1]}")
            raise first

    def _watch(self, observer: Callable[..., Any], event: Event) -> None:
        for watcher in self.watchers:
            watcher(_name(observer), event)

    def _signals_of(self, kind: type[Event]) -> list[tuple[str, _WorldSignal]]:
        signals = self._by_kind.get(kind)
        if signals is None:
            signals = self._by_kind[kind] = [
                (role, signal)
                for (observed, role), signal in self._signals.items()
                if issubclass(kind, observed)
            ]
        return signals


class _Observation:
    """An observer of some entity's events, or of all events."""

    __slots__ = ("ended", "observer")

    def __init__(self, observer: Observer[Any]) -> None:
        self.observer = observer
        self.ended = False


class _WorldSignal(Signal):
    """A signal that checks its receivers, and has chains compiled anew when the first connects.

    Functions connected by ``observe`` are kept apart from blinker, which takes longer to find a
    receiver than to call it.
    """

    def __init__(self, entities: Entities, check: Callable[[str], None]) -> None:
        super().__init__()
        self._entities = entities
        self._check = check
        # Stays True if a weak receiver vanishes: the chains only do a little more than they need.
        self.heard: bool = False
        # By the entity in the role, by a reference that does not keep it alive; None: all events.
        self._observations: dict[ref[Entity] | None, tuple[_Observation, ...]] = {}

    def observe(self, observer: Observer[Any], entity: Entity | None) -> Callable[[], None]:
        """Connect a function of the event alone; return the function that disconnects it.

        Raises:
            RegistrationError: The observer cannot be called, or would not run when called.
            UnknownEntityError: The entity belongs to another world, or is gone.
        """
        if not callable(observer):
            raise RegistrationError(f"observe(…, {observer!r}): the observer must be a function")
        _refuse_coroutine(observer)
        if entity is not None:
            self._entities.check_alive(entity)
        key = None if entity is None else ref(entity)
        observation = _Observation(observer)
        self._observations[key] = (*self._observations.get(key, ()), observation)
        self._update()
        return partial(self._end, key, observation)

    def observations_of(self, sender: Entity | None) -> tuple[_Observation, ...]:
        """Return the observations of events with a sender."""
        of_all = self._observations.get(None, ())
        return of_all if sender is None else of_all + self._observations.get(ref(sender), ())

    def _end(self, key: ref[Entity] | None, observation: _Observation) -> None:
        self._check("the end of an observation")
        if not observation.ended:
            observation.ended = True
            left = tuple(other for other in self._observations[key] if other is not observation)
            if left:
                self._observations[key] = left
            else:
                del self._observations[key]
            self._update()

    def connect(self, receiver: R, sender: Any = Signal.ANY, weak: bool = True) -> R:
        """Connect a receiver, called as ``receiver(sender, event=…)``.

        Raises:
            RegistrationError: The receiver cannot be called so.
            UnknownEntityError: The sender is an entity of another world, or gone.
        """
        self._check("connect()")
        _refuse_coroutine(receiver)
        try:
            signature(receiver).bind(None, event=None)
        except TypeError:
            raise RegistrationError(
                f"connect({receiver!r}): a receiver is called as receiver(sender, event=…); "
                "world.observe() takes a function of the event alone"
            ) from None
        except ValueError:  # some built-in functions have no signature
            pass
        if sender is not Signal.ANY and sender is not None:
            self._entities.check_alive(sender)
        super().connect(receiver, sender, weak)
        self._update()
        return receiver

    def disconnect(self, receiver: Callable[..., Any], sender: Any = Signal.ANY) -> None:
        """Disconnect a receiver, from one sender or from all."""
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
    of = f"of {name_of(event)} of {event.enactor!r}"
    error.add_note(f"{OBSERVER_NOTE}{_name(observer)} {of}")
    return error


def _refuse_coroutine(observer: Callable[..., Any]) -> None:
    if runs_later(observer):
        raise RegistrationError(
            f"{_name(observer)} would not run when it is called: an observer is done when it "
            "returns; leave out async and yield, and hand the event on"
        )
