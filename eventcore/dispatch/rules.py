"""Apply the rules of dispatch other than handler order, and raise errors for misused events.

The generated chains and the plain loop both call these functions, so no rule is written twice.
"""

from __future__ import annotations

import sys
from _thread import get_ident
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

import attrs

from eventcore.entity import Entity
from eventcore.errors import CascadeError, DispatchError, RegistrationError
from eventcore.event import Event, Query, cascade, is_class_of, name_of
from eventcore.observers import OBSERVER_NOTE
from eventcore.outcome import CONTINUE, DONE, ERROR, FAILED, REPLACED, SCHEDULED, UNHANDLED
from eventcore.schema.hints import CONTAINERS, hints_of, kinds_in

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.dispatch.bus import Bus
    from eventcore.dispatch.preview import PreviewWorld
    from eventcore.handler import Handler

Publisher: TypeAlias = "Bus | PreviewWorld"
_WHILE: Final = "while dispatching "
_MOST_CAUSES: Final = 11  # how many causes the note on a query's error may list

CHAIN: Final = "<eventcore"  # the file names of generated chains begin with this text
_LOOP: Final = ("eventcore.dispatch.loop", "run")  # the function that runs chains in debug mode
_ONE_THREAD: Final = (
    "a world belongs to one thread at a time: publish in that thread, and send it the events of "
    "other threads, for example through a queue.Queue"
)


class Observing(Event):
    """A placeholder that replaces the current event while observers run."""


class Previewing(Observing):
    """A placeholder that replaces the current event in a preview, so that changes are refused."""


def enter_nested(event: Event, cause: Event, bus: Publisher) -> None:
    if bus._thread != get_ident():
        bus.claim(event)
    if not isinstance(event, Query):
        if cause._outcome is not DONE:
            refuse_above_the_line(cause, event)
        event._cause = cause
    event._depth = cause._depth + 1
    if event._depth > bus.depth_limit:
        if isinstance(event, Query):
            raise CascadeError(
                f"{name_of(cause)} asked {type(event).__name__} more than {bus.depth_limit} levels "
                "deep: queries that keep asking each other never get an answer"
            )
        raise CascadeError(f"events are nested more than {bus.depth_limit} deep: {cascade(event)}")


def note_refusal(event: Event, handler: Handler, bus: Publisher) -> None:
    """Record the handler that refused an event, and publish the replacement if there is one."""
    if event._outcome is CONTINUE or event.failed_by is not None:
        return
    event._by = handler
    if event._outcome is REPLACED:
        publish_replacement(event, bus)


def publish_replacement(event: Event, bus: Publisher) -> None:
    """Publish the replacement of an event. If the replacement fails, the event fails too."""
    replacement = bus.publish(event._replacement)  # type: ignore[type-var]  # not a Query
    if replacement._outcome is FAILED:
        event._outcome = FAILED
        event._reason = replacement._reason


def fail_unhandled(event: Event, world: Publisher) -> None:
    """Fail an event. Raise RegistrationError if the event needs a rule that the world lacks."""
    if event._setup_:
        kind, classes = type(event), world.root._archetype.own
        if not any(issubclass(kind, h.kind) for cls in classes for h in cls._handlers_):
            raise RegistrationError(f"no handler applies {kind.__name__}: {event._setup_}")
    fail(event, UNHANDLED)


def fail(event: Event, reason: str) -> None:
    event._outcome = FAILED
    event._reason = reason
    event._by = None


def fail_for_error(event: Event) -> None:
    """Mark an event as failed if an error ended its chain above the commit line."""
    if event._outcome is REPLACED:
        replacement = event._replacement
        if replacement._outcome is CONTINUE or replacement._outcome is FAILED:
            event._outcome = FAILED
            event._reason = getattr(replacement, "_reason", ERROR)
    elif event._outcome is CONTINUE:
        fail(event, ERROR)


def note_where(
    error: BaseException, event: Event, handler: Handler | None, doing: str = _WHILE
) -> None:
    """Add a note with the handler, the event and its causes, unless the error has such a note."""
    notes: list[str] = getattr(error, "__notes__", [])
    for place, note in enumerate(notes):
        if note.startswith((doing, OBSERVER_NOTE)):
            # The note was written before this query had a cause, so add the causes to it now.
            if note.endswith(f" ← {name_of(event)}") and event._cause is not None:
                full = note.count(" ← ") >= _MOST_CAUSES
                notes[place] = f"{note} ← {'…' if full else cascade(event._cause)}"
            return
    where = f"{event.enactor!r} in {handler}" if handler else repr(event.enactor)
    error.add_note(f"{doing}{name_of(event)} of {where}; cascade: {cascade(event)}")


# Check events and queries before the bus runs their chains


def check_event(event: Any) -> None:
    """Raise DispatchError unless the argument is an unused event with entities in its roles."""
    if is_class_of(event, Event):
        name = event.__name__
        raise DispatchError(f"{name} is a class: publish or ask an instance, such as {name}(…)")
    if not isinstance(event, Event):
        raise DispatchError(
            f"{event!r} is not an event: derive its class from Action, Change, Notice, Query or "
            "Broadcast"
        )
    for name in event._roles_:
        value = getattr(event, name)
        if not (hasattr(value, "_archetype") or (value is None and name != "enactor")):
            raise DispatchError(
                f"{type(event).__name__}.{name} is {value!r}: a role must hold an Entity "
                "(world.spawn() returns one)"
            )
    if event._outcome is not CONTINUE:
        refuse_used(event)


def check_published(event: Any) -> None:
    check_event(event)
    if isinstance(event, Query):
        raise DispatchError(f"{type(event).__name__} is a Query: ask it with world.ask()")


def check_asked(query: Any) -> None:
    check_event(query)
    if not isinstance(query, Query):
        raise DispatchError(f"{type(query).__name__} is not a Query: use world.publish()")


def refuse_used(event: Event) -> NoReturn:
    why = "has already been used: it can be published once, and only its handlers may refuse it;"
    if event._outcome is SCHEDULED and event._cause is not None:
        why = "is deferred: the bus publishes it after the outermost chain;"
    elif event._outcome is SCHEDULED:
        why = "is scheduled: the bus publishes it when it is due; cancel it first, or"
    raise DispatchError(f"{event!r} {why} create another event")


def refuse_above_the_line(current: Event, action: Event | str, phase: str = "RESOLVE") -> None:
    """Raise DispatchError if the current event may still fail, or if an observer is running.

    ``action`` is the event to publish, or a phrase that begins the error message. ``phase`` is the
    first phase in which the action is allowed.
    """
    # After a refusal, `always` handlers may publish, but the handler that refused may not. If
    # `_by` is set, the refusing handler has returned, so an `always` handler is running.
    if current._outcome is DONE or (hasattr(current, "_by") and not isinstance(current, Query)):
        return
    if isinstance(action, Event):
        action = f"{type(action).__name__} published"
    if type(current) is Previewing:
        why = (
            "in a preview: a handler before APPLY must not change anything, and may publish only "
            "with the world that it gets as its argument"
        )
    elif type(current) is Observing:
        why = "by an observer: observers must not change anything; write a REACT handler instead"
    elif isinstance(current, Query):
        why = (
            f"while {type(current).__name__} is asked: a query must not change anything; do it in "
            f"a handler of an Action, Change or Notice, at {phase} or later"
        )
    else:
        # Do not suggest event.replace() for a random draw.
        instead = "use event.replace(), or do" if phase == "RESOLVE" else "do"
        why = (
            f"while {type(current).__name__} is above its commit line: {instead} it at {phase} or "
            "later (a failed event changes nothing)"
        )
    raise DispatchError(f"{action} {why}")


def refuse_rule(cls: type[Component]) -> NoReturn:
    name = cls.__name__
    why = f"{name} has only via='world' handlers, which run only on components of world.root"
    remedy = "remove via='world'"
    for handler in cls._handlers_:
        if handler.kind._of_root_:
            why = f"{handler} would never run: only world.root gets a {handler.kind.__name__}"
            remedy = f"loop over world.having({name}) in a rule of world.root"
    raise RegistrationError(f"{why}: attach {name} to world.root, or {remedy}")


# Entities from other worlds


def refuse_foreign(kind: type[Event]) -> NoReturn:
    raise DispatchError(
        f"{kind.__name__} has an entity from another world in a role: publish or ask it in the "
        "world that spawned the entities in all of its roles"
    )


def refuse_foreign_field(holder: Any, name: str, home: object) -> None:
    value = getattr(holder, name, None)
    items: Any = (value,)
    if isinstance(value, dict):
        items = (*value, *value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        items = value
    if any(isinstance(item, Entity) and item._archetype.home is not home for item in items):
        raise DispatchError(
            f"{type(holder).__name__}.{name} holds an entity from another world: use an entity "
            "that this world spawned, or its id"
        )


def refuse_foreign_fields(holder: Any, home: object) -> None:
    for name in entity_fields(holder.__class__):
        refuse_foreign_field(holder, name, home)


@lru_cache(maxsize=4096)
def entity_fields(cls: Any) -> dict[str, bool]:
    """Return the fields that may hold entities, except roles, and whether each is a container."""
    hints, roles = hints_of(cls), getattr(cls, "_roles_", ())
    unset = {f.name for f in attrs.fields(cls) if not f.init and f.default is attrs.NOTHING}
    names = [name for name in cls._fields_ if name not in roles and name not in unset]
    kinds = {name: [*kinds_in(hints[name])] for name in names}
    return {
        name: any(k in CONTAINERS for k in held) for name, held in kinds.items() if Entity in held
    }


# A world belongs to one thread at a time. Only nested events are checked, because checking every
# event would make publishing 5% slower. This is enough, because an event that a second thread
# publishes during a dispatch looks nested. If two nested events in a row come from different
# threads, the second thread's stack must contain a running chain. When a nested chain ends, its
# event must still be the current event. After an error, the bus searches all threads for running
# chains.


def claim_thread(bus: Bus, entering: Event | None) -> int:
    """Return the id of this thread, or raise DispatchError if another thread is dispatching."""
    if not _is_on(sys._getframe(1), bus, entering):
        use = "the world was used" if entering is None else f"{type(entering).__name__} was sent"
        raise DispatchError(f"{use} while another thread was dispatching: {_ONE_THREAD}")
    return get_ident()


def is_dispatching(bus: Bus) -> bool:
    return any(_is_on(frame, bus) for frame in sys._current_frames().values())


def refuse_crossing(event: Event) -> NoReturn:
    raise DispatchError(
        f"another thread dispatched an event during the dispatch of {name_of(event)}: {_ONE_THREAD}"
    )


def _is_on(frame: FrameType | None, bus: Bus, entering: Event | None = None) -> bool:
    while frame is not None:
        code = frame.f_code
        name = (frame.f_globals.get("__name__"), code.co_name)
        if code.co_filename.startswith(CHAIN) or name == _LOOP:
            variables = frame.f_locals
            if variables.get("world") is bus and variables["event"] is not entering:
                return True
        frame = frame.f_back
    return False
