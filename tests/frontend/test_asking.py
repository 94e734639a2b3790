"""A forecast names the player as the one that sets off a trap."""

from __future__ import annotations

import pytest

from bidden.frontend.asking import told_of
from bidden.perception.foretold.forecast import YOU, Forecast, ShiftForecast, TargetForecast

RUN = ShiftForecast(YOU, "run 2 tiles")
HIT = TargetForecast("the skeleton", least=1, most=5)


@pytest.mark.parametrize(
    ("forecast", "told"),
    [
        (
            Forecast(targets=(HIT,), shifts=(RUN,), trap="flash trap"),
            "The skeleton takes 1–5 damage. You run 2 tiles and set off the flash trap.",
        ),
        (Forecast(trap="dart trap"), "You set off the dart trap."),
        (
            Forecast(targets=(HIT,), trap="dart trap"),
            "The skeleton takes 1–5 damage. You set off the dart trap.",
        ),
    ],
)
def test_trap_is_set_off_by_the_player(forecast: Forecast, told: str) -> None:
    assert told_of(forecast) == told
