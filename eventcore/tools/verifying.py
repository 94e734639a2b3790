"""Verify a journal: replay it, and report differences and the handlers that may be the cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from eventcore.diagnose.nondeterminism import find_parting
from eventcore.diagnose.report import Account, account_of
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.files import STDIN
from eventcore.journal.format import code_change
from eventcore.replay import Keyframes
from eventcore.replay.comparison import parse_path
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, verify_segments
from eventcore.text import with_place
from eventcore.tools.naming import Names
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, UsageError, counted

_FEW: Final = 50  # the maximum number of turns for which all events are suggested


def check(simulations: Simulations, path: Path, **options: Any) -> Result:
    """Open a journal, and verify it with ``check_recording``, which takes the same options."""
    try:
        return check_recording(simulations.open(path, events=True), **options)
    except JournalError as error:
        return Result(UNREADABLE, warnings=[str(error)])


def check_recording(
    recording: Recording,
    progressed: Callable[[int, int], None] | None = None,
    *,
    twice: bool = False,
    hash_seeds: int = 0,
) -> Result:
    """Replay a journal, and report differences and the handlers that may have caused them.

    With ``twice``, the intents also run twice in one process, to find state outside the world.
    ``hash_seeds`` is the number of additional processes that run the intents, to find rules that
    depend on the order of a set, a clock or unseeded randomness. ``progressed`` is called with the
    number of records already checked and the total number of records.
    """
    if hash_seeds < 0:
        raise UsageError("--hash-seeds, the number of processes, must be at least 0")
    journal, path = recording.journal, recording.path
    with journal.errors_named():
        start = perf_counter()
        segments = verify_segments(recording.source, journal, progressed)
        seconds = perf_counter() - start
        accounts = [_account(segment, recording) for segment in segments]
        problems = [*_differences(segments, accounts, path)]
        code = max(UNREADABLE if x.unreadable else SAME if x.same else DIVERGED for x in segments)
        if code == SAME and (twice or hash_seeds):
            partings = _partings(segments, recording, twice, hash_seeds)
            problems += partings
            code = DIVERGED if partings else SAME
    problems += recording.notes()
    problem = journal.problem
    if problem is not None:
        whole = "; the complete part is the same" if code == SAME else ""
        problems.append(f"{path}: {problem}{whole}")
        # If a replay differs, an incomplete last line does not change the exit code.
        diverged = code == DIVERGED and problem.torn
        return Result(DIVERGED if diverged else UNREADABLE, warnings=problems)
    if code != SAME:
        differs = len(segments) == 1 and segments[0].divergence and not segments[0].raised
        return Result(code, [], problems, bool(differs and accounts[0].parting is None))
    turns = segments[-1].turn
    extent = [counted(len(journal.records), "record"), counted(turns, "turn")]
    if journal.header.events:
        extent.insert(1, counted(sum(map(len, journal.events)), "event"))
    if twice:
        extent.append("identical both times")
    if hash_seeds:
        extent.append(f"the same with {counted(hash_seeds, 'other hash seed')}")
    rate = turns / seconds if seconds else 0.0
    return Result(SAME, [f"{path}: same: {', '.join(extent)}, {rate:,.0f} turns/s"], problems)


def totals(codes: Sequence[int]) -> str:
    """Return a line with the number of journals for each exit code."""
    same, diverged, unreadable = map(codes.count, (SAME, DIVERGED, UNREADABLE))
    journals = counted(len(codes), "journal")
    return f"{journals}: {same} the same, {diverged} diverged, {unreadable} not fully checked"


def _partings(
    segments: Sequence[Segment], recording: Recording, twice: bool, hash_seeds: int
) -> list[str]:
    source, journal, lines = recording.source, recording.journal, list[str]()
    if hash_seeds and not source.made_by:
        remedy = "set the made_by of their Source to package.module:callable"
        raise UsageError(f"--hash-seeds: other processes cannot create these simulations; {remedy}")
    seeds = [str(number) for number in range(1, hash_seeds + 1)]
    for segment in segments:
        found = find_parting(source, journal, segment, twice=True) if twice else None
        found = found or find_parting(source, journal, segment, seeds)
        if found is not None:
            lines.append(f"{recording.path}: the same as recorded, but {found}")
            lines.append(_look_closer(recording, f"--turn {found.turn}"))
    return lines


def _differences(
    segments: Sequence[Segment], accounts: Sequence[Account], path: Path
) -> Iterator[str]:
    for number, (segment, account) in enumerate(zip(segments, accounts, strict=True), 1):
        of = f"segment {number} of {len(segments)}: " if len(segments) > 1 else ""
        if account.lines:
            yield f"{path}: {of}{account.lines[0]}"
            yield from account.lines[1:]
        elif of:
            yield f"{path}: {of}same, {counted(segment.end - segment.start, 'record')}"


def _account(segment: Segment, recording: Recording) -> Account:
    journal, found = recording.journal, segment.divergence
    names = Names(recording.source, recording.first.world, journal.names)
    keyframes = Keyframes.beside(recording.path, write=False)
    account = account_of(segment, journal, recording.source, keyframes, names.value)
    if segment.raised is not None:
        remedy = f"to find a few intents that raise it, run: {recording.call('shrink')}"
        account.lines[0] = f"{with_place(segment.raised)}; {remedy}"
    elif segment.unreadable is not None and segment.unreadable.line > journal.lines[segment.start]:
        account.lines[0] += f"; the part before it {'is the same' if found is None else 'differs'}"
    changed = code_change(segment.header, recording.header)
    if changed and account.lines and segment.unreadable is None:
        account.lines.append(f"  {changed}")
    if found is not None and recording.path != STDIN:
        saved = Path(f"{recording.path}.keys")
        if not (found.event or account.parting or account.paths or saved.exists()):
            said = "the file with saved states, is missing; with it, verify can name the field"
            account.lines.append(f"  {saved.name}, {said}")
        options = _where(segment, found, account, journal)
        account.lines.append(_look_closer(recording, options))
    return account


def _look_closer(recording: Recording, options: str) -> str:
    return f"  look closer with: {recording.call('explain')} {options}"


def _where(segment: Segment, found: Divergence, account: Account, journal: Journal) -> str:
    """Return the options of ``explain`` that show a difference."""
    if account.parting is not None:
        return f"--turn {account.parting.turn}"
    if found.field == STATE:
        since = journal.records[segment.start].turn if found.since is None else found.since
    elif found.event:
        since = found.turn
    else:  # begin one record earlier, because the digest includes that record's events
        since = journal.records[max(journal.lines.index(found.line) - 1, 0)].turn
    turns = f"--turn {since}" if since == found.turn else f"--turn {since}-{found.turn}"
    if found.field != STATE and found.turn - since <= _FEW:
        return turns
    whole = (since, found.turn) == (journal.records[0].turn, journal.records[-1].turn)
    places = [parse_path(path)[1:3] for path in account.paths]
    changes = [f"--changes {field} --of {entity}" for entity, field in places if "." in field]
    shown = [*changes, *(f"--of {entity}" for entity, _ in places if entity), ""][0]
    return shown if shown and whole else f"{shown} {turns}".lstrip()
