"""The hooks that a tracer puts into the chains of one event type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eventcore.component import Component
from eventcore.event import Event, is_broadcast
from eventcore.handler import Handler
from eventcore.outcome import DONE
from eventcore.tap import Tap
from eventcore.trace.assemble import Published, Settled
from eventcore.trace.readers import Reader, make_reader
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
            tracer: Whose state they keep.
            name: Names entities.
            write: Takes a snapshot of a value.
            thorough: Whether the components watched beside the event may have handlers too.
        """
        roles = kind._roles_
        own = tuple(field for field in kind._fields_ if field not in roles)
        self._tracer = tracer
        self._agenda = tracer._world.agenda
        self._append = tracer._log.append
        self._reader: Reader = make_reader(kind, own, write, of_component=False)
        self._said = Published(kind.__name__, roles, own)
        self._has_others = len(roles) > 1
        self._by_id = name is None and not self._has_others
        self._thorough = thorough
        self._everyone = is_broadcast(kind)
        self._roles = roles
        self._name = name

    def published(self, event: Event) -> None:
        """Write down the fields of an event, and begin to watch it."""
        trace = self._tracer
        cause = event._cause
        if trace._event is not None:
            trace._set_aside(cause)
        trace._planned = self._agenda.planned
        trace._event = event
        trace._reader = reader = self._reader
        trace._values = values = reader.read(event)
        trace._part = trace._beside = None
        who = event.enactor.id if self._by_id else self._players(event)
        entry = self._said, event._sequence, self._agenda._turn, who, values
        # A scheduled event has an origin and no cause.
        origin = getattr(event, "_origin", 0)
        if cause is not None:
            self._append((*entry, (cause._sequence, origin)))
        else:
            self._append((*entry, (0, origin)) if origin else entry)
        if self._has_others or trace._data.get(event.enactor._archetype, True):
            trace._look_beside(event)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note what the handler before has changed, and begin to watch this one's component."""
        trace = self._tracer
        if trace._event is not event:
            trace._come_back_to(event)
        trace._note(event)
        reader = trace._reader_for(handler)
        if reader is None:
            trace._part = None
        else:
            beside = self._thorough and trace._is_beside(component)
            trace._part = None if beside else component
            trace._part_reader = reader
            trace._state = reader.read(component)
        if self._everyone and handler.via != "world":
            entity = component.entity
            name = "" if self._name is None else self._name(entity)
            self._append((handler, Who(entity.id, name)))
        else:
            self._append(handler)

    def settled(self, event: Event) -> None:
        """Note the event's outcome, and go back to the event that caused it."""
        trace = self._tracer
        if trace._event is not event:
            trace._come_back_to(event)
        trace._note(event)
        self._append(None if event._outcome is DONE else _outcome_of(event))
        trace._event = None
        if trace._stack:
            trace._resume()

    def _players(self, event: Event) -> tuple[Who | None, ...]:
        """Return the entities in the event's roles, with their names."""
        name = self._name
        found = [getattr(event, role) for role in self._roles]
        return tuple(
            [None if e is None else Who(e.id, "" if name is None else name(e)) for e in found]
        )


def _outcome_of(event: Event) -> Settled:
    """Write down the outcome of an event that is not done."""
    by, instead = event.failed_by, event.replacement
    number = 0 if instead is None else instead._sequence
    return Settled(event._outcome, event.reason or "", by, number)
