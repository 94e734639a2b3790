"""Warm up the process from which ``tests.warm`` forks others."""

from bidden.bots.roster import BOTS
from bidden.session import Session

__all__: list[str] = []

# Chains are compiled on first use, and all worlds of a process share the code.
_session = Session(1)
_bot = BOTS["explorer"](1)
for _ in range(20):
    _session.perform(_bot(_session.view()))
