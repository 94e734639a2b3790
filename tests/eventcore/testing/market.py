"""A market with handlers of equal priority, for the tests of the order checker."""

from collections.abc import Sequence
from typing import Any

import attrs

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.testing import Scenario


@event
class Worth(Query):
    sum: int = 0


@event
class Sell(Action):
    to: Entity | None = role(default=None)
    price: int = 10


@event
class Note(Notice):
    text: str = ""


@component
class Purse(Component):
    silver: int = 20
    log: list[str] = attrs.field(factory=list)


@component
class Ledger(Component):
    """Appends to the log of the purse, without setting a field."""

    notes: dict[str, int] = attrs.field(factory=dict)

    @handles(Sell, REACT)
    def write_down(self, sell: Sell, world: World) -> None:
        self.entity[Purse].log.append(f"sold for {sell.price}")

    @handles(Note)
    def count(self, note: Note, world: World) -> None:
        self.notes[note.text] = self.notes.get(note.text, 0) + 1


@component
class Crier(Component):
    @handles(Sell, REACT)
    def cry(self, sell: Sell, world: World) -> None:
        self.entity[Purse].log.append("cried")
        world.publish(Note(sell.enactor, "cry"))


@component
class Sale(Component):
    @handles(Sell, APPLY)
    def take_silver(self, sell: Sell, world: World) -> None:
        self.entity[Purse].silver += sell.price


@component
class Haggle(Component):
    @handles(Sell, MODIFY)
    def haggle(self, sell: Sell, world: World) -> None:
        sell.price = min(sell.price, world.ask(Worth(sell.enactor)).sum)


@component
class Tax(Component):
    """Takes a part of the price. The result depends on whether haggling comes first."""

    @handles(Sell, MODIFY)
    def tax(self, sell: Sell, world: World) -> None:
        sell.price -= 3


@component
class Cloth(Component):
    length: int = 4

    @handles(Worth, MODIFY)
    def count_cloth(self, worth: Worth, world: World) -> None:
        worth.sum += self.length


@component
class Salt(Component):
    weight: int = 5

    @handles(Worth, MODIFY)
    def weigh_salt(self, worth: Worth, world: World) -> None:
        worth.sum += self.weight


def drawer(name: str, verb: str, stream: str) -> type[Component]:
    """Make a component that draws from a stream when something is sold, and stores the draw."""

    @handles(Sell, APPLY)
    def draw(self: Any, sell: Sell, world: World) -> None:
        self.last = world.stream(stream).roll(1, 1_000_000)

    body = {"__annotations__": {"last": int}, "last": 0, verb: draw}
    return component(type(name, (Component,), body))


Dice = drawer("Dice", "throw", "dice")
Cards = drawer("Cards", "draw", "dice")
Weather = drawer("Weather", "change", "weather")


@component
class Guard(Component):
    @handles(Sell, VALIDATE)
    def stop_the_poor(self, sell: Sell, world: World) -> None:
        if self.entity[Purse].silver == 0:
            sell.fail("poor", cost=50)


@component
class Gate(Component):
    @handles(Sell, VALIDATE)
    def stop_the_foolish(self, sell: Sell, world: World) -> None:
        if sell.price == 0:
            sell.fail("foolish")


@component
class Host(Component):
    @handles(Sell, REACT)
    def welcome_a_guest(self, sell: Sell, world: World) -> None:
        world.spawn(Purse(1))


@component
class Doorman(Component):
    guests: int = 0

    @handles(Sell, REACT)
    def count_guests(self, sell: Sell, world: World) -> None:
        self.guests = len([*world.having(Purse)])


PARTS: tuple[type[Component], ...] = (
    Ledger, Crier, Sale, Haggle, Tax, Cloth, Salt, Dice, Cards, Weather, Guard, Gate, Host,
    Doorman, Purse,
)  # fmt: skip


class Market:
    """A world with one merchant, who has the given components. An intent is a price."""

    def __init__(self, *parts: Component, debug: bool = False) -> None:
        extra = [type(part) for part in parts if type(part) not in PARTS]
        self.world = World(components=[*extra, *PARTS], debug=debug)
        self.merchant = self.world.spawn(
            *([] if any(type(part) is Purse for part in parts) else [Purse()]), *parts
        )

    def perform(self, price: int) -> Sell:
        sell = self.world.publish(Sell(self.merchant, price=price))
        if sell.cost:
            self.world.advance()
        return sell


def run(*parts: type[Component], prices: Sequence[Any] = (10, 0, 20), silver: int = 20) -> Scenario:
    return Scenario("market", lambda: Market(Purse(silver), *(part() for part in parts)), prices)
