"""What holds in every game of the catalogue, whatever is done in it.

All can be reached on foot, and time never stands but for who is left behind. Nobody has less of
anything than none, or more than the most.

A game is watched from its first intent to its last. What breaks a law raises UnsoundError and names
it; a test or a run of ``regenerate`` that meets one fails.
"""

from __future__ import annotations

from typing import Any, Final

from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.stomach import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.magic.mana import Mana
from bidden.components.movement.position import Position
from bidden.components.things.edible import Edible
from bidden.components.tricks.burrows import Burrows
from bidden.events.turns import TakeTurn
from bidden.grid.neighbours import AROUND
from bidden.intents import Intent
from bidden.session import Session
from bidden.state import Chamber, Hero, Levels, Side, name_of
from eventcore import Event, Tap, World
from eventcore.time import Timers

IDLE: Final = 200
"""So many intents in a row may pass no time while the player lives."""
BUSY: Final = 10_000
"""So many turns may others have before it is the player's again."""

STORES: Final = ((Health, "hp"), (Mana, "mana"), (Stomach, "food"), (Wounds, "count"))
"""What a body has of something, as a component that says how much of it there can be."""


class UnsoundError(AssertionError):
    """A law that holds in every game was broken."""


class TurnsOfOthers(Tap):
    """Counts the turns that others have while an intent is performed.

    Attributes:
        count: How many so far.
    """

    def __init__(self) -> None:
        self.count = 0

    def tap_for(self, kind: type[Event]) -> Tap:
        """Only turns matter."""
        return self if kind is TakeTurn else Tap()

    def published(self, event: Event) -> None:
        """Count one, and stop what might never end."""
        self.count += 1
        if self.count > BUSY:
            raise UnsoundError(f"others have had {BUSY} turns and go on, last {event.enactor}")


class Watched:
    """A session that is played under the laws.

    Attributes:
        session: The session.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._turns = TurnsOfOthers()
        self._idle = 0
        self._entrances: dict[int, tuple[int, int]] = {}
        session.world.tap(self._turns)
        self._look_around()

    def perform(self, intent: Intent) -> None:
        """Perform an intent, and see that the laws hold."""
        world = self.session.world
        self._turns.count, before = 0, world.turn
        self.session.perform(intent)
        self._idle = 0 if world.turn > before or not self.session.player.alive else self._idle + 1
        if self._idle >= IDLE:
            raise UnsoundError(f"no time has passed for {IDLE} intents, last {intent}")
        check_stores(world)
        if self.session.player.alive:  # with the last breath time stops where it was
            check_time(world)
        if len(world.root[Levels].dug) > len(self._entrances):
            self._look_around()

    def check_all(self) -> None:
        """See that everything can be reached still, on every level there is."""
        for level, entrance in self._entrances.items():
            check_reachable(self.session, level, entrance)

    def _look_around(self) -> None:
        """Take in a level that is new, and see that it is whole."""
        here = self.session.player[Position]
        self._entrances[here.level] = (here.x, here.y)
        check_reachable(self.session, here.level, (here.x, here.y))


def check_stores(world: World) -> None:
    """See that nobody has less of hit points, mana, food or wounds than none, or too much of it.

    Raises:
        UnsoundError: Somebody has.
    """
    for kind, field in STORES:
        for who in world.having(kind):
            body: Any = who[kind]
            has, most = getattr(body, field), body.most
            if not 0 <= has <= most:
                raise UnsoundError(f"{name_of(who)} has {has} {field}, and may have 0 to {most}")


def check_time(world: World) -> None:
    """See that time passes for all creatures on the hero's level, and for nothing on others.

    Raises:
        UnsoundError: It stands still for one that is there, or something goes on elsewhere.
    """
    here = world.root[Hero].who[Position].level
    for creature in world.having(Side, Position):
        level, frozen = creature[Position].level, world.agenda.frozen(creature)
        if frozen == (level == here):
            what = "stands still" if frozen else "passes"
            where = f"on level {level}, while the hero is on {here}"
            raise UnsoundError(f"time {what} for {name_of(creature)} {where}")
        running = [timer.kind for timer in world.root[Timers].of(creature) if not timer.held]
        if frozen and running:
            raise UnsoundError(f"{', '.join(running)} of {name_of(creature)} left behind goes on")


def check_reachable(session: Session, level: int, entrance: tuple[int, int]) -> None:
    """See that stairs, the prize and every thing on a level can be reached on foot.

    Doors count as open, traps as floor, and steps are taken askew as well, as one does.

    Args:
        session: The game.
        level: How deep the level is.
        entrance: The column and row where the player came in.

    Raises:
        UnsoundError: Something cannot.
    """
    world = session.world
    rows = world.root[Levels].at(level).rows
    reached = on_foot(rows, entrance)
    for thing in world.having(Position):
        there = thing[Position]
        # A room's outline is a corner; who goes through walls is in one, and may die there.
        if any(kind in thing for kind in (Chamber, Burrows, Limb)) or (
            Edible in thing and rows[there.y][there.x] == "#"
        ):
            continue
        if there.level == level and (there.x, there.y) not in reached:
            raise UnsoundError(f"level {level}: {thing} at {(there.x, there.y)} is out of reach")


def on_foot(rows: list[str], entrance: tuple[int, int]) -> set[tuple[int, int]]:
    """Give the tiles that can be reached from one, in steps to any of eight neighbours."""
    floor = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "#"}
    found = {entrance} & floor
    front = [*found]
    while front:
        x, y = front.pop()
        beside = {(x + dx, y + dy) for dx, dy in AROUND} & floor - found
        found |= beside
        front += beside
    return found
