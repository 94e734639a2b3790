"""Minds in words: where a noise comes from, and whose mind it is that one acts by."""

import pytest

from bidden import intents
from bidden.events.effects import Affect
from bidden.messages.minds import direction
from bidden.state import Side
from tests.bidden.scenes import Changes, MakeSession

_STRONG: Changes = {"Wits": {}, "Health": {"hp": 90, "most": 90}}
_LOST = "Your mind is not your own: you do not do what you meant to."
_SENSELESS = "You are out cold, and do nothing."


@pytest.mark.parametrize(
    ("dx", "dy", "said"),
    [
        (0, 0, "here"),
        (3, 0, "to the east"),
        (-3, 1, "to the west"),
        (4, 2, "to the south-east"),
        (2, 5, "to the south"),
        (-2, -4, "to the north-west"),
        (0, -1, "to the north"),
        (5, -5, "to the north-east"),
    ],
)
def test_one_of_eight_directions_is_the_nearest(dx: int, dy: int, said: str) -> None:
    assert direction(dx, dy) == said


@pytest.mark.parametrize(
    ("effect", "told"), [("howl", _LOST), ("fear", _LOST), ("knock-out", _SENSELESS)]
)
def test_who_is_overruled_is_told_that_they_do_not_do_what_they_meant(
    make_session: MakeSession, effect: str, told: str
) -> None:
    session = make_session("#..@...#")
    session.perform(intents.Wait())
    assert not {_LOST, _SENSELESS} & {line.text for line in session.messages.lines}
    session.world.publish(Affect(session.player, session.player, effect))
    session.perform(intents.Wait())
    lines = {line.text for line in session.messages.lines}
    assert {_LOST, _SENSELESS} & lines == {told}


def test_a_call_to_strike_with_no_foe_in_view_is_said_to_be_in_vain(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..z#", zombie=_STRONG)
    (one,) = [who for who in session.world.having(Side) if who is not session.player]
    session.world.publish(Affect(session.player, one, "charm", turns=90))
    session.perform(intents.Bid("strike"))
    assert "You call: strike! But there is no foe in view." in [
        line.text for line in session.messages.lines
    ]
    session.perform(intents.Bid("come"))
    assert "You call: come!" in [line.text for line in session.messages.lines]
