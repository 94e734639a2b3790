"""Running: which handler is at work, of those that have published one another's events."""

from __future__ import annotations

import attrs

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.tap import Tap


@attrs.frozen(eq=False)
class Call:
    """A handler at work.

    Attributes:
        event: In whose chain.
        handler: Which one.
        component: Whose method it is.
    """

    event: Event
    handler: Handler
    component: Component

    @property
    def where(self) -> str:
        """The event, by its type and number."""
        return f"{type(self.event).__name__} #{self.event.sequence}"


class Running(Tap):
    """A tap that knows which handlers are at work, the innermost last."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    @property
    def call(self) -> Call | None:
        """The one at work; None between the outermost events."""
        return self.calls[-1] if self.calls else None

    def publisher_of(self, event: Event) -> Call | None:
        """Say who has just published an event; None where no handler did in its own chain."""
        call = self.call
        return call if call is not None and call.event is event.cause else None

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note who is at work."""
        while self.calls and self.calls[-1].event is not event.cause:
            self.calls.pop()  # what raised, or was removed, has not returned
        self.calls.append(Call(event, handler, component))

    def handled(self, event: Event, handler: Handler) -> None:
        """Note that it is at work no more."""
        while self.calls and self.calls.pop().event is not event:
            pass
