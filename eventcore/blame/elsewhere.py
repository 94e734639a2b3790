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
from types import TracebackType
from typing import IO, Any, Final, Self, cast

import attrs
import msgspec

from eventcore.errors import JournalError
from eventcore.journal.format import Header, Record
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import EventLog
from eventcore.replay.playback import unpack
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Source
from eventcore.state.codec import encode
from eventcore.state.whole import digest_of
from eventcore.world import World

_SEEDS: Final = ("1", "2")
"""Hash seeds: the other process has the first that this one was not told to have."""


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
    """

    digests: list[str]
    states: list[str]
    raised: str = ""
    events: list[Settled] = []
    state: msgspec.Raw = msgspec.Raw(b"null")


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
    for number, (name, version, data) in enumerate(intents.records):
        if number == len(intents.records) - 1:
            log = EventLog(simulation.world) if intents.detail else None
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
    return Course(digests, states, raised, events, state)


@attrs.frozen
class _Beginning:
    """What the other process is told first."""

    made_by: str
    header: Header
    path: list[str]


class Elsewhere:
    """Another process, with another hash seed, that performs intents; a context manager."""

    def __init__(self, made_by: str, header: Header) -> None:
        """Start the process.

        Args:
            made_by: What makes its source: ``package.module:callable``, given a journal.
            header: That of the journal, which has no records there.
        """
        seed = next(one for one in _SEEDS if one != os.environ.get("PYTHONHASHSEED"))
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

    def perform(self, intents: Intents) -> Course:
        """Have intents performed.

        Raises:
            JournalError: The other process could not.
        """
        self._send(intents)
        line = cast(IO[bytes], self._process.stdout).readline()
        try:
            return msgspec.json.decode(line, type=Course)
        except msgspec.DecodeError:
            said = line.decode(errors="replace").strip() or "it has ended"
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
    found: Source = getattr(import_module(module), name)(journal)
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


if __name__ == "__main__":
    # What the simulation prints must not stand between the answers.
    own = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    _serve(sys.stdin.buffer, own)
