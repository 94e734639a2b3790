"""An epidemic among people who meet by chance (Kermack and McKendrick, 1927).

Each day is one broadcast, which reaches all people. Ill people meet others and may infect them.
People who have recovered are immune.

Run it with ``python -m examples.epidemic``; docs/benchmarks.md measures it with 100,000 people.
"""

from eventcore import (
    APPLY,
    VALIDATE,
    Broadcast,
    Change,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)

DAYS_ILL = 7
MEETINGS = 3
"""Each day, an ill person meets this many people, and infects one in ten of them."""


@event
class Day(Broadcast):
    """A day passes for all people."""


@event
class Infect(Change):
    """An ill person infects another person."""

    target: Entity = role()


@component
class Town(Component):
    """A list of all people in the town."""

    people: tuple[Entity, ...] = ()


@component
class Person(Component):
    ill: int = 0
    immune: bool = False

    @handles(Day, APPLY)
    def live(self, day: Day, world: World) -> None:
        if self.ill:
            self.meet_others(world)
            self.ill -= 1
            self.immune = not self.ill

    def meet_others(self, world: World) -> None:
        chance = world.stream("meetings")
        for _ in range(MEETINGS):
            if chance.chance(1, 10):
                other = chance.pick(world.root[Town].people)
                world.publish(Infect(self.entity, other))

    @handles(Infect, VALIDATE, role="target")
    def resist(self, infect: Infect, world: World) -> None:
        if self.ill or self.immune:
            infect.fail("resisted")

    @handles(Infect, APPLY, role="target")
    def fall_ill(self, infect: Infect, world: World) -> None:
        self.ill = DAYS_ILL


class Epidemic(Simulation):
    components = (Town, Person)
    turn_length = 1

    def setup(self, size: int = 1_000, ill: int = 10) -> None:
        world = self.world
        people = tuple(world.spawn(Person(DAYS_ILL if n < ill else 0)) for n in range(size))
        world.attach(world.root, Town(people))
        world.agenda.every(1, Day(world.root))

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of healthy, ill and immune people."""
        people = [entity[Person] for entity in self.world.having(Person)]
        ill, immune = sum(p.ill > 0 for p in people), sum(p.immune for p in people)
        return len(people) - ill - immune, ill, immune


if __name__ == "__main__":
    epidemic = Epidemic(seed=1)
    epidemic.run(until=150)
    print("healthy, ill, immune:", *epidemic.counts())
