"""A forecast names the player as the one that sets off a trap."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.asking import question_of_step, told_of
from bidden.frontend.preferences.options import Options
from bidden.intents import Move
from bidden.perception.foretold.forecast import YOU, Forecast, ShiftForecast, TargetForecast
from tests.bidden.going.walking import level

RUN = ShiftForecast(YOU, "run 2 tiles")
HIT = TargetForecast("the skeleton", least=1, most=5)


@pytest.mark.parametrize(
    ("forecast", "told"),
    [
        (
            Forecast(targets=(HIT,), shifts=(RUN,), trap="flash trap"),
            "The skeleton takes 1–5 damage. You run 2 tiles and trigger the flash trap.",
        ),
        (Forecast(trap="dart trap"), "You trigger the dart trap."),
        (
            Forecast(targets=(HIT,), trap="dart trap"),
            "The skeleton takes 1–5 damage. You trigger the dart trap.",
        ),
    ],
)
def test_trap_is_set_off_by_the_player(forecast: Forecast, told: str) -> None:
    assert told_of(forecast) == told


def test_step_into_haze_is_asked_about_until_it_has_confused_the_player() -> None:
    view, east = level("####\n#@▓#\n####"), Move(1, 0)
    haze = attrs.evolve(view.tiles[1][2], kind="haze")
    row = (*view.tiles[1][:2], haze, *view.tiles[1][3:])
    view = attrs.evolve(view, tiles=(view.tiles[0], row, *view.tiles[2:]))
    asked = question_of_step(east, Forecast(), view, Options())
    assert asked == ("Step into the haze?", "It will confuse you.")
    deadly = Options(ask_before_harm="death")
    assert question_of_step(east, Forecast(), view, deadly) is None
    confused = attrs.evolve(view, lasting=(("confusion", 9),))
    assert question_of_step(east, Forecast(), confused, Options()) is None
