"""Write a tree of causes in the Trace Event Format, for Perfetto or ``chrome://tracing``.

Events and handler calls are nested slices. Each step of the trace takes one microsecond. The times
do not come from a clock, so the same run always results in the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from eventcore.trace.span import Call, Span

if TYPE_CHECKING:
    from eventcore.trace.tree import Tree


def trace_events(tree: Tree) -> dict[str, Any]:
    """Return the content of the file as plain data, for encoding as JSON."""
    return {"traceEvents": list(_all_slices(tree)), "displayTimeUnit": "ms"}


def _all_slices(tree: Tree) -> Iterator[dict[str, Any]]:
    # The steps of each trace begin at 0. A viewer drops slices that overlap without being nested,
    # so each root begins where the root before it ended.
    start = 0
    for root in tree.roots:
        spans = tree.beneath(root)
        for span in spans:
            for event in _slices(span):
                yield {**event, "ts": event["ts"] - root.began + start}
        # A deferred event begins when its cause has ended.
        start += max(span.ended for span in spans) - root.began


def _slices(span: Span) -> Iterator[dict[str, Any]]:
    yield _slice(f"{span.event} #{span.sequence}", "event", span, _facts(span))
    for call in span.calls:
        changes = {f"{c.label} of {c.entity}" if c.entity else c.label: c for c in call.changes}
        facts: dict[str, Any] = {
            label: {"before": c.before, "after": c.after} for label, c in changes.items()
        }
        facts |= {"draws": [str(draw) for draw in call.draws]} if call.draws else {}
        yield _slice(call.label, "handler", call, facts)


def _slice(name: str, category: str, span: Span | Call, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "cat": category,
        "ph": "X",
        "ts": span.began,
        "dur": span.ended - span.began,
        "pid": 1,
        "tid": 1,
        "args": facts,
    }


def _facts(span: Span) -> dict[str, Any]:
    return {
        "turn": span.turn,
        "time": span.time,
        "outcome": "error" if span.outcome is None else span.outcome.value,
        "reason": span.reason,
        "by": span.by,
        "cause": span.cause,
        "origin": span.origin,
        "replacement": span.replacement,
        "roles": {role: None if who is None else str(who) for role, who in span.roles},
        "fields": dict(span.fields),
    }
