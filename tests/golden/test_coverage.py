"""Each handler of the game runs in a golden journal, and draws as many numbers as it should.

So a handler that does something else is noticed, whoever changed it, by an event or the draws of
its stream. `pytest tests/golden/journals --journal-coverage` says how far they reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs
import pytest

from bidden.content.catalogue import load_catalogue
from bidden.content.mods import level_of
from bidden.order import COMPONENTS
from bidden.session import Session
from eventcore.journal import read_journal
from eventcore.replay import verify
from eventcore.testing import HandlerCoverage
from tests.golden.catalogue import JOURNALS, RECORDINGS
from tests.golden.draws import Draws, counted_draws

UNREACHED: Final[Mapping[str, str]] = {
    "Timers.refuse_to_shorten (AIM 1) on ExtendTimer, via world": "the game extends no timer: "
    "an effect that does so is started again",
    "Timers.refuse_what_is_left_of_no_turn (MODIFY 399) on ExtendTimer, via world": "the same",
    "Timers.extend (APPLY 700) on ExtendTimer, via world": "the same",
    "Timers.refuse_to_hold_twice (VALIDATE 101) on HoldTimer, via world": "the game holds none",
    "Timers.hold (APPLY 700) on HoldTimer, via world": "the same",
    "Timers.refuse_to_release_what_runs (VALIDATE 101) on ReleaseTimer, via world": "the same",
    "Timers.release (APPLY 700) on ReleaseTimer, via world": "the same",
    "Body.span_the_chasm (VALIDATE 100) on Fall": "no body of several tiles lives above chasms",
    "Body.stay_on_the_level (VALIDATE 100) on Climb": "and none takes stairs",
    "Limb.hold_on (VALIDATE 100) on Fall": "the same as of its body",
    "Brand.harm_besides (RESOLVE 510) on Hit": "no creature burns by itself, only weapons do",
    "Wounding.wound (APPLY 980) on Hit": "no creature wounds by itself, only weapons do",
}
"""What no play of the game's own content comes to, and why; tests of its own cover it."""

DRAWS: Final[Mapping[tuple[str, str], set[int]]] = {
    ("Appearances.shuffle", "appearances"): {15},
    ("Blinking.move_to_a_drawn_tile", "magic"): {1},
    ("Breakable.break_at_the_blow", "breaking"): {1},
    ("Breakable.break_under_the_blow", "breaking"): {1},
    ("Champions.draw_what_they_are", "champions"): {5},
    ("Champions.let_some_be_champions", "champions"): {1},
    ("Conditions.stumble", "confusion"): {1},
    ("Effects.apply_each_turn", "effects"): {1},
    ("Ground.drift", "gas"): {3, 9},
    ("Ground.spread_and_go_out", "fire"): {*range(3, 25)} - {23},
    ("Health.lose_hit_points", "combat"): {1},
    ("Mind.act", "ai"): {1, 2, 3},
    ("Mind.act_for_another", "ai"): {1},
    ("Noticing.be_seen_on_the_way", "notice"): {1},
    ("Retort.answer", "retorts"): {1},
    ("Searching.look_closely", "search"): {1},
    ("Spawning.make", "kit"): {1, 2},
    ("Spores.grow", "growth"): {1},
    ("Spores.ripen", "growth"): {1},
    ("Stealing.draw_what_is_taken", "theft"): {1},
    ("Traps.try_to_disarm", "search"): {1},
    ("Venom.seep_in", "venom"): {1},
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
    content = load_catalogue(COMPONENTS)
    with HandlerCoverage() as coverage, counted_draws() as draws:
        for name in RECORDINGS:
            journal = read_journal(JOURNALS / name)
            level = level_of(journal.header)
            session = Session(journal.header.seed, catalogue=content, level=level)
            assert verify(session, journal) is None
    return Replayed(coverage, draws)


def test_a_golden_journal_reaches_each_handler_but_those_that_play_cannot(
    replayed: Replayed,
) -> None:
    assert replayed.coverage.unreached() == [*UNREACHED]


def test_each_handler_draws_as_many_numbers_as_ever(replayed: Replayed) -> None:
    assert replayed.draws == DRAWS
