"""Who answered what a handler asked, where what it wrote of it differs."""

from eventcore import APPLY, MODIFY, VALIDATE, Component, Query, World, component, event, handles
from eventcore.blame.origins import FieldOrigins
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.tally import Count


@event
class Price(Query):
    coins: int = 1


@event
class Tax(Query):
    """What a price is raised by; it is asked by who says the price."""

    coins: int = 0


@component
class Market(Component):
    taxed: int = 2

    @handles(Price, MODIFY)
    def ask_a_tax(self, price: Price, world: World) -> None:
        try:
            price.coins += world.ask(Tax(price.enactor)).coins
        except ArithmeticError:
            price.coins += 1

    @handles(Price, MODIFY + 10)
    def haggle(self, price: Price, world: World) -> None:
        """Let it be."""

    @handles(Price, VALIDATE)
    def stop_at_ten(self, price: Price, world: World) -> None:
        if self.taxed > 10:
            raise ZeroDivisionError("too dear")

    @handles(Tax, MODIFY)
    def raise_it(self, tax: Tax, world: World) -> None:
        tax.coins += self.taxed
        if self.taxed == 5:
            raise ArithmeticError("five")

    @handles(Count, APPLY)
    def pay(self, count: Count, world: World) -> None:
        try:
            count.added = world.ask(Price(count.enactor)).coins
        except ZeroDivisionError:
            count.added = world.ask(Tax(count.enactor)).coins


def asked(make_world: MakeWorld, taxed: int) -> FieldOrigins:
    world, origins = make_world(Market), FieldOrigins()
    buyer = world.spawn(Market(taxed))
    world.tap(origins)
    world.publish(Count(buyer, 1))
    return origins


def test_who_answered_is_told_with_what_those_asked_in_turn(make_world: MakeWorld) -> None:
    written = asked(make_world, 2).values(1, "added")[-1]
    assert [str(answer) for answer in written.answers] == [
        "Price (coins 3), asked by Market.pay, was answered by Market.ask_a_tax, and left as it "
        "was by Market.haggle, Market.stop_at_ten",
        "Tax (coins 2), asked by Market.pay, was answered by Market.raise_it",
    ]
    assert asked(make_world, 2).behind(1, "Market.pay") == ["Market.ask_a_tax", "Market.raise_it"]


def test_who_catches_the_error_of_what_it_asked_has_answered_what_it_was_asked(
    make_world: MakeWorld,
) -> None:
    written = asked(make_world, 5).values(1, "added")[-1]
    assert [str(answer) for answer in written.answers] == [
        "Price (coins 2), asked by Market.pay, was answered by Market.ask_a_tax, and left as it "
        "was by Market.haggle, Market.stop_at_ten",
    ]


def test_a_query_that_ended_in_an_error_has_no_answer(make_world: MakeWorld) -> None:
    written = asked(make_world, 11).values(1, "added")[-1]
    assert [answer.query for answer in written.answers] == ["Tax"]
