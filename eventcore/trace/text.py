"""Write a tree of causes as text, with the events that an event caused indented below it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, FieldChange, Span
from eventcore.trace.values import show

if TYPE_CHECKING:
    from eventcore.trace.tree import Tree

_INDENT = "  "
_LONGEST = 40
"""The maximum length of a value; of a longer value, the text only says that it changed."""


def tree_lines(tree: Tree, marked: Collection[int] = (), *, every: bool = False) -> Iterator[str]:
    """Yield a line for each event and for each handler that changed or scheduled something.

    Args:
        tree: The tree to write.
        marked: The numbers of the events to mark with a ``>``.
        every: Whether to include handlers that changed and scheduled nothing.
    """
    for root in tree.roots:
        yield from _branch(tree, root, 0, marked, every)


def _branch(
    tree: Tree, span: Span, depth: int, marked: Collection[int], every: bool
) -> Iterator[str]:
    gutter = "> " if span.sequence in marked else _INDENT
    yield f"{gutter if marked else ''}{_INDENT * depth}{headline(span)}"
    margin = (_INDENT if marked else "") + _INDENT * (depth + 1)
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield from _branch(tree, step, depth + 1, marked, every)
        elif step.changes or step.plans:
            did = ", ".join(filter(None, [changes_of(step, span), *map(str, step.plans)]))
            yield f"{margin}{step.label}  {did}"
        elif every:
            yield f"{margin}{step.label}"


def headline(span: Span) -> str:
    """Write an event as ``TakeDamage #12 zombie → you: done``, and add the fields it began with."""
    said = "".join(f" · {text}" for text in _said(span))
    return f"{span.event} #{span.sequence} {_who(span)}: {outcome_of(span)}{said}"


def _who(span: Span) -> str:
    return " → ".join(str(who) for _, who in span.roles if who is not None)


def outcome_of(span: Span) -> str:
    """Describe the outcome of an event, and name the handler that failed or replaced it."""
    by = f" by {span.by}" if span.by else ""
    became = f"became #{span.replacement}{by}" if span.replacement else ""
    match span.outcome:
        case None:
            return "broken off by an error"
        case Outcome.FAILED:
            failed = f"failed ({span.reason})"
            return f"{became}, which {failed}" if became else failed + by
        case Outcome.REPLACED:
            return became
    return str(span.outcome.value)


def _said(span: Span) -> Iterator[str]:
    for name, value in span.fields:
        text = show(value)
        if value and text not in ("[]", "{}"):
            yield f"{name} {text}"
    if span.origin:
        yield f"part of #{span.origin}"


def changes_of(call: Call, span: Span) -> str:
    """Describe the changes of a call, on one line."""
    named = _first(span) if call.who is None else call.who.id  # the line already names this entity
    return ", ".join(_changed(change, span, named) for change in call.changes)


def _changed(change: FieldChange, span: Span, named: int) -> str:
    owner = ""
    if change.component and change.entity != named:
        names = {who.id: str(who) for _, who in span.roles if who is not None}
        called = names.get(change.entity, change.owner)
        owner = f" of {called}" if called else ""
    before, after = (show(value, _LONGEST + 1) for value in (change.before, change.after))
    if max(len(before), len(after)) > _LONGEST:
        return f"{change.label}{owner} changed"
    return f"{change.label}{owner} {before} → {after}"


def _first(span: Span) -> int:
    return next((who.id for _, who in span.roles if who is not None), 0)


def chain_lines(tree: Tree, span: Span) -> Iterator[str]:
    """Yield a line for each cause of an event and for the event itself, with their changes."""
    for link in (*tree.causes(span), span):
        labels = dict.fromkeys(
            change.label
            for call in link.calls
            if call.who is None  # handlers of a broadcast make too many changes for one line
            for change in call.changes
            if max(len(show(v, _LONGEST)) for v in (change.before, change.after)) < _LONGEST
        )
        told = [link.story(label) for label in labels] if link.outcome is Outcome.DONE else []
        after = "" if link.outcome is Outcome.DONE else outcome_of(link)
        said = ", ".join(filter(None, [after, *told]))
        yield f"{link.event} {_who(link)}" + (f": {said}" if said else "")
