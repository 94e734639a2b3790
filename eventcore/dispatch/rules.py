"""The rules of outcomes: what happens to an event besides its handlers.

The generated chains and the loop both call these, so the rules of publishing,
failing and replacing exist once; the refusals of misuse stand below them.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from eventcore.errors import CascadeError, DispatchError, RegistrationError
from eventcore.event import Event, Query, cascade, is_class_of, name_of
from eventcore.outcome import (
    CONTINUE,
    DONE,
    ERROR,
    FAILED,
    GONE,
    REPLACED,
    SCHEDULED,
    UNHANDLED,
)
from eventcore.phase import REACT, standard_phase

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.handler import Handler

E = TypeVar("E", bound=Event)


class Publisher(Protocol):
    """What these rules need of a bus, or of what stands in for one."""

    depth_limit: int
    _thread: int

    def publish(self, event: E) -> E:
        """Send an event down its chain."""
        ...

    def claim(self, entering: Event | None = None) -> None:
        """Note that it is this thread that dispatches, or refuse."""
        ...


class Observing(Event):
    """What stands as the current event while observers are told; never published."""


class Previewing(Observing):
    """Stands as the current event while a preview runs; never published.

    So whatever a handler reaches past the stand-in that it is given, such as the handle of a
    scheduled event, refuses to change anything, as it does above the commit line.
    """


def enter_nested(event: Event, cause: Event, bus: Publisher) -> None:
    """Give a nested event its cause and depth.

    Raises:
        DispatchError: The cause may still fail, an observer published, or the cause is
            another thread's.
        CascadeError: The event has more causes than the world's depth limit.
    """
    if bus._thread != get_ident():
        bus.claim(event)
    if cause._outcome is not DONE:
        refuse_above_the_line(cause, event)
    event._cause = cause
    event._depth = depth = cause._depth + 1
    if depth > bus.depth_limit:
        raise CascadeError(
            f"events caused events more than {bus.depth_limit} deep: {cascade(event)}"
        )


def enter_question(query: Query, cause: Event, bus: Publisher) -> None:
    """Give a query that is asked during a dispatch its depth.

    Raises:
        DispatchError: The cause is another thread's.
        CascadeError: The query lies deeper than the world's depth limit.
    """
    if bus._thread != get_ident():
        bus.claim(query)
    query._depth = cause._depth + 1
    if query._depth > bus.depth_limit:
        refuse_depth(query, cause, bus)


def note_refusal(event: Event, handler: Handler, bus: Publisher) -> None:
    """Note that a handler refused an event, if it is the first to; publish what takes its place."""
    if event._outcome is CONTINUE or event.failed_by is not None:
        return
    event._by = handler
    if event._outcome is REPLACED:
        publish_replacement(event, bus)


def publish_replacement(event: Event, bus: Publisher) -> None:
    """Publish what is to take an event's place, and adopt its failure."""
    replacement = bus.publish(event._replacement)
    if replacement._outcome is FAILED:
        event._outcome = FAILED
        event._reason = replacement._reason


def fail_unhandled(event: Event) -> None:
    """Fail an event that no handler resolves or applies."""
    event._outcome = FAILED
    event._reason = UNHANDLED
    event._by = None


def fail_for_gone(event: Event) -> None:
    """Fail an Action of the dead, or a Change upon the gone."""
    event._outcome = FAILED
    event._reason = GONE


def fail_for_error(event: Event) -> None:
    """Leave an event that ended in an error above the commit line as refused, for good.

    So is one whose replacement did, or could not be published at all.
    """
    if event._outcome is REPLACED:
        replacement = event._replacement
        if replacement._outcome is CONTINUE or replacement._outcome is FAILED:
            event._outcome = FAILED
            event._reason = getattr(replacement, "_reason", ERROR)
    elif event._outcome is CONTINUE:
        event._outcome = FAILED
        event._reason = ERROR


def release_deferred(event: Event) -> None:
    """Let a deferred event that an error has dropped be published another time."""
    event._outcome, event._cause = CONTINUE, None


# Refusals: of what is misuse, and what to do instead.


def refuse_second_use(event: Event) -> NoReturn:
    """Refuse an event that was published, or a query that was asked, before."""
    if event._outcome is SCHEDULED and event._cause is not None:
        raise DispatchError(
            f"{event!r} is deferred: it is published after the outermost chain; make another"
        )
    if event._outcome is SCHEDULED:
        raise DispatchError(
            f"{event!r} is scheduled: it is published when it is due; cancel it before, or make "
            "another"
        )
    raise DispatchError(
        f"{event!r} was used already: make a new one, an event is published once, and only its "
        "handlers refuse it"
    )


def refuse_used(event: Event) -> None:
    """Refuse an event or query that something has become of already."""
    if event._outcome is not CONTINUE:
        refuse_second_use(event)


def refuse_above_the_line(current: Event, what: Event | str) -> None:
    """Refuse what has consequences while the current event may fail, or observers are told.

    A handler that has just refused the event is above the line still: the bus has
    not recorded yet who did.

    Args:
        current: The event whose handlers run.
        what: An event that is to be published, or what else is to be done, in words.
    """
    if current._outcome is DONE or (hasattr(current, "_by") and not isinstance(current, Query)):
        return
    if type(current) is Previewing:
        refuse_in_preview(what)
    if isinstance(what, Event):
        what = f"{type(what).__name__} published"
    if type(current) is Observing:
        raise DispatchError(
            f"{what} by an observer: observers change nothing; make it a REACT handler"
        )
    if isinstance(current, Query):
        raise DispatchError(
            f"{what} while {type(current).__name__} is asked: a question changes nothing; "
            "do it in a handler of an Action, Change or Notice, at RESOLVE or later"
        )
    raise DispatchError(
        f"{what} while {type(current).__name__} is above its commit line: use "
        "event.replace(), or do it at RESOLVE or later (a failed event changes nothing)"
    )


def refuse_in_preview(what: Event | str) -> NoReturn:
    """Refuse a change while a preview runs, or an event that is published past its stand-in."""
    if isinstance(what, Event):
        raise DispatchError(
            f"{type(what).__name__} published in a preview: publish it by the world that the "
            "handler is given"
        )
    raise DispatchError(f"{what} in a preview: handlers before APPLY publish, and change nothing")


def refuse_depth(query: Query, cause: Event, bus: Publisher) -> NoReturn:
    """Refuse a question that lies too deep: it would be asked for ever."""
    raise CascadeError(
        f"{type(query).__name__} lies more than {bus.depth_limit} deep: {name_of(cause)} asked it, "
        "and questions that ask each other have no answer"
    )


def refuse_foreign(kind: type[Event]) -> NoReturn:
    """Refuse an event with an entity of another world in one of its roles."""
    raise DispatchError(
        f"{kind.__name__} of an entity of another world: publish and ask in the world that "
        "spawned the entities in all of its roles"
    )


def refuse_foreign_event(event: Event) -> NoReturn:
    """Refuse an event whose chain is of another world, as that of its enactor is."""
    refuse_foreign(type(event))


def refuse_foreign_field(event: Event, name: str) -> NoReturn:
    """Refuse an event that holds an entity of another world in a field that is not a role."""
    raise DispatchError(
        f"{type(event).__name__}.{name} holds an entity of another world: give one that this "
        "world spawned, or the id"
    )


def refuse_unroutable(event: Any) -> None:
    """Refuse what cannot be published or asked, because it is no event or has no enactor."""
    if is_class_of(event, Event):
        name = event.__name__
        raise DispatchError(f"{name} is a class: publish or ask an instance of it, as {name}(…)")
    if not isinstance(event, Event):
        raise DispatchError(
            f"{event!r} is no event: derive its class from Action, Change, Notice, Query or "
            "Broadcast"
        )
    for name in event._roles_:
        value = getattr(event, name)
        if not (hasattr(value, "_archetype") or (value is None and name != "enactor")):
            raise DispatchError(
                f"{type(event).__name__}.{name} is {value!r}: a role holds an Entity "
                "(world.spawn() returns one)"
            )


def refuse_to_publish(event: Event) -> None:
    """Refuse to publish a Query."""
    if isinstance(event, Query):
        raise DispatchError(
            f"{type(event).__name__} is a Query: ask it with world.ask(), nothing publishes it"
        )


def hearers(kind: type[Event], classes: Iterable[type[Component]]) -> list[Handler]:
    """List the handlers of an event type that any entity of these classes could have."""
    return [h for cls in classes for h in cls._handlers_ if issubclass(kind, h.kind)]


def refuse_ineffective(kind: type[Event], classes: Iterable[type[Component]]) -> NoReturn:
    """Refuse an Action or Change that no handler of any class resolves or applies."""
    name = kind.__name__
    late = [
        str(handler)
        for handler in hearers(kind, classes)
        if standard_phase(handler.priority) is REACT
    ]
    if late:
        remedy = f"{', '.join(late)} only follows what was applied; put it at APPLY"
    else:
        remedy = f"write a handler, @handles({name}, APPLY), or add its class to World(components)"
    raise RegistrationError(
        f"{name} comes to nothing, since no component of this world resolves or applies it: "
        f"{remedy}"
    )


def refuse_to_ask(event: Event) -> None:
    """Refuse to ask what is no Query."""
    if not isinstance(event, Query):
        raise DispatchError(f"{type(event).__name__} is no Query: publish it with world.publish()")
