"""Walking and crowds: all do the work they are compared by; how fast they are is not tested."""

from __future__ import annotations

from benchmarks.crowded import CLOSET, closet, strewn
from benchmarks.walking import LEG, STEPS, Walk, beside
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.mods import FIRST
from bidden.events.effects import what_is
from bidden.events.queries import WhichFoe
from bidden.intents import Move, Wait
from bidden.session import Session
from bidden.state import Item, Levels


def test_both_begin_on_the_same_level_with_as_many_monsters() -> None:
    session = Session(2, level=FIRST, read=False)
    rival, _, monsters = beside(session)
    assert len(rival.minds) == len(monsters) > 5
    assert [(one.entity.x, one.entity.y) for one in rival.minds] == [
        (one[Position].x, one[Position].y) for one in monsters
    ]
    rows = session.world.root[Levels].at(1).rows
    assert {rows[one.entity.y][one.entity.x] for one in rival.minds} == {"."}
    assert (rival.map.width, rival.map.height) == (len(rows[0]), len(rows))


def test_a_walk_leads_on_from_wherever_one_stands_and_to_other_places() -> None:
    tiles = [(x, y) for y in range(20) for x in range(40)]
    walk, (x, y) = Walk(tiles, (3, 3), 1), (3, 3)
    met = set()
    for number in range(STEPS):
        dx, dy = walk.step(number, (x, y))
        assert max(abs(dx), abs(dy)) == 1
        x, y = x + dx, y + dy
        assert (x, y) in tiles
        met.add((x, y))
    assert len(met) > 2 * LEG


def test_both_walk_far_and_nobody_dies() -> None:
    session = Session(1, level=FIRST, read=False)
    rival, walk, monsters = beside(session)
    mine, theirs = set(), set()
    for number in range(150):
        here = session.player[Position]
        session.perform(Move(*walk.step(number, (here.x, here.y))))
        rival.turn(walk.step(number, (rival.player.x, rival.player.y)))
        mine.add((here.x, here.y))
        theirs.add((rival.player.x, rival.player.y))
    assert len(mine) > 20
    assert len(theirs) > 20
    assert session.player.alive
    assert all(one.alive for one in monsters)


def test_who_lives_in_the_hall_sees_no_foe_and_comes_to_wait() -> None:
    room = closet(60)
    assert (room.player[Position].x, room.player[Position].y) == CLOSET
    took = [room.turn(number) for number in range(40)]
    for one in room.monsters:
        radius = what_is(room.world, one, "sight")
        assert room.world.ask(WhichFoe(one, radius)).found is None
    assert took[0] > 0
    assert sum(took[-5:]) < sum(took[:5])


def test_things_lie_all_over_the_level_or_out_of_sight() -> None:
    counts = []
    for things, seen in ((0, True), (500, False), (500, True)):
        session = strewn(things, seen=seen)
        session.perform(Wait())
        counts.append(len(session.world.roster(Item, Position)))
        assert session.player[Health].hp > 10**8
    assert counts[0] < counts[1] < counts[2] == counts[0] + 500
