"""The beginning and the end of a game.

The player wins by the prize, or else by outliving all enemies on the deepest level.
"""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.minds import are_foes_by_nature
from bidden.events.places import MakeLevel, Spawn
from bidden.events.things import GoesOn, PickUp
from bidden.events.turns import BeginGame, LookAround, Win
from bidden.rules.places.level_making import LevelMaking
from bidden.state import Hero, Levels, Prize, Side, hero_of
from bidden.worldgen.level_builder import PLAYED
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import start_clock


@component
class Beginning(Component):
    """Starts the clock and makes the first level."""

    @handles(BeginGame, APPLY, via="world")
    def start_the_clock(self, begin: BeginGame, world: World) -> None:
        start_clock(world)

    @handles(BeginGame, REACT, via="world")
    def make_the_first_level(self, begin: BeginGame, world: World) -> None:
        """Make the first level, and let the player see what is in view."""
        world.publish(MakeLevel(begin.enactor, 1))
        hero = hero_of(world)
        if hero is not None:
            world.publish(LookAround(hero))

    # After the entity was made, and before it is scheduled.
    @handles(Spawn, APPLY + 10, via="world")
    def note_who_is_played(self, spawn: Spawn, world: World) -> None:
        """Store the player: the first entity spawned from the player's table."""
        if spawn.what == PLAYED and spawn.made is not None and Hero not in world.root:
            world.attach(world.root, Hero(spawn.made))


@component
class Winning(Component):
    """Decides when the game is won. Charmed enemies still have to die."""

    @handles(GoesOn, MODIFY, via="world")
    def need_no_room_for_the_prize(self, question: GoesOn, world: World) -> None:
        """Answer that the prize ends the game."""
        question.goes_on |= Prize in question.enactor

    @handles(PickUp, REACT, via="world")
    def win_by_the_prize(self, picking: PickUp, world: World) -> None:
        who, item = picking.enactor, picking.item
        if item is None or who is not hero_of(world):
            return
        if Prize in item and world.root[LevelMaking].kind.prize:
            world.publish(Win(who))

    # Before all other consequences. Always, because a death without a component to apply it must
    # fail.
    @handles(Die, REACT - 10, via="world", always=True)
    def win_by_the_last_death(self, die: Die, world: World) -> None:
        if die.done:
            self._win_where_nobody_is_left(world, die.target)

    # After the level was filled, at REACT - 10.
    @handles(MakeLevel, REACT, via="world")
    def win_where_nobody_was(self, make: MakeLevel, world: World) -> None:
        """Win when the deepest level has no enemies."""
        self._win_where_nobody_is_left(world, None)

    @handles(Win, VALIDATE, via="world")
    def win_once(self, win: Win, world: World) -> None:
        if world.root[Hero].won:
            win.fail("won")

    @handles(Win, APPLY, via="world")
    def win(self, win: Win, world: World) -> None:
        world.root[Hero].won = True

    def _win_where_nobody_is_left(self, world: World, dying: Entity | None) -> None:
        kind, hero = world.root[LevelMaking].kind, world.root.get(Hero)
        if hero is None or hero.won or kind.prize or kind.run:
            return
        if len(world.root[Levels].dug) < kind.levels:
            return
        for other in world.having(Side, Position):
            there = other[Position].level == kind.levels and other is not dying
            if there and are_foes_by_nature(hero.who, other):
                return
        world.publish(Win(hero.who))
