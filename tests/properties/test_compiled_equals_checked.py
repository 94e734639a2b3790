"""Invariant: compiled chains and the checking loop cannot be told apart from outside.

Whatever the handlers of a scenario are and do, a play of it in debug mode gives the same
calls in the same order, the same outcomes, reasons and sequence numbers, the same errors
with the same notes, and the same state at the end, as a play with generated chains, or with
chains that are compiled only after some calls. And on the way: a preview changes nothing,
and has the outcome that then comes.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.properties.scenarios import Play, Scenario, scenarios
from tests.sampling import Tried, amount
from tests.trials import trials


@pytest.mark.slow
@pytest.mark.endurance
@settings(
    max_examples=amount(50, 4_000), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(scenario=scenarios())
def test_both_modes_go_the_same_way(scenario: Scenario, tried: Tried) -> None:
    tried["made-up simulations, compiled and in debug mode"] += 1
    with trials(0):
        compiled = Play(scenario, debug=False)
    with trials(2):  # some by the loop, and some compiled
        both = Play(scenario, debug=False)
    checked = Play(scenario, debug=True)
    assert compiled.record == both.record == checked.record


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenarios())
def test_a_scenario_goes_the_same_way_twice(scenario: Scenario) -> None:
    assert Play(scenario, debug=False).record == Play(scenario, debug=False).record
