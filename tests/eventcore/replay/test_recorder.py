"""The recorder writes each intent before performing it, and a replay gives the same game."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError, RaisedError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import Record
from eventcore.replay import EventLog, Keyframes, Recorder, Source, Timeline
from eventcore.replay.playback import verify
from eventcore.state.digest import is_partial
from tests.eventcore.worlds.tally import HEADER, Add, TallySimulation, record

# If any of these fields or digests change, replays of older journals differ.
RECORDED = (
    '{"seq":0,"turn":0,"kind":"mark","type":"journal","v":1,"parent":null,"data":{"game":"tally",'
    '"engine":"0.1.0","seed":7,"content":"","chains":"","mods":[],"events":false},'
    '"digest":"","sum":"8f025068"}\n'
    '{"seq":1,"turn":0,"kind":"intent","type":"Add","v":1,"parent":null,"data":{"by":40},'
    '"digest":"49803881863289ee","sum":"7275a7a0"}\n'
    '{"seq":2,"turn":1,"kind":"intent","type":"Add","v":1,"parent":null,"data":{"by":70},'
    '"digest":"98e5106defc1655c","sum":"38ab8748"}\n'
    '{"seq":3,"turn":1,"kind":"intent","type":"Add","v":1,"parent":null,"data":{"by":-5},'
    '"digest":"62d7872b84f529b7","sum":"e9bfda49"}\n'
    '{"seq":4,"turn":2,"kind":"mark","type":"close","v":1,"parent":null,"data":{},'
    '"digest":"6d1f2d02ad1554d3","state":"2:9c8c045159a40aa5","sum":"d11434ab"}\n'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tally.jsonl"


def recorder(path: Path, simulation: TallySimulation) -> Recorder:
    return Recorder(simulation, JournalWriter.create(path, HEADER))


def test_intents_are_recorded_with_the_state_they_meet(path: Path) -> None:
    recording = recorder(path, TallySimulation())
    outcomes = [recording.perform(Add(by)).reason for by in (40, 70, -5)]
    recording.close()
    assert outcomes == [None, "enough", None]
    assert path.read_text("utf-8") == RECORDED


def test_intent_is_in_the_file_before_it_is_performed(path: Path) -> None:
    class Watched(TallySimulation):
        def perform(self, intent: Add) -> object:
            seen.append(path.read_bytes().count(b"\n"))
            return super().perform(intent)

    seen: list[int] = []
    recording = recorder(path, Watched())
    for by in (1, 2, 3):
        assert recording.perform(Add(by)).done
    assert seen == [2, 3, 4]


def test_intent_that_raises_is_the_last_record(path: Path, snapshot: SnapshotAssertion) -> None:
    recording = recorder(path, TallySimulation())
    recording.perform(Add(1))
    with pytest.raises(ZeroDivisionError):
        recording.perform(Add(13))
    recording.close()
    journal = Journal.read(path)
    assert journal.problem is None
    assert [(record.type, bytes(record.data)) for record in journal.records] == [
        ("Add", b'{"by":1}'),
        ("Add", b'{"by":13}'),
    ]
    with pytest.raises(RaisedError) as error:
        verify(TallySimulation(), journal)
    assert str(error.value) == snapshot


class Full(JournalWriter):
    def append(self, record: Record) -> None:
        raise JournalError("no space")


class Unwritable(TallySimulation):
    def encode(self, intent: Add) -> tuple[str, int, Add]:
        raise TypeError("the intent cannot be encoded")


@pytest.mark.parametrize(("writer", "kind"), [(JournalWriter, Unwritable), (Full, TallySimulation)])
def test_intent_that_cannot_be_written_is_neither_recorded_nor_performed(
    path: Path, writer: type[JournalWriter], kind: type[TallySimulation]
) -> None:
    simulation = kind()
    recording = Recorder(simulation, writer.create(path, HEADER))
    with pytest.raises((JournalError, TypeError)):
        recording.perform(Add(1))
    assert simulation.world.sequence == 0
    assert Journal.read(path).records == []


def test_journal_replays_though_an_intent_could_not_be_written_in_it(path: Path) -> None:
    recording = recorder(path, TallySimulation())
    recording.perform(Add(40))
    with pytest.raises(JournalError):
        recording.perform(Add(object()))  # type: ignore[arg-type]  # JSON cannot represent it
    recording.perform(Add(70))
    recording.close()
    journal = Journal.read(path)
    assert [record.type for record in journal.records] == ["Add", "Add", "close"]
    assert verify(TallySimulation(), journal) is None
    assert path.read_text("utf-8").splitlines()[:3] == RECORDED.splitlines()[:3]


def test_intent_with_the_name_of_a_mark_is_refused(path: Path, snapshot: SnapshotAssertion) -> None:
    class Misnamed(TallySimulation):
        def encode(self, intent: Add) -> tuple[str, int, Any]:
            return "close", 1, intent

    simulation = Misnamed()
    with pytest.raises(JournalError) as error:
        recorder(path, simulation).perform(Add(1))
    assert str(error.value) == snapshot
    assert (simulation.world.sequence, Journal.read(path).records) == (0, [])


def test_states_are_kept_after_the_intent_that_makes_them_due(path: Path) -> None:
    kept = Keyframes()
    writer = JournalWriter.create(path, HEADER)
    recording = Recorder(TallySimulation(), writer, keyframes=kept, every=2)
    seen = list[int]()
    for by in range(1, 8):
        recording.perform(Add(by))
        seen.append(len([*kept]))
    assert seen == [0, 1, 1, 2, 2, 3, 3]
    recording.close()


class Forgetful(TallySimulation):
    """A simulation whose 23rd intent changes a field that no event contains."""

    def perform(self, intent: Add) -> object:
        if self.world.sequence == 22:
            self.tally.marks.clear()
        return super().perform(intent)


def test_divergence_of_state_without_events_is_found_within_ten_turns(path: Path) -> None:
    found = verify(Forgetful(), record(path, [1] * 60))
    assert found is not None
    assert (found.field, found.line) == ("state", 32)  # the state of record 21 still matches


class Large(TallySimulation):
    """Has a state of 4,000 bytes. If ``silent``, intent 23 changes a field without an event."""

    silent = False

    def save(self) -> bytes:
        return super().save().ljust(4_000)

    def perform(self, intent: Add) -> object:
        if self.silent and self.world.sequence == 22:
            self.tally.marks.clear()
        return super().perform(intent)


class LargeAndSilent(Large):
    silent = True


def digests_of(path: Path, simulation: TallySimulation, *, events: bool = False) -> dict[int, str]:
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=events))
    log = EventLog(simulation.world) if events else None
    recording = Recorder(simulation, writer, log)
    for _ in range(45):
        recording.perform(Add(1))
    recording.close()
    return {n: one.state for n, one in enumerate(Journal.read(path).records) if one.state}


@pytest.mark.parametrize("events", [False, True])
def test_large_state_gets_a_partial_digest_every_ten_records(path: Path, events: bool) -> None:
    digests = digests_of(path, Large(), events=events)
    assert {n: is_partial(one) for n, one in digests.items()} == {
        10: True, 20: True, 30: True, 40: True, 45: False,
    }  # fmt: skip
    journal = Journal.read(path, events=events)
    assert verify(Large(), journal) is None
    found = verify(LargeAndSilent(), journal)
    assert found is not None
    assert (found.field, journal.lines.index(found.line)) == ("state", 30)
    assert found.parts == (("Tally",) if events else ())


def test_settled_events_are_recorded_after_their_intent(path: Path) -> None:
    journal = record(path, (40, 70), events=True)
    assert [[(e.type, e.outcome, e.reason) for e in events] for events in journal.events] == [
        [], [("Count", "done", None)], [("Count", "failed", "enough")], [],
    ]  # fmt: skip
    assert verify(TallySimulation(), journal) is None


def test_keyframe_at_the_end_of_a_journal_with_events_is_used(path: Path) -> None:
    simulation = TallySimulation()
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=True))
    log, keyframes = EventLog(simulation.world), Keyframes()
    recording = Recorder(simulation, writer, log, keyframes=keyframes, every=1)
    for by in (3, 1, 4):
        recording.perform(Add(by))
    recording.writer.close()  # writes no closing record, so the last keyframe is at the end
    journal = Journal.read(path)
    assert [one.position for one in keyframes.newest(journal)] == [3, 2, 1]

    performed = list[Add]()

    class Counted(TallySimulation):
        def perform(self, intent: Add) -> object:
            performed.append(intent)
            return super().perform(intent)

    timeline = Timeline(journal, Source(Counted, Counted.restore), keyframes, every=1)
    timeline.seek(timeline.length)
    assert (timeline.position, performed) == (3, [])
    assert timeline.simulation.save() == simulation.save()


def test_missing_final_events_are_reported_only_if_they_were_recorded(path: Path) -> None:
    class Silent(TallySimulation):
        def perform(self, intent: Add) -> object:
            return super().perform(intent) if intent.by == 3 else None

    journal = record(path, (3, 1), events=True)
    for whole in (journal, attrs.evolve(journal, records=journal.records[:2])):
        found = verify(Silent(), whole)
        assert found is not None
        assert (found.sequence, found.field, found.recorded) == (2, "type", "Count")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))  # broken off
    assert verify(TallySimulation(), Journal.read(path, events=True)) is None
