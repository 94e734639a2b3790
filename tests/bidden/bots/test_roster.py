"""The roster names every bot that plays whole games."""

from bidden.bots import explorer, fighter
from bidden.bots.monkey import Monkey
from bidden.bots.roster import BOTS


def test_every_bot_is_made_by_its_name() -> None:
    assert [*BOTS] == ["explorer", "fighter", "monkey"]
    assert BOTS["explorer"](1) is explorer.choose
    assert BOTS["fighter"](1) is fighter.choose
    assert isinstance(BOTS["monkey"](1), Monkey)
