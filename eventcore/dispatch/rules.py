"""What happens to an event besides its handlers.

The generated chains and the loop share these functions, so the rules of publishing, failing and
replacing exist once. Below them stand the checks that refuse misuse.
"""

from __future__ import annotations

import types
from _thread import get_ident
from collections.abc import Iterable
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NoReturn,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)  # fmt: skip

import attrs

from eventcore.entity import Entity
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
from eventcore.schema.hints import hints_of

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.dispatch.bus import Bus
    from eventcore.dispatch.preview import PreviewWorld
    from eventcore.handler import Handler

Publisher: TypeAlias = "Bus | PreviewWorld"


class Observing(Event):
    """The current event while observers run; never published."""


class Previewing(Observing):
    """The current event while a preview runs; never published.

    It makes everything that handlers reach past their stand-in world, such as the handle of a
    scheduled event, refuse changes as it does above the commit line.
    """


def enter_nested(event: Event, cause: Event, bus: Publisher) -> None:
    """Give a nested event its cause and depth."""
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
    """Give a query that is asked during a dispatch its depth."""
    if bus._thread != get_ident():
        bus.claim(query)
    query._depth = cause._depth + 1
    if query._depth > bus.depth_limit:
        refuse_depth(query, cause, bus)


def note_refusal(event: Event, handler: Handler, bus: Publisher) -> None:
    """Record the first handler that refuses an event, and publish the replacement."""
    if event._outcome is CONTINUE or event.failed_by is not None:
        return
    event._by = handler
    if event._outcome is REPLACED:
        publish_replacement(event, bus)


def publish_replacement(event: Event, bus: Publisher) -> None:
    """Publish the replacement of an event, and adopt its failure."""
    replacement = bus.publish(event._replacement)  # type: ignore[type-var]  # it is not a Query
    if replacement._outcome is FAILED:
        event._outcome = FAILED
        event._reason = replacement._reason


def fail_unhandled(event: Event) -> None:
    """Fail an event that no handler resolves or applies.

    Raises:
        RegistrationError: The rule of the world that applies the event was never added.
    """
    if event._setup_:
        rules = event.enactor._archetype.home.root._archetype.own  # type: ignore[attr-defined]
        if not subscribers(type(event), rules):  # otherwise the rule is muted
            raise RegistrationError(f"{type(event).__name__} comes to nothing: {event._setup_}")
    event._outcome = FAILED
    event._reason = UNHANDLED
    event._by = None


def fail_for_gone(event: Event) -> None:
    """Fail an event whose actor or target has left the world."""
    event._outcome = FAILED
    event._reason = GONE


def fail_for_error(event: Event) -> None:
    """Mark an event as failed if an error ended it, or its replacement, above the commit line."""
    if event._outcome is REPLACED:
        replacement = event._replacement
        if replacement._outcome is CONTINUE or replacement._outcome is FAILED:
            event._outcome = FAILED
            event._reason = getattr(replacement, "_reason", ERROR)
    elif event._outcome is CONTINUE:
        event._outcome = FAILED
        event._reason = ERROR


def release_deferred(event: Event) -> None:
    """Allow a deferred event that an error has dropped to be published again."""
    event._outcome, event._cause = CONTINUE, None


# Checks of what is published or asked


def refuse_used(event: Event) -> None:
    if event._outcome is not CONTINUE:
        refuse_second_use(event)


def refuse_second_use(event: Event) -> NoReturn:
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


def refuse_above_the_line(current: Event, what: Event | str) -> None:
    """Refuse an action while the current event may still fail, or observers run."""
    # A handler that has just refused the event is still above the line: the bus has not recorded
    # the handler in `_by` yet.
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
    """Refuse a change in a preview, or an event published past the stand-in world."""
    if isinstance(what, Event):
        raise DispatchError(
            f"{type(what).__name__} published in a preview: publish it by the world that the "
            "handler is given"
        )
    raise DispatchError(f"{what} in a preview: handlers before APPLY publish, and change nothing")


def refuse_depth(query: Query, cause: Event, bus: Publisher) -> NoReturn:
    raise CascadeError(
        f"{type(query).__name__} lies more than {bus.depth_limit} deep: {name_of(cause)} asked it, "
        "and questions that ask each other have no answer"
    )


def refuse_unroutable(event: Any) -> None:
    """Refuse objects that are not events, and roles without an entity."""
    if is_class_of(event, Event):
        name = event.__name__
        raise DispatchError(f"{name} is a class: publish or ask an instance of it, as {name}(…)")
    if not isinstance(event, Event):
        raise DispatchError(
            f"{event!r} is not an event: derive its class from Action, Change, Notice, Query or "
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
    if isinstance(event, Query):
        raise DispatchError(
            f"{type(event).__name__} is a Query: ask it with world.ask(), nothing publishes it"
        )


def refuse_to_ask(event: Event) -> None:
    if not isinstance(event, Query):
        raise DispatchError(
            f"{type(event).__name__} is not a Query: publish it with world.publish()"
        )


def subscribers(kind: type[Event], classes: Iterable[type[Component]]) -> list[Handler]:
    """Return the handlers of an event type that any entity of these classes could have."""
    return [h for cls in classes for h in cls._handlers_ if issubclass(kind, h.kind)]


def refuse_ineffective(kind: type[Event], classes: Iterable[type[Component]]) -> NoReturn:
    """Refuse an Action or Change that no handler of any class resolves or applies."""
    name = kind.__name__
    handlers = subscribers(kind, classes)
    late = [str(handler) for handler in handlers if standard_phase(handler.priority) is REACT]
    if late:
        remedy = f"{', '.join(late)} only follows what was applied; put it at APPLY"
    else:
        remedy = f"write a handler, @handles({name}, APPLY), or add its class to World(components)"
    raise RegistrationError(
        f"{name} comes to nothing, since no component of this world resolves or applies it: "
        f"{remedy}"
    )


# Entities of another world


def refuse_foreign(kind: type[Event]) -> NoReturn:
    raise DispatchError(
        f"{kind.__name__} of an entity of another world: publish and ask in the world that "
        "spawned the entities in all of its roles"
    )


def refuse_foreign_event(event: Event) -> NoReturn:
    refuse_foreign(type(event))


def refuse_foreign_field(holder: Any, name: str, home: object) -> None:
    """Refuse an event or component with an entity of another world in a field."""
    if holds_foreign(getattr(holder, name), home):
        raise DispatchError(
            f"{type(holder).__name__}.{name} holds an entity of another world: give one that "
            "this world spawned, or the id"
        )


def refuse_foreign_fields(holder: Any, home: object) -> None:
    for name in entity_fields(holder.__class__):
        refuse_foreign_field(holder, name, home)


def holds_foreign(value: Any, home: object) -> bool:
    """Return whether a value is or contains an entity that does not belong to a router's world."""
    if isinstance(value, Entity):
        return value._archetype.home is not home
    if isinstance(value, dict):
        value = (*value, *value.values())
    elif not isinstance(value, list | tuple | set | frozenset):
        return False
    return any(isinstance(item, Entity) and item._archetype.home is not home for item in value)


@lru_cache(maxsize=4096)
def entity_fields(cls: Any) -> dict[str, bool]:
    """Return the non-role fields annotated with entities; True for a list, tuple or dict."""
    hints, roles = hints_of(cls), getattr(cls, "_roles_", ())
    unset = {f.name for f in attrs.fields(cls) if not f.init and f.default is attrs.NOTHING}
    names = [name for name in cls._fields_ if name not in roles and name not in unset]
    depths = {name: _entity_depth(hints.get(name)) for name in names}
    return {name: depth > 1 for name, depth in depths.items() if depth}


def _entity_depth(hint: Any) -> int:
    """Return 1 for an entity, 2 for a container of entities, and 0 for anything else."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Entity:
        return 1
    if origin is Annotated:
        return _entity_depth(parts[0])
    if origin in (Union, types.UnionType):
        return max(map(_entity_depth, parts))
    if origin in (list, tuple, dict) and any(_entity_depth(part) == 1 for part in parts):
        return 2
    return 0
