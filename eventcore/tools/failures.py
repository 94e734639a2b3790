"""Find out how a recording fails, check fewer intents for that failure, and write a test."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from functools import partial
from math import ceil, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import msgspec

from eventcore.diagnose.nondeterminism import (
    Parting,
    first_difference,
    run_here_and_elsewhere,
)
from eventcore.diagnose.performing import Intents
from eventcore.replay import Source
from eventcore.replay.shrinking import Check, crash_of, record_again, up_to_crash, up_to_divergence
from eventcore.replay.simulation import Headed, Simulation
from eventcore.schema.encoding import encode
from eventcore.text import printable
from eventcore.tools.opening import Recording
from eventcore.tools.results import UsageError, counted, one_line

_FEW: Final = 5
"""How often a failure is repeated to find out whether it is flaky."""
_MANY: Final = 20
"""How often a flaky failure is repeated to estimate how often it occurs."""
_MISSED: Final = 0.001
"""The probability that the test of a flaky failure passes by chance."""

_HEAD: Final = """\
{docstring!r}

{imports}

JOURNAL = Path(__file__).with_name({name!r})


def play() -> None:
{body}

def test_the_intents_that_failed_can_be_played() -> None:
"""
_IMPORTS: Final = """\
from pathlib import Path

from eventcore.journal import Journal
from eventcore.tools import Simulations
"""
_PLAY: Final = """\
    journal = Journal.read(JOURNAL)
    simulation = Simulations.named({place!r}).make(journal).begin()
    for record in journal.records:
        if record.kind == "intent":
            simulation.perform(simulation.decode(record.type, record.v, record.data))
"""
_PLAY_TWICE: Final = """\
    journal = Journal.read(JOURNAL)
    make = Simulations.named({place!r}).make
    one, other = make(journal).begin(), make(journal).{begin}
    for record in journal.records:
        if record.kind == "intent":
            for simulation in (one, other):
                simulation.perform(simulation.decode(record.type, record.v, record.data))
            assert one.digest.seal() == other.digest.seal()
"""
_PLAY_ELSEWHERE: Final = """\
    journal = Journal.read(JOURNAL)
    whole = Segment(0, len(journal.records), journal.header, 0)
    assert find_parting(Simulations.named({place!r}).make(journal), journal, whole) is None
"""
_ELSEWHERE_IMPORTS: Final = _IMPORTS.replace(
    "from eventcore.journal",
    "from eventcore.diagnose.nondeterminism import find_parting\nfrom eventcore.journal",
).replace(
    "from eventcore.tools",
    "from eventcore.replay.segments import Segment\nfrom eventcore.tools",
)
_COMMAND: Final = """\
    done = subprocess.run({arguments}, check=False)
    assert done.returncode != 1
"""


@attrs.frozen
class Repeats:
    """How often the same intents failed when they were played again."""

    failed: int
    played: int

    @property
    def flaky(self) -> bool:
        """True if the intents failed only sometimes, or never."""
        return self.failed < self.played

    @property
    def needed(self) -> int:
        """How often to play the intents so that they almost surely fail; 0 if they never failed."""
        if not self.flaky:
            return 1
        share = self.failed / self.played
        return ceil(log(_MISSED) / log(1 - share)) if self.failed else 0

    def __str__(self) -> str:
        said = f"the check is flaky: the result failed {self.failed} of {self.played} times"
        if not self.failed:
            return f"{said} when it was played again; the test may pass though the bug is there"
        return f"{said}, so it may be longer than needed; the test plays it {self.needed} times"


@attrs.frozen
class Failure:
    """The way in which a recording fails.

    Attributes:
        summary: A short description of the failure.
        check: A function that returns how many intents are needed for the failure; 0 if they pass.
        test: The body of a function that plays the intents, and raises an error if they fail.
    """

    summary: str
    check: Check[Any]
    test: str

    def test_of(self, place: str, name: str, count: int, repeats: Repeats | None) -> str:
        """Return the code of a test that plays the small journal ``name`` in the same folder."""
        docstring = f"{counted(count, 'intent')} that failed: {self.summary}."
        times = 1 if repeats is None else repeats.needed
        if not times:
            docstring += " They did not fail again: this test may pass though the bug is there."
        imports = _ELSEWHERE_IMPORTS if "find_parting" in self.test else _IMPORTS
        if "subprocess" in self.test:
            imports = "import subprocess\nfrom pathlib import Path\n"
        loop = f"    for _ in range({times}):\n        play()\n" if times > 1 else "    play()\n"
        body = self.test.replace("{place!r}", repr(place))
        head = _HEAD.format(docstring=printable(docstring), imports=imports, name=name, body=body)
        return head + loop


def repeat(failure: Failure, intents: Sequence[Any]) -> Repeats:
    """Play failing intents several more times, and count how often they fail again."""
    failed = played = 0
    while played < (_FEW if failed == played else _MANY):
        played += 1
        failed += failure.check(intents) > 0
    return Repeats(failed, played)


def failure_of(source: Source, intents: Sequence[Any]) -> Failure | None:
    """Find out how intents fail in this process: a handler raises an error, or two runs differ."""
    crash = _crash(source.begin(), intents)
    if crash is not None:
        check = up_to_crash(source.begin, crash_of(crash))
        return Failure(f"{crash_of(crash)}: {one_line(crash)}", check, _PLAY)
    check = up_to_divergence(source.begin, source.begin)
    if check(intents):
        return Failure("two replays differ", check, _PLAY_TWICE.replace("{begin}", "begin()"))
    if source.begin_varied is None:
        return None
    debug = partial(source.begin_varied, debug=True)
    check = up_to_divergence(source.begin, debug)
    if not check(intents):
        return None
    crash = _crash(debug(), intents)
    said = "differs" if crash is None else f"raises {crash_of(crash)}: {one_line(crash)}"
    begin = "begin_varied(debug=True)"
    return Failure(f"debug mode {said}", check, _PLAY_TWICE.replace("{begin}", begin))


def _crash(simulation: Simulation, intents: Sequence[Any]) -> Exception | None:
    for intent in intents:
        try:
            simulation.perform(intent)
        except Exception as error:
            return error
    return None


def failure_elsewhere(
    recording: Recording, parting: Parting, intents: Sequence[Any]
) -> Failure | None:
    """Return how intents fail in another process, or None if the runs do not differ again.

    If the runs differ only sometimes, each check repeats them until a difference is almost sure.

    Raises:
        JournalError: The other process cannot perform the intents.
    """
    source, header = recording.source, recording.journal.header

    def check_times(times: int, intents: Sequence[Any]) -> int:
        encoded = [recording.first.encode(intent) for intent in intents]
        records = [(name, v, msgspec.Raw(encode(data))) for name, v, data in encoded]
        for _ in range(times if records else 0):
            courses = run_here_and_elsewhere(source, header, Intents(records), parting.seed)
            number = first_difference(*courses)
            if number is not None:
                return number + 1
        return 0

    failure = Failure("two processes differ", partial(check_times, 1), _PLAY_ELSEWHERE)
    times = repeat(failure, intents).needed
    return attrs.evolve(failure, check=partial(check_times, times)) if times else None


def failing_command(
    recording: Recording, intents: Sequence[Any], command: str, patience: int, verifies: str
) -> Failure:
    """Return a failure whose check is a command; messages use ``verifies`` as an example.

    Raises:
        UsageError: The command cannot be run, passes with all intents, or fails without intents.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    if not words:
        raise UsageError(f"--check needs a command, such as {verifies!r}")
    if not any("{}" in word for word in words):
        words.append("{}")

    def code(some: Sequence[Any]) -> int | None:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = write_small(recording, some, Path(folder, "candidate.jsonl"))
            return _code([word.replace("{}", str(path)) for word in words], patience)

    ended, nothing = code(intents), "there is nothing to shrink:"
    given = f"with all {counted(len(intents), 'intent')} the command"
    if ended is None:
        raise UsageError(
            f"{nothing} {given} had not ended after {counted(patience, 'second')}; give it more "
            "time with --timeout"
        )
    if ended != 1:
        raise UsageError(f"{nothing} {given} exits with {ended}, but only 1 means that it fails")
    if code([]) == 1:
        raise UsageError(f"{nothing} the command exits with 1 even for a journal without intents")
    arguments = f"[word.replace('{{}}', str(JOURNAL)) for word in {words!r}]"
    return Failure(
        f"{words[0]!r} exits with 1",
        lambda some: len(some) if code(some) == 1 else 0,
        _COMMAND.replace("{arguments}", arguments),
    )


def write_small(recording: Recording, intents: Sequence[Any], path: Path) -> Path:
    """Record some intents in a new journal with the present rules, and return its path.

    Raises:
        JournalError: The file exists already or cannot be written.
    """
    simulation = recording.source.begin()
    header = simulation.header if isinstance(simulation, Headed) else recording.journal.header
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
    return path


def _code(words: Sequence[str], patience: int) -> int | None:
    """Run a command and return its exit code, or None if it takes too long."""
    nowhere = subprocess.DEVNULL
    try:
        return subprocess.run(
            words, stdin=nowhere, stdout=nowhere, stderr=nowhere, timeout=patience, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return None
    except (OSError, ValueError) as error:  # ValueError: a word contains a NUL character
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"--check {words[0]!r} cannot be run: {reason}") from None
