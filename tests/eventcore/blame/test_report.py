"""Accounts: the first line says what differs, and the next ones whom to ask."""

from collections.abc import Callable, Mapping
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore import APPLY, REACT, Component, Event, World, component, handles
from eventcore.blame import account_of
from eventcore.journal import Journal, JournalWriter, Record, read_journal
from eventcore.replay import EventLog, Keyframes, Recorder, Source, verify_segments
from eventcore.replay.simulation import Restorable
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
    """What is kept beside the tally; no event tells of it."""

    coins: int = 0
    spent: int = 0

    @handles(Count, APPLY + 10)
    def save(self, count: Count, world: World) -> None:
        self.coins += 1

    @handles(Count, REACT)
    def spend(self, count: Count, world: World) -> None:
        if self.coins == 3:
            self.coins = 0


class Saver(TallySimulation):
    """A tally with a purse."""

    components = (Keeper, Tally, Purse)

    header = HEADER

    def __init__(self) -> None:
        super().__init__()
        self.world.attach(self.keeper, Purse())


SAVER = source(Saver)
Recordings = Callable[..., tuple[Journal, Keyframes]]


@pytest.fixture
def recorded(tmp_path: Path) -> Recordings:
    """Records a tally, with or without a purse and events."""

    def record(source: Source, *, events: bool = False) -> tuple[Journal, Keyframes]:
        path = tmp_path / f"{events}.jsonl"
        simulation, keyframes = source.begin(), Keyframes()
        writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
        log = EventLog(simulation.world) if events else None
        recorder = Recorder(simulation, writer, log, keyframes=keyframes)
        for by in AMOUNTS:
            recorder.perform(Add(by))
        recorder.close()
        return read_journal(path, events=events), keyframes

    return record


def account(
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    names: Mapping[str, str] | None = None,
) -> list[str]:
    (segment,) = verify_segments(source, journal)
    return account_of(segment, journal, source, keyframes, names).lines


def test_of_what_is_the_same_there_is_no_account(recorded: Recordings) -> None:
    assert account(recorded(SAVER)[0], SAVER) == []


def test_a_write_that_is_missing_is_told_with_who_left_it_undone(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, keyframes = recorded(SAVER)
    monkeypatch.setattr(Purse, "spend", lambda self, count, world: None)
    assert account(journal, SAVER, keyframes, {"2": "keeper"}) == [
        "the state differs on turn 8 (line 10)",
        "    Purse.coins of keeper 2: recorded 2, replayed 8",
        "      turn 0: 0 → 1 by Purse.save in Count #1 (first of 8, last on turn 7)",
        "      of 8 values written: lowest 1, first on turn 0; highest 8, first on turn 7",
        "      left as it was by Purse.spend in Count #8",
    ]


@component
class Diary(Component):
    """Has something written down later."""

    @handles(Count, REACT)
    def plan(self, count: Count, world: World) -> None:
        if world.turn == 6:
            world.schedule(Count(count.enactor, 0), self.wait())

    def wait(self) -> int:
        return 1_000


class Planner(TallySimulation):
    """A tally with a diary."""

    components = (Keeper, Tally, Diary)

    header = HEADER

    def __init__(self) -> None:
        super().__init__()
        self.world.attach(self.keeper, Diary())


def test_of_an_event_that_is_scheduled_for_another_time_who_scheduled_it_is_told(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    planner = source(Planner)
    journal, keyframes = recorded(planner)
    monkeypatch.setattr(Diary, "wait", lambda self: 900)
    assert account(journal, planner, keyframes) == [
        "the state differs on turn 8 (line 10)",
        "    the scheduled Count 1, due: recorded 1600, replayed 1500",
        "      turn 6: scheduled by Diary.plan in Count #7",
    ]


def test_with_events_the_classes_that_differ_are_told_with_who_wrote_and_who_only_ran(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = recorded(SAVER, events=True)
    monkeypatch.setattr(Purse, "spend", lambda self, count, world: None)
    assert account(journal, SAVER) == [
        "the state differs on turn 8 (line 18): Purse",
        "  Purse was written since by",
        "    Purse.save, 8 times, last on turn 7",
        "  Purse was left as it was by",
        "    Purse.spend, 8 times, last on turn 7",
    ]


def test_an_observer_that_writes_is_named(recorded: Recordings) -> None:
    def steal(count: Count) -> None:
        count.enactor[Purse].coins += count.by == 5

    def begin() -> Saver:
        simulation = Saver()
        simulation.world.observe(Count, steal)
        return simulation

    thieving = Source(begin, Saver.restore)
    for events in (True, False):
        journal, keyframes = recorded(SAVER, events=events)
        lines = account(journal, thieving, None if events else keyframes)
        assert any(f"the observer {steal.__qualname__}" in line for line in lines), lines


def test_what_was_drawn_too_much_is_told_with_who_drew(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Purse.save

    def toss(self: Purse, count: Count, world: World) -> None:
        save(self, count, world)
        if count.by == 5:
            world.stream("luck").below(2)

    journal, _ = recorded(SAVER)
    with_events, _ = recorded(SAVER, events=True)
    monkeypatch.setattr(Purse, "save", toss)
    first, *lines = account(journal, SAVER)
    assert first.startswith("differs first on turn 5 (line 7): digest ")
    assert lines[:2] == [
        "  new in what came of the intent on turn 4 (line 6):",
        "    Purse.save drew from luck",
    ]
    first, *lines = account(with_events, SAVER)
    assert first.startswith("differs first on turn 5 (line 12): digest ")
    assert lines == ["  luck was drawn from by Tally.add, Purse.save"]


def test_a_handler_goes_by_what_others_wrote_in_its_component(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Tally.stop_at_a_hundred

    def lose(self: Tally, count: Count, world: World) -> None:
        stop(self, count, world)
        self.total += count.by == 4

    @component
    class Telling(Tally):
        @handles(Count, APPLY)
        def add(self, count: Count, world: World) -> None:
            self.total += count.by
            count.added = self.total

    telling = source_of(Telling)
    journal, _ = recorded(telling, events=True)
    monkeypatch.setattr(Telling, "stop_at_a_hundred", lose)
    assert account(journal, telling) == [
        "differs first on turn 2 (line 7): Count #3: added 8 recorded, 9 replayed",
        "  Count #3: added 8 recorded, 9 replayed; last written by Telling.add (APPLY 700)",
        "    which may have read what others wrote before:",
        "      Telling.total of entity 2: turn 2: 4 → 5 by Telling.stop_at_a_hundred in Count #3",
    ]


def test_what_was_written_after_the_event_that_differs_is_left_out(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    @component
    class Telling(Tally):
        @handles(Count, APPLY)
        def add(self, count: Count, world: World) -> None:
            self.total += count.by
            count.added = self.total

    plain = source_of(Telling)

    def grow(count: Count) -> None:
        count.enactor[Telling].total += 1

    def begin() -> Restorable:
        simulation = plain.begin()
        simulation.world.observe(Count, grow)
        return simulation

    growing = Source(begin, plain.restore)
    journal, _ = recorded(growing, events=True)
    add = Telling.add

    def add_too_much(self: Telling, count: Count, world: World) -> None:
        add(self, count, world)
        count.added += count.by == 4

    monkeypatch.setattr(Telling, "add", add_too_much)
    lines = account(journal, growing)
    assert lines[0].endswith("Count #3: added 10 recorded, 11 replayed")
    writes = [line for line in lines if f"the observer {grow.__qualname__}" in line]
    assert [line.rpartition(" in ")[2] for line in writes] == ["Count #1", "Count #2"]


def test_where_one_event_is_missing_who_published_is_told(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
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
    _, *lines = account(journal, source)
    assert lines[:3] == [
        "  what came of the intent on turn 4 (line 6): 1 event fewer than were recorded",
        "  nothing in it is new; published in it",
        "    Echo.echo published Count",
    ] or lines[0].endswith("1 event fewer than were recorded")


def test_what_is_not_deterministic_is_said_and_no_more(recorded: Recordings) -> None:
    journal, keyframes = recorded(flickering.made("healthy"))
    _, line = account(journal, flickering.made("hashing"), keyframes)
    assert line.startswith("  not deterministic: two runs part on turn 2 (line 4): ")


def test_that_the_other_process_could_not_is_said_and_the_account_goes_on(
    recorded: Recordings,
) -> None:
    journal, _ = recorded(flickering.made("healthy"))
    changed = attrs.evolve(
        flickering.made("changed"), made_by="tests.eventcore.worlds.flickering:refused"
    )
    _, unknown, *lines = account(journal, changed)
    assert unknown.startswith("  whether it goes the same way twice is not known: ")
    assert lines[0] == "  new in what came of the intent on turn 0 (line 2):"


def test_a_handler_that_raises_and_a_record_that_cannot_be_played_are_one_line(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = recorded(SAVER)

    def stumble(*_: object) -> None:
        raise ZeroDivisionError("oh")

    with monkeypatch.context() as patches:
        patches.setattr(Purse, "save", stumble)
        (raised,) = account(journal, SAVER)
        assert raised.startswith("raises on turn 0 (line 2): ZeroDivisionError: oh")
    monkeypatch.setattr(Saver, "intents", ())
    (unreadable,) = account(journal, SAVER)
    assert unreadable == "line 2: there is no Add of version 1"


@component
class Till(Component):
    """Takes what was added, at the same priority as it is added."""

    taken: int = 0

    @handles(Count, APPLY)
    def take(self, count: Count, world: World) -> None:
        self.taken += count.added


class Shop(TallySimulation):
    """A tally with a till, which comes after it."""

    components = (Keeper, Tally, Till)

    header = HEADER

    def __init__(self) -> None:
        super().__init__()
        self.world.attach(self.keeper, Till())


def test_a_handler_of_equal_priority_that_wrote_what_another_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation, keyframes = Shop(), Keyframes()
    writer = JournalWriter.create(tmp_path / "shop.jsonl", HEADER)
    recorder = Recorder(simulation, writer, keyframes=keyframes, every=1)
    for by in AMOUNTS:
        recorder.perform(Add(by))
    recorder.close()
    journal = read_journal(tmp_path / "shop.jsonl")
    add = Tally.add

    def add_more(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        count.added += 1

    monkeypatch.setattr(Tally, "add", add_more)
    lines = account(attrs.evolve(journal, records=without_states(journal)), source(Shop), keyframes)
    taken = next(n for n, line in enumerate(lines) if "Till.taken" in line)
    assert "led to by Tally.add" in lines[taken + 2]


def without_states(journal: Journal) -> list[Record]:
    """The records, whose digests tell of what differs before any state does."""
    return [msgspec.structs.replace(record, state="") for record in journal.records]
