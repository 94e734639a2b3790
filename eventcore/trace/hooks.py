"""The hooks that a tracer adds to the chains of one event type.

Their code is generated, as attrs generates ``__init__``. A tracer compares every field after every
handler, and a loop over the field names would take most of the time of a traced event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from eventcore.codegen import make_function
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import DONE
from eventcore.tap import HandlingHook, Tap
from eventcore.trace.assemble import Published, Settled
from eventcore.trace.readers import make_reader
from eventcore.trace.span import Who
from eventcore.trace.values import Namer, Value

if TYPE_CHECKING:
    from eventcore.trace.tracer import Tracer


class Hooks(Tap):
    """A tracer's hooks for the events of one type."""

    def __init__(
        self,
        kind: type[Event],
        tracer: Tracer,
        name: Namer | None,
        write: Callable[[Any], Value],
        *,
        thorough: bool = False,
    ) -> None:
        """Prepare the hooks.

        Args:
            kind: The event type.
            tracer: The tracer whose state the hooks read and update.
            name: A function that returns the name of an entity; None to use only ids.
            write: A function that takes a snapshot of a value.
            thorough: Whether the tracer also watches components with handlers.
        """
        roles = kind._roles_
        own = tuple(field for field in kind._fields_ if field not in roles)
        self._tracer = tracer
        self._reader = make_reader(kind, own, write, of_component=False)
        self._has_others = len(roles) > 1
        self._by_id = name is None and not self._has_others
        self._thorough = thorough
        self._everyone = kind._everyone_
        self._names = {
            "DONE": DONE,
            "agenda": tracer._world.agenda,
            "append": tracer._log.append,
            "data": tracer._data,
            "outcome_of": _outcome_of,
            "reader": self._reader,
            "said": Published(kind.__name__, roles, own, tracer._world.turn_length),
            "trace": tracer,
            "players": _make_players(roles, name),
            "listener": _make_listener(name),
            "write": write,
        }
        self._handling: dict[tuple[Handler, bool], HandlingHook] = {}
        self.override(
            published=self._function("published(event)", self._publish()),
            settled=self._function("settled(event)", [*self._look(), *_SETTLE]),
        )

    def handling_for(self, handler: Handler, *, first: bool) -> HandlingHook:
        """Return the hook that records the changes of the last handler and starts the next call."""
        found = self._handling.get((handler, first))
        if found is None:
            # Before the first handler there are no changes to record.
            lines = [*([] if first else self._look()), *self._begin(handler)]
            hook = self._function("handling(event, handler, component)", lines)
            found = self._handling[handler, first] = hook
        return found

    def _function(self, signature: str, lines: Iterable[str]) -> Callable[..., None]:
        body = "".join(f"    {line}\n" for line in lines)
        return make_function(f"def {signature}:\n{body}", {**self._names})

    def _publish(self) -> Iterator[str]:
        """Yield code that records the fields of an event and starts to watch it."""
        who = "event.enactor.id" if self._by_id else "players(event)"
        # This code comes first, since it calls the user's name function. If that function raises
        # an error, the event is not traced.
        yield f"values, who = {self._reader.expression('event')}, {who}"
        yield "cause = event._cause"
        yield "if trace._event is not None: trace._set_aside(cause)"
        yield "trace._planned = agenda.planned"
        entry = "said, event._sequence, agenda._turn, agenda._now, who, values"
        yield "origin = getattr(event, '_origin', 0)"  # scheduled events have no cause
        yield f"if cause is not None: append(({entry}, (cause._sequence, origin)))"
        yield f"elif origin: append(({entry}, (0, origin)))"
        yield f"else: append(({entry}))"
        yield "trace._event = event"
        yield "trace._reader = reader"
        yield "trace._values = values"
        yield "trace._part = trace._beside = None"
        known = "" if self._has_others else "if data.get(event.enactor._archetype, True): "
        yield f"{known}trace._look_beside(event)"

    def _look(self) -> Iterator[str]:
        """Yield code that records what the previous handler changed."""
        yield "if trace._event is not event: trace._come_back_to(event)"
        if self._reader.names:
            yield from self._reader.comparison("event", "trace._values")
            yield "    append((reader, trace._values, new, 0, ''))"
            yield "    trace._values = new"
        yield "if trace._part is not None:"
        yield "    state = trace._part_reader.look(trace._part, trace._state)"
        yield "    if state is not None: trace._note_state(state)"
        yield "if trace._beside is not None: trace._note_beside()"
        yield "if agenda.planned != trace._planned: trace._note_plans()"

    def _begin(self, handler: Handler) -> Iterator[str]:
        """Yield code that starts a call, and watches the component if the handler may change it."""
        reader = self._tracer._reader_for(handler)
        if reader is None:
            yield "trace._part = None"
        else:
            self._names["part_reader"] = reader
            beside = "None if trace._is_beside(component) else " if self._thorough else ""
            yield f"trace._part = {beside}component"
            yield "trace._part_reader = part_reader"
            yield f"trace._state = {reader.expression('component')}"
        one_listener = handler.via == "world" or not self._everyone
        yield f"append({'handler' if one_listener else '(handler, listener(component))'})"


_SETTLE = (
    "append(None if event._outcome is DONE else outcome_of(event))",
    "trace._event = None",
    "if trace._stack: trace._resume()",
)
"""Code that records the outcome of an event and makes its cause the current event again."""


def _outcome_of(event: Event) -> Settled:
    """Return the log entry for the outcome of an event that is not done."""
    by, instead = event.failed_by, event.replacement
    number = 0 if instead is None else instead._sequence
    return Settled(event._outcome, event.reason or "", by, number)


def _make_players(
    roles: tuple[str, ...], name: Namer | None
) -> Callable[[Event], tuple[Who | None, ...]]:
    def players(event: Event) -> tuple[Who | None, ...]:
        found = [getattr(event, role) for role in roles]
        return tuple(
            [None if e is None else Who(e.id, "" if name is None else name(e)) for e in found]
        )

    return players


def _make_listener(name: Namer | None) -> Callable[[Any], Who]:
    def listener(component: Any) -> Who:
        entity = component._entity
        return Who(entity.id, "" if name is None else name(entity))

    return listener
