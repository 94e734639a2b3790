"""Elsewhere: intents performed once more in another process, with another hash seed.

What hangs on the order of a set, on ``id()``, on a clock or on chance of the program's own goes
another way there. The other process makes the simulation anew, by the name of what makes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from operator import attrgetter
from threading import Thread, Timer
from time import sleep
from types import TracebackType
from typing import IO, Any, Final, Self, cast

import attrs
import msgspec

from eventcore.blame.schedules import Schedules, Scheduling
from eventcore.errors import JournalError
from eventcore.journal.format import Header, Record
from eventcore.journal.packed import unpack
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import EventLog
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Source, source_from
from eventcore.schema.encoding import encode
from eventcore.state.state_digest import digest_of
from eventcore.world import World

SEEDS: Final = ("1", "2", "3", "4")
"""Hash seeds of other processes: the order of two things is the same in half of them."""
_PATIENCE: Final = 30.0
"""Seconds that another process may take for what this one did in no time at all;"""
_SLOWER: Final = 20
"""and so many times as long as this one took."""
_GLANCE: Final = 0.5
"""Seconds between two looks at whether the process that asks is there still."""


class Intents(msgspec.Struct, frozen=True):
    """What is to be performed on a simulation.

    Attributes:
        records: The intents.
        state: The saved state they begin from, packed; empty for the beginning.
        since: From which of them on the whole state is told as well; the first is 0.
        detail: Whether to tell the events of the last, and the state after it.
    """

    records: list[tuple[str, int, msgspec.Raw]]
    state: str = ""
    since: int = 0
    detail: bool = False


class Course(msgspec.Struct, frozen=True):
    """What performing them came to.

    Attributes:
        digests: The digest after each.
        states: That of the whole state after each, empty for those before ``since``.
        raised: What the one after those raised, as ``crash_of`` names it; empty where none did.
        events: With the details: what settled in the last, in order.
        state: With the details: the whole state at the end.
        scheduled: With the details: what was scheduled in the last.
    """

    digests: list[str]
    states: list[str]
    raised: str = ""
    events: list[Settled] = []
    state: msgspec.Raw = msgspec.Raw(b"null")
    scheduled: list[Scheduling] = []


def intents_of(records: Sequence[Record], **more: Any) -> Intents:
    """Give the intents of records, to be performed."""
    return Intents([(one.type, one.v, one.data) for one in records], **more)


def perform(
    source: Source, intents: Intents, watch: Callable[[World], object] | None = None
) -> Course:
    """Perform intents on a simulation of a source.

    Args:
        source: Where it comes from.
        intents: What to perform.
        watch: Called with the world before the last of them.

    Raises:
        JournalError: The simulation does not know an intent.
        SaveError: The state cannot be restored.
    """
    simulation = source.restore(unpack(intents.state)) if intents.state else source.begin()
    digests, states, raised = list[str](), list[str](), ""
    log: EventLog | None = None
    schedules: Schedules | None = None
    for number, (name, version, data) in enumerate(intents.records):
        if number == len(intents.records) - 1:
            log = EventLog(simulation.world) if intents.detail else None
            schedules = Schedules(simulation.world) if intents.detail else None
            if watch is not None:
                watch(simulation.world)
        intent = simulation.decode(name, version, data)
        try:
            simulation.perform(intent)
        except Exception as error:  # a handler's own
            raised = crash_of(error)
            break
        digests.append(simulation.digest.seal())
        states.append(digest_of(simulation.save()) if number >= intents.since else "")
    events = [] if log is None else list(log.take())
    state = msgspec.Raw(simulation.save() if intents.detail and not raised else b"null")
    scheduled = [] if schedules is None else schedules.found
    return Course(digests, states, raised, events, state, scheduled)


@attrs.frozen
class _Beginning:
    """What the other process is told first."""

    made_by: str
    header: Header
    path: list[str]


class Elsewhere:
    """Another process, with another hash seed, that performs intents; a context manager.

    Attributes:
        seed: Its hash seed.
    """

    def __init__(self, made_by: str, header: Header, seed: str) -> None:
        """Start the process.

        Args:
            made_by: What makes its source: ``package.module:callable``, given a journal.
            header: That of the journal, which has no records there.
            seed: Its hash seed.
        """
        self.seed = seed
        self._process = subprocess.Popen(
            [sys.executable, "-m", "eventcore.blame.elsewhere"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            start_new_session=True,  # an interrupt is for this one to pass on
        )
        path = [one for one in sys.path if one]
        self._send({"made_by": made_by, "header": attrs.asdict(header), "path": path})

    def ask(self, intents: Intents) -> None:
        """Have intents performed, and do not wait for it."""
        self._send(intents)

    def answer(self, took: float) -> Course:
        """Wait for what came of the intents it was asked for.

        Args:
            took: How many seconds the same took here; it may take a good while longer.

        Raises:
            JournalError: The other process could not perform them, or takes far too long.
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

    def _send(self, message: Any) -> None:
        stdin = cast(IO[bytes], self._process.stdin)
        try:
            stdin.write(msgspec.json.encode(message) + b"\n")
            stdin.flush()
        except BrokenPipeError:
            return  # that it has ended shows where its answer is read

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


def source_named(made_by: str, journal: Journal) -> Source:
    """Have what ``package.module:callable`` names make the source of a journal."""
    module, _, name = made_by.partition(":")
    found: Source = source_from(attrgetter(name)(import_module(module)), journal)
    return found


def _serve(stdin: IO[bytes], answer: int) -> None:
    beginning = msgspec.json.decode(stdin.readline(), type=_Beginning)
    sys.path[:0] = [one for one in beginning.path if one not in sys.path]
    empty = Journal(beginning.header, [], None, 0, 0, 0, 0, [], [], [])
    source: Source | None = None
    while line := stdin.readline():
        try:
            source = source or source_named(beginning.made_by, empty)
            course = perform(source, msgspec.json.decode(line, type=Intents))
            said = encode(course)
        except Exception as error:
            said = msgspec.json.encode(f"{type(error).__name__}: {error}")
        with os.fdopen(os.dup(answer), "wb") as file:
            file.write(said + b"\n")


def _end_with(parent: int) -> None:
    """End this process when the one that asks it is gone, whatever it is at."""
    while os.getppid() == parent:
        sleep(_GLANCE)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    # What the simulation prints must not stand between the answers.
    _own = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _serve(sys.stdin.buffer, _own)
