"""Observers: receivers of one blinker signal per event type and role, sent settled events.

This is the only module that imports blinker. A signal is right here and wrong for the
chain: it has no order by priority and no veto, and what it costs is paid only where
somebody listens. The order of its receivers is undefined, so nothing may hang on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from weakref import ref

import blinker

from eventcore.callables import runs_later
from eventcore.dispatch import error_notes, rules
from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event, Query, is_class_of, is_declared, no_type

if TYPE_CHECKING:
    from eventcore.dispatch.entities import Entities

E = TypeVar("E", bound=Event)
Observer = Callable[[E], object]
R = TypeVar("R", bound=Callable[..., Any])
Signal: TypeAlias = blinker.Signal

_CHECKED: Final = "_eventcore_receiver"
_MOST_CONCERNED: Final = 1024


class Observers:
    """The signals of a world, and what is to be sent through them."""

    __slots__ = ("_by_kind", "_entities", "_signals")

    def __init__(self, entities: Entities) -> None:
        self._entities = entities
        self._signals: dict[tuple[type[Event], str], _WatchedSignal] = {}
        # The signals that an event type is sent through, its own and those of its bases.
        self._by_kind: dict[type[Event], list[tuple[str, _WatchedSignal]]] = {}

    def signal(self, kind: type[Event], role: str) -> _WatchedSignal:
        """Give the signal of an event type and role, the same one each time.

        Raises:
            RegistrationError: The type is no event, a Query, or has no such role.
        """
        if not (is_class_of(kind, Event) and is_declared(kind)):
            raise RegistrationError(f"signal({kind!r}): {no_type(kind)}")
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
            signal = self._signals[kind, role] = _WatchedSignal(self._entities)
            self._by_kind.clear()
        return signal

    def observe(
        self, kind: type[E], observer: Observer[E], role: str, entity: Entity | None
    ) -> Callable[[], None]:
        """Connect a function of the event alone; the returned function disconnects it.

        Raises:
            RegistrationError: The type is no event, a Query, or has no such role, or the observer
                cannot be called.
            UnknownEntityError: The entity is of another world, or gone.
        """
        signal = self.signal(kind, role)
        if not callable(observer):
            raise RegistrationError(f"observe({kind.__name__}, {observer!r}): that is no function")
        _refuse_coroutine(observer)
        return signal.observe(observer, entity)

    def signals(self) -> list[Signal]:
        """Give all signals there are by now."""
        return [*self._signals.values()]

    def hear(self, kind: type[Event]) -> bool:
        """Say whether anyone observes an event type, itself or as a subclass."""
        return any(signal.receivers for _, signal in self._sent_through(kind))

    def tell(self, heard: Iterable[Event]) -> None:
        """Send settled events; the sender is who plays the signal's role, None if nobody.

        Whatever an observer raises, the others are told all the same. Then the first error
        is raised; what others raised is in its notes.
        """
        errors: list[Exception] = []
        by_kind = self._by_kind
        for event in heard:
            through = by_kind.get(event.__class__)
            for role, signal in self._sent_through(type(event)) if through is None else through:
                if not signal.receivers or signal.is_muted:
                    continue
                sender = getattr(event, role)
                if signal.only_observed and not signal.watched:
                    for observation in signal.observing(sender):
                        if observation.receiver is None:  # ended meanwhile
                            continue
                        try:
                            observation.observer(event)
                        except Exception as error:
                            error_notes.note_observer(error, name_of(observation.observer), event)
                            errors.append(error)
                    continue
                for receiver in signal.receivers_for(sender):
                    try:
                        receiver(sender, event=event)
                    except Exception as error:
                        error_notes.note_observer(error, name_of(receiver), event)
                        errors.append(error)
        if errors:
            first, *others = errors
            for other in others:
                first.add_note(f"then {other!r} {other.__notes__[-1]}")
            raise first

    def _sent_through(self, kind: type[Event]) -> list[tuple[str, _WatchedSignal]]:
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = [
                (role, signal)
                for (observed, role), signal in self._signals.items()
                if issubclass(kind, observed)
            ]
        return found


class _Observation:
    """One function of the event alone, as it was connected.

    Attributes:
        observer: The function.
        receiver: What the signal has for it; None once that was disconnected.
        entity: Whose events alone it is told of; None: everyone's.
    """

    __slots__ = ("entity", "observer", "receiver")

    def __init__(self, observer: Observer[Any], entity: Entity | None) -> None:
        self.observer = observer
        self.receiver: Callable[..., None] | None = _of_the_event(observer)
        self.entity = None if entity is None else ref(entity)


class _WatchedSignal(Signal):
    """A signal that refuses what it could not send to, and has chains know if anybody hears it.

    Attributes:
        only_observed: Whether nothing was ever connected or disconnected but by ``observe``. Then
            blinker need not be asked whom to send to, which takes longer than to send.
        watched: Whether somebody gives its receivers in its place, as ``watch_receivers`` does.
    """

    def __init__(self, entities: Entities) -> None:
        super().__init__()
        self._entities = entities
        self.only_observed: bool = True
        self.watched = False
        self._observations: list[_Observation] = []
        # Those of them that an entity concerns, by a reference that does not keep it.
        self._concerned: dict[ref[Entity] | None, list[_Observation]] = {}

    def observe(self, observer: Observer[Any], entity: Entity | None) -> Callable[[], None]:
        """Connect a function of the event alone; the returned function disconnects it."""
        observation = _Observation(observer, entity)
        self._connect(observation.receiver, Signal.ANY if entity is None else entity, weak=False)
        self._observations.append(observation)
        self._concerned.clear()
        return partial(self._end, observation)

    def observing(self, sender: Entity | None) -> list[_Observation]:
        """Give the observations of an entity's events, those of everyone's included."""
        key = None if sender is None else ref(sender)
        found = self._concerned.get(key)
        if found is None:
            if len(self._concerned) > _MOST_CONCERNED:
                self._concerned.clear()
            found = self._concerned[key] = [
                one for one in self._observations if one.entity is None or one.entity == key
            ]
        return found

    def _end(self, observation: _Observation) -> None:
        self._stay_out_of_previews("the end of an observation")
        receiver = observation.receiver
        if receiver is not None:
            observation.receiver = None
            self._observations.remove(observation)
            self._concerned.clear()
            super().disconnect(receiver)
            self._recompile()

    def connect(self, receiver: R, sender: Any = Signal.ANY, weak: bool = True) -> R:
        """Connect a receiver, called as ``receiver(sender, event=…)``.

        Raises:
            RegistrationError: The receiver cannot be called so.
            UnknownEntityError: The sender is an entity of another world, or gone.
        """
        self._stay_out_of_previews("connect()")
        _check_receiver(receiver)
        self._connect(receiver, sender, weak)
        self.only_observed = False
        return receiver

    def _connect(self, receiver: Any, sender: Any, weak: bool) -> None:
        if sender is not Signal.ANY and sender is not None:
            self._entities.check_alive(sender)
        super().connect(receiver, sender, weak)
        self._recompile()

    def disconnect(self, receiver: Callable[..., Any], sender: Any = Signal.ANY) -> None:
        """Disconnect a receiver, from one sender or from all."""
        self._stay_out_of_previews("disconnect()")
        super().disconnect(receiver, sender)
        self.only_observed = False
        self._recompile()

    def _stay_out_of_previews(self, what: str) -> None:
        """Refuse a change of who observes while a preview runs."""
        world = self._entities.router.world
        if world._current is world._previewing:
            rules.refuse_in_preview(what)

    def _recompile(self) -> None:
        """Have chains compiled anew where this may have been the first receiver, or the last."""
        if len(self.receivers) < 2:
            self._entities.forget_chains()


def _of_the_event(observer: Observer[Any]) -> Callable[..., None]:
    """Give a receiver that hands on the event alone, and need not be checked."""

    def receiver(_sender: Entity | None, *, event: Any) -> None:
        observer(event)

    setattr(receiver, _CHECKED, observer)
    return receiver


def name_of(receiver: Callable[..., Any]) -> str:
    """Name what was connected: the function of the event alone, where it was one."""
    observer = getattr(receiver, _CHECKED, receiver)
    return getattr(observer, "__qualname__", None) or repr(observer)


def _refuse_coroutine(receiver: Callable[..., Any]) -> None:
    if runs_later(receiver):
        raise RegistrationError(
            f"{name_of(receiver)} would not run when it is called: an observer is done when it "
            "returns; leave out async and yield, and hand the event on"
        )


def _check_receiver(receiver: Any) -> None:
    if hasattr(receiver, _CHECKED):
        return
    _refuse_coroutine(receiver)
    try:
        signature(receiver).bind(None, event=None)
    except TypeError:
        raise RegistrationError(
            f"connect({receiver!r}): a receiver is called as receiver(sender, event=…); "
            "world.observe() takes a function of the event alone"
        ) from None
    except ValueError:  # what is built in does not always say what it takes
        return
