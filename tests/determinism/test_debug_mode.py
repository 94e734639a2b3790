"""A game in debug mode breaks no dispatch rule, and ends like the same game without debug mode."""

from functools import partial

import pytest

from bidden.bots.explorer import choose
from bidden.content.mods import level_of
from bidden.session import Session
from bidden.view import Ending
from eventcore.journal import Journal
from eventcore.state.digest import state_digest
from tests.bidden.scenes import catalogue
from tests.golden.catalogue import JOURNALS, tire_out
from tests.sampling import Tried, amount, sampled

LONGEST = amount(60, 500)
"""The number of turns that are played, which is higher in `make endurance`."""

LEVELS = sorted(catalogue().levels)
CHOSEN = [
    level if number % 8 == 0 else pytest.param(level, marks=pytest.mark.slow)
    for number, level in enumerate(LEVELS)
]


def play(session: Session, ending: Ending) -> str:
    bot = tire_out if ending is Ending.DIED else choose
    while session.ending is None and session.world.turn < LONGEST:
        session.perform(bot(session.view()))
    return session.digest.seal()


@pytest.mark.endurance
@pytest.mark.parametrize("ending", sampled([Ending.DIED, Ending.WON], 1))
def test_whole_game_is_the_same_in_debug_mode(ending: Ending, tried: Tried) -> None:
    tried["whole games, also played in debug mode"] += 1
    header = Journal.read(JOURNALS / f"{ending.value}.jsonl").header
    begin = partial(Session, header.seed, level=level_of(header))
    compiled, checked = begin(), begin(debug=True)
    assert play(compiled, ending) == play(checked, ending)
    assert compiled.ending is checked.ending
    assert compiled.ending is (ending if compiled.world.turn < LONGEST else None)
    assert compiled.messages.lines == checked.messages.lines


@pytest.mark.parametrize("level", CHOSEN)
def test_every_level_is_the_same_in_debug_mode(level: str) -> None:
    sessions = [Session(2, level=level, debug=debug) for debug in (False, True)]
    for session in sessions:
        for _ in range(5):
            if session.ending is None:
                session.perform(choose(session.view()))
    compiled, checked = (session.digest.seal() for session in sessions)
    assert compiled == checked
    assert state_digest(sessions[0].world) == state_digest(sessions[1].world)
