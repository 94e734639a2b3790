"""The test kit provides pytest fixtures, scripted random streams, golden journals and invariants.

Tests can use the fixtures ``small_world``, ``probe`` and ``chain`` without importing them. Only
``intents`` needs Hypothesis, which is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from eventcore.testing.invariants import check_simulation
from eventcore.testing.order import Scenario, check_order
from eventcore.testing.probe import MakeProbe, MakeWorld

if TYPE_CHECKING:
    from eventcore.testing.strategies import intents

__all__ = ["MakeProbe", "MakeWorld", "Scenario", "check_order", "check_simulation", "intents"]


def __getattr__(name: str) -> Any:
    if name != "intents":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from eventcore.testing.strategies import intents

    return intents
