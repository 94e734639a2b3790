"""Build spans from a tracer's log. The log has an entry for each step, in order.

An event's first entry is its ``Record``, and its last entry is ``SETTLED`` or ``BROKEN``. A call's
entry holds the handler and, in a broadcast, the entity whose component handles the event. The
call's changes, plans and draws follow. A change is a tuple that begins with a ``Reader``.

Readers detect changed fields. Most fields have an immutable type, such as a number or a string, and
are compared by identity. Any other value is converted to text each time, so that the reader notices
in-place changes, such as an item added to a list. A tracer reads every field after every handler.
To save time, each reader generates code for its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from eventcore.codegen import make_function
from eventcore.component import Component
from eventcore.event import Event, name_of
from eventcore.handler import Handler
from eventcore.schema.hints import immutable_fields
from eventcore.trace.span import Call, Draw, FieldChange, NamedEntity, Plan, Span, is_internal
from eventcore.trace.values import Value, as_value

SETTLED: Final = "settled"
BROKEN: Final = "broken off"  # the last entry of an event that an error ended


class Reader:
    """Reads the fields of instances of one class, except an event's roles.

    Attributes:
        names: The names of the fields, in the order in which they are read.
        read: A function that returns an instance's field values as a tuple.
        look: A function that takes an instance and a tuple of its earlier values. It returns the
            same tuple if no field has changed, or else a tuple of the current values.
    """

    __slots__ = ("_component", "_internal", "_reads", "look", "names", "read")

    def __init__(self, write: Callable[[Any], Value], cls: Any) -> None:
        """Generate ``read`` and ``look``, which use ``write`` to convert mutable values to text."""
        roles, immutable = getattr(cls, "_roles_", ()), immutable_fields(cls)
        self.names: tuple[str, ...] = tuple(name for name in cls._fields_ if name not in roles)
        self._reads = [
            (f"{{}}.{name}", "is not") if name in immutable else (f"write({{}}.{name})", "!=")
            for name in self.names
        ]
        self._component = cls.__name__ if issubclass(cls, Component) else ""
        self._internal = bool(self._component) and is_internal(cls)
        functions: dict[str, Any] = {"write": write}
        values = self.values("it")
        make_function(
            f"def read(it):\n    return {values}\n"
            f"def look(it, known):\n    return {values} if {self.differs('it')} else known\n",
            functions,
        )
        self.read: Callable[[Any], tuple[Any, ...]] = functions["read"]
        self.look: Callable[[Any, tuple[Any, ...]], tuple[Any, ...]] = functions["look"]

    def values(self, it: str) -> str:
        """Return Python code that reads all fields of the object named ``it`` into a tuple."""
        return f"({''.join(f'{read.format(it)}, ' for read, _ in self._reads)})"

    def differs(self, it: str) -> str:
        """Return Python code that compares the fields of the object named ``it`` with ``known``."""
        reads = enumerate(self._reads)
        tests = [f"{read.format(it)} {differs} known[{n}]" for n, (read, differs) in reads]
        return " or ".join(tests) or "False"

    def changes(
        self, before: Any, after: Any, owner: NamedEntity | None, handler: Handler | None
    ) -> Iterator[FieldChange]:
        """Yield a change for each field whose value differs between ``before`` and ``after``."""
        entity, named = (0, "") if owner is None else (owner.id, str(owner))
        internal = self._internal and handler is not None and is_internal(handler.component)
        for name, then, now in zip(self.names, before, after, strict=True):
            old, new = as_value(then), as_value(now)
            if then is not now and old != new:  # ignore equal values, such as 1 and True
                yield FieldChange(name, old, new, self._component, entity, named, internal)


@attrs.define(eq=False, init=False, weakref_slot=False)
class Record:
    """An event's entry in the log, with the data that the tracer needs while the event runs."""

    event: Event  # its outcome and roles are read when the spans are built
    outer: Record | None  # the record of the event during which this event was published, if any
    names: tuple[str | None, ...]
    now: int  # the time at which the event was published, in units
    reader: Reader
    look: Callable[[Event | None], None]  # records the running handler's changes
    first: tuple[Any, ...]  # the values of the event's fields when it was published
    known: tuple[Any, ...]  # the values of the event's fields when they were last read
    # The watched components of the entities in the event's roles. Each item contains a reader, a
    # component, and the values of the component's fields when they were last read.
    beside: Sequence[list[Any]]
    parts: Sequence[list[Any]]  # like ``beside``, but with the component of the running handler


def make_spans(log: Sequence[Any], turn_length: int) -> tuple[Span, ...]:
    """Return a span for each finished event in a log, ordered by event number."""
    names = {x.event.sequence: name_of(x.event) for x in log if isinstance(x, Record)}
    running: list[list[tuple[int, Any]]] = []  # the steps of each event that has not ended yet
    spans: list[Span] = []
    for step, entry in enumerate(log):
        if isinstance(entry, Record):
            running.append([])
        running[-1].append((step, entry))
        if entry in (SETTLED, BROKEN):
            spans.append(_span(running.pop(), turn_length, names))
    return tuple(sorted(spans, key=lambda span: span.sequence))


def _span(steps: Sequence[tuple[int, Any]], turn_length: int, names: Mapping[int, str]) -> Span:
    (began, record), *middle, (ended, end) = steps
    event: Event = record.event
    roles = [
        (role, entity and NamedEntity(entity.id, name or ""))
        for role, name in zip(event._roles_, record.names, strict=True)
        for entity in [getattr(event, role)]
    ]
    calls: list[tuple[int, Any, list[Any]]] = []
    effects: list[FieldChange | Plan | Draw] = []  # the effects of the most recent call
    for step, entry in middle:
        match entry:
            case Plan() | Draw():
                effects.append(entry)
            case (Reader() as reader, before, after, entity, name):
                owner = entity and NamedEntity(entity.id, name or "")
                handler = calls[-1][1][0] if calls else None
                effects += reader.changes(before, after, owner, handler)
            case _:
                effects = []
                calls.append((step, entry if isinstance(entry, tuple) else (entry,), effects))
    outcome, reason, by, instead = None, "", None, None
    if end is SETTLED:
        outcome, reason = event.outcome, event.reason or ""
        by, instead = event.failed_by, event.replacement
    refusal = None
    if by is not None:
        # A broadcast may call this handler several times. Usually, the last call refused the event.
        # If the handler also runs for refused events, the first call refused the event.
        refusals = [step for step, (handler, *_), _ in calls if handler is by]
        refusal = refusals[0 if by.always else -1]
    return Span(
        sequence=event.sequence,
        event=type(event).__name__,
        turn=record.now // turn_length,
        cause=0 if event.cause is None else event.cause.sequence,
        origin=event.origin,
        scheduler=names.get(event.origin, f"event #{event.origin}") if event.origin else "",
        roles=tuple(roles),
        fields=tuple(zip(record.reader.names, map(as_value, record.first), strict=True)),
        calls=tuple(_call(*call, refused=call[0] == refusal) for call in calls),
        outcome=outcome,
        reason=reason,
        by="" if by is None else by.label,
        replacement="" if instead is None else name_of(instead),
        began=began,
        ended=ended,
        time=record.now if record.now % turn_length else None,
    )


def _call(step: int, entry: tuple[Any, ...], effects: Sequence[Any], *, refused: bool) -> Call:
    handler, *recipient = entry
    if not (recipient or effects):  # most calls have neither
        return Call(handler, step, refused)
    return Call(
        handler,
        began=step,
        refused=refused,
        recipient=NamedEntity(recipient[0].id, recipient[1] or "") if recipient else None,
        changes=tuple(effect for effect in effects if isinstance(effect, FieldChange)),
        plans=tuple(effect for effect in effects if isinstance(effect, Plan)),
        draws=tuple(effect for effect in effects if isinstance(effect, Draw)),
    )
