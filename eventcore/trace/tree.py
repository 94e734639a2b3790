"""The tree of causes: which event came of which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from eventcore.trace import chrome, mermaid, text
from eventcore.trace.span import Call, Span


class Tree:
    """Orders the spans of events by their causes.

    Attributes:
        spans: All of them, in order of their events' numbers.
        roots: Those whose cause is not among them, in the same order.
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
        """Give the span of the event of a number, or None."""
        return self._by_number.get(sequence)

    def children(self, span: Span) -> tuple[Span, ...]:
        """Give what came of an event at once, in order."""
        return tuple(self._children.get(span.sequence, ()))

    def steps(self, span: Span) -> tuple[Call | Span, ...]:
        """Give an event's calls and what came of it at once, in the order they began."""
        steps: list[Call | Span] = [*span.calls, *self.children(span)]
        return tuple(sorted(steps, key=lambda step: step.began))

    def causes(self, span: Span) -> tuple[Span, ...]:
        """Give the chain of causes above an event, the root first."""
        chain: list[Span] = []
        above = self.get(span.cause)
        while above is not None:
            chain.append(above)
            above = self.get(above.cause)
        return tuple(reversed(chain))

    def about(self, spans: Iterable[Span]) -> Tree:
        """Give the tree of some events alone: what led up to them, and all that came of them."""
        kept: dict[int, Span] = {}
        for span in spans:
            kept.update((above.sequence, above) for above in self.causes(span))
            beneath = [span]
            while beneath:
                one = beneath.pop()
                kept[one.sequence] = one
                beneath += self.children(one)
        return Tree(kept.values())

    def lines(self, marked: Collection[int] = (), *, every: bool = False) -> Iterator[str]:
        """Yield the tree as text, a line for each step.

        Args:
            marked: The numbers of events to mark with a ``>``.
            every: Whether to name every handler that ran, even if it changed nothing.
        """
        return text.tree_lines(self, marked, every=every)

    def chain_lines(self, span: Span) -> Iterator[str]:
        """Yield the causes of an event and the event itself, a line each, with the changes."""
        return text.chain_lines(self, span)

    def sequence_diagram(self) -> str:
        """Return a Mermaid diagram: an arrow for each event, a note for each handler with changes.

        The participants are the entities in roles, and those that a broadcast changed. A dotted
        arrow with a cross is an event that failed.
        """
        return mermaid.sequence_diagram(self)

    def trace_events(self) -> dict[str, Any]:
        """Return the content of a JSON file for Perfetto or ``chrome://tracing``."""
        return chrome.trace_events(self)
