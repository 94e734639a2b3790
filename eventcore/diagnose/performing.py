"""Performing intents here or in another process, which has another hash seed.

What depends on the order of a set, ``id()``, a clock or Python's own random numbers goes another
way there. The other process makes the simulation anew, by the name of the function that makes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from operator import attrgetter
from threading import Thread, Timer
from time import sleep
from typing import IO, Any, Final, Self, cast

import attrs
import msgspec

from eventcore.diagnose.activity import Activity, Row
from eventcore.errors import JournalError
from eventcore.journal.format import Header, Record, unpack
from eventcore.journal.reader import Journal
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Source, source_from
from eventcore.schema.encoding import encode
from eventcore.state.state_digest import digest_of

_PATIENCE: Final = 30.0  # seconds that another process may take,
_SLOWER: Final = 20  # and how many times as long as this process besides
_GLANCE: Final = 0.5  # seconds until another process looks again whether this one still runs


class Intents(msgspec.Struct, frozen=True):
    """Intents to perform on a simulation.

    Attributes:
        records: The intents.
        state: The saved state they begin from, packed; empty for the beginning.
        since: The number of the first intent after which to compare the whole state, from 0.
        watch: The number of the first intent whose activity to return; none if it is negative.
    """

    records: list[tuple[str, int, msgspec.Raw]]
    state: str = ""
    since: int = 0
    watch: int = -1


class Course(msgspec.Struct, frozen=True):
    """The result of performing intents.

    Attributes:
        digests: The digest after each intent.
        states: The digest of the whole state after each intent; empty before ``since``.
        raised: The name of the error that the next intent raised, as of ``crash_of``.
        rows: The activity in each intent that was watched.
        state: The whole state at the end, if any intent was watched.
    """

    digests: list[str]
    states: list[str]
    raised: str = ""
    rows: list[list[Row]] = []
    state: msgspec.Raw = msgspec.Raw(b"null")


def intents_of(records: Sequence[Record], **more: Any) -> Intents:
    """Return the intents of records."""
    return Intents([(entry.type, entry.v, entry.data) for entry in records], **more)


def perform(source: Source, intents: Intents) -> Course:
    """Perform intents on a simulation of a source.

    Raises:
        JournalError: The simulation does not know an intent.
        SaveError: The state cannot be restored.
    """
    simulation = source.restore(unpack(intents.state)) if intents.state else source.begin()
    course, raised = Course([], []), ""
    activity: Activity | None = None
    for number, (name, version, data) in enumerate(intents.records):
        if number == intents.watch:
            activity = Activity(simulation.world).__enter__()
        intent = simulation.decode(name, version, data)
        try:
            simulation.perform(intent)
        except Exception as error:  # whatever a handler raises
            raised = crash_of(error)
            break
        if activity is not None:
            activity.end_intent()
            course.rows.append(activity.take())
        course.digests.append(simulation.digest.seal())
        course.states.append(digest_of(simulation.save()) if number >= intents.since else "")
    state = b"null" if raised or activity is None else simulation.save()
    return msgspec.structs.replace(course, raised=raised, state=msgspec.Raw(state))


class OtherProcess:
    """Another process that performs intents; a context manager.

    Attributes:
        seed: Its hash seed.
    """

    def __init__(self, made_by: str, header: Header, seed: str) -> None:
        """Start the process.

        Args:
            made_by: The function that makes its source, as ``package.module:callable``.
            header: The header of the journal that the function is given; it has no records.
            seed: The hash seed.
        """
        self.seed: str = seed
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,  # this process handles interrupts
        )
        self.ask((made_by, attrs.asdict(header), [entry for entry in sys.path if entry]))

    def ask(self, message: Any) -> None:
        """Send intents to perform, without waiting."""
        stdin = cast(IO[bytes], self._process.stdin)
        try:
            stdin.write(msgspec.json.encode(message) + b"\n")
            stdin.flush()
        except BrokenPipeError:
            return  # answer() reports that it has ended

    def answer(self, took: float) -> Course:
        """Wait for the result of the intents.

        Args:
            took: How many seconds they took in this process.

        Raises:
            JournalError: The other process could not perform them, or took far too long.
        """
        patience = _PATIENCE + _SLOWER * took
        timer = Timer(patience, self._process.kill)
        timer.start()
        try:
            line = cast(IO[bytes], self._process.stdout).readline()
        finally:
            timer.cancel()
        try:
            return msgspec.json.decode(line, type=Course)
        except msgspec.DecodeError:
            none = f"it ended, or gave no answer within {patience:.0f} s"
            said = line.decode(errors="replace").strip() or none
            raise JournalError(f"another process could not perform them: {said}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()


def source_named(made_by: str, journal: Journal) -> Source:
    """Return the source of a journal that ``package.module:callable`` makes."""
    module, _, name = made_by.partition(":")
    found: Source = source_from(attrgetter(name)(import_module(module)), journal)
    return found


def _serve(stdin: IO[bytes], answer: int) -> None:
    beginning = msgspec.json.decode(stdin.readline(), type=tuple[str, Header, list[str]])
    made_by, header, path = beginning
    sys.path[:0] = [entry for entry in path if entry not in sys.path]
    empty = Journal(header, [], None, 0, 0, 0, 0, [], [], [])
    source: Source | None = None
    while line := stdin.readline():
        try:
            source = source or source_named(made_by, empty)
            result = encode(perform(source, msgspec.json.decode(line, type=Intents)))
        except Exception as error:
            result = msgspec.json.encode(f"{type(error).__name__}: {error}")
        with os.fdopen(os.dup(answer), "wb") as file:
            file.write(result + b"\n")


def _end_with(parent: int) -> None:
    """End this process once its parent is gone."""
    while os.getppid() == parent:
        sleep(_GLANCE)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    # The simulation may print, which must not get between the answers.
    _own = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _serve(sys.stdin.buffer, _own)
