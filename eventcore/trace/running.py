"""Track the running handlers, which are nested if a handler publishes an event."""

from __future__ import annotations

import attrs

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.tap import Tap


@attrs.frozen(eq=False)
class Call:
    """A running handler.

    Attributes:
        event: The event that the handler was called with.
        handler: The handler.
        component: The component that the handler belongs to.
    """

    event: Event
    handler: Handler
    component: Component

    @property
    def where(self) -> str:
        """The type and the number of the event."""
        return f"{type(self.event).__name__} #{self.event.sequence}"


class Running(Tap):
    """A tap that tracks which handlers are running, the innermost last."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    @property
    def call(self) -> Call | None:
        """The call of the innermost running handler; None if no handler is running."""
        return self.calls[-1] if self.calls else None

    def publisher_of(self, event: Event) -> Call | None:
        """Return the call that has just published an event.

        Return None if the innermost call is not for the cause of the event.
        """
        call = self.call
        return call if call is not None and call.event is event.cause else None

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Add the call to the running calls."""
        while self.calls and self.calls[-1].event is not event.cause:
            self.calls.pop()  # an error or a removal ended this call, so it never returned
        self.calls.append(Call(event, handler, component))

    def handled(self, event: Event, handler: Handler) -> None:
        """Remove the call from the running calls."""
        while self.calls and self.calls.pop().event is not event:
            pass
