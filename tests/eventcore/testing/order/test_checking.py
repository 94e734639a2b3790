"""The check names each pair of equal priority whose order decides something, and no others."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import MODIFY, REACT, VALIDATE, Component, World, component, handles
from eventcore.testing.order import Decider, Scenario, check_order, scenario_of
from eventcore.testing.order.arranging import arranged, shuffled
from eventcore.testing.order.pairs import pairs_of
from eventcore.testing.order.report import OrderReport
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
    Purse,
    Sale,
    Salt,
    Sell,
    Tax,
    Weather,
    run,
)
from tests.eventcore.worlds.bodies import component_of, does
from tests.eventcore.worlds.tally import Add, TallySimulation, record

Act = Callable[[Any, Sell, World], object]
"""What a handler of a made-up component does."""

LOG = ("Crier.cry", "Ledger.write_down")
"""A pair that writes in one list."""


def names(report: OrderReport) -> list[tuple[str, str]]:
    return [moved.names for moved in report.moved]


def conflicts(report: OrderReport) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.one, one.other, one.what) for one in report.conflicts]


def parts(**handlers: tuple[Act, int]) -> type[Component]:
    """Make a component of handlers of Sell: each has a function and a priority.

    It has the fields ``seen`` and ``count``, and ``_hidden``, which no digest or footprint knows.
    """
    body: dict[str, Any] = {"__annotations__": {"seen": int, "count": int, "_hidden": str}}
    body |= {"seen": 0, "count": 0, "_hidden": ""}
    for name, (act, priority) in handlers.items():
        body[name] = handles(Sell, priority)(_handler(act))
    return component(type("Part", (Component,), body))


def _handler(act: Act) -> Callable[[Any, Sell, World], None]:
    def run(self: Any, sell: Sell, world: World) -> None:
        act(self, sell, world)

    return run


def test_independent_handlers_are_not_reported(snapshot: SnapshotAssertion) -> None:
    report = check_order([run(Sale, Dice, Weather, Cloth, Crier, Haggle)])
    assert report.ok
    assert report.tried == 6
    assert str(report) == snapshot


def test_handlers_that_write_in_one_list_conflict_and_decide(snapshot: SnapshotAssertion) -> None:
    report = check_order([run(Sale, Ledger, Crier)])
    assert names(report) == [LOG]
    assert conflicts(report) == [("Ledger.write_down", "Crier.cry", ("enactor[Purse].log",))]
    assert list(report) == snapshot


def test_query_between_two_writers_does_not_hide_what_both_change() -> None:
    report = check_order([run(Sale, Haggle, Tax, Cloth, Salt)])
    assert conflicts(report) == [
        ("Haggle.haggle", "Tax.tax", ("Sell.price",)),
        ("Cloth.count_cloth", "Salt.weigh_salt", ("Worth.sum",)),
    ]
    assert names(report) == [("Haggle.haggle", "Tax.tax")]


@pytest.mark.parametrize(
    ("played", "what", "moved"),
    [
        (run(Dice, Cards, Weather), ("stream dice",), ("Cards.draw", "Dice.throw")),
        (run(Sale, Host, Doorman), ("entities",), ("Doorman.count_guests", "Host.welcome_a_guest")),
        (
            run(Sale, Guard, Gate, silver=0, prices=[0, 5, 0]),
            ("Sell.cost", "Sell.outcome"),
            ("Gate.stop_the_foolish", "Guard.stop_the_poor"),
        ),
    ],
    ids=["stream", "entities", "refusal"],
)
def test_pair_that_shares_something_decides(
    played: Scenario, what: tuple[str, ...], moved: tuple[str, str]
) -> None:
    report = check_order([played])
    assert [conflict.what for conflict in report.conflicts] == [what]
    assert names(report) == [moved]


def refuser(name: str, least: int, reason: str, cost: int = 0) -> type[Component]:
    @handles(Sell, VALIDATE)
    def refuse(self: Component, sell: Sell, world: World) -> None:
        if sell.price >= least:
            sell.fail(reason, cost=cost)

    return component(type(name, (Component,), {"refuse": refuse}))


Big = refuser("Big", 2, "big")
Huge = refuser("Huge", 3, "huge")
Costly = refuser("Costly", 3, "big", cost=50)


class Timeless(Market):
    """A market without time, so no state shows what a refusal costs."""

    def perform(self, price: int) -> Sell:
        return self.world.publish(Sell(self.merchant, price=price))


def timeless(*parts: type[Component]) -> Scenario:
    return Scenario("market", lambda: Timeless(Sale(), *(part() for part in parts)), [1, 2, 3])


@pytest.mark.parametrize("other", [Huge, Costly], ids=["another reason", "another cost"])
def test_first_refusal_decides_though_no_state_shows_it(other: type[Component]) -> None:
    report = check_order([timeless(Big, other)])
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Big.refuse", f"{other.__name__}.refuse"), 3)
    ]
    assert check_order([timeless(Big)]).ok


def raise_price(self: Any, sell: Sell, world: World) -> None:
    sell.price += 1


def look_at_price(self: Any, sell: Sell, world: World) -> None:
    assert sell.price > -9


def test_refusal_conflicts_with_a_writer_and_not_with_a_reader() -> None:
    scribe = parts(write=(raise_price, VALIDATE), look=(look_at_price, VALIDATE))
    report = check_order([run(Sale, Gate, scribe, prices=[-1, 1])])
    assert {(one, other): what for one, other, what in conflicts(report)} == {
        ("Part.write", "Gate.stop_the_foolish"): ("Sell.outcome", "Sell.price"),
        ("Part.write", "Part.look"): ("Sell.price",),
    }


def test_handler_that_always_runs_does_not_depend_on_a_refusal() -> None:
    @component
    class Scribe(Component):
        tried: int = 0
        marked: int = 0

        @handles(Sell, VALIDATE, always=True)
        def mark(self, sell: Sell, world: World) -> None:
            self.tried += 1

        @handles(Sell, VALIDATE)
        def refuse(self, sell: Sell, world: World) -> None:
            if sell.price == 1:
                sell.fail("one")

        @handles(Sell, VALIDATE, always=True)
        def mark_again(self, sell: Sell, world: World) -> None:
            self.marked += 1

    assert check_order([run(Sale, Scribe, prices=[0, 1])]).ok


def count_up(self: Any, sell: Sell, world: World) -> None:
    self.count += 1


def spawn_if_seen(self: Any, sell: Sell, world: World) -> None:
    if self.seen:
        world.spawn()


def see(self: Any, sell: Sell, world: World) -> None:
    self.seen = 1


def count_and_see(self: Any, sell: Sell, world: World) -> None:
    self.count += 1
    self.seen = 1


def test_pair_that_stands_apart_is_not_blamed_for_a_handler_between() -> None:
    stall = parts(
        come=(count_up, REACT), look=(spawn_if_seen, REACT), unlock=(count_and_see, REACT)
    )
    report = check_order([run(Sale, stall, prices=[1])])
    assert [conflict.names for conflict in report.conflicts] == [
        ("Part.come", "Part.unlock"),
        ("Part.look", "Part.unlock"),
    ]
    assert names(report) == [("Part.look", "Part.unlock")]


def test_pair_that_stands_apart_is_blamed_if_it_decides_both_ways() -> None:
    booth = parts(look=(spawn_if_seen, REACT), idle=(lambda *_: None, REACT), unlock=(see, REACT))
    report = check_order([run(Sale, booth, prices=[1])])
    assert names(report) == [("Part.look", "Part.unlock")]
    assert report.shuffles == ()


def note(letter: str) -> Act:
    """A handler that remembers where no footprint or digest sees it, and spawns after c, b, a."""

    def act(self: Any, sell: Sell, world: World) -> None:
        self._hidden += letter
        if self._hidden == "cba":
            world.spawn()

    return act


def test_state_that_no_footprint_shows_is_found_by_reversing_everything() -> None:
    def use(self: Any, sell: Sell, world: World) -> None:
        if len(self._hidden) % 2:
            world.spawn()

    cache = parts(fill=(note("f"), REACT), use=(use, REACT))
    report = check_order([run(Sale, cache, prices=[1, 1])])
    assert report.conflicts == ()
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Part.fill", "Part.use"), 1)
    ]
    assert report.shuffles == ()


def test_difference_that_no_pair_explains_is_reported(snapshot: SnapshotAssertion) -> None:
    three = parts(**{letter: (note(letter), REACT) for letter in "abc"})
    report = check_order([run(Sale, three, prices=[1])], shuffles=0)
    assert (report.moved, len(report.shuffles)) == ((), 1)
    assert list(report) == snapshot


@pytest.mark.parametrize("pair", [LOG, LOG[::-1]])
def test_exception_excuses_its_pair_in_either_order(pair: tuple[str, str]) -> None:
    report = check_order([run(Sale, Ledger, Crier)], exceptions={pair: "the log is a log"})
    assert report.ok
    assert [conflict.names for conflict in report.excused] == [LOG]


def test_exception_excuses_a_field_but_not_a_pair_whose_order_decides() -> None:
    games = [run(Sale, Haggle, Cloth, Salt)]
    assert not check_order(games).ok
    assert check_order(games, exceptions={"Worth.sum": "each adds its part"}).ok
    report = check_order([run(Sale, Haggle, Tax, Cloth)], exceptions={"Sell.price": "whatever"})
    assert report.conflicts == ()
    assert names(report) == [("Haggle.haggle", "Tax.tax")]


def test_exception_that_excuses_nothing_is_reported(snapshot: SnapshotAssertion) -> None:
    gone = ("Crier.cry", "Gone.gone")
    report = check_order([run(Sale, Crier)], exceptions={gone: "once", "Worth.sum": "once as well"})
    assert len(report.unused) == 2
    assert list(report) == snapshot


def test_pairs_decided_by_other_things_may_be_left_out_and_are_not_shuffled() -> None:
    clock = parts(tick=(count_up, REACT), idle=(lambda *_: None, REACT))
    market = run(Sale, Ledger, Crier, clock, prices=[1, 2])
    report = check_order([market], deciders=[Decider.DEFINITION], shuffles=8)
    assert report.ok
    assert report.tried == 12


def test_journal_is_played_as_it_was_recorded(tmp_path: Path) -> None:
    played = scenario_of("tally", TallySimulation, record(tmp_path / "tally.jsonl", [1, 2, 3]))
    assert played.intents == [Add(1), Add(2), Add(3)]
    assert check_order([played]).ok


@pytest.mark.parametrize("after", [0, 4])
def test_run_that_is_not_the_same_each_time_is_rejected(
    after: int, snapshot: SnapshotAssertion
) -> None:
    begun = []

    def begin() -> Market:
        begun.append(1)
        market = Market(Sale(), Ledger(), Crier())
        market.merchant[Purse].silver += len(begun) if len(begun) > after else 0
        return market

    with pytest.raises(ValueError) as error:  # the snapshot says which
        check_order([Scenario("market", begin, [1])])
    assert str(error.value) == snapshot(name="not the same")


def test_pairs_know_what_decides_their_order() -> None:
    def part(name: str, priority: int = MODIFY, **how: Any) -> type[Component]:
        return component_of(name, change=does(lambda sell, world: None, Sell, priority, **how))

    Rule, Charm = part("Rule", via="world"), part("Charm", via="owner")
    Buyer, Line = (
        part("Buyer", role="to"),
        parts(early=(count_up, VALIDATE), first=(count_up, MODIFY), second=(count_up, MODIFY)),
    )
    world = World(components=[Tax, Charm, Buyer, Line, Rule])
    world.attach(world.root, Rule())
    seller, buyer = world.spawn(Line(), Tax()), world.spawn(Buyer())
    for _ in range(2):  # alike, so they are no pair
        world.set_owner(world.spawn(Charm()), seller)
    found = {(p.one, p.other): p.decider for p in pairs_of(world.plan(Sell, seller, buyer))}
    assert found["Rule.change", "Part.first"] is Decider.WORLD
    assert found["Part.first", "Buyer.change"] is Decider.ROLES
    assert found["Part.first", "Charm.change"] is Decider.OWNING
    assert found["Tax.tax", "Part.first"] is Decider.CLASSES
    assert found["Part.first", "Part.second"] is Decider.DEFINITION
    assert not any("Part.early" in pair or pair[0] == pair[1] for pair in found)


def test_shuffle_follows_from_its_seed_and_keeps_fixed_pairs_in_order() -> None:
    def orders(*fixed: tuple[str, str]) -> list[str]:
        found = []
        for seed in range(40):
            with arranged(shuffled(seed, fixed)):
                world = World(components=[Three])
                plan = world.plan(Sell, world.spawn(Three()))
            found.append("".join(step.handler.name for step in plan.steps))
        return found

    Three = parts(**{letter: (note(letter), REACT) for letter in "abc"})
    assert orders() == orders()
    assert set(orders()) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert set(orders(("Part.a", "Part.b"))) == {"abc", "acb", "cab"}
