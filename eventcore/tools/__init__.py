"""The implementation of the commands verify, explain, what-if, state, series and shrink."""

from eventcore.tools.opening import Simulations
from eventcore.tools.results import UsageError
from eventcore.tools.series import series
from eventcore.tools.tracing import trace

__all__ = ["Simulations", "UsageError", "series", "trace"]
