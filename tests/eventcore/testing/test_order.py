"""The order checker reports all pairs of handlers whose order matters, and no other pairs."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles
from eventcore.simulation import Run
from eventcore.testing import Scenario, check_order
from eventcore.testing.order import OrderReport
from examples.clinic import Arrive, Clinic, Leave
from tests.eventcore.testing.market import (
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
from tests.eventcore.worlds.tally import TallySimulation, record

Act = Callable[[Any, Sell, World], object]
"""The function that a handler of a generated component calls."""

LOG = ("Crier.cry", "Ledger.write_down")
"""A pair of handlers that append to the same list."""


def names(report: OrderReport) -> list[tuple[str, str]]:
    return sorted(report.pairs)


def parts(**handlers: tuple[Act, int]) -> type[Component]:
    """Make a component that handles Sell with the given functions and priorities.

    The component has the fields ``seen``, ``count``, and ``_hidden``, which saves omit.
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
    assert report.lines == ()
    assert report.plays == 6
    assert str(report) == snapshot


def test_handlers_that_write_in_one_list_depend_on_their_order(snapshot: SnapshotAssertion) -> None:
    report = check_order([run(Sale, Ledger, Crier)])
    assert report.pairs == {LOG: ("market", 1)}
    assert list(report.lines) == snapshot


def test_parts_of_a_sum_do_not_depend_on_their_order_and_a_discount_on_the_sum_does() -> None:
    report = check_order([run(Sale, Haggle, Tax, Cloth, Salt)])
    assert names(report) == [("Haggle.haggle", "Tax.tax")]


@pytest.mark.parametrize(
    ("played", "pair"),
    [
        (run(Dice, Cards, Weather), ("Cards.draw", "Dice.throw")),
        (run(Sale, Host, Doorman), ("Doorman.count_guests", "Host.welcome_a_guest")),
        (
            run(Sale, Guard, Gate, silver=0, prices=[0, 5, 0]),
            ("Gate.stop_the_foolish", "Guard.stop_the_poor"),
        ),
    ],
    ids=["stream", "entities", "refusal"],
)
def test_order_check_finds_the_handler_pair_that_shares_state(
    played: Scenario, pair: tuple[str, str]
) -> None:
    assert names(check_order([played])) == [pair]


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
    """A market in which no time passes, so the cost of a failure does not change the state."""

    def perform(self, price: int) -> Sell:
        return self.world.publish(Sell(self.merchant, price=price))


def timeless(*parts: type[Component]) -> Scenario:
    return Scenario("market", lambda: Timeless(Sale(), *(part() for part in parts)), [1, 2, 3])


@pytest.mark.parametrize("other", [Huge, Costly], ids=["another reason", "another cost"])
def test_order_of_refusals_is_reported_even_if_the_state_does_not_show_it(
    other: type[Component],
) -> None:
    report = check_order([timeless(Big, other)])
    assert report.pairs == {("Big.refuse", f"{other.__name__}.refuse"): ("market", 3)}
    assert check_order([timeless(Big)]).lines == ()


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

    assert check_order([run(Sale, Scribe, prices=[0, 1])]).lines == ()


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


def test_order_check_does_not_blame_a_pair_for_a_handler_between_them() -> None:
    stall = parts(
        come=(count_up, REACT), look=(spawn_if_seen, REACT), unlock=(count_and_see, REACT)
    )
    report = check_order([run(Sale, stall, prices=[1])])
    assert names(report) == [("Part.look", "Part.unlock")]


def test_order_check_reports_a_non_adjacent_pair_that_decides_the_result() -> None:
    booth = parts(look=(spawn_if_seen, REACT), idle=(lambda *_: None, REACT), unlock=(see, REACT))
    report = check_order([run(Sale, booth, prices=[1])])
    assert names(report) == [("Part.look", "Part.unlock")]
    assert len(report.lines) == 1


def note(letter: str) -> Act:
    """Return a handler that appends a letter to a field, and spawns an entity at "cba"."""

    def act(self: Any, sell: Sell, world: World) -> None:
        self._hidden += letter
        if self._hidden == "cba":
            world.spawn()

    return act


def test_effect_of_hidden_state_is_found() -> None:
    def use(self: Any, sell: Sell, world: World) -> None:
        if len(self._hidden) % 2:
            world.spawn()

    cache = parts(fill=(note("f"), REACT), use=(use, REACT))
    report = check_order([run(Sale, cache, prices=[1, 1])])
    assert report.pairs == {("Part.fill", "Part.use"): ("market", 1)}
    assert len(report.lines) == 1


def test_difference_that_no_pair_explains_is_reported(snapshot: SnapshotAssertion) -> None:
    three = parts(**{letter: (note(letter), REACT) for letter in "abc"})
    report = check_order([run(Sale, three, prices=[1])], shuffles=0)
    assert not report.pairs
    assert list(report.lines) == snapshot


def test_journal_is_played_as_it_was_recorded(tmp_path: Path) -> None:
    journal = record(tmp_path / "tally.jsonl", [1, 2, 3])
    intents = [record for record in journal.records if record.is_intent]
    assert len(intents) == 3
    assert check_order([Scenario("tally", TallySimulation, intents)]).lines == ()


def test_actions_are_made_again_for_each_play() -> None:
    desk = Clinic().world.root
    day = [Arrive(desk, "Ann"), Arrive(desk, "Bob"), Leave(desk, "Ann"), Run(100)]
    assert check_order([Scenario("day", Clinic, day)]).lines == ()


def test_scenario_whose_start_differs_is_rejected(snapshot: SnapshotAssertion) -> None:
    begun = []

    def begin() -> Market:
        begun.append(1)
        return Market(Purse(len(begun)), Sale(), Ledger(), Crier())

    with pytest.raises(ValueError) as error:
        check_order([Scenario("market", begin, [1])])
    assert str(error.value) == snapshot


def test_order_check_rejects_a_scenario_whose_result_depends_on_earlier_runs() -> None:
    begun = []

    def begin() -> Market:
        begun.append(1)
        return Market(Purse(20 + len(begun) // 5), Sale(), Ledger(), Crier())

    with pytest.raises(ValueError):
        check_order([Scenario("market", begin, [1])])


@pytest.mark.parametrize("where", ["own", "event", "elsewhere"])
def test_play_that_differs_is_reported_with_turn_intent_and_handler(
    where: str, snapshot: SnapshotAssertion
) -> None:
    chance = count()

    def gamble(self: Any, sell: Sell, world: World) -> None:
        if sell.price == 2 and where == "own":
            self.count = next(chance)
        elif sell.price == 2 and where == "event":
            sell.cost = next(chance)
            sell.price += sell.cost
        elif sell.price == 2:
            self.entity[Purse].silver += next(chance)

    gambler = parts(
        look=(see, VALIDATE + 1), gamble=(gamble, MODIFY if where == "event" else APPLY)
    )
    with pytest.raises(ValueError) as error:
        check_order([run(Sale, Ledger, gambler, prices=[1, 1, 2, 1])])
    assert str(error.value) == snapshot


def test_report_of_nondeterministic_handlers_names_each_handler_once() -> None:
    chance = count()

    def gamble(self: Any, sell: Sell, world: World) -> None:
        if next(chance) % 2:
            sell.price += 10

    def settle(self: Any, sell: Sell, world: World) -> None:
        sell.cost = 7

    gambler = parts(gamble=(gamble, MODIFY), settle=(settle, MODIFY + 1))
    with pytest.raises(ValueError) as error:
        check_order([run(Sale, gambler, prices=[1])])
    text = str(error.value)
    assert "Part.gamble wrote Sell #1: price" in text
    assert "Part.settle was called" in text
    assert ", by " not in text


def test_order_check_ignores_a_pair_of_items_of_the_same_kind() -> None:
    Charm = component_of("Charm", write=does(write_log, Sell, REACT, via="owner"))

    class Fair:
        def __init__(self) -> None:
            self.world = World(components=[Purse, Sale, Charm])
            self.seller = self.world.spawn(Purse(), Sale())
            for _ in range(2):
                self.world.set_owner(self.world.spawn(Charm()), self.seller)

        def perform(self, price: int) -> Sell:
            return self.world.publish(Sell(self.seller, price=price))

    report = check_order([Scenario("fair", Fair, [1])])
    assert (report.lines, report.plays) == ((), 3)


def write_log(sell: Sell, world: World) -> None:
    sell.enactor[Purse].log.append(f"charm {len(sell.enactor[Purse].log)}")
