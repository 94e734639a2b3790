"""Tests plant a fault in a tally, and check that the report names the faulty handler."""

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from eventcore import APPLY, Component, Entity, Simulation, World, component, handles
from eventcore.diagnose.nondeterminism import Parting, find_parting
from eventcore.diagnose.report import account_of
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Keyframes, Recorder, Source
from eventcore.replay.segments import Segment, verify_segments
from tests.eventcore.worlds import flickering, tally
from tests.eventcore.worlds.tally import HEADER, Add, Count, Keeper, Tally, TallySimulation, source

AMOUNTS = (3, 1, 4, 1, 5, 9, 2, 6)


@component
class Rate(Component):
    """Computes a rate at each Count event, and uses it in another handler."""

    rate: int = 0

    @handles(Count, APPLY + 10)
    def reckon(self, count: Count, world: World) -> None:
        self.rate = world.turn

    @handles(Count, APPLY + 20)
    def charge(self, count: Count, world: World) -> None:
        count.added += self.rate


@component
class Gambler(Component):
    """Draws from a random stream before the tally does."""

    @handles(Count, APPLY - 10)
    def toss(self, count: Count, world: World) -> None:
        world.stream(self.stream(count)).below(2)

    def stream(self, count: Count) -> str:
        return "luck"


@component
class Gossip(Component):
    """Adds the amount that ``heard`` returns."""

    @handles(Count, APPLY + 10)
    def repeat(self, count: Count, world: World) -> None:
        count.added += self.heard()

    def heard(self) -> int:
        return 0


def simulation_with(part: type[Component], watch: Callable[[Count], None] | None = None) -> Source:
    class Faulty(TallySimulation):
        components = (Keeper, Tally, part)
        header = HEADER

        def __init__(self) -> None:
            super().__init__()
            self.world.attach(self.keeper, part())
            if watch is not None:
                self.world.observe(Count, watch)

    return source(Faulty)


Recordings = Callable[..., tuple[Journal, Keyframes]]


@pytest.fixture(params=[False, True], ids=["digests", "events"])
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> Recordings:
    def record(source: Source) -> tuple[Journal, Keyframes]:
        simulation, keyframes = source.begin(), Keyframes()
        path = tmp_path / "tally.jsonl"
        writer = JournalWriter.create(path, attrs.evolve(HEADER, events=request.param))
        log = EventLog(simulation.world) if request.param else None
        recorder = Recorder(simulation, writer, log, keyframes=keyframes)
        for by in AMOUNTS:
            recorder.perform(Add(by))
        recorder.close()
        return Journal.read(path, events=request.param), keyframes

    return record


def named(lines: list[str]) -> list[str]:
    """Return the handlers that a report names, in order."""
    return [*dict.fromkeys(re.findall(r"\b[A-Z]\w+\.[a-z]\w+", "\n".join(lines)))]


def account(journal: Journal, source: Source, keyframes: Keyframes | None = None) -> list[str]:
    (segment,) = verify_segments(source, journal)
    assert not segment.same
    return account_of(segment, journal, source, keyframes).lines


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.setattr(flickering, "OUTSIDE", [])
    return flickering.made("shared")


def test_handler_that_reads_state_outside_of_the_world_is_named(
    recorded: Recordings, shared: Source
) -> None:
    journal, keyframes = recorded(shared)
    lines = account(journal, shared, keyframes)  # the list has grown since the recording
    assert named(lines) == ["Shared.discount"], lines


def test_state_outside_of_the_world_is_found_by_a_second_run(
    recorded: Recordings, shared: Source
) -> None:
    journal, _ = recorded(shared)
    flickering.OUTSIDE.clear()
    (segment,) = verify_segments(shared, journal)
    assert segment.same
    flickering.OUTSIDE.extend(range(9))  # the list is now so long that all runs are equal
    parting = find_parting(shared, journal, segment, twice=True)
    assert parting is not None
    assert (parting.turn, parting.handler) == (0, "Shared.discount")


@component
class Aside(Component):
    """Numbers other components of this class, whose entities have no role in the event."""

    number: int = 0

    @handles(Count, APPLY + 10)
    def number_all(self, count: Count, world: World) -> None:
        for entity in world.having(Aside):
            if entity is not count.enactor:
                flickering.OUTSIDE.append(1)
                entity[Aside].number = len(flickering.OUTSIDE)


@component
class SpawnsAside(Component):
    @handles(Count, APPLY + 5)
    def spawn(self, count: Count, world: World) -> None:
        flickering.OUTSIDE.append(1)
        world.spawn(Aside(len(flickering.OUTSIDE)))


@component
class AttachesAside(Component):
    @handles(Count, APPLY + 5)
    def attach(self, count: Count, world: World) -> None:
        bare = next(entity for entity in world if not entity.components)
        flickering.OUTSIDE.append(1)
        world.attach(bare, Aside(len(flickering.OUTSIDE)))


@component
class ReadsAside(Component):
    @handles(Count, APPLY + 6)
    def read(self, count: Count, world: World) -> None:
        count.added = sum(entity[Aside].number for entity in world.having(Aside))


@component
class Luck(Component):
    """Draws a number into a private field, and uses the number in another handler."""

    _luck: int = attrs.field(default=0, init=False)

    @handles(Count, APPLY + 5)
    def draw(self, count: Count, world: World) -> None:
        flickering.OUTSIDE.append(1)
        self._luck = len(flickering.OUTSIDE)

    @handles(Count, APPLY + 6)
    def spend(self, count: Count, world: World) -> None:
        count.added = self._luck


@component
class Heavy(Component):
    @handles(Count, APPLY + 6)
    def weigh(self, count: Count, world: World) -> None:
        count.by = count.enactor[Luck]._luck  # noqa: SLF001


def parting_of(folder: Path, *parts: type[Component], asides: int = 0, first: int = 0) -> Parting:
    class Faulty(TallySimulation):
        components = tuple(dict.fromkeys((Keeper, Tally, Aside, *parts)))
        header = HEADER

        def __init__(self) -> None:
            super().__init__()
            for _ in range(asides):
                flickering.OUTSIDE.append(1)
                self.world.spawn(Aside(first and len(flickering.OUTSIDE)))
            for part in parts:
                self.world.attach(self.keeper, part())
            for _ in AMOUNTS:
                self.world.spawn()

    journal = tally.record(folder / "tally.jsonl", AMOUNTS[:3])
    whole = Segment(0, len(journal.records), journal.header, 0)
    parting = find_parting(source(Faulty), journal, whole, twice=True)
    assert parting is not None
    return parting


@pytest.mark.parametrize(
    ("part", "handler"),
    [
        (Aside, "Aside.number_all"),
        (SpawnsAside, "SpawnsAside.spawn"),
        (AttachesAside, "AttachesAside.attach"),
    ],
)
def test_handler_that_changes_an_entity_without_a_role_is_named(
    tmp_path: Path, shared: Source, part: type[Component], handler: str
) -> None:
    parting = parting_of(tmp_path, part, ReadsAside, asides=2)
    assert (parting.turn, parting.handler) == (0, handler)
    assert re.fullmatch(r"Aside\.number of entity \d+ \d+ or \d+", parting.difference)


@component
class Ward(Component):
    """Has a field whose name begins with the name of the handler that writes it."""

    admitted: int = 0

    @handles(Count, APPLY + 5)
    def admit(self, count: Count, world: World) -> None:
        flickering.OUTSIDE.append(1)
        self.admitted = len(flickering.OUTSIDE)


def test_handler_is_named_even_if_the_field_begins_with_its_name(
    tmp_path: Path, shared: Source
) -> None:
    parting = parting_of(tmp_path, Ward)
    assert re.search(r": Ward\.admitted of entity 2 \d+ or \d+, by Ward\.admit$", str(parting))


@pytest.mark.parametrize(
    ("parts", "handler"), [([Luck], "Luck.spend"), ([Heavy, Luck], "Heavy.weigh")]
)
def test_report_also_suspects_handlers_that_may_have_set_a_private_field(
    tmp_path: Path, shared: Source, parts: list[type[Component]], handler: str
) -> None:
    text = str(parting_of(tmp_path, *parts))
    also = "the cause may also be a handler that set a private field, such as Luck._luck"
    assert text.endswith(f", by {handler}; {also}"), text


def test_nondeterminism_is_attributed_to_setup_not_to_the_handler_that_reads_it(
    tmp_path: Path, shared: Source
) -> None:
    parting = parting_of(tmp_path, ReadsAside, asides=1, first=1)
    assert (parting.handler, parting.difference) == (
        "",
        "before the first intent: the state of Aside",
    )


class Opening(Simulation):
    """Publishes a Count event during its setup."""

    components = (Aside, ReadsAside)
    intents = (Count,)

    def setup(self) -> None:
        keeper = self.world.spawn(ReadsAside())
        self.world.attach(keeper, Aside())
        self.world.spawn(Aside())
        self.world.publish(Count(keeper, 1))

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "clerk"


def test_handler_that_runs_during_the_setup_is_named(tmp_path: Path, shared: Source) -> None:
    with Opening.record(tmp_path / "opening.jsonl") as opening:
        for by in AMOUNTS[:3]:
            opening.perform(Count(next(iter(opening.world.having(ReadsAside))), by))
    journal = Journal.read(tmp_path / "opening.jsonl")
    flickering.OUTSIDE.append(1)
    (segment,) = verify_segments(Opening.source(journal), journal)
    assert segment.divergence is not None
    found = find_parting(Opening.source(journal), journal, segment, twice=True)
    assert found is not None
    assert found.handler == "Aside.number_all", found
    assert found.difference.startswith("before the first intent: Aside.number of clerk 3 "), found


@component
class Stray(Component):
    number: int = 0


class Uneven(Simulation):
    """Spawns a number of entities that depends on a variable outside the world."""

    components = (Stray, Tally)
    intents = (Count,)
    times = 0

    def setup(self) -> None:
        self.keeper = self.world.spawn(Tally())
        Uneven.times += 1
        for number in range(Uneven.times):
            self.world.spawn(Stray(number))


def test_nondeterminism_in_setup_is_attributed_to_code_outside_handlers(tmp_path: Path) -> None:
    with Uneven.record(tmp_path / "uneven.jsonl") as uneven:
        uneven.perform(Count(uneven.keeper, 1))
    journal = Journal.read(tmp_path / "uneven.jsonl")
    source = attrs.evolve(Uneven.source(journal), made_by="")
    (segment,) = verify_segments(source, journal)
    assert segment.divergence is not None
    found = find_parting(source, journal, segment, twice=True)
    assert found is not None
    assert (found.turn, found.handler) == (0, "")
    by = "code outside handlers"
    runs = rf"{by} wrote Tally.total of entity 2; in the other, {by} spawned entity \d+"
    assert re.fullmatch(f"before the first intent: in one run, {runs}", found.difference), found


@component
class Host(Component):
    """Greets another clerk in each run of a process."""

    guest: Entity | None = None

    @handles(Count, APPLY)
    def greet(self, count: Count, world: World) -> None:
        self.guest = world[2 + len(flickering.OUTSIDE) % 2]
        flickering.OUTSIDE.append(1)


class Party(Simulation):
    components = (Host,)
    intents = (Count,)
    name = staticmethod(Opening.name)

    def setup(self) -> None:
        self.world.spawn(Host())
        self.world.spawn()


def test_values_of_two_runs_show_the_names_of_entities(tmp_path: Path, shared: Source) -> None:
    with Party.record(tmp_path / "party.jsonl") as party:
        party.perform(Count(party.world[2], 1))
    journal = Journal.read(tmp_path / "party.jsonl")
    whole = Segment(0, len(journal.records), journal.header, 0)
    found = find_parting(Party.source(journal), journal, whole, twice=True)
    assert found is not None
    assert sorted(found.difference.removeprefix("Host.guest of clerk 2 ").split(" or ")) == [
        "clerk 2",
        "clerk 3",
    ]


def test_difference_is_reported_if_no_other_process_can_run_the_intents(
    recorded: Recordings,
) -> None:
    made_by = "tests.eventcore.worlds.flickering:ended"
    lonely = attrs.evolve(flickering.made("gambling"), made_by=made_by)
    journal, keyframes = recorded(lonely)
    first, *others = account(journal, lonely, keyframes)
    assert "differs first on turn" in first
    assert "two runs in one process part on turn 0" in others[0]
    assert "no answer" in others[-1]


def test_nondeterministic_handler_is_named_from_two_runs_in_one_process(
    recorded: Recordings,
) -> None:
    gambling = attrs.evolve(flickering.made("gambling"), made_by="")
    journal, keyframes = recorded(gambling)
    line = account(journal, gambling, keyframes)[1]
    assert "two runs in one process part on turn 0" in line
    assert "Gambler.add" in line


@pytest.mark.parametrize(("kind", "handler"), [("host", "Host.greet"), ("summing", "Summing.add")])
def test_handler_that_depends_on_the_iteration_order_of_a_set_is_named(
    tmp_path: Path, kind: str, handler: str
) -> None:
    source = flickering.made(kind)
    journal = tally.record(tmp_path / "tally.jsonl", AMOUNTS[:3])
    whole = Segment(0, len(journal.records), journal.header, 0)
    parting = find_parting(source, journal, whole)
    assert parting is not None
    assert parting.handler == handler, parting


def test_observer_that_keeps_an_event_is_named(recorded: Recordings) -> None:
    kept: list[Count] = []

    def overhear(count: Count) -> None:
        kept.append(count)

    quiet = simulation_with(Gossip)
    journal, keyframes = recorded(quiet)
    talking = simulation_with(Gossip, overhear)
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(Gossip, "heard", lambda self: kept[-1].by if kept else 0)
        (segment,) = verify_segments(talking, journal)
        lines = account_of(segment, journal, talking, keyframes).lines
    assert any(overhear.__qualname__ in line for line in lines), lines


def test_handler_that_writes_a_field_too_seldom_is_named(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = simulation_with(Rate)
    journal, keyframes = recorded(fresh)
    reckon = Rate.reckon

    def reckon_every_other_turn(self: Rate, count: Count, world: World) -> None:
        if world.turn < 5 or world.turn % 2 == 0:
            reckon(self, count, world)

    monkeypatch.setattr(Rate, "reckon", reckon_every_other_turn)
    lines = account(journal, fresh, keyframes)
    assert "Rate.reckon" in named(lines)[:4], lines
    idle = "left unchanged by Rate.reckon" if journal.events else "Rate.reckon did nothing (once"
    assert any(idle in line for line in lines), lines


def test_handler_that_draws_from_another_stream_is_named(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lucky = simulation_with(Gambler)
    journal, keyframes = recorded(lucky)
    monkeypatch.setattr(Gambler, "stream", lambda self, count: "fate" if count.by == 5 else "luck")
    lines = account(journal, lucky, keyframes)
    assert "Gambler.toss" in named(lines)[:2], lines
    assert any("fate" in line for line in lines), lines


@attrs.frozen
class Fee:
    percent: int
    least: int = 0


@component
class Office(Component):
    """Replaces its fee with a copy at each Count event; no event contains the fee."""

    fee: Fee = Fee(5, 1)

    @handles(Count, APPLY + 10)
    def renew(self, count: Count, world: World) -> None:
        self.fee = self.copied()

    def copied(self) -> Fee:
        return Fee(self.fee.percent, self.fee.least)


def test_handler_that_leaves_a_field_out_of_a_copy_is_named(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = simulation_with(Office)
    journal, keyframes = recorded(office)
    monkeypatch.setattr(Office, "copied", lambda self: Fee(self.fee.percent))
    lines = account(journal, office, keyframes)
    assert named(lines[1:])[:2] == ["Office.fee", "Office.renew"], lines


@component
class Nest(Component):
    """Replaces its egg at each Count event."""

    egg: int = 0

    @handles(Count, APPLY + 10)
    def lay(self, count: Count, world: World) -> None:
        self.egg, former = world.spawn(Nest()).id, self.egg
        if former and not self.spared(count):
            world.despawn(world[former])

    def spared(self, count: Count) -> bool:
        return False


@pytest.mark.parametrize("only", ["recording", "replay"])
def test_entity_in_only_one_run_is_reported_with_its_spawning_and_removing_handlers(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, only: str
) -> None:
    nest = attrs.evolve(simulation_with(Nest), name=lambda entity, world: "egg")
    with monkeypatch.context() as patches:
        if only == "recording":
            patches.setattr(Nest, "spared", lambda self, count: count.by == 5)
        journal, keyframes = recorded(nest)
    if only == "replay":
        monkeypatch.setattr(Nest, "spared", lambda self, count: count.by == 5)
    lines = account(journal, nest, keyframes)
    found = next(n for n, line in enumerate(lines) if f"egg 6 exists only in the {only}" in line)
    spawned, removed = "turn 3: spawned by Nest.lay", "turn 4: removed by Nest.lay"
    assert spawned in lines[found + 1]
    if only == "recording":
        assert removed in lines[found + 2]
    else:
        assert "in the replay, Nest.lay removed others" in lines[found]


def test_journal_without_events_says_how_to_find_out_more(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = simulation_with(Rate)
    journal, _ = recorded(fresh)
    charge = Rate.charge

    def charge_more(self: Rate, count: Count, world: World) -> None:
        charge(self, count, world)
        count.added += world.turn == 5

    monkeypatch.setattr(Rate, "charge", charge_more)
    lines = account(journal, fresh)
    if journal.header.events:
        assert "Rate.charge" in named(lines)[:2]
    else:
        assert any("run check_simulation to find more" in line for line in lines), lines


@component
class Weekly(Component):
    """Draws from many different streams at each Count event."""

    @handles(Count, APPLY + 10)
    def work(self, count: Count, world: World) -> None:
        for day in range(9):
            world.stream(f"day {day}").below(2)
        if self.extra(count):
            world.stream("extra").below(2)

    def extra(self, count: Count) -> bool:
        return False


@pytest.mark.parametrize("by", [3, 9])
def test_handler_activity_is_unusual_only_if_earlier_intents_allow_comparison(
    recorded: Recordings, monkeypatch: pytest.MonkeyPatch, by: int
) -> None:
    busy = simulation_with(Weekly)
    journal, _ = recorded(busy)
    monkeypatch.setattr(Weekly, "extra", lambda self, count: count.by == by)
    lines = [line for line in account(journal, busy) if "Weekly.work drew from" in line]
    expected = ["Weekly.work drew from extra (never before)"] if by == 9 else []
    assert [line.strip() for line in lines] == expected
