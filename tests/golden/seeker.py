"""A seeker: follows a script to its goals, and knows where everything is.

It plays golden games that reach what bots do not look for. A script yields intents, each of which
is performed before it goes on; the player strikes creatures in the way and opens doors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.bots.around import is_open
from bidden.bots.explorer import choose
from bidden.bots.paths import Paths
from bidden.components.body.experience import Experience
from bidden.components.boons.boons import Boons, Source
from bidden.components.movement.door import Door, Lock
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.things.pack import Pack
from bidden.events.minds import are_foes
from bidden.grid.neighbours import AROUND
from bidden.intents import (
    Cast,
    Close,
    Disarm,
    Improvable,
    Improve,
    Intent,
    Move,
    PickUp,
    PutOn,
    Read,
    Search,
    Shoot,
    Throw,
    UseBoon,
    Wait,
)
from bidden.session import Session
from bidden.state import Chamber, Item, Levels, Side, Stair, Title, is_secret
from eventcore import Component, Entity, Event

_NEAR: Final = 5
"""It uses boons with a foe nearer than this many tiles."""
FAR: Final = 120
"""Things that take more steps are out of reach."""


class Seeker:
    """The player of a script, who knows where things are.

    Attributes:
        session: The game.
        me: The player's entity.
    """

    def __init__(self, session: Session) -> None:
        self.session, self.me = session, session.player

    @property
    def level(self) -> int:
        """Return the depth of the current level."""
        return self.me[Position].level

    def fetch(self, name: str) -> Iterator[Intent]:
        """Pick up the nearest thing of this name on the level."""
        yield from self._go_onto([one for one in self._here(Item) if one[Title].name == name])
        underfoot = [one for one in self._here(Item) if self._far(one) == 0]
        names = [one[Title].name for one in sorted(underfoot, key=lambda one: one.id)]
        yield PickUp(names.index(name))

    def draw_from(self, name: str) -> Iterator[Intent]:
        """Go to the nearest source of this name on the level, and draw from it."""
        yield from self._go_onto([one for one in self._here(Source) if one[Title].name == name])
        yield PickUp(-1)

    def disarm(self, searches: int) -> Iterator[Intent]:
        """Go beside the nearest trap, search until it is found, and disarm it.

        Args:
            searches: The maximum number of searches.
        """
        trap = min(self._here(Trap), key=self._far)
        while self._far(trap) > 1:
            yield self._step_to([trap])
        while is_secret(trap) and searches:
            searches -= 1
            yield Search()
        there, here = trap[Position], self.me[Position]
        yield Disarm(there.x - here.x, there.y - here.y)

    def unlock(self, steps: int) -> Iterator[Intent]:
        """Explore until a door is unlocked, for at most this many steps."""
        for _ in range(steps):
            if any(not door[Lock].locked for door in self._here(Lock)):
                return
            yield choose(self.session.view())

    def shut(self) -> Iterator[Intent]:
        """Go beside the nearest door, open it, and shut it again."""
        door = min((one for one in self._here(Door) if not is_secret(one)), key=self._far)
        while self._far(door) > 1:
            yield self._step_to([door])
        there, here = door[Position], self.me[Position]
        way = there.x - here.x, there.y - here.y
        yield Move(*way)
        yield Close(*way)

    def spring(self) -> Iterator[Intent]:
        """Step into the nearest trap."""
        yield from self._go_onto(self._here(Trap)[:1])

    def hurl(self, name: str, tiles: int) -> Iterator[Intent]:
        """Throw a held thing this many tiles, in the straight direction with most free tiles."""
        here, ground = self.me[Position], self.session.world.root[Levels].at(self.level)

        def free(step: tuple[int, int]) -> int:
            return sum(
                not ground.is_wall(here.x + step[0] * far, here.y + step[1] * far)
                for far in range(1, tiles + 1)
            )

        dx, dy = max(AROUND, key=free)
        yield Throw(self.slot(name), here.x + dx * tiles, here.y + dy * tiles)

    def hurl_at_a_foe(self, name: str, steps: int) -> Iterator[Intent]:
        """Approach the nearest foe, for at most this many steps, and throw a thing at it."""
        for _ in range(steps):
            foes = self.session.view().foes_at
            if foes:
                yield Throw(self.slot(name), *foes[0])
                return
            yield from self.near()

    def stone(self, whom: str, name: str) -> Iterator[Intent]:
        """Throw a held thing at the nearest creature of a name; pick it up first."""
        if name not in [one[Title].name for one in self.me[Pack].things.values()]:
            yield from self.fetch(name)
        there = min((one for one in self._here(Side) if one[Title].name == whom), key=self._far)
        yield Throw(self.slot(name), there[Position].x, there[Position].y)

    def walk_into_harm(self, steps: int) -> Iterator[Intent]:
        """Go to the nearest visibly harmful tile, for at most this many steps."""
        for _ in range(steps):
            view, here = self.session.view(), self.me[Position]
            harm = min(
                view.harm_at,
                key=lambda tile: max(abs(tile[0] - here.x), abs(tile[1] - here.y)),
                default=None,
            )
            if harm is None:
                return
            yield Move(_sign(harm[0] - here.x), _sign(harm[1] - here.y))

    def explore(self, steps: int) -> Iterator[Intent]:
        """Move as the explorer bot does."""
        for _ in range(steps):
            yield choose(self.session.view())

    def leap(self) -> Iterator[Intent]:
        """Go beside the nearest chasm, and step over its edge."""
        depth = self.level
        chasms = self.session.world.root[Levels].at(depth).chasms()
        while self.level == depth:
            here = self.me[Position]
            over = [step for step in AROUND if (here.x + step[0], here.y + step[1]) in chasms]
            if over:
                yield Move(*over[0])
                continue
            paths = Paths(self.session.view(all_seeing=True), daring=True)
            edge = [(x + dx, y + dy) for x, y in sorted(chasms) for dx, dy in AROUND]
            yield paths.towards(paths.tiles(edge)) or Wait()

    def visit(self) -> Iterator[Intent]:
        """Go into the nearest room with a name of its own."""
        rooms = [(one[Chamber], one[Position]) for one in self._here(Chamber)]
        inner = [
            (x, y)
            for room, there in rooms
            for x in range(there.x, there.x + room.width)
            for y in range(there.y, there.y + room.height)
        ]
        for _ in range(FAR):
            if (self.me[Position].x, self.me[Position].y) in inner:
                return
            paths = Paths(self.session.view(all_seeing=True), daring=True)
            yield paths.towards(paths.tiles(inner)) or Wait()

    def climb(self, to: int) -> Iterator[Intent]:
        """Take the stair that leads to a level."""
        while self.level != to:
            yield self._step_to([one for one in self._here(Stair) if one[Stair].to == to])

    def fight(
        self, steps: int, name: str = "", until: type[Event] | None = None
    ) -> Iterator[Intent]:
        """Attack the nearest creature, or the nearest of a name.

        Args:
            steps: The maximum number of steps.
            name: The name of the creature; empty for any.
            until: The kind of event that ends the fight, if the player causes it.
        """
        seen: list[Event] = []
        end = (
            None
            if until is None
            else self.session.world.observe(until, seen.append, entity=self.me)
        )
        for _ in range(steps):
            if seen:
                break
            yield self._step_to(
                [
                    one
                    for one in self._here(Side)
                    if one is not self.me and name in ("", one[Title].name)
                ]
            )
        if end is not None:
            end()

    def snipe(self, steps: int) -> Iterator[Intent]:
        """Approach the nearest creature, and shoot at the farthest in view."""
        for _ in range(steps):
            here, foes = self.me[Position], self.session.view().foes_at
            far = [((x - here.x) ** 2 + (y - here.y) ** 2, x, y) for x, y in foes]
            others = [one for one in self._here(Side) if one is not self.me]
            if far:
                yield Shoot(*max(far)[1:])
            elif others:
                yield self._step_to(others)

    def near(self) -> Iterator[Intent]:
        """Take a step toward the nearest foe on the level."""
        world = self.session.world
        yield self._step_to([one for one in self._here(Side) if are_foes(world, self.me, one)])

    def use_boon(self, steps: int) -> Iterator[Intent]:
        """Attack foes until the active boon can be used in some direction, and use it."""
        boons = self.me[Boons]
        for _ in range(steps):
            uses, foes = boons.uses[0], self.session.view().foes_at
            here = self.me[Position]
            near = any(max(abs(x - here.x), abs(y - here.y)) < _NEAR for x, y in foes)
            for step in AROUND if near else ():
                yield UseBoon(*step)
                if boons.uses[0] < uses:
                    return
            yield from self.near()

    def learn(self, points: int, option: Improvable) -> Iterator[Intent]:
        """Explore until this much is learned, and improve one thing."""
        while self.me[Experience].points < points or self.me[Experience].due:
            yield Improve(option) if self.me[Experience].due else choose(self.session.view())

    def put_on(self, name: str) -> Iterator[Intent]:
        """Put on a held thing."""
        yield PutOn(self.slot(name))

    def study(self, name: str, pages: int) -> Iterator[Intent]:
        """Read this many pages of a held book."""
        for _ in range(pages):
            yield Read(self.slot(name))

    def blink(self) -> Iterator[Intent]:
        """Blink to the first free tile in range, row by row."""
        view = self.session.view()
        x, y = view.here
        near = ((x + dx, y + dy) for dy in range(-3, 4) for dx in range(-3, 4))
        yield Cast("blink", *next(spot for spot in near if is_open(view, spot)))

    def slot(self, name: str) -> str:
        """Return the letter of a held thing."""
        things = self.me[Pack].things
        return next(slot for slot, thing in things.items() if thing[Title].name == name)

    def _go_onto(self, things: list[Entity]) -> Iterator[Intent]:
        for _ in range(FAR):
            if any(self._far(one) == 0 for one in things):
                return
            yield self._step_to(things)
        raise LookupError(f"{things} cannot be reached")

    def _step_to(self, things: list[Entity]) -> Intent:
        """Step toward the nearest of some things; if already there, step aside to come back."""
        paths = Paths(self.session.view(all_seeing=True), daring=True)
        places = [(one[Position].x, one[Position].y) for one in things]
        return paths.towards(paths.tiles(places)) or paths.towards(paths.quiet) or Wait()

    def _far(self, thing: Entity) -> int:
        """Return the straight-line distance, in steps, to a thing on the level."""
        distance = thing[Position].distance(self.me[Position])
        assert distance is not None, f"{thing} is on another level"
        return distance

    def _here(self, kind: type[Component]) -> list[Entity]:
        """Return everything of a kind on the level."""
        everyone = self.session.world.having(kind, Title, Position)
        return [one for one in everyone if one[Position].level == self.level]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
