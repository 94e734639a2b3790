"""Ground kills or saves somebody on a third of the levels that the fighter comes to, or more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from bidden.content.catalogue import load_catalogue
from bidden.events.combat import TakeDamage
from bidden.events.ground import Ignite
from bidden.intents import Wait
from bidden.order import COMPONENTS
from tests.bidden.deciding import Deciding, play
from tests.bidden.rules.ground.acting import called, pour
from tests.bidden.scenes import MakeSession
from tests.sampling import Tried, sampled

SEEDS: Final = range(1, 61)
INTENTS: Final = 1_200


@pytest.mark.endurance
def test_the_ground_decides_on_a_third_of_the_levels(tried: Tried) -> None:
    content = load_catalogue(COMPONENTS)
    seeds = sampled(SEEDS, 4)
    games = [play(seed, INTENTS, content) for seed in seeds]
    levels = sum(len(game.visited) for game in games)
    decided = sum(len({*game.visited} & game.decided) for game in games)
    tried["levels on which ground might have killed or saved somebody"] += levels
    tried["levels on which it did"] += decided
    # Of so few games as the suite plays the share is a third by chance alone.
    assert decided * 3 >= levels if len(seeds) == len(SEEDS) else decided


def test_a_death_in_the_fire_is_the_ground_s_and_one_by_a_blow_is_not(
    make_session: MakeSession,
) -> None:
    def burn(deciding: Deciding) -> None:
        pour(deciding.session, "tall grass", (5, 0))
        deciding.session.world.publish(Ignite(deciding.session.player, 1, 5, 0))
        for _ in range(3):
            deciding.session.perform(Wait())

    def strike(deciding: Deciding) -> None:
        zombie = called(deciding.session, "zombie")
        harm = TakeDamage(deciding.session.player, zombie, 9, sure=True)
        deciding.session.world.publish(harm)

    def kills(does: Callable[[Deciding], None]) -> dict[str, int]:
        weak = {"Mind": None, "Health": {"hp": 1, "most": 9}}
        session = make_session("#@...z#", zombie=weak)
        deciding = Deciding(session)
        session.world.tap(deciding)
        does(deciding)
        return dict(deciding.kills.get(1, {}))

    assert (kills(burn), kills(strike)) == ({"fire": 1}, {})
