"""Messages of blows and deaths: the player is told of what they do, suffer and see."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.movement import Move
from eventcore import VALIDATE, Component, World, component, handles
from tests.bidden.components.magic.test_magic import give
from tests.bidden.messages.telling import told, told_in
from tests.bidden.scenes import MakeScene, MakeSession


def test_blows_and_deaths_in_view_are_told(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@z.h#")
    you, zombie, hound = scene["@"], scene["z"], scene["h"]
    blows = [(you, zombie), (zombie, you), (zombie, hound), (hound, zombie)]
    lines = told(scene, *(TakeDamage(by, to, 1) for by, to in blows), Die(zombie, hound))
    assert [line.partition(":")[0] for line in lines] == ["good", "harm", "plain", "plain", "news"]
    assert lines == snapshot


@pytest.mark.parametrize("drawing", ["#@.+zh#", "#@.#zh#", "#@.........zh#"])
def test_fight_out_of_sight_is_not_told(make_scene: MakeScene, drawing: str) -> None:
    scene = make_scene(drawing)
    assert told(scene, TakeDamage(scene["z"], scene["h"], 1), Die(scene["z"], scene["h"])) == []


def test_blow_against_the_dead_is_not_told(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    assert told(scene, TakeDamage(scene["@"], scene["z"], 1), Die(scene["@"], scene["z"])) == []


def test_whole_fight_is_told_turn_by_turn(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@+.z#", seed=2)
    for _ in range(4):
        session.perform(intents.Move(1, 0))
    lines = session.view().lines
    assert [line.turn for line in lines] == sorted(line.turn for line in lines)
    assert [f"{line.turn}: {line}" for line in lines] == snapshot


def test_death_of_the_player_is_told_with_its_killer(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    weak = {"Health": {"hp": 1}, "Wounds": None}
    session = make_session("#@..z#", you=weak, zombie={"Title": {"name": "undead ox"}})
    assert session.messages.epitaph == ""
    for _ in range(3):
        session.perform(intents.Wait())
    assert session.view().epitaph == session.messages.epitaph == snapshot
    assert told_in(session) == snapshot


@pytest.mark.parametrize("source", ["dart", "poison"])
def test_epitaph_names_the_cause_of_death(
    make_session: MakeSession, source: str, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#", you={"Wounds": None})
    session.world.publish(TakeDamage(session.player, session.player, source=source, outright=True))
    assert session.messages.epitaph == snapshot


def test_belongings_dropped_in_death_are_not_told(make_session: MakeSession) -> None:
    session = make_session("#@...z#", you={"Wounds": {"taken": ["hand", "leg", "eye", "voice"]}})
    before = len(session.messages.lines)
    session.world.publish(Die(session.player, session.player))
    alone = told_in(session, before)
    session = make_session("#@...z#", you={"Wounds": {"taken": ["hand", "leg", "eye", "voice"]}})
    give(session, "dagger", known=True)
    before = len(session.messages.lines)
    session.world.publish(Die(session.player, session.player))
    assert told_in(session, before) == alone


@component
class Stall(Component):
    """Makes its entity one that cannot be struck."""

    @handles(Attack, VALIDATE, role="target")
    def ward_off(self, attack: Attack, world: World) -> None:
        attack.fail("occupied")


def test_bump_whose_blow_is_refused_is_told_once(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", extra=(Stall,), zombie={"Stall": {}})
    (line,) = told(scene, Move(scene["@"], 1, 0))
    assert line.startswith("refusal: ")
    assert scene.kinds == ["Move", "Attack"]
