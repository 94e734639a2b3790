"""Wits: sleeping, waiting, searching, giving up and fleeing."""

from __future__ import annotations

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.combat import Die, TakeDamage
from bidden.events.minds import Rouse, TakeFright
from bidden.events.turns import TakeTurn
from tests.bidden.scenes import Changes, Ear, MakeLevels, MakeScene, MakeSession, other, place, wait

SLEEPS: Changes = {"Wits": {"asleep": 100, "wakes": 0}}
WAIT = intents.Wait()


def test_hit_wakes_a_sleeping_creature_which_strikes_back_a_turn_later(
    make_session: MakeSession,
) -> None:
    session, ear = make_session("#@z#", zombie={**SLEEPS, "Health": {"hp": 50, "most": 50}}), Ear()
    session.world.tap(ear)
    session.perform(intents.Move(1, 0))
    (rouse,) = ear.of(Rouse)
    assert (rouse.woke, rouse.x, rouse.y, rouse.reason) == (True, 1, 0, None)
    agenda = session.world.agenda
    assert agenda.due(other(session)) - agenda.now in (0, 100)
    session.perform(WAIT)
    assert other(session)[Wits].state == "hunting"
    assert session.player[Health].hp < 40


def test_creature_shot_from_afar_comes_for_the_shooter(make_session: MakeSession) -> None:
    far = "#@.........z#"
    strong = {"Health": {"hp": 50, "most": 50}}
    with_wits = make_session(far, zombie={"Wits": {}, **strong})
    without = make_session(far, zombie=strong)
    for session in (with_wits, without):
        troll = other(session)
        session.world.publish(TakeDamage(session.player, troll, 3, kind="missile"))
        wait(session, 4)
    assert other(with_wits)[Wits].state == "hunting"
    assert place(other(with_wits)) == (7, 0)
    assert place(other(without))[0] > 8  # without wits it wanders


def test_hunter_searches_then_gives_up(make_scene: MakeScene) -> None:
    scene = make_scene("#@.'..z#", zombie={"Wits": {"patience": 3}})
    one, states = scene["z"], []
    scene.world.publish(TakeTurn(one))
    scene.world.publish(Die(one, scene["@"], outright=True))
    for _ in range(10):
        scene.world.publish(TakeTurn(one))
        states.append(one[Wits].state)
    assert states == ["hunting"] * 4 + ["searching"] * 4 + ["wandering"] * 2
    assert scene.kinds.count("GiveUp") == 1
    assert one[Mind].goal is None


def test_badly_hurt_creature_flees_and_returns(make_scene: MakeScene) -> None:
    brave: Changes = {"Wits": {"flees_below": 50, "patience": 2}}
    scene = make_scene("#@.z............#", zombie=brave)
    one = scene["z"]
    scene.world.publish(TakeDamage(scene["@"], one, 4, sure=True))
    assert one[Wits].state == "hunting"  # half of its hit points remain
    scene.world.publish(TakeTurn(one))
    assert (one[Wits].state, place(one)) == ("hunting", (2, 0))
    scene.world.publish(TakeDamage(scene["@"], one, 1, sure=True))
    assert scene.last(TakeFright).enactor is one
    spots, states = [], []
    for _ in range(12):
        scene.world.publish(TakeTurn(one))
        spots.append(place(one)[0])
        states.append(one[Wits].state)
    assert spots[:7] == [3, 4, 5, 6, 7, 8, 9]
    assert states[:7] == ["fleeing"] * 7
    assert "hunting" in states[7:]
    assert max(spots) > spots[-1]  # it comes back


def test_frozen_sleeper_is_not_roused(make_levels: MakeLevels) -> None:
    session = make_levels("#z.@>#", "#.<#", zombie={"Wits": {"asleep": 100, "wakes": 0}})
    session.perform(intents.Move(1, 0))
    assert session.player[Position].level == 2
    one = other(session)
    rouse = session.world.publish(Rouse(session.player, one))
    assert rouse.reason == "frozen"
    assert one[Wits].state == "asleep"
