"""The outcomes of an event, and the reason codes that the bus itself sets."""

from enum import Enum
from typing import Final


class Outcome(Enum):
    """The outcome of an event.

    A new event has the outcome *continue*. While an event is deferred or on the agenda, its outcome
    is *scheduled*. Handlers above the commit line can fail or replace the event. If no handler
    refuses the event, it is *done* when it crosses the commit line.
    """

    CONTINUE = "continue"
    SCHEDULED = "scheduled"
    DONE = "done"
    FAILED = "failed"
    REPLACED = "replaced"


# Chains read these constants after each handler, because reading Outcome.DONE takes longer.
CONTINUE: Final = Outcome.CONTINUE
SCHEDULED: Final = Outcome.SCHEDULED
DONE: Final = Outcome.DONE
FAILED: Final = Outcome.FAILED
REPLACED: Final = Outcome.REPLACED

ERROR: Final = "error"  # a handler above the commit line raised an error
GONE: Final = "gone"  # an entity that the event needs, such as its enactor, has left the world
UNHANDLED: Final = "unhandled"  # no handler in the chain resolves or applies the event
