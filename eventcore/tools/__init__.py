"""The tools: verify, diff, explain, state, shrink, what if and demo, for any simulation.

They know no game: what makes simulations of a journal, and what these offer besides, says a
``Source``. They print nothing and know no command line; each gives a ``Result``.
"""

from eventcore.tools.demo import demo, replayed
from eventcore.tools.diffing import diff
from eventcore.tools.executors import Processes, cluster_at
from eventcore.tools.explaining import Request, explain
from eventcore.tools.opening import (
    Recording,
    Simulations,
    errors_named,
    find_callable,
    find_source,
)
from eventcore.tools.output_files import atomic_write, refuse_existing
from eventcore.tools.results import Result, UsageError, printable
from eventcore.tools.shrinking.search import shrink
from eventcore.tools.state import state
from eventcore.tools.tally import journals_of, verify_many
from eventcore.tools.tracing import position_of_event, positions_of, trace
from eventcore.tools.verifying import check
from eventcore.tools.what_if import what_if

__all__ = [
    "Processes",
    "Recording",
    "Request",
    "Result",
    "Simulations",
    "UsageError",
    "atomic_write",
    "check",
    "cluster_at",
    "demo",
    "diff",
    "errors_named",
    "explain",
    "find_callable",
    "find_source",
    "journals_of",
    "position_of_event",
    "positions_of",
    "printable",
    "refuse_existing",
    "replayed",
    "shrink",
    "state",
    "trace",
    "verify_many",
    "what_if",
]
