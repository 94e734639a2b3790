"""Arrange traced events in a tree, with each event below the event that caused it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from eventcore.trace.span import Call, Span
from eventcore.trace.text import effects_of, headline

_INDENT = "  "


class Tree:
    """A tree in which each span is below the span of its cause.

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
        """Return the span of the event with this number, or None if it is not in the tree."""
        return self._by_number.get(sequence)

    def children(self, span: Span) -> tuple[Span, ...]:
        """Return the spans of the events that the event of ``span`` caused directly, in order."""
        return tuple(self._children.get(span.sequence, ()))

    def steps(self, span: Span) -> tuple[Call | Span, ...]:
        """Return the calls and the children of an event, in the order in which they began."""
        steps: list[Call | Span] = [*span.calls, *self.children(span)]
        return tuple(sorted(steps, key=lambda step: step.began))

    def causes(self, span: Span) -> tuple[Span, ...]:
        """Return the direct and indirect causes of an event, starting with the root."""
        chain: list[Span] = []
        above = self.get(span.cause)
        while above is not None:
            chain.insert(0, above)
            above = self.get(above.cause)
        return tuple(chain)

    def publisher(self, span: Span) -> Call | None:
        """Return the call that published an event, or None if no running handler published it."""
        cause = self.get(span.cause)
        if cause is None or span.began > cause.ended:  # the event was deferred
            return None
        return next((call for call in reversed(cause.calls) if call.began < span.began), None)

    def about(self, spans: Iterable[Span]) -> Tree:
        """Return a tree with only the given spans, their causes, and everything they caused."""
        chosen: dict[int, Span] = {}
        for span in spans:
            beneath = [span]
            for effect in beneath:  # the list grows during the loop
                beneath += self.children(effect)
            chosen |= {span.sequence: span for span in (*self.causes(span), *beneath)}
        return Tree(chosen.values())

    def lines(
        self, marked: Collection[int] = (), *, every: bool = False, internals: bool = False
    ) -> Iterator[str]:
        """Yield a line for each event, and each handler that changed, drew or scheduled something.

        Put ``>`` in front of each event whose number is in ``marked``. ``every`` includes all other
        handlers that ran, and ``internals`` includes changes to the library's own components.
        """

        def lines_of(span: Span, margin: str) -> Iterator[str]:
            gutter = ("> " if span.sequence in marked else _INDENT) if marked else ""
            origin = f" · scheduled by {span.scheduler}" if span.scheduler else ""
            yield f"{gutter}{margin}{headline(span)}{origin}"
            margin += _INDENT
            for step in self.steps(span):
                if isinstance(step, Span):
                    yield from lines_of(step, margin)
                elif effects := effects_of(step, span, internals=internals):
                    yield f"{_INDENT if marked else ''}{margin}{step.label}  {effects}"
                elif every:
                    yield f"{_INDENT if marked else ''}{margin}{step.label}"

        for root in self.roots:
            yield from lines_of(root, "")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:  # called by notebooks
        return f"<pre>{escape(str(self))}</pre>"
