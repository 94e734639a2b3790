"""Fixtures of a plan are built, and nothing else is placed on their tiles."""

from __future__ import annotations

import attrs

from bidden.components.movement.door import Door, Lock
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue, load_catalogue
from bidden.content.kinds.level_kinds import Deeper
from bidden.grid.neighbours import AROUND
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import WALL, Key, Levels, Look, OneWay, Prize, Secret, is_secret, name_of
from bidden.worldgen.places import draw_up
from bidden.worldgen.plan import Keyed, LevelPlan, Site, Way
from eventcore import Stream

SEEDS = range(4)


def shipped(levels: int = 1) -> Catalogue:
    """Return shipped content with all first levels in one place, and no handmade rooms."""
    made = load_catalogue(COMPONENTS)
    first = made.level("first")
    deeper = [Deeper(things=first.things, traps=first.traps) for _ in range(levels - 1)]
    first = attrs.evolve(first, place={"labyrinth": 1}, creatures={"zombie": 8}, deeper=deeper)
    return attrs.evolve(made, levels={"first": first}, rooms={})


def begun(seed: int) -> tuple[Session, LevelPlan]:
    content = shipped()
    plan, _ = draw_up("labyrinth", Site(content.level("first").measures), Stream(seed, "level-1"))
    return Session(seed, catalogue=content), plan


def test_labyrinth_is_built_exactly_as_planned() -> None:
    for seed in SEEDS:
        session, plan = begun(seed)
        having = session.world.having
        spots = {door: (door[Position].x, door[Position].y) for door in having(Door)}
        assert sorted(spots.values()) == sorted(
            [*plan.doors, *plan.secrets, *(lock.tile for lock in plan.locks)]
        )
        locks = {spots[door]: door[Lock].key for door in having(Lock)}
        assert locks == {lock.tile: lock.key for lock in plan.locks}
        assert {spots[door] for door in having(Secret, Door)} == {*plan.secrets}
        assert all(is_secret(door) for door in having(Secret, Door))
        ways = [Way(_spot(one[Position]), one[OneWay].dx, one[OneWay].dy) for one in having(OneWay)]
        assert ways == [*plan.ways]
        arrows = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}
        for one in having(OneWay):
            assert one[Look].glyph == arrows[one[OneWay].dx, one[OneWay].dy]
        keys = [Keyed(_spot(key[Position]), name_of(key)) for key in having(Key)]
        assert keys == [*plan.keys]


def test_practice_with_locks_hides_its_goal_behind_one() -> None:
    for seed in range(12):
        world = (session := Session(seed, level="locks")).world
        rows, locks = (
            world.root[Levels].at(1).rows,
            {_spot(e[Position]) for e in world.having(Lock)},
        )
        reached, ahead = set[tuple[int, int]](), [_spot(session.player[Position])]
        while ahead:
            x, y = spot = ahead.pop()
            if spot not in reached | locks and rows[y][x] != WALL:
                reached.add(spot)
                ahead += [(x + dx, y + dy) for dx, dy in AROUND]
        [goal] = world.having(Prize)
        assert _spot(goal[Position]) not in reached


def _spot(place: Position) -> tuple[int, int]:
    return place.x, place.y
