"""The tools: verify, diff, explain, state, shrink, what if and demo, for any simulation.

Commands print their results. ``Simulations`` says which simulations these are about.
"""

from eventcore.tools.executors import workers
from eventcore.tools.opening import Simulations
from eventcore.tools.output_files import atomic_write
from eventcore.tools.results import UsageError, printable
from eventcore.tools.tracing import trace

__all__ = [
    "Simulations",
    "UsageError",
    "atomic_write",
    "printable",
    "trace",
    "workers",
]
