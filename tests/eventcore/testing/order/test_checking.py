"""The check names each pair of equal priority that decides, and nothing else."""

from pathlib import Path

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    World,
    component,
    event,
    handles,
)
from eventcore.testing.order import Decider, Scenario, check_order, scenario_of
from eventcore.testing.order.report import OrderReport
from eventcore.time import Scheduled
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
from tests.eventcore.worlds.tally import Add, TallySimulation, record

BY_CLASSES = "only the order of classes decides"


def names(report: OrderReport) -> list[tuple[str, str]]:
    """The pairs that are seen to decide."""
    return [moved.names for moved in report.moved]


def test_independent_handlers_are_left_in_peace() -> None:
    report = check_order([run(Sale, Dice, Weather, Cloth, Crier, Haggle)])
    assert report.ok
    assert str(report) == "the order among equals decides nothing (played 6 times)"


def test_two_who_write_in_one_list_conflict_and_decide() -> None:
    report = check_order([run(Sale, Ledger, Crier)])
    assert list(report) == [
        "Crier.cry and Ledger.write_down: the other way about, market is another from intent 1 "
        "on; give them different priorities",
        f"Sell 1000: Ledger.write_down and Crier.cry share enactor[Purse].log; {BY_CLASSES}",
    ]


@pytest.mark.parametrize(("every", "after"), [(1, 1), (2, 2), (5, 3)])
def test_where_the_state_is_looked_at_seldom_what_it_alone_knows_is_found_later(
    every: int, after: int
) -> None:
    market = attrs.evolve(run(Sale, Ledger, Crier, prices=(10, 20, 30)), every=every)
    assert [moved.after for moved in check_order([market]).moved] == [after]


@pytest.mark.parametrize("every", [1, 5])
def test_what_is_said_is_compared_after_each_intent(every: int) -> None:
    market = attrs.evolve(run(Sale, Haggle, Tax, Cloth, Salt, prices=(10, 20, 30)), every=every)
    assert [moved.after for moved in check_order([market]).moved] == [1]


def test_a_question_that_one_asks_between_does_not_hide_what_both_change() -> None:
    report = check_order([run(Sale, Haggle, Tax, Cloth, Salt)])
    assert [str(conflict) for conflict in report.conflicts] == [
        f"Sell 300: Haggle.haggle and Tax.tax share Sell.price; {BY_CLASSES}",
        f"Worth 300: Cloth.count_cloth and Salt.weigh_salt share Worth.sum; {BY_CLASSES}",
    ]
    assert names(report) == [("Haggle.haggle", "Tax.tax")]


@component
class Outfitter(Component):
    @handles(Sell)
    def fit_out(self, sell: Sell, world: World) -> None:
        world.attach_all(sell.enactor, [Weather()])


@component
class Registrar(Component):
    there: int = 0

    @handles(Sell)
    def count(self, sell: Sell, world: World) -> None:
        self.there = len(world.roster(Weather))


@component
class Bell(Component):
    @handles(Sell)
    def ring_in_the_day(self, sell: Sell, world: World) -> None:
        world.advance()


@component
class Watch(Component):
    time: int = 0

    @handles(Sell)
    def look(self, sell: Sell, world: World) -> None:
        self.time = world.agenda.now


@component
class Diary(Component):
    coming: Scheduled | None = None

    @handles(Sell, APPLY)
    def write_in(self, sell: Sell, world: World) -> None:
        self.coming = world.schedule(Sell(sell.enactor), 1000)

    @handles(Sell)
    def strike_out(self, sell: Sell, world: World) -> None:
        if self.coming is not None:
            self.coming.cancel()


@component
class Clerk(Component):
    expects: bool = False

    @handles(Sell)
    def look_up(self, sell: Sell, world: World) -> None:
        coming = self.entity[Diary].coming
        self.expects = coming is not None and coming.pending


@component
class Guess(Component):
    last: int = 0

    @handles(Sell, APPLY)
    def make(self, sell: Sell, world: World) -> None:
        self.last = world.stream("dice").normal(0, 1_000_000)


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
        (
            run(Sale, Outfitter, Registrar, prices=[10]),
            ("entities",),
            ("Outfitter.fit_out", "Registrar.count"),
        ),
        (run(Sale, Bell, Watch), ("turn",), ("Bell.ring_in_the_day", "Watch.look")),
        (run(Sale, Diary, Clerk), ("agenda",), ("Clerk.look_up", "Diary.strike_out")),
        (run(Dice, Guess), ("stream dice",), ("Dice.throw", "Guess.make")),
    ],
    ids=[
        "two draw from one stream",
        "one spawns, one counts",
        "one runs in another order only",
        "one attaches, one lists",
        "one moves the time, one reads it",
        "one cancels, one looks whether it is to come",
        "one draws otherwise from the same stream",
    ],
)
def test_a_pair_that_shares_something_decides(
    played: Scenario, what: tuple[str, ...], moved: tuple[str, str]
) -> None:
    report = check_order([played])
    assert [conflict.what for conflict in report.conflicts] == [what]
    assert names(report) == [moved]


def test_two_who_refuse_the_same_decide_which_reason_and_cost_there_is() -> None:
    poor, rich = run(Sale, Guard, Gate, silver=0, prices=[0, 5, 0]), run(Sale, Guard, Gate)
    report = check_order([poor, rich])
    assert [conflict.what for conflict in report.conflicts] == [("Sell.cost", "Sell.outcome")]
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Gate.stop_the_foolish", "Guard.stop_the_poor"), 1)
    ]


def refuser(name: str, least: int, reason: str, cost: int = 0) -> type[Component]:
    """Make a component that refuses to sell at this price or above."""

    @handles(Sell, VALIDATE)
    def refuse(self: Component, sell: Sell, world: World) -> None:
        if sell.price >= least:
            sell.fail(reason, cost=cost)

    return component(type(name, (Component,), {"refuse": refuse}))


Big = refuser("Big", 2, "big")
Huge = refuser("Huge", 3, "huge")
Costly = refuser("Costly", 3, "big", cost=50)


class Timeless(Market):
    """A market in which nobody's time is counted, so a cost is only told."""

    def perform(self, price: int) -> Sell:
        return self.world.publish(Sell(self.merchant, price=price))


def timeless(*parts: type[Component]) -> Scenario:
    return Scenario("market", lambda: Timeless(Sale(), *(part() for part in parts)), [1, 2, 3])


@pytest.mark.parametrize("other", [Huge, Costly], ids=["another reason", "another cost"])
def test_who_refuses_first_decides_though_no_state_shows_it(other: type[Component]) -> None:
    report = check_order([timeless(Big, other)])
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Big.refuse", f"{other.__name__}.refuse"), 3)
    ]
    assert check_order([timeless(Big)]).ok


def test_a_refusal_that_another_always_masks_conflicts_with_it() -> None:
    report = check_order([timeless(Big, refuser("Same", 3, "big"))])
    assert report.moved == ()
    assert [(c.one, c.other, c.what) for c in report.conflicts] == [
        ("Big.refuse", "Same.refuse", ("Sell.cost", "Sell.outcome"))
    ]


def test_a_refusal_that_is_masked_whichever_way_all_are_turned_is_found() -> None:
    report = check_order([timeless(Big, Huge, refuser("Last", 2, "big"))], shuffles=0)
    assert ("Big.refuse", "Huge.refuse") in names(report)


def test_what_was_said_as_a_simulation_began_counts() -> None:
    class Opening(Timeless):
        def __init__(self, *parts: Component) -> None:
            super().__init__(*parts)
            self.perform(3)

    report = check_order([Scenario("market", lambda: Opening(Sale(), Big(), Huge()), [])])
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Big.refuse", "Huge.refuse"), 0)
    ]


def test_in_which_order_changes_settle_counts() -> None:
    @event
    class Shine(Change):
        colour: str = ""

    @component
    class Lamps(Component):
        @handles(Sell)
        def red(self, sell: Sell, world: World) -> None:
            world.publish(Shine(sell.enactor, "red"))

        @handles(Sell)
        def green(self, sell: Sell, world: World) -> None:
            world.publish(Shine(sell.enactor, "green"))

    report = check_order([timeless(Lamps)])
    assert names(report) == [("Lamps.green", "Lamps.red")]


def test_what_an_action_says_need_not_have_a_form_in_json() -> None:
    @event
    class Shout(Action):
        louder: object = None
        times: int = 1

    @component
    class Throat(Component):
        @handles(Shout, MODIFY)
        def twice(self, shout: Shout, world: World) -> None:
            shout.times *= 2

        @handles(Shout, MODIFY)
        def once_more(self, shout: Shout, world: World) -> None:
            shout.times += 1

        @handles(Shout, RESOLVE)
        def shout(self, shout: Shout, world: World) -> None: ...

    class Street(Market):
        def perform(self, price: int) -> Sell:
            self.world.publish(Shout(self.merchant, object(), price))
            return super().perform(price)

    report = check_order([Scenario("street", lambda: Street(Sale(), Throat()), [1])])
    assert names(report) == [("Throat.once_more", "Throat.twice")]


def test_one_who_refuses_conflicts_with_one_who_writes_and_not_with_one_who_looks() -> None:
    @component
    class Scribe(Component):
        @handles(Sell, VALIDATE)
        def raise_the_price(self, sell: Sell, world: World) -> None:
            sell.price += 1

    @component
    class Onlooker(Component):
        @handles(Sell, VALIDATE)
        def look(self, sell: Sell, world: World) -> None:
            assert sell.price > -9

    report = check_order([run(Sale, Gate, Scribe, Onlooker, prices=[-1, 1])])
    assert [(c.one, c.other, c.what) for c in report.conflicts] == [
        ("Scribe.raise_the_price", "Gate.stop_the_foolish", ("Sell.outcome", "Sell.price")),
        ("Scribe.raise_the_price", "Onlooker.look", ("Sell.price",)),
    ]


def test_a_handler_that_always_runs_does_not_hang_on_a_refusal() -> None:
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

    report = check_order([run(Sale, Scribe, prices=[0, 1])])
    assert report.ok


def test_a_pair_that_stands_apart_is_not_blamed_for_who_stands_between() -> None:
    @component
    class Stall(Component):
        visitors: int = 0
        open: bool = False

        @handles(Sell)
        def come(self, sell: Sell, world: World) -> None:
            self.visitors += 1

        @handles(Sell)
        def look(self, sell: Sell, world: World) -> None:
            if self.open:
                world.spawn()

        @handles(Sell)
        def unlock(self, sell: Sell, world: World) -> None:
            self.visitors += 1
            self.open = True

    report = check_order([run(Sale, Stall, prices=[1])])
    assert [conflict.names for conflict in report.conflicts] == [
        ("Stall.come", "Stall.unlock"),
        ("Stall.look", "Stall.unlock"),
    ]
    assert names(report) == [("Stall.look", "Stall.unlock")]


def test_a_pair_that_stands_apart_in_one_chain_only_is_not_blamed_either() -> None:
    @event
    class Give(Sell):
        pass

    @component
    class Stall(Component):
        visitors: int = 0
        open: bool = False

        @handles(Sell)
        def come(self, sell: Sell, world: World) -> None:
            self.visitors += 1

        @handles(Give)
        def look(self, give: Give, world: World) -> None:
            if self.open:
                world.spawn()

        @handles(Sell)
        def unlock(self, sell: Sell, world: World) -> None:
            self.visitors += 1
            self.open = isinstance(sell, Give)

    class Fair(Market):
        def perform(self, price: int) -> Sell:
            kind = Give if price == 0 else Sell
            return self.world.publish(kind(self.merchant, price=price))

    report = check_order([Scenario("fair", lambda: Fair(Sale(), Stall()), [1, 0, 1])])
    assert names(report) == [("Stall.look", "Stall.unlock")]


def test_a_pair_that_stands_apart_is_blamed_if_it_decides_both_ways() -> None:
    @component
    class Booth(Component):
        open: bool = False

        @handles(Sell)
        def look(self, sell: Sell, world: World) -> None:
            if self.open:
                world.spawn()

        @handles(Sell)
        def idle(self, sell: Sell, world: World) -> None: ...

        @handles(Sell)
        def unlock(self, sell: Sell, world: World) -> None:
            self.open = True

    report = check_order([run(Sale, Booth, prices=[1])])
    assert names(report) == [("Booth.look", "Booth.unlock")]
    assert report.shuffles == ()


def test_what_only_a_cache_betrays_is_found_by_turning_all_about() -> None:
    @component
    class Cache(Component):
        _kept: int = 0

        @handles(Sell)
        def fill(self, sell: Sell, world: World) -> None:
            self._kept += 1

        @handles(Sell)
        def use(self, sell: Sell, world: World) -> None:
            if self._kept % 2:
                world.spawn()

    report = check_order([run(Sale, Cache, prices=[1, 1])])
    assert report.conflicts == ()
    assert [(moved.names, moved.after) for moved in report.moved] == [
        (("Cache.fill", "Cache.use"), 1)
    ]
    assert report.shuffles == ()


def test_a_shuffle_that_no_pair_explains_is_told() -> None:
    @component
    class Three(Component):
        _seen: str = ""

        @handles(Sell)
        def a(self, sell: Sell, world: World) -> None:
            self._note("a", world)

        @handles(Sell)
        def b(self, sell: Sell, world: World) -> None:
            self._note("b", world)

        @handles(Sell)
        def c(self, sell: Sell, world: World) -> None:
            self._note("c", world)

        def _note(self, letter: str, world: World) -> None:
            self._seen += letter
            if self._seen == "cba":
                world.spawn()

    report = check_order([run(Sale, Three, prices=[1])], shuffles=0)
    assert list(report) == [
        "market is another from intent 1 on when handlers of equal priority are turned about, "
        "though no pair alone makes it so"
    ]


def test_an_error_in_another_order_is_a_difference() -> None:
    @component
    class Shop(Component):
        _open: bool = False

        @handles(Sell)
        def open(self, sell: Sell, world: World) -> None:
            self._open = True

        @handles(Sell)
        def serve(self, sell: Sell, world: World) -> None:
            if not self._open:
                raise LookupError

    report = check_order([run(Sale, Shop, prices=[1])])
    assert names(report) == [("Shop.open", "Shop.serve")]


def test_an_exception_excuses_its_pair_in_either_order() -> None:
    for pair in (("Ledger.write_down", "Crier.cry"), ("Crier.cry", "Ledger.write_down")):
        report = check_order([run(Sale, Ledger, Crier)], exceptions={pair: "the log is a log"})
        assert report.ok
        assert [conflict.names for conflict in report.excused] == [
            ("Crier.cry", "Ledger.write_down")
        ]


def test_an_exception_excuses_a_field_that_all_share() -> None:
    games = [run(Sale, Haggle, Cloth, Salt)]
    assert not check_order(games).ok
    assert check_order(games, exceptions={"Worth.sum": "each adds its part"}).ok


def test_a_field_excuses_nobody_whose_order_is_seen_to_decide() -> None:
    report = check_order([run(Sale, Haggle, Tax, Cloth)], exceptions={"Sell.price": "whatever"})
    assert report.conflicts == ()
    assert names(report) == [("Haggle.haggle", "Tax.tax")]


def test_an_exception_that_excuses_nothing_is_told() -> None:
    report = check_order(
        [run(Sale, Crier)],
        exceptions={("Crier.cry", "Gone.gone"): "once", "Worth.sum": "once as well"},
    )
    assert list(report) == [
        "the exception of Crier.cry and Gone.gone excuses nothing",
        "the exception of Worth.sum excuses nothing",
    ]


def test_an_exception_without_a_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="has no reason: say why it may stay"):
        check_order([], exceptions={("Crier.cry", "Ledger.write_down"): " "})


def test_pairs_that_other_things_decide_may_be_left_as_they_are() -> None:
    report = check_order([run(Sale, Ledger, Crier)], deciders=[Decider.DEFINITION])
    assert report.ok


def test_pairs_that_are_left_as_they_are_are_not_shuffled_either() -> None:
    @component
    class Clock(Component):
        ticks: int = 0

        @handles(Sell)
        def tick(self, sell: Sell, world: World) -> None:
            self.ticks += 1

        @handles(Sell)
        def idle(self, sell: Sell, world: World) -> None: ...

    market = run(Sale, Ledger, Crier, Clock, prices=[1, 2])
    report = check_order([market], deciders=[Decider.DEFINITION], shuffles=8)
    assert report.ok
    assert report.tried == 12


def test_different_priorities_settle_it() -> None:
    @component
    class Toll(Component):
        @handles(Sell, MODIFY + 10)
        def tax(self, sell: Sell, world: World) -> None:
            sell.price -= 3

    market = run(Sale, Toll, Haggle, Cloth, prices=[10, 0, 20])
    assert check_order([market]).ok


def test_a_journal_is_played_as_it_was_recorded(tmp_path: Path) -> None:
    run_of_it = scenario_of("tally", TallySimulation, record(tmp_path / "tally.jsonl", [1, 2, 3]))
    assert run_of_it.intents == [Add(1), Add(2), Add(3)]
    assert check_order([run_of_it]).ok


def test_a_run_that_is_not_the_same_each_time_is_refused() -> None:
    market = Market(Sale())
    with pytest.raises(ValueError, match="market is not the same each time it is played: let beg"):
        check_order([Scenario("market", lambda: market, [1])])


def test_a_run_that_becomes_another_as_it_is_played_again_is_refused() -> None:
    played = []

    def begin() -> Market:
        played.append(1)
        market = Market(Sale(), Ledger(), Crier())
        market.merchant[Purse].silver += len(played) > 4
        return market

    with pytest.raises(ValueError, match="market is not the same each time it is played: let beg"):
        check_order([Scenario("market", begin, [1])])


def test_an_error_that_a_run_ends_with_is_raised() -> None:
    @component
    class Trap(Component):
        @handles(Sell)
        def spring(self, sell: Sell, world: World) -> None:
            raise LookupError("trap")

    with pytest.raises(LookupError, match="trap"):
        check_order([run(Sale, Trap)])
