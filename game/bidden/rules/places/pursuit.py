"""Pursuit: hunters come after a player who stays on a level for long.

Nothing is counted turn by turn: the hunter is scheduled. When the player leaves a level, its
wait stops, and goes on when the player returns.
"""

from __future__ import annotations

from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.minds import Rouse
from bidden.events.places import Climb, Fall, HowDeep, MakeLevel, Spawn
from bidden.events.pursuit import ComeAfter, FeelWatched, HowSoon, HowSoonAgain, TakeUpTrail
from bidden.events.run import Uproar
from bidden.grid.tiles import free_beside, is_free
from bidden.state import Fighter, Levels, hero_of
from eventcore import AIM, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import TURN, Scheduled

_WHOLE: Final = 100


@attrs.frozen
class Pursuers:
    """The hunters of a player who stays for long.

    Attributes:
        after: The number of turns on a level until the first hunter comes; 0 for never.
        again: The number of turns until each further hunter.
        warning: The number of turns between the warning and the hunter.
        tougher: The percentage of extra hit points for each earlier hunter and each level down. The
            hunter also gets 1 attack for each.
        hunters: For each place, the tables of its hunters, which come in turn.
    """

    after: Annotated[int, Meta(ge=0)] = 0
    again: Annotated[int, Meta(ge=1)] = 600
    warning: Annotated[int, Meta(ge=1)] = 50
    tougher: Annotated[int, Meta(ge=0)] = 25
    hunters: dict[str, list[str]] = attrs.field(factory=dict)


@attrs.define
class Stay:
    """How long the player has stayed on a level.

    Attributes:
        x: The column where the player last entered it.
        y: The row where the player last entered it.
        come: The number of hunters that have come.
        left: The time until the warning, in hundredths of a turn, once time passes there again.
    """

    x: int
    y: int
    left: int
    come: int = 0


@component
class Pursuit(Component):
    """Sends hunters after the player.

    Attributes:
        pursuers: The hunters, and when they come.
        stays: The stay on each level, from the top down.
        coming: The scheduled warning or hunter.
    """

    pursuers: Pursuers = attrs.field(factory=Pursuers)
    stays: list[Stay] = attrs.Factory(list)
    coming: Scheduled | None = None

    # After the player was spawned, at REACT - 10.
    @handles(MakeLevel, REACT - 6, via="world")
    def begin_to_wait(self, make: MakeLevel, world: World) -> None:
        hero = hero_of(world)
        if make.level == 1 and hero is not None:
            self._wait_on(hero, world)

    @handles(Climb, REACT - 6, via="world")
    @handles(Fall, REACT - 6, via="world")
    def wait_on_the_new_level(self, way: Climb | Fall, world: World) -> None:
        """Wait on the player's new level instead of the old one."""
        who = way.enactor
        if way.to_level == way.from_level or who is not hero_of(world) or not who.alive:
            return
        if self.coming is not None and self.coming.pending:
            warned = isinstance(self.coming.event, ComeAfter)
            left = self.coming.due - world.agenda.now
            self.stays[way.from_level - 1].left = 0 if warned else left
            self.coming.cancel()
        self._wait_on(who, world)

    @handles(FeelWatched, REACT, via="world")
    def send_a_hunter(self, watched: FeelWatched, world: World) -> None:
        self._schedule_hunter(watched.enactor, self.pursuers.warning * TURN, world)

    @handles(ComeAfter, AIM, via="world")
    def choose_the_hunter(self, coming: ComeAfter, world: World) -> None:
        """Choose the kind of hunter, and how much tougher it is than its kind."""
        level = coming.target[Position].level
        kinds = self.pursuers.hunters.get(world.root[Levels].at(level).place, [])
        coming.number = self.stays[level - 1].come + 1
        coming.rank = coming.number + world.ask(HowDeep(world.root, level, level)).rank - 2
        if kinds:
            coming.what = kinds[(coming.number - 1) % len(kinds)]
        else:
            coming.fail("nobody hunts")

    @handles(ComeAfter, VALIDATE, via="world")
    def find_the_way_in(self, coming: ComeAfter, world: World) -> None:
        """Find a free tile at or beside the place where the player entered the level."""
        level = coming.target[Position].level
        stay = self.stays[level - 1]
        spots = [(stay.x, stay.y)] if is_free(stay.x, stay.y, level, world) else []
        spots += free_beside(Position(stay.x, stay.y, level), world)
        if spots:
            coming.x, coming.y = spots[0]
        else:
            coming.fail("no room")

    @handles(ComeAfter, RESOLVE, via="world")
    def let_it_come(self, coming: ComeAfter, world: World) -> None:
        """Spawn the hunter, make it tougher, and let it take up the trail."""
        there = coming.target[Position]
        spot = coming.x, coming.y, there.level
        coming.come = hunter = world.publish(
            Spawn(coming.enactor, None, coming.what, *spot, TURN)
        ).made
        if hunter is None:
            return
        world.publish(TakeUpTrail(hunter, coming.target))
        world.publish(Rouse(coming.target, hunter, there.x, there.y))

    # Before it is heard, and the next is waited for.
    @handles(ComeAfter, REACT - 10, via="world")
    def be_tougher(self, coming: ComeAfter, world: World) -> None:
        if coming.come is None:
            return
        health, fighter = coming.come.get(Health), coming.come.get(Fighter)
        if health is not None:
            health.most += health.most * self.pursuers.tougher * coming.rank // _WHOLE
            health.hp = health.most
        if fighter is not None:
            fighter.attack += coming.rank

    # Always, because another hunter comes even if this one found no room.
    @handles(ComeAfter, REACT, via="world", always=True)
    def wait_for_the_next(self, coming: ComeAfter, world: World) -> None:
        """Wait for the next hunter. If this one found no room, wait for it again."""
        if coming.reason == "nobody hunts" or not coming.target.alive:
            return
        if coming.come is None:
            self._schedule_hunter(coming.target, TURN, world)
            return
        stay = self.stays[coming.target[Position].level - 1]
        stay.come += 1
        again = world.ask(HowSoonAgain(world.root, self.pursuers.again)).turns
        stay.left = max(0, again - self.pursuers.warning) * TURN
        self._schedule_warning(coming.target, stay, world)

    @handles(Uproar, REACT, via="world")
    def send_one_at_once(self, uproar: Uproar, world: World) -> None:
        """Send a hunter through the gate at once, and none before it."""
        stay = self.stays[uproar.level - 1]
        stay.x, stay.y = uproar.x, uproar.y
        if self.coming is not None and self.coming.pending:
            self.coming.cancel()
        world.publish(ComeAfter(world.root, uproar.enactor))

    def come_after(self, who: Entity) -> int:
        """Return how many hunters have come on the player's level."""
        return self.stays[who[Position].level - 1].come

    def _wait_on(self, who: Entity, world: World) -> None:
        here = who[Position]
        after = world.ask(HowSoon(world.root, self.pursuers.after)).turns
        first = max(0, after - self.pursuers.warning) * TURN
        while len(self.stays) < here.level:
            self.stays.append(Stay(here.x, here.y, first))
        stay = self.stays[here.level - 1]
        stay.x, stay.y = here.x, here.y
        self._schedule_warning(who, stay, world)

    def _schedule_warning(self, who: Entity, stay: Stay, world: World) -> None:
        self.coming = world.schedule(FeelWatched(who), stay.left)

    def _schedule_hunter(self, who: Entity, delay: int, world: World) -> None:
        self.coming = world.schedule(ComeAfter(world.root, who), delay)
