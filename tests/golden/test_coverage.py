"""Each handler of the game runs in a golden journal, and draws as many numbers as it should.

So a handler that does something else is noticed, whoever changed it, by an event or the draws of
its stream. `pytest tests/golden/journals --journal-coverage` says how far they reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs
import pytest

from eventcore.testing import HandlerCoverage
from tests.golden.draws import Draws, counted_draws
from tests.golden.reach import UNREACHED, replay_all

DRAWS: Final[Mapping[tuple[str, str], set[int]]] = {
    ("Appearances.shuffle", "appearances"): {15},
    ("Blinking.move_to_the_tile", "magic"): {1},
    ("Breakable.break_at_the_blow", "breaking"): {1},
    ("Breakable.break_under_the_blow", "breaking"): {1},
    ("Calling.draw_the_offers", "offers"): {29, 30, 31, 32},
    ("Champions.draw_what_they_are", "champions"): {3, 5, 6},
    ("Champions.let_some_be_champions", "champions"): {1},
    ("Conditions.stumble", "confusion"): {1},
    ("Effects.apply_each_turn", "effects"): {1},
    ("Embers.flare_up", "embers"): {1, 2, 3},
    ("Experience.choose_at_random", "growth"): {1},
    ("Favour.take_sides", "favour"): {1},
    ("Favour.take_sides", "peace"): {1},
    ("Ground.drift", "gas"): {1, 2, 4, 9},
    ("Ground.spread_and_go_out", "fire"): {*range(1, 24)},
    ("HavingBoons.draw_which", "boons"): {5},
    ("HavingBoons.let_a_victory_warp", "boons"): {1},
    ("Health.lose_hit_points", "combat"): {1},
    ("Maiming.say_which", "wounds"): {1},
    ("Masterworks.draw_how_much", "masterworks"): {2},
    ("Masterworks.let_some_be_better", "masterworks"): {1},
    ("Mind.act", "ai"): {1, 2, 3},
    ("Mind.act_for_another", "ai"): {1},
    ("Noticing.be_seen_on_arrival", "notice"): {1},
    ("Noticing.be_seen_on_the_way", "notice"): {1, 2},
    ("Quiver.break_as_chance_has_it", "missiles"): {1},
    ("Retort.answer", "retorts"): {1},
    ("Searching.notice_on_the_way", "search"): {1, 2, 3, 5, 6},
    ("Shields.stop", "shields"): {1},
    ("Spawning.make", "kit"): {1, 2},
    ("Spores.grow", "growth"): {1},
    ("Spores.let_one_ripen", "growth"): {1},
    ("Spores.spawn_the_young", "growth"): {1},
    ("Stealing.draw_what_is_taken", "theft"): {1},
    ("Talking.say_something", "talk"): {1},
    ("Traps.try_to_disarm", "search"): {1},
    ("Venom.seep_in", "venom"): {1},
    ("Voice.come_out", "voice"): {1},
    ("Wits.wait_for_something_to_do", "waiting"): {1},
    ("Wounding.wound", "wounds"): {1},
}
"""How many numbers a handler draws in a run, where it draws any."""


@attrs.frozen
class Replayed:
    """What was seen of the golden games."""

    coverage: HandlerCoverage
    draws: Draws


@pytest.fixture(scope="module")
def replayed() -> Replayed:
    with HandlerCoverage() as coverage, counted_draws() as draws:
        replay_all()
    return Replayed(coverage, draws)


def test_a_golden_journal_reaches_each_handler_but_those_that_play_cannot(
    replayed: Replayed,
) -> None:
    assert replayed.coverage.unreached() == [*UNREACHED]


def test_each_handler_draws_as_many_numbers_as_ever(replayed: Replayed) -> None:
    assert replayed.draws == DRAWS
