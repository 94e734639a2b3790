"""The test kit: fixtures of pytest, scripted chance, golden journals and the order checker.

The fixtures ``small_world``, ``probe`` and ``chain`` need no import. This module can be imported
without pytest.
"""

from eventcore.testing.coverage import HandlerCoverage
from eventcore.testing.order import Scenario, check_order
from eventcore.testing.probe import MakeProbe, MakeWorld, ProbeResult

__all__ = [
    "HandlerCoverage",
    "MakeProbe",
    "MakeWorld",
    "ProbeResult",
    "Scenario",
    "check_order",
]
