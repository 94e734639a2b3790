"""What the process is made warm with that ``tests.warm`` forks others off."""

from bidden.bots.roster import BOTS
from bidden.session import Session

__all__: list[str] = []

# Chains are compiled as they are met: code is shared by all worlds of a process.
_session = Session(1)
_bot = BOTS["explorer"](1)
for _ in range(20):
    _session.perform(_bot(_session.view()))
