"""The tools: verify, diff, explain, state, shrink, what if and demo, for any simulation.

Commands print their results. ``Simulations`` says which simulations these are about.
"""

from eventcore.tools.executors import workers
from eventcore.tools.opening import Simulations
from eventcore.tools.results import UsageError
from eventcore.tools.tracing import trace

__all__ = [
    "Simulations",
    "UsageError",
    "trace",
    "workers",
]
