"""Filter events, summarize them, and turn them into rows for display."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

import attrs

from eventcore.outcome import Outcome
from eventcore.trace import Span, Tree
from eventcore.trace.span import Call, FieldChange
from eventcore.trace.tree import changes_of, effects_of, headline
from eventcore.trace.values import WHOLE, Value, Written, show

_INDENT = "  "
_LONGEST = 16  # the maximum length of a value in a summary
_MOST_EFFECTS = 6  # the maximum number of effects in a summary

QUIET: Final = "(events that change nothing)"  # a choice in the list of types


class Kind(Enum):
    """A kind of row. Its value is the style of the row's text."""

    EVENT = "bold"
    REFUSED = "bold italic $warning"
    HANDLER = ""
    CHANGE = "$success"
    NOTE = "dim"
    ERROR = "bold $error"


@attrs.frozen
class Pin:
    """An entity's field (``Component.field``), whose value can be shown for each turn."""

    entity: int
    field: str
    name: str = attrs.field(default="", eq=False)


@attrs.frozen
class Row:
    text: str  # may contain control characters
    kind: Kind = Kind.NOTE
    event: int = 0  # the number of the event that the row describes, or 0
    handler: str = ""  # the handler that the row describes, as ``Component.method``, if any
    pin: Pin | None = None  # the field that the user can pin when this row is selected, if any
    differs: bool = False  # whether this row was missing from the state one turn earlier


@attrs.define
class EventFilter:
    types: set[str] = attrs.Factory(set)
    entity: tuple[int, str] | None = None

    def keeps(self, span: Span) -> bool:
        quiet = span.outcome is Outcome.DONE and not any(c.changes or c.plans for c in span.calls)
        if span.event in self.types or (quiet and QUIET in self.types):
            return False
        ids = {entity.id for _, entity in span.roles if entity is not None}
        return self.entity is None or self.entity[0] in ids

    def apply(self, tree: Tree) -> Tree:
        """Return a tree of the visible events, each below its nearest visible cause."""
        shown, cause_of = list[Span](), dict[int, int]()
        for span in tree.spans:  # causes come before their effects
            cause = cause_of.get(span.cause, span.cause)
            if self.keeps(span):
                shown.append(attrs.evolve(span, cause=cause))
            else:
                cause_of[span.sequence] = cause
        return Tree(shown)

    def __str__(self) -> str:
        names = sorted(self.types)
        hidden = f"hidden: {', '.join(names[:3])}{' …' if names[3:] else ''}" if names else ""
        only = f"only {self.entity[1]}" if self.entity is not None else ""
        return "; ".join(filter(None, [hidden, only]))


def tree_rows(tree: Tree, spans: Sequence[Span] | None = None, margin: str = "") -> Iterator[Row]:
    for span in tree.roots if spans is None else spans:
        yield _event_row(span, margin)
        for step in tree.steps(span):
            if isinstance(step, Span):
                yield from tree_rows(tree, [step], margin + _INDENT)
            elif effects := effects_of(step, span):
                text = f"{margin}{_INDENT}{step.label}  {effects}"
                pin = next(filter(None, map(_pin, step.changes)), None)
                yield Row(text, Kind.HANDLER, span.sequence, step.handler.label, pin)


def _event_row(span: Span, margin: str) -> Row:
    kind = Kind.EVENT if span.outcome is Outcome.DONE else Kind.REFUSED
    return Row(f"{margin}{headline(span)}", kind, span.sequence)


def _pin(change: FieldChange) -> Pin | None:
    return Pin(change.entity, change.label, change.owner) if change.component else None


def chain_rows(tree: Tree, span: Span) -> Iterator[Row]:
    causes = tree.causes(span)
    if causes:
        yield Row("caused by")
        for depth, cause in enumerate(causes):
            yield _event_row(cause, _INDENT * (depth + 1))
    yield Row(f"event of turn {span.turn}")
    yield _event_row(span, _INDENT)
    roles = [(role, "nobody" if entity is None else str(entity)) for role, entity in span.roles]
    for field, text in (*roles, *((field, show(value, WHOLE)) for field, value in span.fields)):
        yield Row(f"{_INDENT * 2}{field} {text}", Kind.NOTE, span.sequence)
    yield Row("handlers" if span.calls else "no handler ran")
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield _event_row(step, _INDENT * 3)
        else:
            yield from _call_rows(step, span)


def _call_rows(call: Call, span: Span) -> Iterator[Row]:
    owner = "" if call.recipient is None else f" of {call.recipient}"
    refusal = f": {'replaced' if span.replacement else 'failed'}" if call.refused else ""
    text = f"{_INDENT}{call.handler}{owner}{refusal}"
    kind, handler = Kind.REFUSED if refusal else Kind.HANDLER, call.handler.label
    yield Row(text, kind, span.sequence, handler)
    for change in call.changes:
        lines = [changes_of(call, span, [change])]
        before, after = show(change.before, WHOLE), show(change.after, WHOLE)
        if not lines[0].endswith(f"{before} → {after}"):
            lines += [f"  {before}", f"→ {after}"]
        for line in lines:
            text = f"{_INDENT * 3}{line}"
            yield Row(text, Kind.CHANGE, span.sequence, handler, _pin(change))
    for effect in (*call.draws, *call.plans):
        yield Row(f"{_INDENT * 3}{effect}", Kind.CHANGE, span.sequence, handler)


def summarize(
    intents: str, numbers: Sequence[int], spans: Sequence[Span], present: Container[int]
) -> str:
    """Return one line with intents and their main effects; docs/inspecting.md says which.

    ``numbers`` contains the numbers of the intents' own events (a ``Run`` has none), and ``spans``
    these events and their effects. ``present`` contains the ids of the entities after the turn.
    """
    own = [span for span in spans if span.sequence in numbers]
    refusals = [span.reason for span in own if span.outcome is Outcome.FAILED]
    known = {who.id: who for span in spans for _, who in span.roles if who is not None}
    names = {number: who.name or str(who) for number, who in known.items()}
    gone = [f"{names.pop(number)} gone" for number in [*names] if number not in present]
    actors = {who.id for span in own for _, who in span.roles[:1] if who is not None}
    names |= dict.fromkeys(actors & names.keys(), "")
    changes = _changes(spans, numbers, names, actors or {1})
    effects = [*refusals, *gone, *changes]
    return " · ".join([*filter(None, [intents]), *[*dict.fromkeys(effects)][:_MOST_EFFECTS]])


def _changes(
    spans: Iterable[Span], own: Sequence[int], names: Mapping[int, str], first: Container[int]
) -> Iterator[str]:
    ends: dict[tuple[bool, bool, int, str], tuple[Value, Value]] = {}
    for span in spans:
        alone = sum(who is not None for _, who in span.roles) < 2
        for change in (change for call in span.calls for change in call.changes):
            if change.entity in names and (not alone or span.sequence in own):
                key = change.entity not in first, alone, change.entity, change.field
                ends[key] = ends.get(key, (change.before,))[0], change.after
    for (*_, entity, field), values in sorted(ends.items(), key=lambda end: end[0][:2]):
        before, after = (show(value, _LONGEST + 1) for value in values)
        described = any(isinstance(value, Written) for value in values)
        if before != after and not described and max(len(before), len(after)) <= _LONGEST:
            yield " ".join(filter(None, [names[entity], field, before, "→", after]))
