"""The test kit provides pytest fixtures, scripted random streams, golden journals and invariants.

Tests can use the fixtures ``small_world``, ``probe`` and ``chain`` without importing them. Only
``SimulationMachine``, ``check_simulation`` and ``intents`` need Hypothesis, which is imported when
one of them is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from eventcore.testing.order import Scenario, check_order
from eventcore.testing.probe import MakeProbe, MakeWorld

if TYPE_CHECKING:
    from eventcore.testing.properties.checks import check_simulation
    from eventcore.testing.properties.machine import SimulationMachine
    from eventcore.testing.properties.strategies import intents

__all__ = [
    "MakeProbe",
    "MakeWorld",
    "Scenario",
    "SimulationMachine",
    "check_order",
    "check_simulation",
    "intents",
]

_HYPOTHESIS_MODULES = {
    "SimulationMachine": "machine",
    "check_simulation": "checks",
    "intents": "strategies",
}


def __getattr__(name: str) -> Any:
    if name not in _HYPOTHESIS_MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"eventcore.testing.properties.{_HYPOTHESIS_MODULES[name]}")
    globals()[name] = getattr(module, name)
    return globals()[name]
