"""Perform intents in this process, or in another process with another hash seed.

Code that depends on the order of a set, ``id()``, a clock or Python's own random numbers may act
differently in another process. The other process imports ``made_by`` to create the simulation.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stdout
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

import msgspec

from eventcore.diagnose.activity import Activity, Row
from eventcore.errors import JournalError
from eventcore.journal.format import INTENT, UPGRADE, Header, decode_upgrade, unpack
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import EventLog
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Source, source_from
from eventcore.schema.values import encode
from eventcore.state.digest import hash_of

LAST: Final = 200
"""The maximum number of intents of a journal for which states and activity are compared."""


class Intents(msgspec.Struct, frozen=True):
    """Intents to perform on a simulation.

    Attributes:
        records: The type, version and data of each intent. The type is empty for other records,
            at which only the digest is computed.
        state: The saved state to start from, as text from ``pack``; empty for the beginning.
        watch: The index of the first intent whose activity is recorded; -1 to record nothing.
        also: The ids of entities to read, as for ``Activity``.
        log: Whether to return the settled events of the last intent.
    """

    records: list[tuple[str, int, msgspec.Raw]]
    state: str = ""
    watch: int = -1
    also: list[int] = []
    log: bool = False


class Course(msgspec.Struct, frozen=True):
    """The result of performing intents.

    Attributes:
        states: The digest of the state after each of the last ``LAST`` intents; empty for others.
        rows: The activity during each of ``LAST`` intents from ``watch`` on; empty for others.
        raised: The error that ended the run, as text from ``crash_of``; empty if there was none.
        state: The whole state at the end, if any intent was watched and none raised an error.
    """

    digests: list[str]  # the digest after each intent
    states: list[str]
    rows: list[list[Row]]
    raised: str = ""
    names: dict[str, str] = {}  # the names of entities by id, if any intent was watched
    state: msgspec.Raw = msgspec.Raw(b"null")
    sequence: int = 0  # the number of the last event
    settled: list[Any] = []  # the events of the last intent, if ``log`` is set


def intents_of(journal: Journal, start: int, end: int, **more: Any) -> Intents:
    """Create intents from the records of a journal, from ``start`` up to but excluding ``end``.

    Raises:
        JournalError: The first record is an upgrade that cannot be decoded.
    """
    records, state = journal.records[start:end], ""
    if records and records[0].type == UPGRADE:
        state = decode_upgrade(records[0], journal.lines[start]).state
    types = (record.type if record.kind == INTENT else "" for record in records)
    return Intents([(t, r.v, r.data) for t, r in zip(types, records, strict=True)], state, **more)


def perform(source: Source, intents: Intents) -> Course:
    """Perform intents on a simulation that the source creates.

    Raises:
        JournalError: The simulation does not know an intent.
        SaveError: The state cannot be restored.
    """
    simulation = source.restore(unpack(intents.state)) if intents.state else source.begin()
    simulation.digest.seal()  # the recording has a digest before the first intent
    course, raised = Course([], [], []), ""
    activity: Activity | None = None
    log: EventLog | None = None
    for number, (name, version, data) in enumerate(intents.records):
        if number == intents.watch:
            activity = Activity(simulation.world, source.name, intents.also)
        if intents.log and number == len(intents.records) - 1:
            log = EventLog(simulation.world)
        intent = simulation.decode(name, version, data) if name else None
        try:
            if name:
                simulation.perform(intent)
        except Exception as error:  # a handler may raise any error
            raised = crash_of(error)
            break
        rows = [] if activity is None else activity.take()
        course.rows.append(rows if number < intents.watch + LAST else [])
        course.digests.append(simulation.digest.seal())
        late = number >= len(intents.records) - LAST
        course.states.append(hash_of(simulation.save()) if late else "")
    return msgspec.structs.replace(
        course,
        raised=raised,
        names={} if activity is None else activity.names,
        state=msgspec.Raw(b"null" if raised or activity is None else simulation.save()),
        sequence=simulation.world.sequence,
        settled=[] if log is None else [*log.take()],
    )


def perform_elsewhere(
    made_by: str, header: Header, intents: Intents, seed: str, times: int = 1
) -> list[Course]:
    """Perform intents in a new process with the given hash seed, once or several times.

    The process calls ``made_by`` (``package.module:callable``) with a journal that has no records.

    Raises:
        JournalError: The process could not perform the intents.
    """
    answer = subprocess.run(
        [sys.executable, "-m", __name__],
        input=msgspec.json.encode((made_by, header, intents, times)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,  # Ctrl-C interrupts only this process
        check=False,
    ).stdout
    try:
        return msgspec.json.decode(answer, type=list[Course])
    except msgspec.DecodeError:
        reason = answer.decode(errors="replace").strip() or "it ended without an answer"
        raise JournalError(f"another process could not perform the intents: {reason}") from None


def source_named(made_by: str, journal: Journal) -> Source:
    """Return the source that ``package.module:callable`` makes for a journal."""
    module, _, name = made_by.partition(":")
    found: Source = source_from(attrgetter(name)(import_module(module)), journal)
    return found


def _answer(request: bytes) -> bytes:
    made_by, header, intents, times = msgspec.json.decode(
        request, type=tuple[str, Header, Intents, int]
    )
    try:
        source = source_named(made_by, Journal(header))
        return encode([perform(source, intents) for _ in range(times)])
    except Exception as error:
        return msgspec.json.encode(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):  # keep the simulation's output out of the answer
        _response = _answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(_response)
