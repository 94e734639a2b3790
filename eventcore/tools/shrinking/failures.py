"""How a recording fails: what tells of some intents that they do, and a test that plays them."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from math import ceil, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from eventcore.replay import Source
from eventcore.replay.shrinking import Check, crash_of, record_again, up_to_crash, up_to_divergence
from eventcore.replay.simulation import Headed, Simulation
from eventcore.text import printable
from eventcore.tools.opening import Recording, find_callable
from eventcore.tools.results import UsageError, counted, one_line
from eventcore.tools.shrinking.stopping import unstopped

_FEW = 5
"""So often what was found is played again; if it fails each time, it always does."""
_MANY = 20
"""So often otherwise, to learn how often it fails."""
_MISSED = 0.001
"""How likely a test may be to pass though the bug is there."""


@attrs.frozen
class Repeats:
    """How often some intents failed when they were played again.

    Attributes:
        failed: So often.
        played: Out of so many times.
    """

    failed: int
    played: int

    @property
    def flickers(self) -> bool:
        """True where the same intents failed once and once did not."""
        return self.failed < self.played

    @property
    def needed(self) -> int:
        """How often they are to be played until they fail, as good as surely; 0 if never."""
        if not self.flickers:
            return 1
        share = self.failed / self.played
        return ceil(log(_MISSED) / log(1 - share)) if self.failed else 0

    def __str__(self) -> str:
        said = f"the check flickers: what is left failed {self.failed} of {self.played} times"
        if not self.failed:
            return f"{said} when it was played again; the test may pass though the bug is there"
        return f"{said}, so more may be left than is needed; the test plays it {self.needed} times"


@attrs.frozen
class Failure:
    """How a recording fails.

    Attributes:
        summary: In words.
        check: Says of intents whether they fail so.
        test: The body of a test of it.
    """

    summary: str
    check: Check[Any]
    test: str

    def test_of(self, place: str, name: str, count: int, repeats: Repeats | None) -> str:
        """Write the test that plays a small journal.

        Args:
            place: What makes the simulations, as ``package.module:callable``.
            name: The journal's name, beside the test.
            count: How many intents it has.
            repeats: How often it failed when it was played again; None where that is not known.
        """
        uses = "import subprocess\n" if "subprocess" in self.test else ""
        module, _, make = place.partition(":")
        source, imports = f"from {module} import {make}\n", ""
        if "." in make or isinstance(find_callable(place), type):  # no function of a module
            source = "from eventcore.tools import Simulations\n"
            make = f"Simulations.named({place!r}).make"
        if "find_parting" in self.test:
            imports = (
                f"from attrs import evolve\n{source}\n"
                "from eventcore.diagnose.nondeterminism import find_parting\n"
                "from eventcore.journal import Journal\n"
                "from eventcore.replay.segments import Segment\n"
            )
        elif "Journal.read" in self.test:
            imports = f"{source}\nfrom eventcore.journal import Journal\n"
        docstring = f"{counted(count, 'intent')} that failed: {self.summary}."
        times = 1 if repeats is None else repeats.needed
        if not times:
            docstring += " They did not fail again: this test may pass though the bug is there."
        loop = f"    for _ in range({times}):\n        play()\n" if times > 1 else "    play()\n"
        body = self.test.replace("{make}", make)
        return (
            f"{printable(docstring)!r}\n\n{uses}from pathlib import Path\n\n{imports}\n"
            f"JOURNAL = Path(__file__).with_name({name!r})\n\n\n"
            f"def play() -> None:\n{body}\n\n"
            f"def test_the_intents_that_failed_can_be_played() -> None:\n{loop}"
        )


_PLAY = """\
    journal = Journal.read(JOURNAL)
    simulation = {make}(journal).begin()
    for record in journal.records:
        if record.kind == "intent":
            simulation.perform(simulation.decode(record.type, record.v, record.data))
"""
_PLAY_TWICE = """\
    journal = Journal.read(JOURNAL)
    one, other = {make}(journal).begin(), {make}(journal).{begin}
    for record in journal.records:
        if record.kind == "intent":
            for simulation in (one, other):
                simulation.perform(simulation.decode(record.type, record.v, record.data))
            assert one.digest.seal() == other.digest.seal()
"""
_COMMAND = """\
    done = subprocess.run({arguments}, check=False)
    assert done.returncode != 1
"""


def repeat(failure: Failure, intents: Sequence[Any]) -> Repeats:
    """Play intents that failed again, a few times, and count how often they fail."""
    failed = played = 0
    while played < (_FEW if failed == played else _MANY):
        played += 1
        failed += failure.check(intents) > 0
    return Repeats(failed, played)


def failure_of(source: Source, intents: Sequence[Any]) -> Failure | None:
    """Find out whether a handler raises, or two runs of the same intents differ."""
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


def failing_command(
    recording: Recording, intents: Sequence[Any], command: str, patience: int, verifies: str
) -> Failure:
    """Have a command say what fails.

    Args:
        recording: What the intents are of.
        intents: All of them.
        command: The command; a candidate's path is put at its end, or in place of ``{}``.
        patience: How many seconds it may take.
        verifies: A command that would do, for a hint.

    Raises:
        UsageError: The command cannot be run, or does not fail.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    if not words:
        raise UsageError(f"--check needs a command, such as {verifies!r}")

    def code(some: Sequence[Any]) -> int | None:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            return _code(
                words, patience, write_small(recording, some, Path(folder, "candidate.jsonl"))
            )

    ended, nothing = code(intents), "there is nothing to shrink:"
    if ended is None:
        raise UsageError(
            f"{nothing} with all {len(intents)} intents the command had not ended after "
            f"{patience} seconds; give it longer with --timeout"
        )
    if ended != 1:
        raise UsageError(
            f"{nothing} with all {len(intents)} intents the command exits with {ended}, and only "
            "1 means that it fails"
        )
    if code([]) == 1:
        raise UsageError(f"{nothing} the command exits with 1 for a journal without any intent")
    arguments = "[" + ", ".join(_with([repr(word) for word in words], "str(JOURNAL)")) + "]"
    if any("{}" in word for word in words):
        arguments = f"[word.replace('{{}}', str(JOURNAL)) for word in {words!r}]"
    return Failure(
        f"{words[0]!r} exits with 1",
        lambda some: len(some) if code(some) == 1 else 0,
        _COMMAND.replace("{arguments}", arguments),
    )


def write_small(recording: Recording, intents: Sequence[Any], path: Path) -> Path:
    """Record some of a recording's intents anew, by the present rules, and give the path.

    Raises:
        JournalError: The file exists already or cannot be written.
    """
    simulation = recording.source.begin()
    header = simulation.header if isinstance(simulation, Headed) else recording.journal.header
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
    return path


def _code(words: Sequence[str], patience: int, candidate: Path) -> int | None:
    """Run a command on a candidate, and give its exit code; None where it takes too long."""
    with ExitStack() as stack:
        try:
            with unstopped():
                process = subprocess.Popen(
                    _with(words, str(candidate)),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                stack.enter_context(process)
                stack.callback(process.kill)
        except (OSError, ValueError) as error:  # ValueError: a NUL in a word
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"--check {words[0]!r} cannot be run: {reason}") from None
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            return None


def _with(words: Sequence[str], path: str) -> list[str]:
    """Put a path into a command: in the place of each ``{}``, or at its end."""
    if any("{}" in word for word in words):
        return [word.replace("{}", path) for word in words]
    return [*words, path]
