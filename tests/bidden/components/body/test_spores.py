"""Spores: young grow on free tiles nearby, up to a limit."""

from __future__ import annotations

import pytest

from bidden.components.body.spores import Spores
from bidden.events.body import Sprout
from bidden.events.turns import TakeTurn
from eventcore import Entity, World
from eventcore.time import TURN, run
from tests.bidden.scenes import MakeScene, hp, place

SPROUTING = {"Spores": {"percent": 100, "left": 3}, "Rooted": {}}
FIELD = "........\n........\n...z....\n........\n........"


def young(world: World) -> list[Entity]:
    return [*world.having(Spores)]


def let_grow(world: World, turns: int) -> None:
    """Let every creature with spores take its turns for a while."""
    for _ in range(turns):
        for one in young(world):
            world.publish(TakeTurn(one))
        run(world, until=world.agenda.now + TURN, act=world.agenda.delay)


def test_young_sprouts_on_a_free_adjacent_tile(make_scene: MakeScene) -> None:
    hurt = SPROUTING | {"Health": {"hp": 3}}
    scene = make_scene("####\n#z.#\n####", zombie=hurt)
    let_grow(scene.world, 1)
    sprout = scene.last(Sprout)
    assert (sprout.outcome.value, sprout.x, sprout.y) == ("done", 2, 1)
    parent, child = young(scene.world)
    assert place(child) == (2, 1)
    assert [one[Spores].left for one in (parent, child)] == [2, 2]
    assert (hp(parent), hp(child)) == (3, 8)
    assert child in scene.world.agenda


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_spores_limit_the_number_of_young(make_scene: MakeScene, left: int) -> None:
    sprouting = SPROUTING | {"Spores": {"percent": 100, "left": left}}
    scene = make_scene(FIELD, zombie=sprouting | {"Mind": {"plan": ["rest"]}})
    let_grow(scene.world, 12)
    assert len(young(scene.world)) == 2**left
    places = {place(one) for one in young(scene.world)}
    assert len(places) == 2**left
