"""Compiled chains and the checking loop behave the same.

Whatever the handlers of a scenario do, playing it in debug mode gives the same calls, outcomes,
errors and final state as playing it with compiled chains, or with chains that are compiled only
after some calls.
"""

import pytest
from hypothesis import HealthCheck, given, settings

from tests.properties.scenarios import Play, Scenario, scenarios
from tests.sampling import Tried, amount
from tests.trials import trials


@pytest.mark.endurance
@settings(
    max_examples=amount(25, 4_000), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(scenario=scenarios())
def test_both_modes_behave_the_same(scenario: Scenario, tried: Tried) -> None:
    tried["made-up simulations, compiled and in debug mode"] += 1
    with trials(0):
        compiled = Play(scenario, debug=False)
    with trials(2):  # the first calls by the loop, the others compiled
        both = Play(scenario, debug=False)
    checked = Play(scenario, debug=True)
    assert compiled.record == both.record == checked.record
