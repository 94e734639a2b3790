"""The tree of causes in words: a line an event, a line a change, what came of it beneath."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, Change, Passage
from eventcore.trace.tree import Tree
from eventcore.trace.values import show

__all__ = ["chain_lines", "changes_of", "headline", "story", "tree_lines"]

_INDENT = "  "
_LONGEST = 40
"""A value that takes more characters is not shown, only that it changed."""


def tree_lines(tree: Tree, marked: Collection[int] = (), *, every: bool = False) -> Iterator[str]:
    """Write a tree.

    Args:
        tree: What to write.
        marked: The numbers of the events it is about; a ``>`` stands before these.
        every: Whether to name every handler that ran, also who changed nothing.
    """
    for root in tree.roots:
        yield from _branch(tree, root, 0, marked, every)


def _branch(
    tree: Tree, passage: Passage, depth: int, marked: Collection[int], every: bool
) -> Iterator[str]:
    gutter = "> " if passage.sequence in marked else _INDENT
    yield f"{gutter if marked else ''}{_INDENT * depth}{headline(passage)}"
    margin = (_INDENT if marked else "") + _INDENT * (depth + 1)
    for step in tree.steps(passage):
        if isinstance(step, Passage):
            yield from _branch(tree, step, depth + 1, marked, every)
        elif step.changes:
            yield f"{margin}{step.handler.label}  {changes_of(step, passage)}"
        elif every:
            yield f"{margin}{step.handler.label}"


def headline(passage: Passage) -> str:
    """Write an event as ``TakeDamage #12 zombie → you: done``, and what it said at first."""
    said = "".join(f" · {text}" for text in _said(passage))
    return f"{passage.event} #{passage.sequence} {_who(passage)}: {_outcome(passage)}{said}"


def _who(passage: Passage) -> str:
    return " → ".join(str(who) for _, who in passage.roles if who is not None)


def _outcome(passage: Passage) -> str:
    by = f" by {passage.by}" if passage.by else ""
    became = f"became #{passage.replacement}{by}" if passage.replacement else ""
    match passage.outcome:
        case None:
            return "broken off by an error"
        case Outcome.FAILED:
            failed = f"failed ({passage.reason})"
            return f"{became}, which {failed}" if became else failed + by
        case Outcome.REPLACED:
            return became
    return str(passage.outcome.value)


def _said(passage: Passage) -> Iterator[str]:
    for name, value in passage.fields:
        text = show(value)
        if value and text not in ("[]", "{}"):
            yield f"{name} {text}"
    if passage.origin:
        yield f"part of #{passage.origin}"


def changes_of(call: Call, passage: Passage) -> str:
    """Write what a call changed, on one line."""
    return ", ".join(_changed(change, passage) for change in call.changes)


def _changed(change: Change, passage: Passage) -> str:
    owner = ""
    if change.component and change.entity != _first(passage):
        names = {who.id: str(who) for _, who in passage.roles if who is not None}
        owner = f" of {names[change.entity]}" if change.entity in names else ""
    before, after = (show(value, _LONGEST + 1) for value in (change.before, change.after))
    if max(len(before), len(after)) > _LONGEST:
        return f"{change.label}{owner} changed"
    return f"{change.label}{owner} {before} → {after}"


def _first(passage: Passage) -> int:
    return next((who.id for _, who in passage.roles if who is not None), 0)


def story(passage: Passage, field: str) -> str:
    """Tell how a field came to its value: ``strength 0 → 9 (Strike.weigh) → 5 (Guard.turn)``.

    Args:
        passage: The event in whose chain it changed.
        field: Its name, or ``Component.field`` for what is not the packet's.

    Returns:
        The story; empty where nobody changed the field.
    """
    told = ""
    for call in passage.calls:
        for change in call.changes:
            if change.label == field:
                told = told or f"{field} {show(change.before)}"
                told += f" → {show(change.after)} ({call.handler.label})"
    return told


def chain_lines(tree: Tree, passage: Passage) -> Iterator[str]:
    """Write the chain of causes that ends in an event, a line each, with what they changed."""
    for link in (*tree.causes(passage), passage):
        labels = dict.fromkeys(
            change.label
            for call in link.calls
            for change in call.changes
            if max(len(show(v, _LONGEST)) for v in (change.before, change.after)) < _LONGEST
        )
        told = [story(link, label) for label in labels] if link.outcome is Outcome.DONE else []
        after = "" if link.outcome is Outcome.DONE else _outcome(link)
        said = ", ".join(filter(None, [after, *told]))
        yield f"{link.event} {_who(link)}" + (f": {said}" if said else "")
