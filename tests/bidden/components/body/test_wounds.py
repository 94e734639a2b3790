"""Wounds replace death, until there are too many."""

from typing import Any

import pytest

from bidden import intents
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue
from bidden.events.body import Heal, Mend
from bidden.events.combat import Attack, Die, TakeDamage, Wound
from bidden.events.movement import Move
from bidden.events.places import Spawn
from bidden.events.things import Read
from bidden.order import COMPONENTS
from bidden.session import Session
from eventcore.outcome import DONE, REPLACED
from eventcore.time import TURN
from tests.bidden.scenes import MakeScene, MakeSession, give, hp

KINDS = load_catalogue(COMPONENTS).wounds


def with_wounds(*kinds: str, **more: Any) -> Any:
    """Return changes that give the player these wounds."""
    return {"Wounds": {"taken": [*kinds]}, **more}


def test_losing_all_hit_points_costs_a_wound_and_restores_half_of_them(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert scene.kinds == ["TakeDamage", "Die", "Wound", "Refill"]
    assert (scene.last(Die).outcome, scene.last(Wound).outcome) == (REPLACED, DONE)
    taken = scene["@"][Wounds].taken
    assert (len(taken), hp(scene["@"])) == (1, 15 if taken == ["heart"] else 20)


def test_fifth_wound_kills_and_records_its_source(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    left = []
    for _ in range(5):
        scene.world.publish(TakeDamage(scene["z"], scene["@"], 99, sure=True, source="poison"))
        left.append((scene["@"].alive, scene["@"][Wounds].count))
    assert left == [(True, n) for n in (1, 2, 3, 4)] + [(False, 5)]
    assert sorted(scene["@"][Wounds].taken) == sorted(KINDS)
    die = scene.last(Die)
    assert (die.enactor, die.source, die.outright, die.done) == (scene["z"], "poison", True, True)
    assert die.cause is scene.last(Wound)


@pytest.mark.parametrize(("open_wounds", "reason"), [(3, None), (4, "nothing")])
def test_direct_wound_does_not_take_the_last_wound_slot(
    make_session: MakeSession, open_wounds: int, reason: str | None
) -> None:
    session = make_session("#@#", you=with_wounds(*("hand", "leg", "eye", "voice")[:open_wounds]))
    wound = session.world.publish(Wound(session.world.root, session.player))
    assert wound.reason == reason
    assert session.player.alive
    assert len(session.player[Wounds].taken) == 4


def test_wounds_do_not_repeat_and_depend_on_the_damage_type(make_scene: MakeScene) -> None:
    drawn = []
    for seed in range(60):
        scene = make_scene("#@#", seed=seed, you=with_wounds("heart", "voice"))
        you = scene["@"]
        drawn.append(scene.world.publish(Wound(you, you, harm="cold")).kind)
    assert set(drawn) == {"leg", "hand"}  # the heart is already wounded; cold spares the eyes
    assert drawn.count("leg") > drawn.count("hand")


def test_most_recent_wound_closes_first(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you=with_wounds("hand", "leg", "eye"))
    mend = scene.world.publish(Mend(scene["@"], scene["@"], 2))
    assert (mend.closed, scene["@"][Wounds].taken) == (["eye", "leg"], ["hand"])


def test_hand_wound_reduces_attack_by_a_quarter_before_defence(make_scene: MakeScene) -> None:
    zombie = {"Fighter": {"defence": 1}}
    whole = make_scene("#@z#", zombie=zombie)
    torn = make_scene("#@z#", zombie=zombie, you=with_wounds("hand"))
    blows = [one.world.publish(Attack(one["@"], one["z"])).strength for one in (whole, torn)]
    assert blows == [4, 3]  # three quarters of attack 5, rounded up to 4, less 1


def test_leg_wound_slows_each_step(make_scene: MakeScene) -> None:
    costs = [
        one.world.publish(Move(one["@"], 1, 0)).cost
        for one in (make_scene("#@.#"), make_scene("#@.#", you=with_wounds("leg")))
    ]
    assert costs == [TURN, TURN * 5 // 4]


def test_eye_wound_shortens_sight(make_session: MakeSession) -> None:
    session = make_session("#@............#")
    you, seen = session.player, [sight_of(session)]
    session.world.publish(Wound(you, you, kind="eye"))
    seen.append(sight_of(session))
    session.world.publish(Mend(you, you, 1))
    seen.append(sight_of(session))
    assert seen == [9, 6, 9]


def sight_of(session: Session) -> int:
    return sum(tile.lit for tile in session.view().tiles[session.player[Position].y]) - 2


@pytest.mark.parametrize(("far", "reason"), [(4, ""), (5, "aim")])
def test_eye_wound_shortens_aim(make_session: MakeSession, far: int, reason: str) -> None:
    session = make_session("#@......#", you=with_wounds("eye"))
    give(session, "rock")
    assert session.perform(intents.Throw("a", 1 + far, 0)).reason == (reason or None)


def test_voice_wound_spoils_half_the_scrolls(make_session: MakeSession) -> None:
    session = make_session("#@........#", you=with_wounds("voice"))
    assert session.view().speech == 50
    misspoken = []
    for _ in range(40):
        thing = give(session, "scroll of blinking")
        reading = session.world.publish(Read(session.player, thing))
        assert not thing.alive
        misspoken.append(reading.misspoken)
        assert reading.worked != reading.misspoken
    assert 10 < sum(misspoken) < 30


def test_heart_wound_takes_ten_hit_points(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    scene.world.publish(Wound(you, you, kind="heart"))
    assert hp(you) == 30
    assert scene.world.publish(Heal(you, you, 5)).reason == "full"
    scene.world.publish(TakeDamage(you, you, 40, sure=True))
    assert hp(you) == 15  # half of the maximum is refilled
    scene.world.publish(Mend(you, you, 2))
    assert scene.world.publish(Heal(you, you, 99)).gained == 25


@pytest.mark.parametrize(("who", "closes"), [("headhunter", 1), ("zombie", 0)])
def test_killing_a_hunter_closes_a_wound(make_session: MakeSession, who: str, closes: int) -> None:
    session = make_session("#@..#", you=with_wounds("eye", "leg"))
    you, world = session.player, session.world
    foe = world.publish(Spawn(you, None, who, 3, 0, 1)).made
    assert foe is not None
    world.publish(TakeDamage(you, foe, 999, sure=True))
    assert you[Wounds].taken == ["eye", "leg"][: 2 - closes]


def test_upgrade_names_wounds_that_an_old_save_only_counted() -> None:
    assert Wounds.upgrade(1, {"wounds": 2, "most": 5}) == {"taken": ["hand", "leg"], "most": 5}


def test_heart_wound_lowers_the_maximum_that_healing_reaches(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    scene.world.publish(Wound(you, you, kind="heart"))
    scene.world.publish(TakeDamage(you, you, 10, sure=True))
    assert scene.world.publish(Heal(you, you, 99)).gained == 10
    assert (hp(you), you[Health].most) == (30, 40)
