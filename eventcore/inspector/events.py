"""Events as rows: the tree of a turn's, and the chain of one with what each handler changed."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eventcore.inspector.row import Kind, Row
from eventcore.outcome import Outcome
from eventcore.trace import Span, Tree
from eventcore.trace.span import Call, FieldChange
from eventcore.trace.text import changes_of, headline
from eventcore.trace.values import show

_INDENT = "  "
_WHOLE = 1_000_000
"""Where it is asked for, a value is shown with as many characters as it has."""


def tree_rows(tree: Tree) -> Iterator[Row]:
    """Write a tree of events: a row each, one for each handler that changed something."""
    for root in tree.roots:
        yield from _branch(tree, root, "")


def _branch(tree: Tree, span: Span, margin: str) -> Iterator[Row]:
    yield _of_event(span, margin)
    margin += _INDENT
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield from _branch(tree, step, margin)
        elif step.changes or step.plans:
            did = ", ".join(filter(None, [changes_of(step, span), *map(str, step.plans)]))
            yield Row(f"{margin}{step.label}  {did}", Kind.HANDLER, span.sequence)


def _of_event(span: Span, margin: str) -> Row:
    kind = Kind.EVENT if span.outcome is Outcome.DONE else Kind.REFUSED
    return Row(f"{margin}{headline(span)}", kind, span.sequence)


def chain_rows(tree: Tree, span: Span) -> Iterator[Row]:
    """Write all that is known of an event.

    What it came of stands first, then it, each handler in the order they were called with what it
    changed, and what came of each.
    """
    causes = tree.causes(span)
    if causes:
        yield Row("came of")
        for depth, cause in enumerate(causes):
            yield _of_event(cause, _INDENT * (depth + 1))
    yield Row(f"the event, on turn {span.turn}")
    yield _of_event(span, _INDENT)
    for role, who in span.roles:
        called = "nobody" if who is None else f"{who} {who.id}" if who.name else str(who)
        yield Row(f"{_INDENT * 2}{role} {called}", Kind.NOTE, span.sequence)
    for name, value in span.fields:
        text = f"{_INDENT * 2}{name} {show(value, _WHOLE)}"
        yield Row(text, Kind.NOTE, span.sequence)
    yield Row("its chain" if span.calls else "nobody heard it")
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield _of_event(step, _INDENT * 3)
        else:
            yield from _of_call(step, span)


def _of_call(call: Call, span: Span) -> Iterator[Row]:
    whose = "" if call.who is None else f" of {call.who}"
    said = "" if call.outcome in (Outcome.CONTINUE, Outcome.DONE) else f": {call.outcome.value}"
    kind = Kind.REFUSED if said else Kind.HANDLER
    yield Row(f"{_INDENT}{call.handler}{whose}{said}", kind, span.sequence)
    for change in call.changes:
        for text in _of_change(call, change, span):
            yield Row(f"{_INDENT * 3}{text}", Kind.CHANGE, span.sequence)
    for plan in call.plans:
        yield Row(f"{_INDENT * 3}{plan}", Kind.CHANGE, span.sequence)


def _of_change(call: Call, change: FieldChange, span: Span) -> Iterator[str]:
    """Write one change; of a value too long for a line, first that it changed, then how."""
    said = changes_of(attrs.evolve(call, changes=(change,)), span)
    yield said
    before, after = show(change.before, _WHOLE), show(change.after, _WHOLE)
    if not said.endswith(f"{before} → {after}"):
        yield f"  {before}"
        yield f"→ {after}"
