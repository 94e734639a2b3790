"""Stomach, mana and recovery: what bodies store, and what comes back with time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bidden.components.body.health import Health
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.magic.mana import Mana
from bidden.events.body import ChangeMana, Feed, Heal, Live
from bidden.events.combat import Attack, Die, TakeDamage
from bidden.events.movement import Move
from bidden.intents import Wait
from bidden.session import Session
from eventcore.time import Tick
from tests.bidden.scenes import MakeScene, MakeSession


def test_healing_stops_at_what_one_has_unhurt(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 35}})
    you, world = scene["@"], scene.world
    assert world.publish(Heal(you, you, 15)).gained == 5
    assert world.publish(Heal(you, you, 15)).reason == "full"
    assert you[Health].hp == 40


def test_damage_that_is_sure_draws_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    damage = TakeDamage(scene["@"], scene["@"], 7, sure=True)
    assert scene.world.publish(damage).dealt == 7
    assert scene.world.draws() == []


@pytest.mark.parametrize(
    ("mana", "amount", "left", "reason"),
    [(2, 2, 4, None), (2, 9, 5, None), (5, 1, 5, "full"), (2, -9, 0, None), (0, -1, 0, "empty")],
)
def test_mana_lies_from_none_to_the_most(
    make_scene: MakeScene, mana: int, amount: int, left: int, reason: str | None
) -> None:
    scene = make_scene("#@#", you={"Mana": {"mana": mana, "most": 5}})
    change = scene.world.publish(ChangeMana(scene["@"], scene["@"], amount))
    assert (scene["@"][Mana].mana, change.reason) == (left, reason)
    assert change.gained == left - mana


def test_who_has_no_mana_gains_none(make_scene: MakeScene) -> None:
    scene = make_scene("#z#")
    assert scene.world.publish(ChangeMana(scene["z"], scene["z"], 5)).failed


def test_overeating_stretches_the_stomach_half_way_and_costs_a_hit_point(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@#")
    you, world = scene["@"], scene.world
    assert not world.publish(Feed(you, you, 334)).overate
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1000, 1000, 40)
    feed = world.publish(Feed(you, you, 301))
    assert (feed.overate, feed.gained) == (True, 150)
    assert (you[Stomach].food, you[Stomach].most, you[Health].hp) == (1150, 1150, 39)


def test_one_can_die_of_eating(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 1}})
    scene.world.publish(Feed(scene["@"], scene["@"], 900))
    assert scene.last(Die).source == "overeating"


@pytest.mark.parametrize("starves", [True, False])
def test_without_food_a_player_starves_and_others_do_not(
    make_scene: MakeScene, starves: bool
) -> None:
    scene = make_scene("#@#", you={"Stomach": {"food": 2, "starves": starves}})
    you = scene["@"]
    scene.world.publish(Feed(you, you, -1))
    assert you.alive
    scene.world.publish(Feed(you, you, -5))
    assert (you.alive, you[Stomach].food) == (not starves, 0)


def test_who_starves_is_said_to_have_died_of_hunger(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Stomach": {"food": 1}}, zombie={"Mind": None})
    session.world.publish(Feed(session.player, session.player, -1))
    assert session.view().epitaph == "Killed by hunger on turn 0."


def lived(session: Session, turns: int) -> list[tuple[int, int, int]]:
    """Hit points, mana and food after each turn."""
    you, rows = session.player, []
    for _ in range(turns):
        session.perform(Wait())
        rows.append((you[Health].hp, you[Mana].mana, you[Stomach].food))
    return rows


def test_a_hit_point_comes_back_each_hundred_turns_and_takes_food(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 38}}, zombie={"Mind": None})
    rows = lived(session, 410)
    changes = [turn for turn, (one, two) in enumerate(pairwise(rows), 2) if one != two]
    assert changes == [101, 201]
    assert rows[-1] == (40, 5, 664)


def test_mana_comes_back_and_takes_no_food(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Mana": {"mana": 0}, "Recovery": {"mana": 500}})
    session.world.agenda.cancel(
        next(o for o in session.world.having(Health) if o is not session.player)
    )
    assert [mana for _, mana, _ in lived(session, 7)] == [0, 0, 1, 1, 2, 2, 3]
    assert session.player[Stomach].food == 666


def test_more_than_a_point_may_come_back_in_a_turn(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 10}, "Recovery": {"health": 3000}})
    scene.world.publish(Live(scene["@"]))
    assert (scene["@"][Health].hp, scene["@"][Recovery].until_health) == (12, 0)


def test_a_rate_below_nothing_counts_as_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Recovery": {"health": -50}})
    recovery = scene["@"][Recovery]
    scene.world.publish(Tick(scene.world.root))
    assert recovery.until_health == 1000


@pytest.mark.parametrize("make", [lambda: Mana(6, 5), lambda: Mana(-1, 5), lambda: Stomach(-1, 9)])
def test_a_body_begins_with_what_it_can_hold(make: type) -> None:
    with pytest.raises(ValueError, match="must lie from"):
        make()


def test_a_blow_takes_two_of_food_and_a_refused_one_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@z.#", zombie={"Health": {"hp": 99, "most": 99}})
    you, world = scene["@"], scene.world
    world.publish(Attack(you, scene["z"]))
    assert you[Stomach].food == 664
    world.publish(Attack(scene["z"], you))
    assert you[Stomach].food == 664
    world.publish(Move(scene["z"], 1, 0))
    assert world.publish(Attack(you, scene["z"])).reason == "far"
    assert you[Stomach].food == 664


def test_hunger_is_harm_that_no_vigour_outlasts(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 3}})
    you = scene["@"]
    scene.world.publish(Feed(scene["z"], you, -3))
    damage, die = scene.last(TakeDamage), scene.last(Die)
    assert (damage.kind, damage.source, damage.dealt, damage.outright) == (
        "hunger",
        "hunger",
        40,
        True,
    )
    assert (die.enactor, die.source, you.alive) == (scene["z"], "hunger", False)
    assert "Wound" not in scene.kinds


def test_who_fights_on_an_empty_stomach_starves(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 2}})
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert not scene["@"].alive


def test_overeating_is_harm_of_its_own_kind_by_who_fed(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Stomach": {"food": 1000}})
    scene.world.publish(Feed(scene["z"], scene["@"], 2))
    damage = scene.last(TakeDamage)
    assert (damage.enactor, damage.kind, damage.source, damage.dealt) == (
        scene["z"], "overeating", "overeating", 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("food", "feeling"),
    [(1000, "full"), (900, "full"), (899, ""), (200, ""), (199, "hungry"), (50, "hungry"),
     (49, "weak"), (0, "weak")],
)  # fmt: skip
def test_how_full_one_feels(food: int, feeling: str) -> None:
    assert Stomach(food, 1000).feeling == feeling
