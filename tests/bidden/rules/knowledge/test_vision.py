"""Vision: the tiles in view, with doors, and the nearest foe on them."""

from random import Random

import pytest

from bidden.components.movement.position import Position
from bidden.events.minds import are_foes
from bidden.events.movement import Arrive, Leave, Open
from bidden.events.queries import WhatIsInView, WhichFoe
from bidden.events.turns import LookAround
from bidden.session import Session
from bidden.state import Levels, Side
from tests.bidden.scenes import MakeScene


def test_opening_a_door_makes_an_entity_with_memory_look_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@+h.z#")
    opening = scene.world.publish(Open(scene["h"], scene["+"]))
    looks = [event for event in scene.ear.events if type(event) is LookAround]
    assert [(look.enactor, look.cause) for look in looks] == [(scene["@"], opening)]


@pytest.mark.parametrize("seed", [1, 2])
def test_nearest_foe_matches_own_field_of_view(seed: int) -> None:
    world = Session(seed, level="cellar").world  # if nothing on the ground hides a creature
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
