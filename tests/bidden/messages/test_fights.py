"""Fights in words: blows and deaths, as far as the player sees them."""

import pytest

from bidden import intents
from bidden.events.combat import Die, TakeDamage
from bidden.events.movement import Move
from tests.bidden.messages.telling import told
from tests.bidden.scenes import MakeScene, MakeSession


def test_the_players_own_blow_is_told_as_you(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert told(scene, TakeDamage(scene["@"], scene["z"], 1)) == ["good: You hit the zombie for 1."]


def test_a_blow_to_the_player_is_told_as_harm(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert told(scene, TakeDamage(scene["z"], scene["@"], 1)) == [
        "harm: The zombie hits you for 1."
    ]


def test_a_fight_of_others_is_told_when_it_is_seen(make_scene: MakeScene) -> None:
    scene = make_scene("#@.zh#")
    assert told(
        scene, TakeDamage(scene["z"], scene["h"], 1), TakeDamage(scene["h"], scene["z"], 1)
    ) == ["plain: The zombie hits the hound for 1.", "plain: The hound hits the zombie for 1."]


@pytest.mark.parametrize("drawing", ["#@.+zh#", "#@.#zh#", "#@.........zh#"])
def test_a_fight_out_of_sight_is_not_told(make_scene: MakeScene, drawing: str) -> None:
    scene = make_scene(drawing)
    assert told(scene, TakeDamage(scene["z"], scene["h"], 1), Die(scene["z"], scene["h"])) == []


def test_a_blow_tells_what_it_cost_in_truth(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Health": {"hp": 2}}, you={"Fighter": {"attack": 99}})
    assert told(scene, Move(scene["@"], 1, 0)) == [
        "good: You hit the zombie for 2.",
        "good: You put the zombie to rest.",
    ]


def test_a_blow_that_was_refused_is_not_told_as_one(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert told(scene, TakeDamage(scene["@"], scene["z"], 1), Die(scene["@"], scene["z"])) == []


def test_the_deaths_of_others_are_told_when_they_are_seen(make_scene: MakeScene) -> None:
    scene = make_scene("#@.zh#")
    assert told(scene, Die(scene["z"], scene["h"])) == ["news: The hound falls."]


def test_the_players_death_is_told_with_who_brought_it(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    assert session.messages.epitaph == ""
    session.perform(intents.Wait())
    assert [str(line) for line in session.messages.lines] == [
        "The zombie hits you for 1.",
        "You die.",
    ]
    assert session.messages.epitaph == "Killed by a zombie on turn 0."


@pytest.mark.parametrize(
    ("source", "cause"),
    [("dart", "a dart"), ("spark", "a spark"), ("poison", "poison"), ("hunger", "hunger")],
)
def test_an_epitaph_names_what_one_died_of(
    make_session: MakeSession, source: str, cause: str
) -> None:
    session = make_session("#@z#", you={"Wounds": None})
    session.world.publish(TakeDamage(session.player, session.player, source=source, outright=True))
    assert session.messages.epitaph == f"Killed by {cause} on turn 0."


def test_an_epitaph_knows_its_articles_and_its_turn(make_session: MakeSession) -> None:
    session = make_session(
        "#@..z#", you={"Health": {"hp": 1}, "Wounds": None}, zombie={"Title": {"name": "undead ox"}}
    )
    for _ in range(3):
        session.perform(intents.Wait())
    assert session.messages.epitaph == "Killed by an undead ox on turn 2."
    assert session.view().epitaph == "Killed by an undead ox on turn 2."


def test_a_whole_fight_is_told(make_session: MakeSession) -> None:
    session = make_session("#@+.z#", seed=2)
    for _ in range(4):
        session.perform(intents.Move(1, 0))
    assert [f"{line.turn}: {line}" for line in session.view().lines] == [
        "0: You open the door.",
        "1: The zombie hits you for 2.",
        "2: You hit the zombie for 4.",
        "2: The zombie hits you for 1.",
        "3: You hit the zombie for 4.",
        "3: You put the zombie to rest.",
    ]
