"""Runs: what became of an event that a probe published, ready to be asserted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.trace import Span, Tree, story, tree_lines
from eventcore.trace.text import headline
from eventcore.trace.values import Value

Named: TypeAlias = str | Callable[..., None]
"""A handler, by its label ``Component.method`` or as the method itself, bound or not."""


class ProbeResult:
    """What became of an event, from its publishing until all it caused had settled.

    Attributes:
        event: The packet.
        span: Its way down its chain.
        heard: The types of the events that observers were told of, by name, in order.
    """

    def __init__(self, event: Event, span: Span, tree: Tree, heard: Sequence[str]) -> None:
        self.event = event
        self.span = span
        self.heard: list[str] = list(heard)
        self._tree = tree

    @property
    def outcome(self) -> Outcome:
        """The outcome of the event, such as done or failed."""
        return self.event.outcome

    @property
    def done(self) -> bool:
        """Whether the event was done."""
        return self.event.done

    @property
    def failed(self) -> bool:
        """Whether the event was refused."""
        return self.event.failed

    @property
    def reason(self) -> str:
        """The reason code it was refused with; empty where it was not."""
        return self.event.reason or ""

    @property
    def by(self) -> str:
        """The handler that refused it, or what replaced it; empty where the bus did, or nobody."""
        handler = self._refuser()
        return "" if handler is None else handler.label

    @property
    def replaced_by(self) -> str:
        """The handler that had another event take its place; empty where nobody did."""
        return self.span.by if self.span.replacement else ""

    @property
    def order(self) -> list[str]:
        """The handlers that ran, in order, each as ``Component.method``."""
        return [call.handler.label for call in self.span.calls]

    @property
    def beneath(self) -> list[str]:
        """The types of the events published beneath it, by name, in order of their numbers."""
        return [span.event for span in self._below()]

    @property
    def changes(self) -> list[str]:
        """What its handlers changed, in order, each as ``Track.step: Track.x 2 → 3``."""
        return [
            f"{call.handler.label}: {change.label} {change.before} → {change.after}"
            for call in self.span.calls
            for change in call.changes
        ]

    def history(self, field: str) -> list[Value]:
        """Give the values a field has had on the way, the first one included.

        Args:
            field: A field of the packet, or ``Component.field``.

        Raises:
            LookupError: The packet has no such field, and nobody changed one called so.
        """
        return self.span.history(field)

    def story(self, field: str) -> str:
        """Tell how a field came to its value, and by whom: ``hp 9 → 4 (Health.lose)``."""
        return story(self.span, field)

    def find(self, event: type[Event] | str) -> Span:
        """Give the way of the first event of a type that was published beneath it.

        Raises:
            LookupError: No such event was published.
        """
        name = event if isinstance(event, str) else event.__name__
        for span in self._below():
            if span.event == name:
                return span
        raise LookupError(f"no {name} was published beneath {self!r}, only {self.beneath}")

    def assert_done(self) -> None:
        """Require that the event was done.

        Raises:
            AssertionError: The event did not happen; the message has all that went on.
        """
        __tracebackhide__ = True
        if not self.done:
            raise AssertionError(f"{self!r} should have been done\n{self}")

    def assert_failed(self, reason: str, by: Named = "") -> None:
        """Require that the event was refused.

        Args:
            reason: The reason code.
            by: The handler that should have refused it; left out, any.

        Raises:
            AssertionError: The event was not refused, or for another reason; the message has all
                that went on.
        """
        __tracebackhide__ = True
        wanted, refuser = f" by {name_of_handler(by)}" if by else "", self._refuser()
        right = not by or (refuser is not None and is_named(refuser, by))
        if not self.failed or self.reason != reason or not right:
            raise AssertionError(f"{self!r} should have failed ({reason}){wanted}\n{self}")

    def _refuser(self) -> Handler | None:
        """Find who refused it, or the last of what took its place; None where it was done."""
        event = self.event
        while event.replacement is not None:
            event = event.replacement
        return event.failed_by if self.failed else None

    def _below(self) -> list[Span]:
        below = self._tree.about([self.span]).spans
        return [span for span in below if span.sequence > self.span.sequence]

    def __repr__(self) -> str:
        return f"<{headline(self.span)}>"

    def __str__(self) -> str:
        return "\n".join(tree_lines(self._tree.about([self.span]), every=True))


def is_named(handler: Handler, named: Named) -> bool:
    """Say whether a handler is the one that is meant."""
    if isinstance(named, str):
        return handler.label == named
    return handler.function is getattr(named, "__func__", named)


def name_of_handler(named: Named) -> str:
    """Give the label of a handler, however it is named."""
    return named if isinstance(named, str) else named.__qualname__
