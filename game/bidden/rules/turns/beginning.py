"""The beginning of a game: start the clock, make the first level, let the player look around."""

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
        start_clock(world)

    @handles(BeginGame, REACT, via="world")
    def make_the_first_level(self, begin: BeginGame, world: World) -> None:
        """Make the first level, and let the player see what is in view."""
        world.publish(MakeLevel(begin.enactor, 1))
        hero = world.root.get(Hero)
        if hero is not None:
            world.publish(LookAround(hero.who))

    # After it was made, and before it is scheduled.
    @handles(Spawn, APPLY + 10, via="world")
    def note_who_is_played(self, spawn: Spawn, world: World) -> None:
        """Store the player: the first entity spawned from the player's table."""
        if spawn.what == PLAYED and spawn.made is not None and Hero not in world.root:
            world.attach(world.root, Hero(spawn.made))
