"""Describe events and handler calls as text."""

from __future__ import annotations

from collections.abc import Iterable

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, FieldChange, Span
from eventcore.trace.values import LONGEST, show

MOST_DRAWS = 10
"""A line lists this many random numbers of a handler, and counts the others."""


def headline(span: Span, *, ids: bool = False, final: bool = False) -> str:
    """Describe an event, as in ``Hit #12 zombie → you: done``, with its fields' initial values.

    If ``ids`` is True, add each entity's id after its name. If ``final`` is True, show the values
    that the fields had after all handlers had run.
    """
    fields = dict(span.fields)
    for change in [change for call in span.calls if final for change in call.changes]:
        if not change.component:
            fields[change.field] = change.after
    texts = ((name, show(value)) for name, value in fields.items() if value)
    shown = [f" · {name} {text}" for name, text in texts if text not in ("[]", "{}")]
    players, outcome = players_of(span, ids=ids), outcome_of(span)
    return f"{span.event} #{span.sequence} {players}: {outcome}{''.join(shown)}"


def players_of(span: Span, *, ids: bool = False) -> str:
    """List the entities in the roles of an event, as in ``zombie → you``."""
    players = [player for _, player in span.roles if player is not None]
    return " → ".join(
        f"{player} {player.id}" if ids and player.name and player.id != 1 else str(player)
        for player in players
    )


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
    names = {player.id: str(player) for _, player in span.roles if player is not None}
    # Leave out the name of this entity, because the line already shows it.
    named = next(iter(names), 0) if call.recipient is None else call.recipient.id
    texts = []
    for change in changes:
        text = change.label
        if change.component and change.entity != named:
            owner = names.get(change.entity, change.owner)
            text += f" of {owner}" if owner else ""
        before, after = (show(value, LONGEST + 1) for value in (change.before, change.after))
        is_long = max(len(before), len(after)) > LONGEST
        texts.append(f"{text} changed" if is_long else f"{text} {before} → {after}")
    return ", ".join(texts)
