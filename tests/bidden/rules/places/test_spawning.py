"""Spawning: creatures and items are created by an event that rules can change or reject."""

from __future__ import annotations

from bidden.components.things.pack import Pack
from bidden.events.magic import Summon
from bidden.events.movement import Arrive
from bidden.events.places import Spawn
from bidden.events.things import StartWearing
from bidden.state import Side, count_of
from eventcore import Change
from tests.bidden.scenes import Ear, MakeScene, MakeSession, Meddle, draws, place


def test_spawn_creates_a_creature_that_arrives_and_is_scheduled(make_scene: MakeScene) -> None:
    scene = make_scene("#@..#")
    spawn = scene.world.publish(Spawn(scene["@"], None, "zombie", 2, 0, delay=30))
    assert spawn.made is not None
    assert scene.kinds == ["Spawn", "Arrive"]
    arrive = scene.last(Arrive)
    assert (arrive.enactor, arrive.cause) == (spawn.made, spawn)
    assert scene.now == "#@z.#"
    assert scene.world.agenda.due(spawn.made) == 30


def test_refused_spawn_shrinks_the_summons(make_session: MakeSession, meddle: Meddle) -> None:
    def keep_the_west_free(change: Change) -> None:
        if isinstance(change, Spawn) and change.what == "bat" and change.x == 1:
            change.fail("warded")

    meddle(keep_the_west_free)
    session, ear = make_session("#.@.#"), Ear()
    session.world.tap(ear)
    summon = session.world.publish(Summon(session.player, session.player, what="bat", count=3))
    assert [place(one) for one in summon.come] == [(3, 0)]
    told = ear.of(Spawn)
    assert [(event.cause, event.reason) for event in told] == [(summon, None), (summon, "warded")]
    assert [one for one in session.world.having(Side) if one is not session.player] == summon.come


def test_creature_wears_its_starting_gear(make_session: MakeSession) -> None:
    session, ear = make_session("#@..#"), Ear()
    session.world.tap(ear)
    spawn = session.world.publish(Spawn(session.world.root, None, "goblin", 2, 0))
    goblin = spawn.made
    assert goblin is not None
    assert draws(session.world)["kit"] == 2
    gear = ear.of(Spawn)[1:]
    assert [(event.what, count_of(event.made)) for event in gear[2:] if event.made] == [("rock", 2)]
    held, gear = [event.made for event in gear], gear[:2]
    assert [event.what for event in gear] == spawn.gear
    assert [event.cause for event in gear] == [spawn] * 2
    assert list(goblin[Pack].things.items()) == [*zip("abc", held, strict=True)]
    worn = ear.of(StartWearing)
    assert [event.item for event in worn] == list(goblin.owned) == [one.made for one in gear]
