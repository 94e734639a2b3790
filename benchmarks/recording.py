"""Journals: the cost of recording, and the speed of verifying, writing and reading a journal.

A game turn is one turn of Bidden played by a bot without a screen: the bot looks, decides and
acts. The section reports how much recording adds to it; the target relates that to a turn as
people play it, with the screen drawn. The journal's encoding and decoding rates are compared with
msgspec alone on the same lines, without checksums.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Any

import attrs
import msgspec

from benchmarks.core import eventcore_contender
from benchmarks.measure import Contender, compare, ratio_of, uncollected
from benchmarks.results import Figure, Section, Target
from benchmarks.shown import shown
from benchmarks.work import make_world
from bidden.bots.explorer import choose
from bidden.recording import playing
from bidden.session import Session
from eventcore import Event, Tap
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import Record, decode_record, encode_record
from eventcore.replay import EventLog, Recorder
from eventcore.replay.playback import verify
from eventcore.schema.values import enc_hook, fields_of

__all__ = ["recording"]

TURNS = 300
SEED = 2026
ROUNDS = 7


def recording() -> Section:
    """Measure recording, verification, and the journal's encoding and decoding rates."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = _journal(folder / "game.jsonl")
        bare, recorded = _game_turns(journal, folder)
        step, kept = _steps(journal, folder)
        screen, (told, verified) = shown(folder / "shown.jsonl", SEED, TURNS), _verified(journal)
        encoding, decoding, encode_limit, decode_limit = _rates(journal)
        with (
            closing(_Recorded(folder / "events.jsonl")) as events,
            closing(_Fields(folder / "fields.jsonl")) as fields,
        ):
            rows, times = compare(_watched(events, fields), rounds=40)
    cost = recorded - bare
    settled = ratio_of(times, "every settled event recorded", "not recorded")
    return Section(
        "recording",
        "Recording: a game's journal, and every settled event",
        rows,
        figures=[
            Figure("a game turn, not recorded", bare / 1e3, "µs"),
            Figure("a game turn, intents and digests recorded", recorded / 1e3, "µs"),
            Figure("what recording adds to a game turn", 100 * cost / bare, "%"),
            Figure("a step performed, not recorded", step / 1e3, "µs"),
            Figure("what recording adds to it", 100 * (kept - step) / step, "%"),
            Figure("verified, turns a second", 1e9 / verified, ""),
            Figure("performed and told to a player, turns a second", 1e9 / told, ""),
            Figure("played by the bot with its screen on, turns a second", 1e9 / screen, ""),
            Figure("records encoded a second", 1e9 / encoding, ""),
            Figure("the same by msgspec alone", 1e9 / encode_limit, ""),
            Figure("records decoded a second", 1e9 / decoding, ""),
            Figure("the same by msgspec alone", 1e9 / decode_limit, ""),
        ],
        targets=[
            Target("recording a turn, of playing it with the screen on", cost / screen, 1 / 20),
            Target("recording a step, of performing it", (kept - step) / step, 1 / 20),
            Target("settled events recorded, of a bare publish", settled, 1.5),
            Target("verifying a turn, of playing it with the screen on", verified / screen, 1 / 20),
            Target("verifying a turn, of performing it for a player", verified / told, 1),
        ],
    )


def _journal(path: Path) -> Journal:
    game = playing.begin(SEED, path)
    for _ in range(TURNS):
        if game.session.ending is not None:
            break
        game.perform(choose(game.view()))
    game.close()
    return Journal.read(path)


def _intents(journal: Journal) -> list[Any]:
    session = Session(journal.header.seed)
    return [
        session.decode(record.type, record.v, record.data)
        for record in journal.records
        if record.kind == "intent"
    ]


def _game_turns(journal: Journal, folder: Path) -> tuple[float, float]:
    """Return the median time of a turn without and with recording, in nanoseconds."""
    intents, rows = _intents(journal), []
    for number in range(ROUNDS):
        bare = Session(SEED)
        bare.world.untap(bare.digest)
        other = Session(SEED)
        path = folder / f"recorded-{number}.jsonl"
        recorder = Recorder(other, JournalWriter.create(path, other.header))
        with uncollected():
            rows.append(_in_turn(intents, bare, other, recorder))
    without, recorded = (median(column) / len(intents) for column in zip(*rows, strict=True))
    return without, recorded


def _in_turn(
    intents: list[Any], bare: Session, recorded_session: Session, recorder: Recorder
) -> tuple[int, int]:
    """Play both sessions, alternating which is first, since the second finds cold caches."""
    without = recorded = 0
    for number, intent in enumerate(intents):
        for one in (0, 1) if number % 2 else (1, 0):
            start = perf_counter_ns()
            if one:
                choose(recorded_session.view())
                recorder.perform(intent)
                recorded += perf_counter_ns() - start
            else:
                choose(bare.view())
                bare.perform(intent)
                without += perf_counter_ns() - start
    return without, recorded


def _steps(journal: Journal, folder: Path) -> tuple[float, float]:
    """Return the CPU time of performing a step, not recorded and recorded.

    Each is a median over several plays, in nanoseconds.
    """
    intents = _intents(journal)
    rows = []
    for number in range(ROUNDS):
        totals = [0, 0]
        bare, session = Session(SEED), Session(SEED)
        bare.world.untap(bare.digest)
        writer = JournalWriter.create(folder / f"steps-{number}.jsonl", session.header)
        performers: list[Callable[[Any], object]] = [
            bare.perform,
            Recorder(session, writer).perform,
        ]
        with uncollected():
            for place, intent in enumerate(intents):
                for one in (0, 1) if place % 2 else (1, 0):
                    start = process_time_ns()
                    performers[one](intent)
                    totals[one] += process_time_ns() - start
        writer.close()
        rows.append([total / len(intents) for total in totals])
    step, kept = (median(column) for column in zip(*rows, strict=True))
    return step, kept


def _verified(journal: Journal) -> tuple[float, float]:
    """Return the CPU time of a turn performed with its messages, and of a turn verified.

    Each is a median over several plays, in nanoseconds.
    """
    intents, rows = _intents(journal), []
    for _ in range(ROUNDS):
        performing, verifying = Session(SEED), Session(SEED)
        with uncollected():
            start = process_time_ns()
            for intent in intents:
                performing.perform(intent)
            performed = process_time_ns()
            verify(verifying, journal)
            verified = process_time_ns()
        rows.append((performed - start, verified - performed))
    turns = performing.world.turn
    told, verified = (median(column) / turns for column in zip(*rows, strict=True))
    return told, verified


def _rates(journal: Journal) -> tuple[float, float, float, float]:
    """Return the encoding and decoding time per record, ours and then msgspec's, in ns."""
    records = journal.records
    lines, checksum = [], 0
    for record in records:
        line, checksum = encode_record(record, checksum)
        lines.append(line[:-1])
    encoder = msgspec.json.Encoder()
    plain = [msgspec.structs.asdict(record) for record in records]
    decoder = msgspec.json.Decoder(Record)

    def encode() -> None:
        running = 0
        for record in records:
            _, running = encode_record(record, running)

    def decode() -> None:
        running = 0
        for number, line in enumerate(lines):
            _, running = decode_record(line, number, running)

    def limit_of_encoding() -> None:
        for one in plain:
            encoder.encode(one)

    def limit_of_decoding() -> None:
        for line in lines:
            decoder.decode(line)

    acts = (encode, decode, limit_of_encoding, limit_of_decoding)
    rounds = [[_time(act) for act in acts] for _ in range(4 * ROUNDS)]
    ours, ours_back, theirs, theirs_back = (
        median(column) / len(records) for column in zip(*rounds, strict=True)
    )
    return ours, ours_back, theirs, theirs_back


class _Recorded:
    """A world whose settled events are written to a journal in batches, like game turns."""

    def __init__(self, path: Path) -> None:
        self.world = make_world()
        self._log = EventLog(self.world)
        header = attrs.evolve(Session(SEED).header, events=True)
        self._writer = JournalWriter.create(path, header)

    def write(self) -> None:
        """Write the settled events."""
        self._writer.append_events(self._log.take())

    def close(self) -> None:
        """Close the journal."""
        self._writer.close()


class _Fields(Tap):
    """A lower bound for recording: only the fields of each event are written, as a list.

    The envelope (sequence, turn, type, cause, outcome) and the checksum are left out.
    """

    def __init__(self, path: Path) -> None:
        self.world = make_world()
        self._settled: list[Event] = []
        self._file = path.open("ab", buffering=0)
        self._encode = msgspec.json.Encoder(enc_hook=enc_hook).encode_lines
        self.world.tap(self)

    def settled(self, event: Event) -> None:
        """Keep the event until it is written."""
        self._settled.append(event)

    def write(self) -> None:
        """Write the fields of the settled events."""
        self._file.write(self._encode([fields_of(event) for event in self._settled]))
        self._settled.clear()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _watched(recorded: _Recorded, fields: _Fields) -> list[Contender]:
    contenders = [
        eventcore_contender("not recorded"),
        _flushed(eventcore_contender("every settled event recorded", recorded.world), recorded),
        _flushed(eventcore_contender("their fields alone written", fields.world), fields),
    ]
    for contender in contenders:
        contender.against = "not recorded"
    return contenders


def _flushed(contender: Contender, recorded: _Recorded | _Fields) -> Contender:
    """Make the contender write the settled events after every batch of `_A_TURN` events."""
    publish = contender.run

    def run(steps: Any) -> None:
        for start in range(0, len(steps), _A_TURN):
            publish(steps[start : start + _A_TURN])
            recorded.write()

    contender.run = run
    return contender


_A_TURN = 50


def _time(act: Callable[[], object]) -> int:
    start = perf_counter_ns()
    act()
    return perf_counter_ns() - start
