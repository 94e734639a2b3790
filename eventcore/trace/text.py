"""Describe events and handler calls as text."""

from __future__ import annotations

from collections.abc import Iterable

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, FieldChange, Span
from eventcore.trace.values import LONGEST, show

MOST_DRAWS = 10
"""A line lists this many random numbers of a handler, and counts the others."""


def headline(span: Span, *, final: bool = False) -> str:
    """Describe an event and its fields' initial values: ``Hit #12 zombie 57 → you 2: done``.

    If ``final`` is True, show the values that the fields had after all handlers had run.
    """
    fields = dict(span.fields)
    for change in [change for call in span.calls if final for change in call.changes]:
        if not change.component:
            fields[change.field] = change.after
    texts = ((name, show(value)) for name, value in fields.items() if value)
    shown = [f" · {name} {text}" for name, text in texts if text not in ("[]", "{}")]
    players, outcome = players_of(span), outcome_of(span)
    return f"{span.event} #{span.sequence} {players}: {outcome}{''.join(shown)}"


def players_of(span: Span) -> str:
    """List the entities in the roles of an event, as in ``zombie 57 → you 2``."""
    players = [player for _, player in span.roles if player is not None]
    return " → ".join(map(str, players))


def outcome_of(span: Span) -> str:
    """Describe the outcome of an event, and name any handler that failed or replaced it."""
    by = f" by {span.by}" if span.by else ""
    became = f"became {span.replacement}{by}" if span.replacement else ""
    match span.outcome:
        case None:
            return "broken off by an error"
        case Outcome.FAILED:
            failed = f"failed ({span.reason})"
            return f"{became}, which {failed}" if became else failed + by
        case Outcome.REPLACED:
            return became
    return str(span.outcome.value)


def effects_of(call: Call, span: Span, *, internals: bool = False) -> str:
    """Return a line that says what a call drew, changed and scheduled; empty if it had no effect.

    If ``internals`` is True, include changes to the library's own components.
    """
    shown = [change for change in call.changes if internals or not change.internal]
    draws = [*map(str, call.draws[:MOST_DRAWS])]
    if len(call.draws) > MOST_DRAWS:
        draws.append(f"{len(call.draws) - MOST_DRAWS:,} more draws")
    effects = (*draws, changes_of(call, span, shown), *map(str, call.plans))
    return ", ".join(filter(None, effects))


def changes_of(call: Call, span: Span, changes: Iterable[FieldChange]) -> str:
    """Describe in one line some of the changes that a call made."""
    # Leave out the name of this entity, because the line already shows it.
    shown = call.recipient or span.roles[0][1]
    texts = []
    for change in changes:
        text = change.label
        if change.owner and (shown is None or change.entity != shown.id):
            text += f" of {change.owner}:"
        before, after = (show(value, LONGEST + 1) for value in (change.before, change.after))
        is_long = max(len(before), len(after)) > LONGEST
        texts.append(f"{text} changed" if is_long else f"{text} {before} → {after}")
    return ", ".join(texts)
