"""Spores: young that grow now and then on free tiles beside, and never too many."""

from __future__ import annotations

from collections import Counter

import pytest

from bidden.ai.wits import Wits
from bidden.components.body.health import Health
from bidden.components.body.spores import Spores
from bidden.components.movement.position import Position
from bidden.events.body import Sprout
from bidden.events.combat import TakeDamage
from bidden.events.turns import TakeTurn
from bidden.intents import Wait
from bidden.state import Side
from eventcore import Entity, World
from eventcore.time import TURN, run
from tests.bidden.scenes import Changes, MakeScene, MakeSession, draws, place

SPROUTING = {"Spores": {"percent": 100, "left": 3}, "Rooted": {}}
FIELD = "........\n........\n...z....\n........\n........"


def young(world: World) -> list[Entity]:
    return [*world.having(Spores)]


def let_grow(world: World, turns: int) -> None:
    """Let time go by in which all with spores take their turns."""
    for _ in range(turns):
        for one in young(world):
            world.publish(TakeTurn(one))
        run(world, until=world.agenda.now + TURN, act=world.agenda.delay)


def test_a_young_grows_on_a_free_tile_beside(make_scene: MakeScene) -> None:
    scene = make_scene("####\n#z.#\n####", zombie=SPROUTING)
    let_grow(scene.world, 1)
    sprout = scene.last(Sprout)
    assert (sprout.outcome.value, sprout.x, sprout.y) == ("done", 2, 1)
    parent, child = young(scene.world)
    assert place(child) == (2, 1)
    assert [one[Spores].left for one in (parent, child)] == [2, 2]
    assert [cls.__name__ for cls in child._archetype.own] == [
        cls.__name__ for cls in parent._archetype.own
    ]
    assert child in scene.world.agenda


def test_where_nothing_is_free_nothing_grows_and_no_spore_is_lost(make_scene: MakeScene) -> None:
    scene = make_scene("####\n#z@#\n####", zombie=SPROUTING | {"Mind": {"plan": ["rest"]}})
    let_grow(scene.world, 3)
    assert Counter(scene.kinds)["Sprout"] == 3
    assert scene.last(Sprout).reason == "crowded"
    assert scene["z"][Spores].left == 3
    assert len(young(scene.world)) == 1


def test_the_young_is_unhurt(make_scene: MakeScene) -> None:
    scene = make_scene("z.", zombie=SPROUTING)
    scene.world.publish(TakeDamage(scene["z"], scene["z"], 5, sure=True))
    let_grow(scene.world, 1)
    parent, child = young(scene.world)
    assert (parent[Health].hp, child[Health].hp, child[Health].most) == (3, 8, 8)


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_from_one_come_two_to_the_power_of_its_spores_and_no_more(
    make_scene: MakeScene, left: int
) -> None:
    sprouting = SPROUTING | {"Spores": {"percent": 100, "left": left}}
    scene = make_scene(FIELD, zombie=sprouting | {"Mind": {"plan": ["rest"]}})
    let_grow(scene.world, 12)
    assert len(young(scene.world)) == 2**left
    places = {place(one) for one in young(scene.world)}
    assert len(places) == 2**left


def test_it_sprouts_about_as_often_as_its_percentage_says(make_scene: MakeScene) -> None:
    sprouting = SPROUTING | {"Spores": {"percent": 10, "left": 1}}
    sprouted = 0
    for seed in range(50):
        scene = make_scene(FIELD, seed=seed, zombie=sprouting | {"Mind": {"plan": ["rest"]}})
        let_grow(scene.world, 1)
        assert draws(scene.world)["growth"] >= 1
        sprouted += "Sprout" in scene.kinds
    assert 1 <= sprouted <= 11


def test_who_sleeps_on_in_its_turns_grows_all_the_same(make_session: MakeSession) -> None:
    waits: Changes = {"Wits": {"waits_for": 1000}, "Mind": {"plan": ["rest"]}, "Rooted": {}}
    grows: Changes = {**waits, "Spores": {"percent": 20, "left": 1}}
    session = make_session("#@##z..##", zombie=grows)
    turns = Counter[int]()
    session.world.observe(TakeTurn, lambda turn: turns.update([turn.enactor.id]))
    (parent,) = young(session.world)
    while not parent[Wits].waits:
        session.perform(Wait())
    taken = turns[parent.id]
    while len(young(session.world)) == 1:
        session.perform(Wait())
    assert turns[parent.id] == taken


def test_time_that_stands_still_ripens_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("####\n#z.#\n####", zombie=SPROUTING | {"Mind": {"plan": ["rest"]}})
    scene.world.publish(TakeTurn(scene["z"]))
    scene.world.agenda.freeze(scene["z"])
    run(scene.world, until=scene.world.agenda.now + 5 * TURN)
    assert "Sprout" not in scene.kinds
    scene.world.agenda.thaw(scene["z"])
    let_grow(scene.world, 1)
    assert scene.last(Sprout).done


def test_who_has_no_spores_left_draws_nothing(make_scene: MakeScene) -> None:
    scene = make_scene("z.", zombie={"Spores": {"percent": 100, "left": 0}, "Mind": {"plan": []}})
    scene.world.publish(TakeTurn(scene["z"]))
    assert (scene.kinds, draws(scene.world)) == (["TakeTurn"], {})


def test_the_young_act_in_a_session_and_are_foes_like_their_parent(
    make_session: MakeSession,
) -> None:
    session = make_session("#@+.z.#", zombie=SPROUTING | {"Mind": {"plan": ["rest"]}})
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(turn.enactor.id))
    for _ in range(5):
        session.perform(Wait())
    grown = [one.id for one in session.world.having(Side, Position) if one is not session.player]
    assert len(grown) == 3
    assert {*turns} == {*grown}
    assert session.ending is None
