"""Spawning: how creatures and things come into the world, on a tile or in a pack."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bidden.ai.mind import Mind
from bidden.components.combat.marksman import Launcher
from bidden.components.movement.position import Position
from bidden.events.movement import Arrive
from bidden.events.places import Spawn
from bidden.events.things import StartWearing
from bidden.state import Stack, StartingGear, hero_of
from eventcore import AIM, APPLY, REACT, Component, Entity, World, component, handles


@component
class Spawning(Component):
    """Spawns creatures and things, and schedules those with a mind."""

    _make: Callable[[str], list[Component]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def made_by(self, make: Callable[[str], list[Component]]) -> None:
        """Set the function that creates the components of a thing from the name of its table."""
        self._make = make

    def parts_of(self, name: str) -> list[Component]:
        """Create the components of a thing; none before the tables are known."""
        return [] if self._make is None else self._make(name)

    @handles(Spawn, AIM, via="world")
    def look_up_the_components(self, spawn: Spawn, world: World) -> None:
        """Create the components from the table, unless they were given."""
        spawn.parts = spawn.parts or self.parts_of(spawn.what)

    @handles(Spawn, APPLY + 5, via="world")
    def make(self, spawn: Spawn, world: World) -> None:
        """Spawn the entity, and draw its gear."""
        on = [Position(spawn.x, spawn.y, spawn.level)] if spawn.holder is None else []
        spawn.made = world.spawn(*on, *spawn.parts)
        kit = spawn.made.get(StartingGear)
        for of in () if kit is None else (kit.weapons, kit.armour):
            if of:
                spawn.gear.append(world.stream("kit").weighted(list(of), list(of.values())))

    @handles(Spawn, REACT, via="world")
    def arrive(self, spawn: Spawn, world: World) -> None:
        """Spawn its gear, publish its arrival, and schedule it if it has a mind."""
        made = spawn.made
        if made is None:
            return
        for name in spawn.gear:
            thing = world.publish(Spawn(made, made, name)).made
            if thing is None:
                continue
            world.publish(StartWearing(made, made, thing))
            launcher = thing.get(Launcher)
            if launcher is not None:
                world.publish(Spawn(made, made, launcher.missile))
        kit = made.get(StartingGear)
        for name, count in () if kit is None else kit.carries.items():
            self._let_carry(made, name, count, world)
        if spawn.holder is None:
            world.publish(Arrive(made))
        if Mind in made:
            priority = int(made is not hero_of(world))  # of two at the same time, the player first
            world.agenda.schedule(made, delay=spawn.delay, priority=priority)

    def _let_carry(self, who: Entity, name: str, count: int, world: World) -> None:
        """Spawn some of an item in a creature's pack, as one entity if they stack."""
        parts = self.parts_of(name)
        stack = next((part for part in parts if isinstance(part, Stack)), None)
        if stack is None:
            for _ in range(count):
                world.publish(Spawn(who, who, name))
            return
        stack.count *= count
        world.publish(Spawn(who, who, name, parts=parts))
