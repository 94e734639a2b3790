"""The roster names every bot that plays whole games."""

from bidden.bots.monkey import Monkey
from bidden.bots.remembering import Remembering
from bidden.bots.roster import BOTS
from bidden.session import Session
from tests.bidden.scenes import catalogue


def test_every_bot_is_made_by_its_name() -> None:
    assert [*BOTS] == ["explorer", "fighter", "monkey"]
    assert isinstance(BOTS["explorer"](1), Remembering)
    assert isinstance(BOTS["fighter"](1), Remembering)
    assert isinstance(BOTS["monkey"](1), Monkey)


def test_each_game_has_a_memory_of_its_own() -> None:
    games = []
    for _ in range(2):
        session, bot = Session(4, catalogue=catalogue()), BOTS["explorer"](4)
        intents = []
        for _ in range(60):
            intents.append(bot(session.view()))
            session.perform(intents[-1])
        games.append(intents)
    assert games[0] == games[1]
