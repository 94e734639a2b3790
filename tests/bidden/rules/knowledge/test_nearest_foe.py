"""The nearest foe in sight."""

from __future__ import annotations

from random import Random

import pytest

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.minds import are_foes
from bidden.events.movement import Arrive, Leave
from bidden.events.queries import WhatIsInView, WhichFoe
from bidden.session import Session
from bidden.state import Levels, Side
from eventcore import Entity
from tests.bidden.scenes import MakeScene, Scene


def seen(scene: Scene, radius: int = 9) -> Entity | None:
    return scene.world.ask(WhichFoe(scene["z"], radius)).found


def test_the_nearest_is_seen_and_of_two_as_near_the_first(make_scene: MakeScene) -> None:
    nearer = make_scene("#@...z.h#")
    assert seen(nearer) is nearer["h"]
    as_near = make_scene("#@..z..h#")
    assert seen(as_near) is as_near["@"]


def test_friends_walls_doors_and_distance_hide_a_foe(make_scene: MakeScene) -> None:
    assert seen(make_scene("#@..#z#")) is None
    assert seen(make_scene("#@.+.z#")) is None
    assert seen(make_scene("#@....z#"), 4) is None
    assert seen(make_scene("#@....z#"), 5) is not None
    assert seen(make_scene("#z.#")) is None


def test_the_dead_are_seen_no_more(make_scene: MakeScene) -> None:
    scene = make_scene("#@.h.z#")
    assert seen(scene) is scene["h"]
    scene.world.publish(Die(scene["z"], scene["h"]))
    assert seen(scene) is scene["@"]
    scene.world.publish(Die(scene["z"], scene["@"], outright=True))
    assert seen(scene) is None


@pytest.mark.parametrize("seed", [1, 2])
def test_nearest_foe_matches_own_field_of_view(seed: int) -> None:
    world = Session(seed, level="cellar").world  # where nothing on the ground hides anybody
    creatures, chance = [*world.having(Side, Position)], Random(seed)
    rows = world.root[Levels].at(1).rows
    floor = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."]
    for one in creatures:
        one[Side].name = chance.choice(["bidden", "dead", "stone"])
    found = 0
    for _ in range(12):
        for one, (x, y) in zip(creatures, chance.sample(floor, len(creatures)), strict=True):
            world.publish(Leave(one))
            one[Position].x, one[Position].y = x, y
            world.publish(Arrive(one))
        for one in creatures:
            here, radius = one[Position], chance.randint(0, 14)
            tiles = world.ask(WhatIsInView(world.root, here.x, here.y, radius, 1)).tiles
            near = [
                ((there.x - here.x) ** 2 + (there.y - here.y) ** 2, other.id)
                for other in creatures
                for there in [other[Position]]
                if are_foes(world, one, other) and (there.x, there.y) in tiles
            ]
            answer = world.ask(WhichFoe(one, radius)).found
            assert (None if answer is None else answer.id) == (min(near)[1] if near else None)
            found += answer is not None
    assert found > 5
