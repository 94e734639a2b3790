"""The test kit: pytest fixtures, scripted random streams, golden journals and the order checker.

The fixtures ``small_world``, ``probe`` and ``chain`` need no import, and this module no pytest.
"""

from eventcore.testing.coverage import HandlerCoverage
from eventcore.testing.fakes import RunFor
from eventcore.testing.order import Scenario, check_order
from eventcore.testing.probe import MakeProbe, MakeWorld, ProbeResult

__all__ = [
    "HandlerCoverage",
    "MakeProbe",
    "MakeWorld",
    "ProbeResult",
    "RunFor",
    "Scenario",
    "check_order",
]
