"""A caravan: owned cargo, a world rule, random events, and intents that are not events.

Run it with ``python -m examples.caravan``; docs/building.md explains it.
"""

import tempfile
from pathlib import Path
from typing import Any

import attrs

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    Query,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Travel(Action):
    """The wagon moves along the road for a day. The event can fail with ``"heavy"``."""

    miles: int = 20


@event
class Lose(Change):
    """A robber takes silver from the wagon."""

    target: Entity = role()
    silver: int = 0


@event
class WhatIsCarried(Query):
    """How heavy is the load of an entity?"""

    weight: int = 0


@component
class Wagon(Component):
    """A wagon carries silver, and travels more slowly with a heavy load."""

    silver: int = 50
    miles: int = 0
    log: list[str] = attrs.field(factory=list)

    @handles(Travel, VALIDATE)
    def refuse_to_break(self, travel: Travel, world: World) -> None:
        if world.ask(WhatIsCarried(travel.enactor)).weight > 100:
            travel.fail("heavy")

    @handles(Travel, MODIFY)
    def slow_down(self, travel: Travel, world: World) -> None:
        travel.miles -= world.ask(WhatIsCarried(travel.enactor)).weight // 10

    @handles(Travel, APPLY)
    def roll_on(self, travel: Travel, world: World) -> None:
        self.miles += travel.miles

    @handles(Lose, MODIFY, role="target")
    def lose_no_more_than_there_is(self, lose: Lose, world: World) -> None:
        lose.silver = min(lose.silver, self.silver)

    @handles(Lose, APPLY, role="target")
    def pay(self, lose: Lose, world: World) -> None:
        self.silver -= lose.silver
        self.log.append(f"day {world.turn}: {lose.silver} silver lost")


@component
class Cargo(Component):
    """Cargo adds its weight to the load of its owner."""

    weight: int

    @handles(WhatIsCarried, MODIFY, via="owner")
    def weigh(self, question: WhatIsCarried, world: World) -> None:
        question.weight += self.weight


@component
class Bandits(Component):
    """A world rule: bandits rob each traveller one day in four."""

    @handles(Travel, REACT, via="world")
    def lie_in_wait(self, travel: Travel, world: World) -> None:
        road = world.stream("road")
        if road.chance(1, 4):
            world.publish(Lose(world.root, travel.enactor, road.roll(1, 20)))


COMPONENTS = (Bandits, Wagon, Cargo)


@attrs.frozen
class Go:
    """The intent to travel for a day. It is not an event."""

    miles: int


class Caravan(Simulation):
    components = COMPONENTS
    intents = (Go,)
    game = "caravan"

    def setup(self, silver: int = 50) -> None:
        self.world.attach(self.world.root, Bandits())
        wagon = self.world.spawn(Wagon(silver))
        for weight in (30, 40):
            self.world.set_owner(self.world.spawn(Cargo(weight)), wagon)

    @property
    def wagon(self) -> Entity:
        (wagon,) = self.world.having(Wagon)
        return wagon

    def act(self, intent: Any) -> Any:
        if isinstance(intent, Go):
            self.world.advance()
            return self.world.publish(Travel(self.wagon, intent.miles))
        return super().act(intent)

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "wagon" if Wagon in entity else "cargo"


def record(path: Path | str, seed: int, *, events: bool = False) -> Caravan:
    """Record a week of travel."""
    with Caravan.record(path, seed, events=events) as caravan:
        for day in range(7):
            caravan.perform(Go, 20 + day)
    return caravan


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "caravan.jsonl"
        caravan = record(path, seed=4)
        print(caravan.wagon[Wagon])
        print(Caravan.verify(path) or "the journal replays the same")

    world, wagon = caravan.world, caravan.wagon
    print("tomorrow:", world.preview(Travel(wagon, 20)).event.miles, "miles")
    world.set_owner(world.spawn(Cargo(50)), wagon)
    print("with an anvil:", world.publish(Travel(wagon)).reason)
