"""An epidemic among people who meet by chance, after Kermack and McKendrick (1927).

A day is one broadcast: everyone lives it, in an order that is drawn anew. Who is ill meets others
and may infect them; who has been ill is immune.

Run it with ``python -m examples.epidemic``; docs/benchmarks.md has it with 100,000 people.
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
"""So many others one meets each day; of ten meetings with who is ill one infects."""


@event(shuffled="activation")
class Day(Broadcast):
    """A day goes by, for everyone."""


@event
class Infect(Change):
    """Someone who is ill infects somebody else."""

    target: Entity = role()


@component
class Town(Component):
    """Everyone in the town."""

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
        people = tuple(world.spawn(Person()) for _ in range(size))
        world.attach(world.root, Town(people))
        for person in people[:ill]:
            person[Person].ill = DAYS_ILL
        world.agenda.every(1, Day(world.root))

    def counts(self) -> tuple[int, int, int]:
        """How many are healthy, ill and immune."""
        people = [one[Person] for one in self.world.having(Person)]
        ill, immune = sum(p.ill > 0 for p in people), sum(p.immune for p in people)
        return len(people) - ill - immune, ill, immune


if __name__ == "__main__":
    epidemic = Epidemic(seed=1)
    epidemic.run(until=150)
    print("healthy, ill, immune:", *epidemic.counts())
