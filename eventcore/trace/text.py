"""Write a tree of causes as text, with the events that an event caused indented below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, FieldChange, Span
from eventcore.trace.values import show

if TYPE_CHECKING:
    from eventcore.trace.tree import Tree

_INDENT = "  "
_LONGEST = 40
"""The maximum length of a value. If a value is longer, the text says only that it changed."""


def tree_lines(
    tree: Tree, marked: Collection[int] = (), *, every: bool = False, internals: bool = False
) -> Iterator[str]:
    """Yield the lines that ``Tree.lines`` describes."""
    for root in tree.roots:
        yield from _branch(tree, root, 0, marked, every=every, internals=internals)


def _branch(
    tree: Tree, span: Span, depth: int, marked: Collection[int], *, every: bool, internals: bool
) -> Iterator[str]:
    gutter = "> " if span.sequence in marked else _INDENT
    origin = f" · scheduled by #{span.origin}" if span.origin else ""
    yield f"{gutter if marked else ''}{_INDENT * depth}{headline(span)}{origin}"
    margin = (_INDENT if marked else "") + _INDENT * (depth + 1)
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield from _branch(tree, step, depth + 1, marked, every=every, internals=internals)
        elif effects := effects_of(step, span, internals=internals):
            yield f"{margin}{step.label}  {effects}"
        elif every:
            yield f"{margin}{step.label}"


def effects_of(call: Call, span: Span, *, internals: bool = False) -> str:
    """Describe on one line what a call drew, changed and scheduled; empty if it did nothing.

    Args:
        call: The call.
        span: The event of the call.
        internals: Whether to include changes of the library's own components.
    """
    shown = [change for change in call.changes if internals or not change.internal]
    said = (*map(str, call.draws), changes_of(call, span, shown), *map(str, call.plans))
    return ", ".join(filter(None, said))


def headline(span: Span, *, ids: bool = False) -> str:
    """Write an event as ``TakeDamage #12 zombie → you: done``, followed by its initial fields.

    Args:
        span: The event.
        ids: Whether to write the id after the name of each entity.
    """
    fields = ((name, show(value)) for name, value in span.fields if value)
    said = [f" · {name} {text}" for name, text in fields if text not in ("[]", "{}")]
    return f"{span.event} #{span.sequence} {_who(span, ids=ids)}: {outcome_of(span)}{''.join(said)}"


def _who(span: Span, *, ids: bool = False) -> str:
    found = [who for _, who in span.roles if who is not None]
    return " → ".join(
        f"{who} {who.id}" if ids and who.name and who.id != 1 else str(who) for who in found
    )


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


def changes_of(call: Call, span: Span, changes: Iterable[FieldChange]) -> str:
    """Describe some changes of a call, on one line."""
    named = _first(span) if call.who is None else call.who.id  # the line already names this entity
    return ", ".join(_changed(change, span, named) for change in changes)


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
    """Yield a line with the changes for each cause of an event, and for the event itself."""
    for link in (*tree.causes(span), span):
        labels = dict.fromkeys(
            change.label
            for call in link.calls
            if call.who is None  # a broadcast makes too many changes for one line
            for change in call.changes
            if not change.internal
            and max(len(show(v, _LONGEST)) for v in (change.before, change.after)) < _LONGEST
        )
        told = [link.story(label) for label in labels] if link.outcome is Outcome.DONE else []
        after = "" if link.outcome is Outcome.DONE else outcome_of(link)
        said = ", ".join(filter(None, [after, *told]))
        yield f"{link.event} {_who(link)}" + (f": {said}" if said else "")
