"""The tree of causes: which event came of which."""

from __future__ import annotations

from collections.abc import Iterable

from eventcore.trace.span import Call, Passage

__all__ = ["Tree"]


class Tree:
    """Passages by their causes.

    Attributes:
        passages: All of them, in order of their events' numbers.
        roots: Those whose cause is not among them, in the same order.
    """

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._by_number = {passage.sequence: passage for passage in passages}
        self.passages = tuple(self._by_number[number] for number in sorted(self._by_number))
        self.roots = tuple(p for p in self.passages if p.cause not in self._by_number)
        self._children: dict[int, list[Passage]] = {}
        for passage in self.passages:
            self._children.setdefault(passage.cause, []).append(passage)

    def get(self, sequence: int) -> Passage | None:
        """Give the passage of the event of a number, or None."""
        return self._by_number.get(sequence)

    def children(self, passage: Passage) -> tuple[Passage, ...]:
        """Give what came of an event at once, in order."""
        return tuple(self._children.get(passage.sequence, ()))

    def steps(self, passage: Passage) -> tuple[Call | Passage, ...]:
        """Give an event's calls and what came of it at once, in the order they began."""
        steps: list[Call | Passage] = [*passage.calls, *self.children(passage)]
        return tuple(sorted(steps, key=lambda step: step.began))

    def causes(self, passage: Passage) -> tuple[Passage, ...]:
        """Give the chain of causes above an event, the root first."""
        chain: list[Passage] = []
        above = self.get(passage.cause)
        while above is not None:
            chain.append(above)
            above = self.get(above.cause)
        return tuple(reversed(chain))

    def about(self, passages: Iterable[Passage]) -> Tree:
        """Give the tree of some events alone: what led up to them, and all that came of them."""
        kept: dict[int, Passage] = {}
        for passage in passages:
            kept.update((above.sequence, above) for above in self.causes(passage))
            beneath = [passage]
            while beneath:
                one = beneath.pop()
                kept[one.sequence] = one
                beneath += self.children(one)
        return Tree(kept.values())
