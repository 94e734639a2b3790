"""No result of the game depends on the order of handlers of equal priority.

If this fails, give the two handlers different priorities, or pass an exception with the reason.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

from bidden.bots.explorer import choose
from bidden.content.catalogue import load_catalogue
from bidden.content.mods import level_of
from bidden.intents import Close as ShutTo
from bidden.intents import Intent
from bidden.order import COMPONENTS
from bidden.session import Session
from eventcore.journal import Journal
from eventcore.testing import Scenario, check_order
from tests.bidden.trials import AROUND, Trials
from tests.golden.catalogue import JOURNALS, RECORDINGS
from tests.sampling import amount, sampled

CATALOGUE: Final = load_catalogue(COMPONENTS)
"""Loaded once for all games: it never changes, and loading outlasts a short game."""


LONG: Final = 120
"""The number of intents to try: a whole run has thousands and takes many minutes."""

EVERY: Final = 10
"""The number of intents between full comparisons, which take a third of the time."""


def bot_game(seed: int, level: str, intents: int) -> Scenario:
    """Play the bot, with some doors shut on the way."""
    session, given = Session(seed, catalogue=CATALOGUE, level=level), list[Intent]()
    while len(given) < intents and session.ending is None:
        more = [choose(session.view())]
        if len(given) % 3 == 0:
            more.append(ShutTo(*AROUND[len(given) // 3 % len(AROUND)]))
        for intent in more:
            session.perform(intent)
        given += more
    begin = partial(Session, seed, catalogue=CATALOGUE, level=level)
    return Scenario(f"the bot on {level}", begin, given, EVERY)


def runs() -> Iterator[Scenario]:
    """Yield a bot game on every level, some trials and the beginnings of some journals."""
    for name in dict.fromkeys(["draughts.jsonl", *sampled([*RECORDINGS], 2)]):
        journal = Journal.read(JOURNALS / name)
        level = level_of(journal.header)
        begin = partial(Session, journal.header.seed, catalogue=CATALOGUE, level=level)
        intents = [record for record in journal.records if record.is_intent]
        yield Scenario(name, begin, intents[: amount(35, min(LONG, len(intents)))], EVERY)
    for level in CATALOGUE.levels:
        yield bot_game(5, level, amount(5, 40))
    for level in sampled([*CATALOGUE.levels], 3):
        yield Scenario(
            f"trials on {level}", partial(Trials, 5, level, CATALOGUE), range(amount(12, 40)), EVERY
        )


@pytest.mark.endurance
@pytest.mark.slow
def test_no_result_depends_on_the_order_of_handlers_of_equal_priority() -> None:
    assert check_order([*runs()], shuffles=1).lines == ()
