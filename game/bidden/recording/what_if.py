"""What if: the same intents under one rule less, or with other data, beside the game as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from bidden.components.body.health import Health
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import level_of
from bidden.content.overrides import changed_catalogue
from bidden.events.minds import are_foes_by_nature
from bidden.intents import Intent
from bidden.recording import playing
from bidden.recording.notes import note
from bidden.session import Session
from bidden.state import Side
from eventcore import DispatchError, JournalError
from eventcore.cli import UsageError, printable
from eventcore.journal import INTENT, UPGRADE, Journal
from eventcore.replay import Lockstep, LockstepDivergence


@attrs.define
class _Course:
    """How the two went.

    Attributes:
        divergence: Where they part.
        logs: What the log of each says then and there.
        later: Where the logs first differ: the turn, and what is new in each.
        refused: How many intents each refused.
        newly_refused: How many the second refused that the first did not.
        skipped: How many were not given to the second any more, for it was over.
        raised: What a handler of the second raised, if one did.
        diverged: True where the first is not as it was recorded.
        upgraded: The line from which on the journal goes by other rules; 0 for none.
    """

    divergence: LockstepDivergence | None = None
    logs: tuple[list[str], list[str]] = ([], [])
    later: tuple[int, list[str], list[str]] | None = None
    refused: list[int] = attrs.field(factory=lambda: [0, 0])
    newly_refused: int = 0
    skipped: int = 0
    raised: str = ""
    diverged: bool = False
    upgraded: int = 0


def whatif(path: Path, mute: Sequence[str], changes: Sequence[str]) -> int:
    """Give a journal's intents to the game as it is and to one that is changed, and tell of both.

    Args:
        path: The journal.
        mute: Handlers to leave out, each as ``Component.method``.
        changes: Data to change, as ``changed_catalogue`` takes them.

    Raises:
        UsageError: No handler and no content is to be changed, or the content cannot be.
        RegistrationError: The handler to mute does not exist.
        JournalError: The journal cannot be read or played.
    """
    if not mute and not changes:
        raise UsageError("whatif needs something to change: --mute Component.method or --set …")
    journal = playing.load(path)
    one = note(path, journal, "played")
    try:
        catalogue = changed_catalogue(changes, one.catalogue.mods)
        other = _changed(journal, mute, catalogue)
    except ContentError as error:
        raise UsageError(str(error)) from None
    except DispatchError as error:
        raise UsageError(f"the game cannot begin so: {error}") from None
    with playing.errors_named(path):
        course = _play(Lockstep(one, other), one, other, journal)
    for line in _lines(course, one, other):
        print(printable(line))
    return 0


def _changed(journal: Journal, mute: Sequence[str], catalogue: Catalogue) -> Session:
    level = level_of(journal.header)
    return Session(journal.header.seed, level=level, catalogue=catalogue, mute=mute)


def _play(lockstep: Lockstep, one: Session, other: Session, journal: Journal) -> _Course:
    course = _Course()
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            course.upgraded = line
            break
        turn = one.world.turn
        digest, _ = lockstep.seal(turn)
        course.diverged |= digest != record.digest
        if record.kind != INTENT:
            continue
        try:
            intent = one.decode(record.type, record.v, record.data)
        except JournalError as error:
            raise JournalError(f"line {line}: {error}", line=line) from None
        over = other.ending is not None or lockstep.raised is not None
        before = one.world.sequence, other.world.sequence
        try:
            if over:
                one.perform(intent)
            else:
                _perform(lockstep, intent, course)
        except Exception as error:
            reason = f"raises {type(error).__name__}: {error}; there is nothing to compare"
            raise JournalError(f"line {line}: {reason}", line=line) from error
        if over:
            course.skipped += 1
            continue
        logs = _since(one, before[0]), _since(other, before[1])
        if course.divergence is None and lockstep.divergence is not None:
            course.divergence, course.logs = lockstep.divergence, logs
        if lockstep.divergence is not None and course.later is None and logs[0] != logs[1]:
            course.later = (turn, *logs)
    lockstep.seal(one.world.turn)
    course.divergence = lockstep.divergence
    if lockstep.raised is not None:
        course.raised = f"{type(lockstep.raised).__name__}: {lockstep.raised}"
    return course


def _perform(lockstep: Lockstep, intent: Intent, course: _Course) -> None:
    actions = lockstep.perform(intent)
    failed = [action is not None and action.failed for action in actions]
    course.refused = [count + lost for count, lost in zip(course.refused, failed, strict=True)]
    course.newly_refused += failed[1] and not failed[0]


def _since(session: Session, sequence: int) -> list[str]:
    """Give the lines of the log that tell of events after one."""
    return [line.text for line in session.messages.lines if line.sequence > sequence]


def _lines(course: _Course, one: Session, other: Session) -> list[str]:
    lines = []
    if course.diverged:
        lines.append("(the game goes another way now than it was recorded: see bidden verify)")
    if course.upgraded:
        since = f"from line {course.upgraded} on the journal goes by other rules"
        lines.append(f"({since}: only what came before is compared)")
    divergence = course.divergence
    if divergence is None and not course.raised:
        return [*lines, f"nothing would differ in {one.world.turn} turns"]
    if divergence is not None:
        lines.append(_first_divergence(divergence))
        lines += _both(*course.logs)
    if course.later is not None and course.later[1:] != course.logs:
        turn, mine, theirs = course.later
        lines += [f"the log tells of it first on turn {turn}:", *_both(mine, theirs)]
    if course.raised:
        lines.append(f"then, on turn {other.world.turn}, a handler raises {course.raised}")
    ends = zip(
        ("", *_NAMES), ("as it was", *_sum_up(one)), ("what if", *_sum_up(other)), strict=True
    )
    lines += ["in the end:", *(f"  {name:<10} {a:<14} {b}".rstrip() for name, a, b in ends)]
    lines.append(
        f"  {'refused':<10} {course.refused[0]:<14} {course.refused[1]}, "
        f"{course.newly_refused} of which were not before"
    )
    if course.skipped:
        lines.append(f"  {course.skipped} intents were left when that was over")
    return lines


def _first_divergence(divergence: LockstepDivergence) -> str:
    if not divergence.intents:
        return "they differ from the beginning"
    where = f"they part on turn {divergence.turn}, with intent {divergence.intents}"
    if not divergence.event:
        return f"{where}, in what chance or time brings"
    was, now = divergence.values
    return f"{where}: {divergence.event}: {divergence.field} {was!r} as it was, {now!r} now"


def _both(mine: list[str], theirs: list[str]) -> list[str]:
    return [
        *(f"  as it was: {line}" for line in mine or ["(nothing)"]),
        *(f"  what if:   {line}" for line in theirs or ["(nothing)"]),
    ]


_NAMES = ("turn", "hp", "ending", "foes left")


def _sum_up(session: Session) -> tuple[str, ...]:
    health = session.player[Health]
    everyone = session.world.having(Side)
    foes = sum(are_foes_by_nature(session.player, creature) for creature in everyone)
    ending = "-" if session.ending is None else session.ending.value
    return str(session.world.turn), f"{health.hp}/{health.most}", ending, str(foes)
