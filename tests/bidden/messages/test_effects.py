"""Effects in words: those of others are told if they are seen, and done."""

from bidden.components.body.stomach import Stomach
from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.intents import Move, Wait
from bidden.state import Fighter
from tests.bidden.messages.telling import told
from tests.bidden.rules.magic.test_effects import said
from tests.bidden.scenes import MakeScene, MakeSession


def test_what_does_nothing_to_the_player_is_told_and_what_does_nothing_to_others_is_not(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@z#")
    affects = [Affect(scene["@"], scene[who], "healing") for who in "@z"]
    assert told(scene, *affects) == ["refusal: Nothing happens."]
    assert [affect.reason for affect in affects] == ["nothing", "nothing"]


def test_what_happens_to_others_is_told_by_who_sees_it(make_session: MakeSession) -> None:
    session = make_session("#@.+z#", zombie={"Mind": None})
    zombie = next(one for one in session.world.having(Fighter) if one is not session.player)
    session.world.publish(Affect(zombie, zombie, "confusion", 2))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    assert session.player[Position].x == 2
    session.world.publish(Affect(zombie, zombie, "confusion", 1))
    session.perform(Wait())
    assert [text for text in said(session) if "zombie" in text] == [
        "The zombie looks clear-headed again.",
        "The zombie looks confused.",
        "The zombie looks clear-headed again.",
    ]


def test_what_heals_each_turn_says_how_much(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 9, "most": 90}})
    session.world.publish(Affect(session.player, session.player, "slow heal"))
    session.world.publish(Affect(session.player, session.player, "renewal"))
    session.perform(Wait())
    assert "Your cuts begin to close: 2 hit points a turn." in said(session)
    assert "Warmth wells up in you, and ebbs." in said(session)  # not in each turn


def test_food_that_an_effect_takes_each_turn_is_not_told_each_turn(
    make_session: MakeSession,
) -> None:
    session = make_session("#@z#", zombie={"Mind": None})
    you = session.player
    food = you[Stomach].food
    session.world.publish(Affect(you, you, "hunger", 9))
    for _ in range(3):
        session.perform(Wait())
    assert you[Stomach].food < food - 10
    assert [text for text in said(session) if "ross" in text] == []
    assert "You are hungry all of a sudden." in said(session)
