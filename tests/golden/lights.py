"""Scripts for golden games of darkness and of hiding: a torch, water, gas, and tall grass."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.movement.position import Position
from bidden.events.ground import Tile
from bidden.events.queries import WhichStep
from bidden.intents import Intent, Move, PutOn, TakeOff, Throw, Wait
from bidden.rules.ground.ground import Ground, Patches
from bidden.state import Levels
from tests.golden.seeker import Seeker


def carry_light(seeker: Seeker) -> Iterator[Intent]:
    """Wield a torch, wade with it, light it again, and throw it into the grass and the water."""
    yield from seeker.fetch("torch")
    yield from seeker.put_on("torch")
    yield from seeker.explore(15)
    yield from _go_to(seeker, "deep water")
    yield TakeOff(seeker.slot("torch"))
    yield PutOn(seeker.slot("torch"))
    yield from _go_to(seeker, "")
    yield TakeOff(seeker.slot("torch"))
    yield PutOn(seeker.slot("torch"))
    yield from _go_to(seeker, "fissure")
    yield from [Wait()] * 3
    yield from _go_to(seeker, "tall grass")
    yield from seeker.hurl("torch", 2)
    yield from [Wait()] * 4
    yield from seeker.fetch("torch")
    yield from seeker.put_on("torch")
    yield from seeker.fight(12)


def hide(seeker: Seeker) -> Iterator[Intent]:
    """Wait in tall grass, step out, wait again until somebody comes, and fight."""
    yield from _go_to(seeker, "tall grass")
    yield from [Wait()] * 6
    yield from seeker.near()
    yield from _go_to(seeker, "tall grass")
    yield from [Wait()] * 8
    yield from seeker.fight(20)
    yield from seeker.fetch("fire pot")
    yield from seeker.hurl("fire pot", 2)
    yield from [Wait()] * 5


def set_ablaze(seeker: Seeker) -> Iterator[Intent]:
    """Throw a pot of fire at a wooden door, wait until that has burnt down, and fight."""
    yield from seeker.fetch("fire pot")
    me, world = seeker.me, seeker.session.world
    while True:
        here = me[Position]
        doors = [tile for tile, patch in _covers(seeker).items() if patch.kind == "wood"]
        (x, y) = min(doors, key=lambda one: ((one[0] - here.x) ** 2 + (one[1] - here.y) ** 2, one))
        if max(abs(x - here.x), abs(y - here.y)) <= 3:
            break
        step = world.ask(WhichStep(me, x, y, opens_doors=True)).step
        yield Wait() if step is None else Move(*step)
    yield Throw(seeker.slot("fire pot"), x, y)
    yield from [Wait()] * 10
    yield from seeker.fight(15)


def _covers(seeker: Seeker) -> Patches:
    return seeker.session.world.root[Ground].on("covers", seeker.level)


def _go_to(seeker: Seeker, kind: str) -> Iterator[Intent]:
    """Go to the nearest tile where such ground lies; without a name, to the nearest bare one."""
    me, world = seeker.me, seeker.session.world

    def spots() -> list[Tile]:
        covers = _covers(seeker)
        level = world.root[Levels].at(seeker.level)
        if kind:
            return [tile for tile, patch in covers.items() if patch.kind == kind]
        floor = ((x, y) for y in range(level.height) for x in range(level.width))
        return [one for one in floor if one not in covers and not level.is_wall(*one)]

    def far(tile: Tile) -> tuple[int, Tile]:
        dx, dy = tile[0] - me[Position].x, tile[1] - me[Position].y
        return dx * dx + dy * dy, tile

    while (near := min(spots(), key=far)) != (me[Position].x, me[Position].y):
        step = world.ask(WhichStep(me, *near, opens_doors=True)).step
        yield Wait() if step is None else Move(*step)
