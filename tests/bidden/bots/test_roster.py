"""The roster names every bot that plays whole games."""

import pytest

from bidden.bots import explorer, fighter
from bidden.bots.monkey import Monkey
from bidden.bots.roster import BOTS, bot_for


def test_every_bot_is_made_by_its_name() -> None:
    assert [*BOTS] == ["explorer", "fighter", "monkey"]
    assert bot_for("explorer", 1) is explorer.choose
    assert bot_for("fighter", 1) is fighter.choose
    assert isinstance(bot_for("monkey", 1), Monkey)


def test_there_is_no_other() -> None:
    with pytest.raises(KeyError, match="tiger"):
        bot_for("tiger", 1)
