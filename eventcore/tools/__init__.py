"""The implementation of the commands verify, explain, state, series, shrink and what-if."""

from eventcore.tools.opening import Simulations
from eventcore.tools.results import UsageError
from eventcore.tools.series import series
from eventcore.tools.tracing import trace

__all__ = ["Simulations", "UsageError", "series", "trace"]
