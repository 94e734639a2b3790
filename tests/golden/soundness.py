"""Laws that hold in every game of the catalogue, whatever the player does.

Everything can be reached on foot, and time stops only for creatures left behind. No store is
below zero, or above its maximum.

A game is watched from its first intent to its last. A broken law raises UnsoundError, which names
it and fails the test or the run of ``regenerate``.
"""

from __future__ import annotations

from typing import Any, Final

from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.metabolism import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.magic.casting import Mana
from bidden.components.movement.collision import Burrows
from bidden.components.movement.position import Position
from bidden.components.things.consumable import Edible
from bidden.events.turns import TakeTurn
from bidden.grid.neighbours import AROUND
from bidden.intents import Intent
from bidden.session import Session
from bidden.state import Chamber, Hero, Levels, Side, name_of
from eventcore import Event, Tap, World
from eventcore.time import Timers

IDLE: Final = 200
"""At most this many intents in a row may pass no time while the player lives."""
BUSY: Final = 10_000
"""Other creatures may have at most this many turns before the player's next turn."""

STORES: Final = ((Health, "hp"), (Mana, "mana"), (Stomach, "food"), (Wounds, "count"))
"""What a body has of something, as a component that says how much of it there can be."""


class UnsoundError(AssertionError):
    """The game broke a law that holds in every game."""


class TurnsOfOthers(Tap):
    """Counts the turns of other creatures while an intent is performed.

    Attributes:
        count: The number so far.
    """

    def __init__(self) -> None:
        self.count = 0

    def tap_for(self, kind: type[Event]) -> Tap:
        """Only turns matter."""
        return self if kind is TakeTurn else Tap()

    def published(self, event: Event) -> None:
        """Count a turn, and stop a game that might never end."""
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
        """Perform an intent, and check the laws."""
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
        """Check that everything can still be reached, on every known level."""
        for level, entrance in self._entrances.items():
            check_reachable(self.session, level, entrance)

    def _look_around(self) -> None:
        """Register a new level, and check that it is connected."""
        here = self.session.player[Position]
        self._entrances[here.level] = (here.x, here.y)
        check_reachable(self.session, here.level, (here.x, here.y))


def check_stores(world: World) -> None:
    """Check that hit points, mana, food and wounds are between zero and their maximum.

    Raises:
        UnsoundError: A creature has too little or too much.
    """
    for kind, field in STORES:
        for who in world.having(kind):
            body: Any = who[kind]
            has, most = getattr(body, field), body.most
            if not 0 <= has <= most:
                raise UnsoundError(f"{name_of(who)} has {has} {field}, and may have 0 to {most}")


def check_time(world: World) -> None:
    """Check that time passes for all creatures on the hero's level, and for nothing elsewhere.

    Raises:
        UnsoundError: Time stands still for a creature there, or passes elsewhere.
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
    """Check that stairs, the prize and every thing on a level can be reached on foot.

    Doors count as open, traps as floor, and diagonal steps are allowed.

    Args:
        session: The game.
        level: The depth of the level.
        entrance: The column and row where the player came in.

    Raises:
        UnsoundError: Something cannot be reached.
    """
    world = session.world
    rows = world.root[Levels].at(level).rows
    reached = on_foot(rows, entrance)
    for thing in world.having(Position):
        there = thing[Position]
        # Skip rooms, placed at a wall corner, and burrowers or remains, which may be in walls.
        if any(kind in thing for kind in (Chamber, Burrows, Limb)) or (
            Edible in thing and rows[there.y][there.x] == "#"
        ):
            continue
        if there.level == level and (there.x, there.y) not in reached:
            raise UnsoundError(f"level {level}: {thing} at {(there.x, there.y)} is out of reach")


def on_foot(rows: list[str], entrance: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the tiles that can be reached from a tile, in steps to any of eight neighbours."""
    floor = {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != "#"}
    found = {entrance} & floor
    front = [*found]
    while front:
        x, y = front.pop()
        beside = {(x + dx, y + dy) for dx, dy in AROUND} & floor - found
        found |= beside
        front += beside
    return found
