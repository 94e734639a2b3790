"""The test kit: pytest fixtures, scripted random streams, golden journals and invariants.

Tests use the fixtures ``small_world``, ``probe`` and ``chain`` without an import. This module also
works without pytest. ``SimulationMachine``, ``check_simulation`` and ``intents`` need Hypothesis,
which is imported when one of them is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from eventcore.testing.coverage import HandlerCoverage
from eventcore.testing.order import Scenario, check_order
from eventcore.testing.probe import MakeProbe, MakeWorld

if TYPE_CHECKING:
    from eventcore.testing.properties.checks import check_simulation
    from eventcore.testing.properties.machine import SimulationMachine
    from eventcore.testing.properties.strategies import intents

__all__ = [
    "HandlerCoverage",
    "MakeProbe",
    "MakeWorld",
    "Scenario",
    "SimulationMachine",
    "check_order",
    "check_simulation",
    "intents",
]

_LATER = {
    "SimulationMachine": "machine",
    "check_simulation": "checks",
    "intents": "strategies",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"eventcore.testing.properties.{_LATER[name]}"), name)
    globals()[name] = found
    return found
