"""Draw a tree of causes as a Mermaid sequence diagram."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eventcore.outcome import Outcome
from eventcore.trace.span import Span, Who
from eventcore.trace.text import changes_of, outcome_of

if TYPE_CHECKING:
    from eventcore.trace.tree import Tree


def sequence_diagram(tree: Tree) -> str:
    """Draw a tree with an arrow for each event and a note for each handler that made changes.

    The participants are the entities in the roles of the events, and the entities that a broadcast
    changed. A dotted arrow with a cross is an event that failed.
    """
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: Tree) -> Iterator[str]:
    yield "sequenceDiagram"
    everyone: dict[int, Who] = {}
    for span in tree.spans:
        noted = [call.who for call in span.calls if call.who is not None and call.changes]
        for who in (*_players(span), *noted):
            everyone.setdefault(who.id, who)
    for who in everyone.values():
        yield f"    participant e{who.id} as {_safe(str(who))} ({who.id})"
    for root in tree.roots:
        yield from _branch(tree, root)


def _branch(tree: Tree, span: Span) -> Iterator[str]:
    players = _players(span)
    first, last = players[0].id, players[:2][-1].id
    arrow = "--x" if span.outcome in (Outcome.FAILED, None) else "->>"
    said = "" if span.outcome is Outcome.DONE else f": {outcome_of(span)}"
    yield f"    e{first}{arrow}e{last}: {_safe(f'{span.event} #{span.sequence}{said}')}"
    for step in tree.steps(span):
        if isinstance(step, Span):
            yield from _branch(tree, step)
        elif step.changes:
            text = f"{step.handler.label} {changes_of(step, span)}"
            # Put the note over the entity of the handler, or over the enactor for a world handler.
            heard = "enactor" if step.handler.via == "world" else step.handler.role
            whose = step.who or dict(span.roles)[heard] or players[0]
            yield f"    Note over e{whose.id}: {_safe(text)}"


def _players(span: Span) -> list[Who]:
    return [who for _, who in span.roles if who is not None]


def _safe(text: str) -> str:
    """Escape characters that are syntax in Mermaid, such as the ``;`` that ends a line."""
    return "".join(f"#{ord(c)};" if c in "#;<>{}" or not c.isprintable() else c for c in text)
