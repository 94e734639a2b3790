"""A report shows what differs in a replay, and which handlers may be the cause."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, REACT, Component, Event, World, component, handles
from eventcore.diagnose.report import account_of
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Keyframes, Recorder, Source
from eventcore.replay.segments import verify_segments
from eventcore.replay.simulation import Simulation
from tests.eventcore.worlds import flickering
from tests.eventcore.worlds.tally import (
    HEADER,
    Add,
    Count,
    Keeper,
    Tally,
    TallySimulation,
    source,
    source_of,
)

AMOUNTS = (3, 1, 4, 1, 5, 9, 2, 6)


@component
class Purse(Component):
    """Counts coins in fields that no event contains."""

    coins: int = 0
    spent: int = 0

    @handles(Count, APPLY + 10)
    def save(self, count: Count, world: World) -> None:
        self.coins += 1

    @handles(Count, REACT)
    def spend(self, count: Count, world: World) -> None:
        if self.coins == 3:
            self.coins = 0


@component
class Diary(Component):
    @handles(Count, REACT)
    def plan(self, count: Count, world: World) -> None:
        if world.turn == 6:
            world.schedule(Count(count.enactor, 0), self.wait())

    def wait(self) -> int:
        return 1_000


@component
class Debt(Component):
    """A debt that grows at each Count event once the purse has spent anything."""

    owed: int = 0

    @handles(Count, APPLY - 10)
    def lend(self, count: Count, world: World) -> None:
        self.owed += count.enactor[Purse].spent


@component
class Till(Component):
    """Takes the added coins in a handler with the same priority as the handler that adds them."""

    taken: int = 0

    @handles(Count, APPLY)
    def take(self, count: Count, world: World) -> None:
        self.taken += count.added


@component
class Stock(Component):
    """Bills the level of a stock, and refills the stock, which may then leak."""

    level: int = 10
    opened: bool = False

    @handles(Count, APPLY + 10)
    def bill(self, count: Count, world: World) -> None:
        count.added += self.level

    @handles(Count, APPLY + 20)
    def refill(self, count: Count, world: World) -> None:
        self.level = 10

    @handles(Count, REACT)
    def open(self, count: Count, world: World) -> None:
        self.opened = self.opened or count.by == 4

    @handles(Count, REACT)
    def leak(self, count: Count, world: World) -> None:
        if count.by == 5:
            self.level -= self.loss()

    def loss(self) -> int:
        return 1


@component
class Telling(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total += count.by
        count.added = self.total


def with_part(*parts: type[Component]) -> Source:
    """Return a source of tallies with additional components."""

    class Simulation(TallySimulation):
        components = (Keeper, Tally, *parts)
        header = HEADER

        def __init__(self) -> None:
            super().__init__()
            for part in parts:
                self.world.attach(self.keeper, part())

    return source(Simulation)


def observed(plain: Source, watch: Callable[[Count], None]) -> Source:
    """Return a copy of a source that adds an observer of Count to each simulation."""

    def begin() -> Simulation:
        simulation = plain.begin()
        simulation.world.observe(Count, watch)
        return simulation

    return attrs.evolve(plain, begin=begin)


Recordings = Callable[..., tuple[Journal, Keyframes]]


@pytest.fixture
def recorded(tmp_path: Path) -> Recordings:
    """Return a function that records a tally, with a state after every ``every`` intents."""

    def record(
        source: Source,
        *,
        events: bool = False,
        every: int = 100,
        amounts: Sequence[int] = AMOUNTS,
    ) -> tuple[Journal, Keyframes]:
        path = tmp_path / f"{events}.jsonl"
        simulation, keyframes = source.begin(), Keyframes()
        writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
        log = EventLog(simulation.world) if events else None
        recorder = Recorder(simulation, writer, log, keyframes=keyframes, every=every)
        for by in amounts:
            recorder.perform(Add(by))
        recorder.close()
        return Journal.read(path, events=events), keyframes

    return record


def account(journal: Journal, source: Source, keyframes: Keyframes | None = None) -> list[str]:
    source = attrs.evolve(source, name=lambda entity, world: "keeper")
    (segment,) = verify_segments(source, journal)
    return account_of(segment, journal, source, keyframes).lines


def test_missing_write_is_reported_with_the_handler_that_omitted_it(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    purse = with_part(Purse)
    journal, keyframes = recorded(purse)
    with_events, _ = recorded(purse, events=True)
    monkeypatch.setattr(Purse, "spend", lambda self, count, world: None)
    by_state, by_class = account(journal, purse, keyframes), account(with_events, purse)
    for lines in (by_state, by_class):
        assert any("Purse.save" in line for line in lines)
        assert "Purse.spend" in lines[-1]
    assert [by_state, by_class] == snapshot


def test_report_names_the_handler_that_scheduled_an_event_for_another_time(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    planner = with_part(Diary)
    journal, keyframes = recorded(planner)
    monkeypatch.setattr(Diary, "wait", lambda self: 900)
    lines = account(journal, planner, keyframes)
    assert "Diary.plan" in lines[-1]
    assert lines == snapshot


def test_report_names_only_the_first_differing_class_if_the_saved_state_is_later(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    debtor = with_part(Purse, Debt)
    journal, keyframes = recorded(debtor, events=True, every=20, amounts=range(1, 30))
    add = Tally.add

    def steal(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        count.enactor[Purse].spent += count.by == 8  # later, Debt.owed differs too

    monkeypatch.setattr(Tally, "add", steal)
    lines = account(journal, debtor, keyframes)
    assert any("the saved state of turn" in line for line in lines), lines
    assert any("0 → 1 by Tally.add (" in line for line in lines), lines
    assert not any("Debt" in line for line in lines), lines


@pytest.mark.parametrize("events", [True, False])
def test_writers_since_the_last_equal_state_are_listed(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, *, events: bool
) -> None:
    stock = with_part(Stock)
    # Every third record has a digest of the state; none of these states has the wrong level.
    journal, keyframes = recorded(stock, events=events, every=30)
    monkeypatch.setattr(Stock, "loss", lambda self: 2)
    lines = account(journal, stock, keyframes)
    (writers,) = (line for line in lines if "writers of state since it was last equal" in line)
    first, *others = writers.partition("first: ")[2].split(", ")
    assert first == "Stock.leak (Stock.level)", lines
    assert "Stock.refill (Stock.level)" in others
    assert "Stock.open" not in writers  # its only write came before the states were last equal
    if not events:
        assert any("nothing else unusual" in line for line in lines), lines


def test_writers_are_listed_if_no_saved_state_shows_the_field(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    purse = with_part(Purse)
    journal, _ = recorded(purse)
    monkeypatch.setattr(Purse, "spend", lambda self, count, world: None)
    lines = account(journal, purse)
    assert "the state differs" in lines[0]
    assert "Purse.save (Purse.coins)" in lines[-1]


def test_report_does_not_clear_handlers_if_the_saved_state_is_after_the_difference(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    debtor = with_part(Purse, Debt)
    journal, keyframes = recorded(debtor, every=20, amounts=range(1, 30))
    save = Purse.save

    def waste(self: Purse, count: Count, world: World) -> None:
        save(self, count, world)
        self.coins += count.by == 4
        self.spent += count.by == 9  # after the first digest of the state that differs

    monkeypatch.setattr(Purse, "save", waste)
    lines = account(journal, debtor, keyframes)
    assert any("the saved state of turn" in line for line in lines), lines
    assert not any("no handler or observer" in line for line in lines), lines


def ledger(*fields: str) -> Source:
    """Return a source of tallies with a component that has the given fields, and no handlers."""
    cls: Any = type("Ledger", (Component,), {"__annotations__": dict.fromkeys(fields, int)})
    for field in fields:
        setattr(cls, field, 0)
    return with_part(component(cls))


@pytest.mark.parametrize(
    ("before", "now", "line"),
    [
        (
            ("paid", "owed"),
            ("paid",),
            "the recording has this field, but the rules no longer have it",
        ),
        (("paid",), ("paid", "owed"), "the rules have this new field, but the recording does not"),
    ],
    ids=["removed", "added"],
)
def test_field_that_exists_in_only_one_version_is_attributed_to_no_handler(
    recorded: Recordings, before: Sequence[str], now: Sequence[str], line: str
) -> None:
    for events, every in ((False, 5), (True, 1)):
        journal, keyframes = recorded(ledger(*before), events=events, every=every)
        source = attrs.evolve(ledger(*now), name=lambda entity, world: "keeper")
        (segment,) = verify_segments(source, journal)
        found = account_of(segment, journal, source, keyframes)
        assert found.lines[1:] == [f"  Ledger.owed: {line}"]
        assert not found.paths  # no command can show the changes to the field


def test_observer_that_writes_is_named(recorded: Recordings) -> None:
    def steal(count: Count) -> None:
        count.enactor[Purse].coins += count.by == 5

    purse = with_part(Purse)
    for events in (True, False):
        journal, keyframes = recorded(purse, events=events)
        lines = account(journal, observed(purse, steal), None if events else keyframes)
        assert any(steal.__qualname__ in line for line in lines), lines


def test_write_between_intents_is_attributed_to_no_handler(tmp_path: Path) -> None:
    purse, keyframes = with_part(Purse), Keyframes()
    simulation = purse.begin()
    writer = JournalWriter.create(tmp_path / "between.jsonl", HEADER)
    recorder = Recorder(simulation, writer, keyframes=keyframes, every=1)
    for by in AMOUNTS:
        recorder.perform(Add(by))
        for keeper in simulation.world.having(Purse):
            keeper[Purse].spent += by == 5
    recorder.close()
    lines = account(Journal.read(tmp_path / "between.jsonl"), purse, keyframes)
    assert any("Purse.spent" in line for line in lines), lines
    assert "no handler or observer" in lines[-1]


def test_report_names_the_handler_that_made_an_additional_draw(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    save, purse = Purse.save, with_part(Purse)

    def toss(self: Purse, count: Count, world: World) -> None:
        save(self, count, world)
        if count.by == 5:
            world.stream("luck").below(2)

    journal, _ = recorded(purse)
    with_events, _ = recorded(purse, events=True)
    monkeypatch.setattr(Purse, "save", toss)
    without, told = account(journal, purse)[1:3], account(with_events, purse)[1:]
    assert any("Purse.save drew from luck" in line for line in without)
    assert any("Purse.save drew from luck" in line for line in told)
    assert [without, told] == snapshot


def test_report_lists_a_write_above_the_commit_line_first(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    stop, telling = Tally.stop_at_a_hundred, source_of(Telling)

    def lose(self: Tally, count: Count, world: World) -> None:
        stop(self, count, world)
        self.total += count.by == 4

    journal, _ = recorded(telling, events=True)
    monkeypatch.setattr(Telling, "stop_at_a_hundred", lose)
    lines = account(journal, telling)
    assert any("4 → 5 by Telling.stop_at_a_hundred (" in line for line in lines)
    assert lines == snapshot


def test_missing_event_is_counted(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    @component
    class Echo(Tally):
        loud: bool = True

        @handles(Count, REACT)
        def echo(self, count: Count, world: World) -> None:
            if count.cause is None and (self.loud or count.by != 5):
                world.publish(Count(count.enactor, 0))

    source = source_of(Echo)
    journal, _ = recorded(source)
    echo = Echo.echo

    def quietly(self: Echo, count: Event, world: World) -> None:
        self.loud = False
        echo(self, count, world)  # type: ignore[arg-type]  # a Count
        self.loud = True

    monkeypatch.setattr(Echo, "echo", quietly)
    assert account(journal, source)[1:] == snapshot


def test_report_names_a_handler_that_wrote_what_another_of_equal_priority_read(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    till = with_part(Till)
    journal, keyframes = recorded(till, every=1)
    add = Tally.add

    def add_more(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        count.added += 1

    monkeypatch.setattr(Tally, "add", add_more)
    # Remove the states, so the first difference is in a digest of the events.
    records = [msgspec.structs.replace(record, state="") for record in journal.records]
    lines = account(attrs.evolve(journal, records=records), till, keyframes)
    assert any("Tally.add set Count.added" in line for line in lines), lines
    taken = next(number for number, line in enumerate(lines) if "Till.taken" in line)
    assert "Till.take " in lines[taken + 1]


@pytest.mark.slow
def test_report_on_a_nondeterministic_replay_is_a_single_line(recorded: Recordings) -> None:
    journal, keyframes = recorded(flickering.made("healthy"))
    _, line = account(journal, flickering.made("hashing"), keyframes)
    assert "Hashing.add" in line


def test_handler_error_and_unknown_record_are_each_reported_in_one_line(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    purse = with_part(Purse)
    journal, _ = recorded(purse)
    with monkeypatch.context() as patches:
        patches.setattr(Purse, "save", lambda *_: 1 / 0)
        (raised,) = account(journal, purse)
        assert "ZeroDivisionError" in raised
    monkeypatch.setattr(type(purse.begin()), "intents", ())
    (unreadable,) = account(journal, purse)
    assert [raised, unreadable] == snapshot
