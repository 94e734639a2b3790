"""The rule of pursuit: who is played and stays long on a level is come after.

Nothing is counted turn by turn: what is to come is scheduled. With who is played time leaves a
level, and what was left of the wait there goes on when they come back.
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
from bidden.state import Fighter, Hero, Levels
from eventcore import (
    AIM,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)
from eventcore.time import TURN, Scheduled

_WHOLE: Final = 100


@attrs.frozen
class Pursuers:
    """Who comes after those who stay long, and when.

    Attributes:
        after: How many turns one may stay on a level until the first comes; 0 for ever.
        again: After how many more turns each further one comes.
        warning: How many turns before that one feels watched.
        tougher: How many more hit points, of a hundred, a hunter has for each that came before
            it, and for each level down; and it has 1 more attack for each.
        hunters: By place, the kinds of hunter, by the names of their tables: they come in turn.
    """

    after: Annotated[int, Meta(ge=0)] = 0
    again: Annotated[int, Meta(ge=1)] = 600
    warning: Annotated[int, Meta(ge=1)] = 50
    tougher: Annotated[int, Meta(ge=0)] = 25
    hunters: dict[str, list[str]] = attrs.field(factory=dict)


@attrs.define
class Stay:
    """How long one has stayed on a level.

    Attributes:
        x: The column where one came to it last.
        y: The row where one came to it last.
        come: How many hunters have come there.
        left: After how many hundredths of a turn one feels watched, once time passes there.
    """

    x: int
    y: int
    left: int
    come: int = 0


@component
class Pursuit(Component):
    """Sends hunters after who is played.

    Attributes:
        pursuers: Who they are.
        stays: How long one has stayed on each level, from the top down.
        coming: What is scheduled: the warning, or the hunter.
    """

    pursuers: Pursuers = attrs.field(factory=Pursuers)
    stays: list[Stay] = attrs.Factory(list)
    coming: Scheduled | None = None

    # After who is played has come to be there, at REACT - 10.
    @handles(MakeLevel, REACT - 6, via="world")
    def begin_to_wait(self, make: MakeLevel, world: World) -> None:
        """Wait on the first level, from its beginning."""
        hero = world.root.get(Hero)
        if make.level == 1 and hero is not None:
            self._wait_on(hero.who, world)

    @handles(Climb, REACT - 6, via="world")
    def wait_where_a_stair_led(self, climb: Climb, world: World) -> None:
        """Wait no more on the level that was left, but on the one come to."""
        if climb.to_level != climb.from_level:
            self._go(climb.enactor, climb.from_level, world)

    @handles(Fall, REACT - 6, via="world")
    def wait_where_a_fall_ended(self, fall: Fall, world: World) -> None:
        """Wait no more on the level that was left, but on the one come to."""
        if fall.to_level != fall.from_level:
            self._go(fall.enactor, fall.from_level, world)

    @handles(FeelWatched, REACT, via="world")
    def send_a_hunter(self, watched: FeelWatched, world: World) -> None:
        """Let a hunter come after the time of warning."""
        self._schedule_hunter(watched.enactor, self.pursuers.warning * TURN, world)

    @handles(ComeAfter, AIM, via="world")
    def choose_the_hunter(self, coming: ComeAfter, world: World) -> None:
        """Say which kind comes, and how much tougher than its kind it is."""
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
        """Find a free tile where its quarry came to the level, or beside that."""
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
        """Let the hunter come to be there, tougher than its kind, and take up the trail."""
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
        """Give the hunter what it has beyond its kind."""
        if coming.come is None:
            return
        health, fighter = coming.come.get(Health), coming.come.get(Fighter)
        if health is not None:
            health.most += health.most * self.pursuers.tougher * coming.rank // _WHOLE
            health.hp = health.most
        if fighter is not None:
            fighter.attack += coming.rank

    # Always: a hunter that found no room is not the last.
    @handles(ComeAfter, REACT, via="world", always=True)
    def wait_for_the_next(self, coming: ComeAfter, world: World) -> None:
        """Wait for the next one: where this one found no room, for itself."""
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
        """Let a hunter come by the gate at once, and no other before it."""
        stay = self.stays[uproar.level - 1]
        stay.x, stay.y = uproar.x, uproar.y
        if self.coming is not None and self.coming.pending:
            self.coming.cancel()
        world.publish(ComeAfter(world.root, uproar.enactor))

    def _go(self, who: Entity, from_level: int, world: World) -> None:
        hero = world.root.get(Hero)
        if hero is None or who is not hero.who or not who.alive:
            return
        if self.coming is not None and self.coming.pending:
            warned = isinstance(self.coming.event, ComeAfter)
            left = self.coming.due - world.agenda.now
            self.stays[from_level - 1].left = 0 if warned else left
            self.coming.cancel()
        self._wait_on(who, world)

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
