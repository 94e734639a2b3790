"""Wits: who sleeps or waits takes no turns; who lost its foe searches and gives up; some flee."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.combat import Die, TakeDamage
from bidden.events.effects import Affect
from bidden.events.minds import GiveUp, Rouse, TakeFright
from bidden.events.movement import Displace
from bidden.events.turns import TakeTurn
from bidden.session import Session
from bidden.state import Side
from eventcore import Entity
from tests.bidden.scenes import Changes, Ear, MakeLevels, MakeScene, MakeSession, place

SLEEPS: Changes = {"Wits": {"asleep": 100, "wakes": 0}}
WAIT = intents.Wait()


def zombie(session: Session) -> Entity:
    (one,) = (who for who in session.world.having(Side) if who is not session.player)
    return one


def turns_of(session: Session, waits: int) -> int:
    """How many turns others take while the player waits."""
    ear = Ear()
    session.world.tap(ear)
    for _ in range(waits):
        session.perform(WAIT)
    return sum(isinstance(event, TakeTurn) for event in ear.events)


def test_who_is_asleep_takes_no_turns_and_is_not_on_the_agenda(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=SLEEPS)
    assert zombie(session) not in session.world.agenda
    assert turns_of(session, 30) == 0
    assert zombie(session)[Wits].state == "asleep"


@pytest.mark.parametrize(("percent", "asleep"), [(0, 0), (50, 2), (100, 6)])
def test_so_many_of_a_hundred_are_asleep_at_first(
    make_session: MakeSession, percent: int, asleep: int
) -> None:
    session = make_session("#@#z#z#z#z#z#z#", seed=1, zombie={"Wits": {"asleep": percent}})
    wits = [one[Wits] for one in session.world.having(Wits)]
    assert sum(one.state == "asleep" for one in wits) == asleep
    assert len(wits) == 6


def test_a_blow_wakes_a_sleeper_which_strikes_back_a_turn_later(make_session: MakeSession) -> None:
    session, ear = make_session("#@z#", zombie={**SLEEPS, "Health": {"hp": 50, "most": 50}}), Ear()
    session.world.tap(ear)
    session.perform(intents.Move(1, 0))
    (rouse,) = (event for event in ear.events if isinstance(event, Rouse))
    assert (rouse.woke, rouse.x, rouse.y, rouse.reason) == (True, 1, 0, None)
    agenda = session.world.agenda
    assert agenda.due(zombie(session)) - agenda.now in (0, 100)
    session.perform(WAIT)
    assert zombie(session)[Wits].state == "hunting"
    assert session.player[Health].hp < 40
    assert "The zombie wakes up." in [str(line) for line in session.view().lines]


def test_harm_of_what_lasts_wakes_a_sleeper_which_does_not_know_whom_to_hunt(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.........z#", zombie=SLEEPS)
    session.world.publish(Affect(session.player, zombie(session), "poison"))
    session.perform(WAIT)
    assert zombie(session)[Wits].state == "wandering"
    assert zombie(session)[Mind].goal is None


def test_harm_of_what_lasts_rouses_who_waits(make_session: MakeSession) -> None:
    session = make_session("#@#......z#", zombie={"Wits": {"waits": True}})
    one, agenda = zombie(session), session.world.agenda
    agenda.delay(one, 50 * 100, 100)
    session.world.publish(Affect(session.player, one, "poison"))
    session.perform(WAIT)
    assert (one[Wits].waits, one[Mind].goal) == (False, None)
    assert agenda.due(one) - agenda.now <= 100


def test_one_that_is_shot_from_out_of_sight_comes_for_whoever_shot(
    make_session: MakeSession,
) -> None:
    far = "#@.........z#"
    strong = {"Health": {"hp": 50, "most": 50}}
    with_wits = make_session(far, zombie={"Wits": {}, **strong})
    without = make_session(far, zombie=strong)
    for session in (with_wits, without):
        troll = zombie(session)
        session.world.publish(TakeDamage(session.player, troll, 3, kind="missile"))
        for _ in range(4):
            session.perform(WAIT)
    assert zombie(with_wits)[Wits].state == "hunting"
    assert place(zombie(with_wits)) == (7, 0)
    assert place(zombie(without))[0] > 8  # it drifts about


def test_who_has_nothing_to_do_waits_and_is_not_asked_each_turn(make_session: MakeSession) -> None:
    drawing = "#@.#......z.......#"
    assert turns_of(make_session(drawing), 200) == 200
    session = make_session(drawing, zombie={"Wits": {}})
    assert turns_of(session, 200) <= 24
    assert zombie(session)[Wits].waits
    assert zombie(session) in session.world.agenda


def test_who_rests_for_want_of_a_foe_waits_as_well(make_session: MakeSession) -> None:
    rooted: Changes = {"Wits": {}, "Mind": {"plan": ["lurk", "rest"]}}
    session = make_session("#@.#......z.......#", zombie=rooted)
    assert turns_of(session, 200) <= 24
    assert zombie(session)[Wits].waits


def test_who_is_still_to_sprout_waits_as_others_do(make_session: MakeSession) -> None:
    grows: Changes = {"Wits": {}, "Spores": {"percent": 1, "left": 1}}
    session = make_session("#@##z##", seed=1, zombie=grows)
    assert turns_of(session, 20) < 20
    assert zombie(session)[Wits].waits


def test_who_waits_is_roused_by_a_foe_that_comes_into_view(make_session: MakeSession) -> None:
    session = make_session("#.@........z#", zombie={"Wits": {}, "Mind": {"radius": 6}})
    one = zombie(session)
    while not one[Wits].waits:
        session.perform(WAIT)
    session.world.publish(Displace(one, one, 11, 0, 1))  # wherever it drifted
    session.perform(intents.Move(1, 0))
    session.perform(intents.Move(1, 0))
    assert one[Wits].waits  # seven tiles away
    session.perform(intents.Move(1, 0))
    assert not one[Wits].waits
    assert one[Wits].state == "hunting"
    assert one[Mind].goal == (5, 0)
    agenda = session.world.agenda
    assert agenda.due(one) - agenda.now <= 100


def test_who_lost_its_foe_searches_there_and_then_gives_up(make_scene: MakeScene) -> None:
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


def test_before_a_shut_door_it_is_five_times_as_patient(make_scene: MakeScene) -> None:
    scene = make_scene("#@'..z#", zombie={"Wits": {"patience": 3}})
    scene.world.publish(TakeTurn(scene["z"]))
    scene.world.publish(scene.closing(scene["@"], 1, 0))
    for turn in range(1, 18):
        scene.world.publish(TakeTurn(scene["z"]))
        assert scene.kinds.count("GiveUp") == (turn > 15), turn
    assert scene.last(GiveUp).enactor is scene["z"]
    assert scene["z"][Mind].goal is None


def test_who_is_hurt_badly_flees_and_comes_back(make_scene: MakeScene) -> None:
    brave: Changes = {"Wits": {"flees_below": 50, "patience": 2}}
    scene = make_scene("#@.z............#", zombie=brave)
    one = scene["z"]
    scene.world.publish(TakeDamage(scene["@"], one, 4, sure=True))
    assert one[Wits].state == "hunting"  # half of its hit points are left
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


def test_cornered_it_strikes(make_scene: MakeScene) -> None:
    scene = make_scene("#.@z#", zombie={"Wits": {"flees_below": 90}})
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 1, sure=True))
    scene.world.publish(TakeTurn(scene["z"]))
    assert scene["z"][Wits].state == "fleeing"
    assert "Attack" in scene.kinds


def test_the_dying_are_not_roused(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", zombie={"Wits": {"flees_below": 100}})
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 99, sure=True))
    assert scene.kinds[:2] == ["TakeDamage", "Die"]
    assert not {"Rouse", "TakeFright"} & {*scene.kinds}


def test_who_sees_a_foe_is_not_drawn_away(make_scene: MakeScene) -> None:
    scene = make_scene("#@..z....#", zombie={"Wits": {}})
    scene.world.publish(TakeTurn(scene["z"]))
    rouse = scene.world.publish(Rouse(scene["@"], scene["z"], 8, 0))
    assert rouse.reason == "busy"
    assert scene["z"][Mind].goal == (1, 0)


def test_nobody_is_roused_for_whom_no_time_passes(make_levels: MakeLevels) -> None:
    session = make_levels("#z.@>#", "#.<#", zombie={"Wits": {"asleep": 100, "wakes": 0}})
    session.perform(intents.Move(1, 0))
    assert session.player[Position].level == 2
    one = zombie(session)
    rouse = session.world.publish(Rouse(session.player, one))
    assert rouse.reason == "frozen"
    assert one[Wits].state == "asleep"


def test_an_effect_that_changes_minds_rouses_a_sleeper(make_session: MakeSession) -> None:
    session = make_session("#@.....z#", zombie=SLEEPS)
    session.world.publish(Affect(session.player, zombie(session), "charm"))
    for _ in range(5):
        session.perform(WAIT)
    assert zombie(session)[Wits].state == "wandering"
    assert place(zombie(session)) == (3, 0)  # at heel


def test_in_the_game_itself_those_who_are_far_away_take_few_turns() -> None:
    session, ear = Session(4), Ear()  # a mountain, where nothing sprouts
    session.world.tap(ear)
    many = sum(Wits in who for who in session.world.having(Side))
    for _ in range(200):
        session.perform(WAIT)
    taken = sum(isinstance(event, TakeTurn) for event in ear.events)
    assert many >= 6
    assert session.world.turn == 200
    assert taken < 200 * many // 8  # of each eight turns at most one
