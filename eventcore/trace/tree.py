"""Arrange traced events in a tree, with each event below its cause, and describe them as text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from eventcore.outcome import Outcome
from eventcore.trace.span import Call, FieldChange, Span
from eventcore.trace.values import LONGEST, show

_INDENT = "  "
_MOST_LINES = 100  # the maximum number of lines in the ``repr`` of a tree
_MOST_DRAWS = 10  # the maximum number of draws to list on a line; further draws are only counted


class Tree:
    """A tree of spans, with each event below its cause.

    Attributes:
        spans: All spans, ordered by event number.
        roots: The spans whose cause is not in the tree, ordered by event number.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self._by_number = found = {span.sequence: span for span in spans}
        self._children: dict[int, list[Span]] = {}
        self.spans: tuple[Span, ...] = tuple(found[number] for number in sorted(found))
        self.roots: tuple[Span, ...] = tuple(x for x in self.spans if x.cause not in found)
        for span in self.spans:
            self._children.setdefault(span.cause, []).append(span)

    def get(self, sequence: int) -> Span | None:
        """Return the span of the event with this number, or None if there is no such span."""
        return self._by_number.get(sequence)

    def children(self, span: Span) -> tuple[Span, ...]:
        """Return the spans of the events that an event caused directly, in order."""
        return tuple(self._children.get(span.sequence, ()))

    def steps(self, span: Span) -> tuple[Call | Span, ...]:
        """Return an event's calls and children in the order in which they began."""
        steps: list[Call | Span] = [*span.calls, *self.children(span)]
        return tuple(sorted(steps, key=lambda step: step.began))

    def causes(self, span: Span) -> tuple[Span, ...]:
        """Return the direct and indirect causes of an event, starting with its root cause."""
        chain = [span]
        while (above := self.get(chain[0].cause)) is not None:
            chain.insert(0, above)
        return tuple(chain[:-1])

    def publisher(self, span: Span) -> Call | None:
        """Return the call during which an event was published, or None if there is no such call."""
        cause = self.get(span.cause)
        if cause is None or span.began > cause.ended:  # the event was deferred
            return None
        return next((call for call in reversed(cause.calls) if call.began < span.began), None)

    def about(self, spans: Iterable[Span]) -> Tree:
        """Return a tree that contains only the given events, their causes and their effects."""
        chosen: dict[int, Span] = {}
        for span in spans:
            beneath = [span]
            for effect in beneath:  # the loop itself extends the list
                beneath += self.children(effect)
            chosen |= {span.sequence: span for span in (*self.causes(span), *beneath)}
        return Tree(chosen.values())

    def lines(
        self, marked: Collection[int] = (), *, every: bool = False, internals: bool = False
    ) -> Iterator[str]:
        """Yield a line for each event and for each handler that had an effect.

        Lines of events whose number is in ``marked`` begin with ``>``. ``every`` adds handlers that
        ran without an effect. ``internals`` adds the library's changes to its own components.
        """

        def lines_of(span: Span, margin: str) -> Iterator[str]:
            gutter = ("> " if span.sequence in marked else _INDENT) if marked else ""
            origin = f" · scheduled by {span.scheduler}" if span.scheduler else ""
            yield f"{gutter}{margin}{headline(span)}{origin}"
            margin += _INDENT
            for step in self.steps(span):
                if isinstance(step, Span):
                    yield from lines_of(step, margin)
                elif (effects := effects_of(step, span, internals=internals)) or every:
                    yield f"{_INDENT if marked else ''}{margin}{step.label}  {effects}".rstrip()

        for root in self.roots:
            yield from lines_of(root, "")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:
        lines = [*islice(self.lines(), _MOST_LINES + 1)] or ["<Tree without events>"]
        rest = ["… print(tree) shows all lines"] if len(lines) > _MOST_LINES else []
        return "\n".join([*lines[:_MOST_LINES], *rest])


def headline(span: Span, *, final: bool = False) -> str:
    """Describe an event and its fields, such as ``Hit #12 zombie 57 → you 2: done · damage 3``.

    Show the fields' initial values, or their final values if ``final`` is True.
    """
    fields = dict(span.fields)
    for change in [change for call in span.calls if final for change in call.changes]:
        if not change.component:
            fields[change.field] = change.after
    texts = ((name, show(value)) for name, value in fields.items() if value)
    shown = [f" · {name} {text}" for name, text in texts if text not in ("[]", "{}")]
    players = " → ".join(str(player) for _, player in span.roles if player is not None)
    return f"{span.event} #{span.sequence} {players}: {_outcome_of(span)}{''.join(shown)}"


def _outcome_of(span: Span) -> str:
    by = f" by {span.by}" if span.by else ""
    became = f"became {span.replacement}{by}" if span.replacement else ""
    if span.outcome is Outcome.FAILED:
        failed = f"failed ({span.reason})"
        return f"{became} and {failed}" if became else failed + by
    return became or (span.outcome.value if span.outcome else "broken off by an error")


def effects_of(call: Call, span: Span, *, internals: bool = False) -> str:
    """Return a line with a call's draws, changes and plans, or "" if the call had no effect.

    If ``internals`` is True, include changes that the library made to its own components.
    """
    shown = [change for change in call.changes if internals or not change.internal]
    draws = [*map(str, call.draws[:_MOST_DRAWS])]
    if len(call.draws) > _MOST_DRAWS:
        draws.append(f"{len(call.draws) - _MOST_DRAWS:,} more draws")
    effects = (*draws, changes_of(call, span, shown), *map(str, call.plans))
    return ", ".join(filter(None, effects))


def changes_of(call: Call, span: Span, changes: Iterable[FieldChange]) -> str:
    """Return a line that describes the given changes by ``call``."""
    # Do not name an entity that the line already names.
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
