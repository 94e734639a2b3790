"""The outcomes of an event, and the reason codes of the bus itself."""

from enum import Enum
from typing import Final


class Outcome(Enum):
    """What has become of an event.

    It begins as *continue*, or *scheduled* while it waits on the agenda or is deferred. A handler
    above the commit line may make it *failed* or *replaced*; one that crosses the line is *done*.
    """

    CONTINUE = "continue"
    SCHEDULED = "scheduled"
    DONE = "done"
    FAILED = "failed"
    REPLACED = "replaced"


# Constants, since the chains compare outcomes at each handler and ``Outcome.DONE`` takes longer.
CONTINUE: Final = Outcome.CONTINUE
SCHEDULED: Final = Outcome.SCHEDULED
DONE: Final = Outcome.DONE
FAILED: Final = Outcome.FAILED
REPLACED: Final = Outcome.REPLACED

ERROR: Final = "error"
"""Reason code: a handler above the commit line raised an error."""
GONE: Final = "gone"
"""Reason code: the enactor, or the entity that a Change happens to, has left the world."""
UNHANDLED: Final = "unhandled"
"""Reason code: no handler in the chain would carry out the event."""
