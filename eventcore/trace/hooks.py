"""What a tracer does at each event and handler, as the lines that stand in the chains.

What is known of an event type and a handler is written into them: which fields there are
to look at, and who says them. All else is left to the tracer's methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from eventcore.dispatch.inline import Inline
from eventcore.event import Event, is_broadcast
from eventcore.handler import Handler
from eventcore.outcome import DONE
from eventcore.trace.assemble import Published, Settled
from eventcore.trace.readers import Reader, make_reader
from eventcore.trace.span import Who
from eventcore.trace.values import Namer, Value

if TYPE_CHECKING:
    from eventcore.trace.tracer import Tracer

_INDENT = "    "


class Hooks(Inline):
    """A tracer's hooks for the events of one type."""

    def __init__(
        self,
        kind: type[Event],
        tracer: Tracer,
        name: Namer | None,
        write: Callable[[Any], Value],
        read: Callable[[Handler], Reader | None],
        *,
        thorough: bool = False,
    ) -> None:
        """Prepare to write the hooks.

        Args:
            kind: The event type.
            tracer: Whose state they keep.
            name: Says what entities are called.
            write: Takes a snapshot of a value.
            read: Gives the reader of a handler's component; None where there is nothing
                to look at.
            thorough: Whether the components beside the event may be those of its handlers.
        """
        roles = kind._roles_
        own = tuple(field for field in kind._fields_ if field not in roles)
        self._reader = make_reader(kind, own, write, of_component=False)
        self._has_others = len(roles) > 1
        self._by_id = name is None and not self._has_others
        self._read = read
        self._thorough = thorough
        self._everyone = is_broadcast(kind)
        super().__init__(
            {
                "DONE": DONE,
                "agenda": tracer._world.agenda,
                "append": tracer._log.append,
                "data": tracer._data,
                "outcome_of": _outcome_of,
                "reader": self._reader,
                "said": Published(kind.__name__, roles, own),
                "trace": tracer,
                "who": _make_who(roles, name),
                "whose": _make_whose(name),
                "write": write,
            }
        )

    def write(self, hook: str, handler: Handler | None) -> Sequence[str]:
        """Give the lines of a hook."""
        if hook == "published":
            return tuple(self._publish())
        if hook == "settled":
            return (*self._look(), *_SETTLE)
        if hook == "handling" and handler is not None:
            return (*self._look(), *self.write_first(handler))
        return ()

    def write_first(self, handler: Handler) -> Sequence[str]:
        """Give the lines for a chain's first handler: nothing can have changed before it."""
        in_role = handler.via == "world" or not self._everyone
        said = "handler" if in_role else "(handler, whose(component))"
        return (*self._begin(handler), f"append({said})")

    def _publish(self) -> Iterator[str]:
        """Write down what an event says, and begin to look at it."""
        yield "if trace._event is not None: trace._set_aside(event._cause)"
        yield "trace._planned = agenda.planned"
        yield "trace._event = event"
        yield "trace._reader = reader"
        yield f"trace._values = _values = {self._reader.expression('event')}"
        yield "trace._part = trace._beside = None"
        who = "event.enactor.id" if self._by_id else "who(event)"
        said = f"said, event._sequence, agenda._turn, {who}, _values"
        yield "_cause = event._cause"
        yield "_origin = getattr(event, '_origin', 0)"  # what was scheduled has one and no cause
        yield f"if _cause is not None: append(({said}, (_cause._sequence, _origin)))"
        yield f"elif _origin: append(({said}, (0, _origin)))"
        yield f"else: append(({said}))"
        known = "" if self._has_others else "if data.get(event.enactor._archetype, True): "
        yield f"{known}trace._look_beside(event)"

    def _look(self) -> Iterator[str]:
        """Note what the handler before has changed."""
        yield "if trace._event is not event: trace._come_back_to(event)"
        if self._reader.names:
            yield from self._reader.comparison("event", "trace._values")
            yield f"{_INDENT}append((reader, trace._values, _new, 0, ''))"
            yield f"{_INDENT}trace._values = _new"
        yield "if trace._part is not None:"
        yield f"{_INDENT}_state = trace._part_reader.look(trace._part, trace._state)"
        yield f"{_INDENT}if _state is not None: trace._note_state(_state)"
        yield "if trace._beside is not None: trace._note_beside()"
        yield "if agenda.planned != trace._planned: trace._note_plans()"

    def _begin(self, handler: Handler) -> Iterator[str]:
        """Look at what a handler may change."""
        reader = self._read(handler)
        if reader is None:
            yield "trace._part = None"
            return
        name = f"reader_of_{handler.component.__name__}"
        self.names[name] = reader
        # Without ``thorough``, what is watched beside the event has no handlers.
        watched = "None if trace._is_beside(component) else " if self._thorough else ""
        yield f"trace._part = {watched}component"
        yield f"trace._part_reader = {name}"
        yield f"trace._state = {reader.expression('component')}"


_SETTLE = (
    "append(None if event._outcome is DONE else outcome_of(event))",
    "trace._event = None",
    "if trace._stack: trace._resume()",
)
"""Note what has become of an event, and go back to the one that caused it."""


def _outcome_of(event: Event) -> Settled:
    """Write down what has become of an event that is not done."""
    by, instead = event.failed_by, event.replacement
    number = 0 if instead is None else instead._sequence
    return Settled(event._outcome, event.reason or "", by, number)


def _make_who(
    roles: tuple[str, ...], name: Namer | None
) -> Callable[[Event], tuple[Who | None, ...]]:
    def who(event: Event) -> tuple[Who | None, ...]:
        found = [getattr(event, role) for role in roles]
        return tuple(
            [None if e is None else Who(e.id, "" if name is None else name(e)) for e in found]
        )

    return who


def _make_whose(name: Namer | None) -> Callable[[Any], Who]:
    def whose(component: Any) -> Who:
        entity = component._entity
        return Who(entity.id, "" if name is None else name(entity))

    return whose
