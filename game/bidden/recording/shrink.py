"""Shrinking a failing game: the fewest intents that still fail, and a test that plays them."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from rich.progress import Progress

from bidden.content.mods import level_of
from bidden.intents import Intent
from bidden.recording import playing
from bidden.recording.notes import warn
from bidden.recording.verify import bar
from bidden.session import Session
from eventcore import JournalError
from eventcore.cli import UsageError, printable
from eventcore.journal import INTENT, UPGRADE, Journal
from eventcore.replay import (
    Check,
    Shrinking,
    crash_of,
    record_again,
    up_to_crash,
    up_to_divergence,
    verify,
)

_INTERRUPTED = 130
_MOST_SHOWN = 12


@attrs.frozen
class _Failure:
    """How a game fails.

    Attributes:
        summary: In words.
        check: Says of intents whether they fail so.
        test: The body of a test of it.
    """

    summary: str
    check: Check[Intent]
    test: str


_PLAY = """\
    journal = playing.load(JOURNAL)
    session = playing.session_for(journal)
    for record in journal.records:
        if record.kind == "intent":
            session.perform(session.decode(record.type, record.v, record.data))
"""
_PLAY_TWICE = """\
    journal = playing.load(JOURNAL)
    how = {"level": level_of(journal.header), "mods": mods_of(journal.header)}
    one = Session(journal.header.seed, **how)
    other = Session(journal.header.seed, **how, debug={debug})
    for record in journal.records:
        if record.kind == "intent":
            for session in (one, other):
                session.perform(session.decode(record.type, record.v, record.data))
            assert one.digest.seal() == other.digest.seal()
"""
_COMMAND = """\
    done = subprocess.run({arguments}, check=False)
    assert done.returncode != 1
"""


def shrink(path: Path, command: str | None, out: Path | None, patience: int) -> int:
    """Reduce a failing journal, and write the small one and a test that plays it.

    Args:
        path: The journal.
        command: What is run with a candidate to see whether it fails, which exit code 1 says.
            Without one it fails if a handler raises, or if two replays of it differ.
        out: The small journal; by default its name is that of the journal with ``.small``.
        patience: How many seconds the command may take; one that takes longer is ended, and
            says that the candidate does not fail.

    Raises:
        UsageError: The game does not fail, or the files are there already.
        JournalError: The journal cannot be read, or the small one not be written.
    """
    journal = playing.load(path)
    _refuse_upgrades(path, journal)
    if journal.problem is not None:
        warn(f"{journal.problem}; what is whole is taken", path)
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if file.exists():
            raise UsageError(f"{file}: exists already; name another file with --out")
    begin = partial(playing.session_for, journal)
    intents = _intents(journal, begin())
    with TemporaryDirectory(prefix="bidden-") as folder, bar() as progress:
        failure = _failure(journal, intents, command, Path(folder), patience)
        search, interrupted = _search(intents, failure, progress)
    record_again(begin(), begin().header, search.best, small)
    _write(test, _text_of(failure, small, len(search.best)))
    still = "so far " if interrupted else ""
    counts = f"{len(intents)} intents to {len(search.best)}, {search.checks} checks"
    print(printable(f"{failure.summary}: {still}shrunk from {counts}"))
    for intent in search.best[:_MOST_SHOWN]:
        print(printable(f"  {intent}"))
    if len(search.best) > _MOST_SHOWN:
        print(f"  and {len(search.best) - _MOST_SHOWN} more")
    print(printable(f"written: {small} and {test}"))
    return _INTERRUPTED if interrupted else 0


def _refuse_upgrades(path: Path, journal: Journal) -> None:
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"{path}: goes over to other rules in line {line}: its intents do not lead from "
                "the beginning to the end, and cannot be shrunk"
            )


def _intents(journal: Journal, session: Session) -> list[Intent]:
    intents: list[Intent] = []
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.kind == INTENT:
            try:
                intents.append(session.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
    return intents


def _search(
    intents: Sequence[Intent], failure: _Failure, progress: Progress
) -> tuple[Shrinking[Intent], bool]:
    task = progress.add_task("intents left", total=len(intents), completed=len(intents))

    def progressed(left: int, checks: int) -> None:
        progress.update(task, completed=left, description=f"{checks} checks, intents left")

    search = Shrinking(intents, failure.check, progressed)
    try:
        search.run()
    except KeyboardInterrupt:
        return search, True
    return search, False


def _failure(
    journal: Journal, intents: Sequence[Intent], command: str | None, folder: Path, patience: int
) -> _Failure:
    """Find out how a game fails.

    Raises:
        UsageError: The game does not fail.
    """
    begin: Callable[[], Session] = partial(playing.session_for, journal)
    if command is not None:
        return _failing_command(begin, intents, command, folder, patience)
    crash = _crash(begin, intents)
    if crash is not None:
        check = up_to_crash(begin, crash_of(crash))
        return _Failure(f"{crash_of(crash)}: {_one_line(crash)}", check, _PLAY)
    level, mods = level_of(journal.header), begin().catalogue.mods
    for debug, summary in ((False, "two replays differ"), (True, "debug mode differs")):
        second = partial(Session, journal.header.seed, level=level, mods=mods, debug=debug)
        check = up_to_divergence(begin, second)
        if check(intents):
            return _Failure(summary, check, _PLAY_TWICE.replace("{debug}", str(debug)))
    divergence = verify(begin(), journal)
    diverged = f" Its replay {divergence}; see bidden verify." if divergence else ""
    raise UsageError(
        "there is nothing to shrink: no handler raises, two replays are the same, and debug mode "
        f"is too; say with --check COMMAND what fails.{diverged}"
    )


def _crash(begin: Callable[[], Session], intents: Sequence[Intent]) -> Exception | None:
    session = begin()
    for intent in intents:
        try:
            session.perform(intent)
        except Exception as error:
            return error
    return None


def _failing_command(
    begin: Callable[[], Session],
    intents: Sequence[Intent],
    command: str,
    folder: Path,
    patience: int,
) -> _Failure:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    if not words:
        raise UsageError("--check needs a command, such as 'bidden verify'")
    candidate = folder / "candidate.jsonl"

    def code(some: Sequence[Intent]) -> int | None:
        candidate.unlink(missing_ok=True)
        record_again(begin(), begin().header, some, candidate)
        try:
            return subprocess.run(
                _with(words, str(candidate)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
                timeout=patience,
            ).returncode
        except subprocess.TimeoutExpired:
            return None
        except (OSError, ValueError) as error:  # ValueError: a NUL in a word
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"--check {words[0]!r} cannot be run: {reason}") from None

    ended = code(intents)
    if ended is None:
        raise UsageError(
            f"there is nothing to shrink: with all {len(intents)} intents the command had not "
            f"ended after {patience} seconds; give it longer with --timeout"
        )
    if ended != 1:
        raise UsageError(
            f"there is nothing to shrink: with all {len(intents)} intents the command exits with "
            f"{ended}, and only 1 means that it fails"
        )
    if code([]) == 1:
        raise UsageError(
            "there is nothing to shrink: the command exits with 1 for a journal without any intent"
        )
    arguments = "[" + ", ".join(_with([repr(word) for word in words], "str(JOURNAL)")) + "]"
    if any("{}" in word for word in words):
        arguments = f"[word.replace('{{}}', str(JOURNAL)) for word in {words!r}]"
    test = _COMMAND.replace("{arguments}", arguments)
    return _Failure(
        f"{words[0]!r} exits with 1", lambda some: len(some) if code(some) == 1 else 0, test
    )


def _with(words: Sequence[str], path: str) -> list[str]:
    """Put a path into a command: in the place of each ``{}``, or at its end."""
    if any("{}" in word for word in words):
        return [word.replace("{}", path) for word in words]
    return [*words, path]


def _text_of(failure: _Failure, small: Path, count: int) -> str:
    """Write the test that plays the small journal."""
    uses = "import subprocess\n" if "subprocess" in failure.test else ""
    imports = ""
    if "playing" in failure.test:
        imports += "from bidden.recording import playing\n"
    if "Session(" in failure.test:
        imports += "from bidden.content.mods import level_of, mods_of\n"
        imports += "from bidden.session import Session\n"
    docstring = printable(f"{count} intents that failed: {failure.summary}.")
    return (
        f"{docstring!r}\n\n{uses}from pathlib import Path\n\n{imports}\n"
        f"JOURNAL = Path(__file__).with_name({small.name!r})\n\n\n"
        f"def test_the_intents_that_failed_can_be_played() -> None:\n{failure.test}"
    )


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
