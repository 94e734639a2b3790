"""A small town, which the tests of Simulation record, replay and resume."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    Notice,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Greet(Action):
    other: Entity = role()
    times: int = 1


@event
class Dawn(Notice):
    pass


@component
class Person(Component):
    luck: int = 0
    greeted: list[int] = attrs.field(factory=list)

    @handles(Greet, APPLY, role="other")
    def be_greeted(self, greet: Greet, world: World) -> None:
        self.greeted.append(greet.times)
        self.luck += world.stream("luck").roll(1, 6)

    @handles(Dawn, APPLY)
    def wake(self, dawn: Dawn, world: World) -> None:
        self.luck += 100


@component
class Crowd(Component):
    pass


@attrs.frozen
class Despawn:
    """An intent that is not an event."""

    number: int


class Town(Simulation):
    components: ClassVar[Sequence[type[Component]]] = (Person,)
    intents: ClassVar[Sequence[type[Any]]] = (Greet, Despawn)

    def setup(self, people: int = 2, *, luck: int = 0) -> None:
        for _ in range(people):
            self.world.schedule(Dawn(self.world.spawn(Person(luck))), 50)

    def act(self, intent: Any) -> Any:
        if isinstance(intent, Despawn):
            return self.world.despawn(self.world[intent.number])
        return super().act(intent)

    @property
    def people(self) -> list[Entity]:
        return [*self.world.having(Person)]

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return f"person {entity.id}"


def play(town: Town) -> None:
    one, other, *_ = town.people
    town.perform(Greet(one, other, 2))
    town.run(until=60)
    town.perform(Greet(other, one))


def state(town: Town) -> tuple[bytes, str]:
    return town.save(), town.digest.value
