"""The rule of the beginning: the clock starts, the first level is made, and who is played looks."""

from __future__ import annotations

from bidden.events.places import MakeLevel, Spawn
from bidden.events.turns import BeginGame, LookAround
from bidden.state import Hero
from bidden.worldgen.level_builder import PLAYED
from eventcore import APPLY, REACT, Component, World, component, handles
from eventcore.time import start_clock


@component
class Beginning(Component):
    """Starts the clock and makes the first level."""

    @handles(BeginGame, APPLY, via="world")
    def start_the_clock(self, begin: BeginGame, world: World) -> None:
        """Let turns go by from now on."""
        start_clock(world)

    @handles(BeginGame, REACT, via="world")
    def make_the_first_level(self, begin: BeginGame, world: World) -> None:
        """Make the first level, and let who is played see all that is on it."""
        world.publish(MakeLevel(begin.enactor, 1))
        hero = world.root.get(Hero)
        if hero is not None:
            world.publish(LookAround(hero.who))

    # After it was made, and before it is scheduled.
    @handles(Spawn, APPLY + 10, via="world")
    def note_who_is_played(self, spawn: Spawn, world: World) -> None:
        """Know from now on who is played: the first that is made by that table."""
        if spawn.what == PLAYED and spawn.made is not None and Hero not in world.root:
            world.attach(world.root, Hero(spawn.made))
