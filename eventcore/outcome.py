"""Outcome: the states of an event, and the reason codes that the bus itself sets."""

from enum import Enum
from typing import Final


class Outcome(Enum):
    """The state of an event.

    A new event is in the state *continue*. While it waits on the agenda or is deferred, it is
    *scheduled*. Handlers above the commit line can fail or replace it. Past the line, it is *done*.
    """

    CONTINUE = "continue"
    SCHEDULED = "scheduled"
    DONE = "done"
    FAILED = "failed"
    REPLACED = "replaced"


# Chains compare outcomes at each handler, so they use constants, which are faster than attributes.
CONTINUE: Final = Outcome.CONTINUE
SCHEDULED: Final = Outcome.SCHEDULED
DONE: Final = Outcome.DONE
FAILED: Final = Outcome.FAILED
REPLACED: Final = Outcome.REPLACED

ERROR: Final = "error"
"""Reason code: a handler above the commit line raised an error."""
GONE: Final = "gone"
"""Reason code: the enactor, or the entity that a Change affects, has left the world."""
UNHANDLED: Final = "unhandled"
"""Reason code: no handler in the chain resolves or applies the event."""
