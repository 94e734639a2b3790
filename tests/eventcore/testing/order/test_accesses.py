"""What each handler reads and writes is recorded while it is watched, and only then."""

from typing import Any

import pytest

from eventcore import APPLY, Component, Event, World, component, handles, state_digest
from eventcore.testing.order import Accesses
from tests.eventcore.testing.order.market import (
    Cards,
    Cloth,
    Crier,
    Dice,
    Doorman,
    Gate,
    Guard,
    Haggle,
    Host,
    Ledger,
    Market,
    Note,
    Purse,
    Sale,
    Salt,
    Sell,
    Tax,
    Weather,
    Worth,
)
from tests.eventcore.worlds.bodies import component_of, does

Seen = tuple[set[str], set[str]]


def seen(handler: str, *parts: Component, kind: type = Sell) -> Seen:
    market = Market(*parts)
    with Accesses() as accesses:
        market.perform(10)
    return of(accesses, kind, handler)


def of(accesses: Accesses, kind: type, handler: str) -> Seen:
    footprint = accesses.of(kind, handler)
    return footprint.reads, footprint.writes


def acting(act: Any, priority: int = APPLY) -> Component:
    """A component that does something as a thing is sold; its handler is ``Actor.act``."""
    return component_of("Actor", act=does(act, Sell, priority))()


@pytest.mark.parametrize(
    ("handler", "parts", "reads", "writes"),
    [
        (
            "Sale.take_silver",
            [Sale],
            {"Sell.price", "enactor[Purse]", "enactor[Purse].silver"},
            {"enactor[Purse].silver"},
        ),
        (
            "Ledger.write_down",  # in a list, in place
            [Sale, Ledger],
            {"Sell.price", "enactor[Purse]", "enactor[Purse].log"},
            {"enactor[Purse].log"},
        ),
        (
            "Crier.cry",  # and what is done by the event that it publishes
            [Sale, Crier, Ledger],
            {"enactor[Ledger].notes", "enactor[Purse]", "enactor[Purse].log"},
            {"enactor[Ledger].notes", "enactor[Purse].log", "sequence"},
        ),
        (
            "Haggle.haggle",  # and what is read by those who answer its query
            [Sale, Haggle, Cloth, Salt],
            {"Sell.price", "enactor[Cloth].length", "enactor[Salt].weight"},
            {"Sell.price"},
        ),
        ("Dice.throw", [Dice], set(), {"enactor[Dice].last", "stream dice"}),
        (
            "Guard.stop_the_poor",
            [Sale, Guard],
            {"enactor[Purse]", "enactor[Purse].silver"},
            {"Sell.cost", "Sell.outcome"},
        ),
        ("Host.welcome_a_guest", [Sale, Host], set(), {"entities"}),
        ("Doorman.count_guests", [Sale, Doorman], {"entities"}, {"enactor[Doorman].guests"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_reads_and_writes_of_a_handler_are_seen(
    handler: str, parts: list[type[Component]], reads: set[str], writes: set[str]
) -> None:
    purse = Purse(0 if Guard in parts else 20)
    assert seen(handler, purse, *(part() for part in parts)) == (reads, writes)


def test_handlers_of_published_events_and_of_queries_have_footprints_too() -> None:
    assert seen("Ledger.count", Sale(), Crier(), Ledger(), kind=Note) == (
        {"Note.text", "enactor[Ledger].notes"},
        {"enactor[Ledger].notes"},
    )
    assert seen("Salt.weigh_salt", Sale(), Haggle(), Cloth(), Salt(), kind=Worth) == (
        {"Worth.sum", "enactor[Salt].weight"},
        {"Worth.sum"},
    )


@pytest.mark.parametrize(
    ("act", "reads", "writes"),
    [
        (  # a list that is left alone
            lambda sell, world: len(sell.enactor[Purse].log),
            {"enactor[Purse]", "enactor[Purse].log"},
            set(),
        ),
        (  # nobody else could have met the new entity
            lambda sell, world: setattr(world.spawn(Purse(1))[Purse], "silver", 2),
            set(),
            {"entities"},
        ),
        (
            lambda sell, world: world.attach_all(components=[Tax(), Gate()], entity=sell.enactor),
            {"enactor[Gate]", "enactor[Tax]", "entities"},
            {"enactor[Gate]", "enactor[Tax]", "entities"},
        ),
        (lambda sell, world: world.agenda.now, {"turn"}, set()),
        (lambda sell, world: world.agenda.turn, {"turn"}, set()),
        (lambda sell, world: sell.sequence, set(), set()),  # the same in any order
        (lambda sell, world: (sell.done, sell.cost), {"Sell.cost", "Sell.outcome"}, set()),
    ],
    ids=["list", "spawn", "attach_all", "now", "turn", "sequence", "outcome"],
)
def test_use_of_the_world_is_seen(act: Any, reads: set[str], writes: set[str]) -> None:
    found = seen("Actor.act", Sale(), acting(act))
    assert found == (reads, writes)


def test_structure_schedule_time_and_deferred_events_have_names() -> None:
    @component
    class Busy(Component):
        @handles(Sell, APPLY)
        def do_all(self, sell: Sell, world: World) -> None:
            me = sell.enactor
            if Tax in me and me.alive and me.owner is None and world.turn >= 0:
                world.detach(me, Tax)
            world.attach(me, Gate())
            world.set_owner(next(iter(world.having(Guard))), me)
            world.agenda.schedule(me)
            world.advance()
            world.defer(Note(me))
            world.schedule(Sell(me), world.stream("x").exponential(5)).cancel()
            sell.cost = world.publish(Note(me)).sequence

    world = World(components=[Busy, Tax, Gate, Guard])
    me, _ = world.spawn(Busy(), Tax()), world.spawn(Guard())
    with Accesses() as accesses:
        world.publish(Sell(me))
    common = {"agenda", "enactor[Gate]", "enactor[Tax]", "entities", "owners", "sequence", "turn"}
    assert of(accesses, Sell, "Busy.do_all") == (
        common | {"alive"},
        common | {"Sell.cost", "deferred", "stream x"},
    )


@pytest.mark.parametrize(
    ("draw", "given"),
    [
        ("below", {"bound": 6}),
        ("roll", {"least": 1, "most": 6}),
        ("chance", {"part": 1, "whole": 6}),
        ("pick", {"choices": [1, 2]}),
        ("weighted", {"choices": [1, 2], "weights": [3, 4]}),
        ("shuffle", {"items": [1, 2]}),
        ("shuffled", {"items": [1, 2]}),
        ("shuffled_at_once", {"items": [1, 2]}),
        ("exponential", {"mean": 5}),
        ("normal", {"mean": 5, "deviation": 2}),
        ("triangular", {"least": 1, "most": 6, "mode": 2}),
    ],
)
def test_every_draw_is_a_write_to_its_stream(draw: str, given: dict[str, Any]) -> None:
    def play(sell: Sell, world: World) -> None:
        getattr(world.stream("dice"), draw)(**given)

    assert seen("Actor.act", acting(play)) == (set(), {"stream dice"})


def test_watching_changes_nothing(debug: bool) -> None:
    def play() -> str:
        market = Market(Sale(), Ledger(), Crier(), Haggle(), Cloth(), Dice(), debug=debug)
        market.perform(10)
        return state_digest(market.world)

    with Accesses():
        watched = play()
    assert watched == play()


def test_classes_are_restored_after_an_error() -> None:
    def fall(sell: Sell, world: World) -> None:
        raise LookupError

    def state() -> list[object]:
        return [dict(vars(cls)) for cls in (Component, Event, Sell, World, *type(Purse()).__mro__)]

    before, market = state(), Market(Sale(), acting(fall))
    with pytest.raises(LookupError), Accesses() as accesses:
        market.perform(10)
    assert state() == before
    market.merchant[Purse].silver += 1
    assert of(accesses, Sell, "Actor.act") == (set(), set())


def test_watches_can_be_nested_and_restricted_to_one_world() -> None:
    market, other = Market(Sale(), Weather()), Market(Cards())
    with Accesses() as outer:
        market.perform(10)
        with Accesses(market.world) as inner:
            market.perform(10)
            other.perform(10)
            market.world.preview(Sell(market.merchant))
    assert [label for _, label, _ in inner] == ["Sale.take_silver", "Weather.change"]
    assert {label for _, label, _ in outer} == {
        "Sale.take_silver", "Weather.change", "Cards.draw",
    }  # fmt: skip
