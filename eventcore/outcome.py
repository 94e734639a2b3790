"""The outcomes an event can have, and the reason codes the bus itself gives.

An event starts as *continue*, and is *scheduled* while it waits on the agenda, or deferred. A
handler above the commit line may make it *failed* or *replaced*, and the first such word stands.
One that crosses the commit line is *done*: from there on nothing fails.

Each member has a module constant of its own, because ``outcome is CONTINUE``
with a constant costs a twentieth of ``outcome is Outcome.CONTINUE``, and the
generated chains ask once a handler.
"""

from enum import Enum
from typing import Final


class Outcome(Enum):
    """What has become of an event."""

    CONTINUE = "continue"
    SCHEDULED = "scheduled"
    DONE = "done"
    FAILED = "failed"
    REPLACED = "replaced"


CONTINUE: Final = Outcome.CONTINUE
SCHEDULED: Final = Outcome.SCHEDULED
DONE: Final = Outcome.DONE
FAILED: Final = Outcome.FAILED
REPLACED: Final = Outcome.REPLACED

ERROR: Final = "error"
"""Reason code: a handler above the commit line raised one, so the event did not happen."""

GONE: Final = "gone"
"""Reason code: who acts, or who it happens to, no longer exists."""

UNHANDLED: Final = "unhandled"
"""Reason code: no handler in the chain would resolve or apply the event."""
