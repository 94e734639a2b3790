"""The tree of causes: each event is below the event that caused it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from eventcore.trace import text
from eventcore.trace.span import Call, Span


class Tree:
    """A tree of spans, in which each span is below the span of its cause.

    Attributes:
        spans: All spans, sorted by event number.
        roots: The spans whose cause is not in the tree, sorted by event number.
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self._by_number = {span.sequence: span for span in spans}
        self.spans: tuple[Span, ...] = tuple(
            self._by_number[number] for number in sorted(self._by_number)
        )
        self.roots: tuple[Span, ...] = tuple(
            span for span in self.spans if span.cause not in self._by_number
        )
        self._children: dict[int, list[Span]] = {}
        for span in self.spans:
            self._children.setdefault(span.cause, []).append(span)

    def get(self, sequence: int) -> Span | None:
        """Return the span of the event with the given number, or None if it is not in the tree."""
        return self._by_number.get(sequence)

    def children(self, span: Span) -> tuple[Span, ...]:
        """Return the spans of the events that an event caused directly, in order."""
        return tuple(self._children.get(span.sequence, ()))

    def beneath(self, span: Span) -> list[Span]:
        """Return an event and all events that it caused, directly or indirectly."""
        found = [span]
        for one in found:
            found += self.children(one)
        return found

    def steps(self, span: Span) -> tuple[Call | Span, ...]:
        """Return the calls of an event and of its children, in the order in which they began."""
        steps: list[Call | Span] = [*span.calls, *self.children(span)]
        return tuple(sorted(steps, key=lambda step: step.began))

    def causes(self, span: Span) -> tuple[Span, ...]:
        """Return the causes of an event, direct and indirect, the root first."""
        chain: list[Span] = []
        above = self.get(span.cause)
        while above is not None:
            chain.append(above)
            above = self.get(above.cause)
        return tuple(reversed(chain))

    def publisher(self, span: Span) -> Call | None:
        """Return the call that published an event; None if no running handler published it."""
        cause = self.get(span.cause)
        for call in () if cause is None else cause.calls:
            if call.began < span.began < call.ended:
                return call
        return None

    def about(self, spans: Iterable[Span]) -> Tree:
        """Return a tree with only the given spans, their causes, and everything they caused."""
        kept: dict[int, Span] = {}
        for span in spans:
            for one in (*self.causes(span), *self.beneath(span)):
                kept[one.sequence] = one
        return Tree(kept.values())

    def lines(
        self, marked: Collection[int] = (), *, every: bool = False, internals: bool = False
    ) -> Iterator[str]:
        """Yield a line for each event and for each handler that did something.

        Such a handler changed a field, drew from a stream or scheduled an event.

        Args:
            marked: The numbers of the events to mark with a ``>``.
            every: Whether to include handlers that did nothing.
            internals: Whether to include changes of the library's own components.
        """
        return text.tree_lines(self, marked, every=every, internals=internals)

    def chain_lines(self, span: Span) -> Iterator[str]:
        """Yield a line with the changes for each cause of an event, and for the event itself."""
        return text.chain_lines(self, span)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """Return the lines as HTML for a notebook."""
        return f"<pre>{escape(str(self))}</pre>"
