"""A whole game in debug mode breaks no rule of the dispatch, and is the same game."""

from functools import partial

import pytest

from eventcore.journal import read_journal
from game.bots.explorer import choose
from game.mods import level_of
from game.session import Session
from game.view import Ending
from tests.golden.catalogue import JOURNALS, tire_out
from tests.sampling import Tried, sampled


def play_to_the_end(session: Session, ending: Ending) -> str:
    bot = tire_out if ending is Ending.DIED else choose
    while session.ending is None:
        assert session.world.turn < 500
        session.perform(bot(session.view()))
    return session.digest.seal()


@pytest.mark.endurance
@pytest.mark.parametrize("ending", sampled([Ending.DIED, Ending.WON], 1))
def test_a_whole_game_in_debug_mode_raises_nothing_and_ends_with_the_same_digest(
    ending: Ending, tried: Tried
) -> None:
    tried["whole games played in debug mode too"] += 1
    header = read_journal(JOURNALS / f"{ending.value}.jsonl").header
    begin = partial(Session, header.seed, level=level_of(header))
    compiled, checked = begin(), begin(debug=True)
    assert play_to_the_end(compiled, ending) == play_to_the_end(checked, ending)
    assert compiled.ending is checked.ending is ending
    assert compiled.world.sequence == checked.world.sequence
    assert compiled.chronicle.lines == checked.chronicle.lines
