"""What if: the same intents under one rule less, or with other data, beside the game as it was."""

from __future__ import annotations

import sys
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
from bidden.session import Session
from bidden.state import Side
from eventcore import JournalError
from eventcore.cli import UsageError, printable
from eventcore.journal import INTENT, UPGRADE, Journal
from eventcore.replay import Lockstep, LockstepDivergence

__all__ = ["whatif"]


@attrs.define
class _Story:
    """How the two went.

    Attributes:
        divergence: Where they part.
        told: What the log says then and there, of each.
        later: Where the logs first differ: the turn, and what is new in each.
        refused: How many intents each refused.
        newly: How many the second refused that the first did not.
        left: How many were not given to the second any more, for it was over.
        raised: What a handler of the second raised, if one did.
        strayed: True where the first is not as it was recorded.
        upgraded: The line from which on the journal goes by other rules; 0 for none.
    """

    divergence: LockstepDivergence | None = None
    told: tuple[list[str], list[str]] = ([], [])
    later: tuple[int, list[str], list[str]] | None = None
    refused: list[int] = attrs.field(factory=lambda: [0, 0])
    newly: int = 0
    left: int = 0
    raised: str = ""
    strayed: bool = False
    upgraded: int = 0


def whatif(path: Path, mute: Sequence[str], changes: Sequence[str]) -> int:
    """Give a journal's intents to the game as it is and to one that is changed, and tell of both.

    Args:
        path: The journal.
        mute: Handlers to leave out, each as ``Component.method``.
        changes: Data to change, as ``changed_catalogue`` takes them.

    Raises:
        UsageError: Nothing is to be changed, or it cannot be.
        RegistrationError: There is no such handler.
        JournalError: The journal cannot be read or played.
    """
    if not mute and not changes:
        raise UsageError("whatif needs something to change: --mute Component.method or --set …")
    journal = playing.load(path)
    one = playing.session_for(journal)
    notes = playing.differences(one, journal)
    if journal.problem is not None:
        notes.append(f"{journal.problem}; what is whole is played")
    for note in notes:
        print(f"bidden: {printable(f'{path}: {note}')}", file=sys.stderr)
    try:
        catalogue = changed_catalogue(changes, one.catalogue.mods)
        other = _changed(journal, mute, catalogue)
    except ContentError as error:
        raise UsageError(str(error)) from None
    with playing.naming(path):
        story = _tell(Lockstep(one, other), one, other, journal)
    for line in _lines(story, one, other):
        print(printable(line))
    return 0


def _changed(journal: Journal, mute: Sequence[str], catalogue: Catalogue) -> Session:
    level = level_of(journal.header)
    return Session(journal.header.seed, level=level, catalogue=catalogue, mute=mute)


def _tell(lockstep: Lockstep, one: Session, other: Session, journal: Journal) -> _Story:
    story = _Story()
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            story.upgraded = line
            break
        turn = one.world.turn
        digest, _ = lockstep.seal(turn)
        story.strayed |= digest != record.digest
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
                _perform(lockstep, intent, story)
        except Exception as error:
            said = f"line {line}: raises {type(error).__name__}: {error}"
            raise JournalError(f"{said}; there is nothing to compare", line=line) from error
        if over:
            story.left += 1
            continue
        told = _since(one, before[0]), _since(other, before[1])
        if story.divergence is None and lockstep.divergence is not None:
            story.divergence, story.told = lockstep.divergence, told
        if lockstep.divergence is not None and story.later is None and told[0] != told[1]:
            story.later = (turn, *told)
    lockstep.seal(one.world.turn)
    story.divergence = lockstep.divergence
    if lockstep.raised is not None:
        story.raised = f"{type(lockstep.raised).__name__}: {lockstep.raised}"
    return story


def _perform(lockstep: Lockstep, intent: Intent, story: _Story) -> None:
    actions = lockstep.perform(intent)
    failed = [action is not None and action.failed for action in actions]
    story.refused = [count + lost for count, lost in zip(story.refused, failed, strict=True)]
    story.newly += failed[1] and not failed[0]


def _since(session: Session, sequence: int) -> list[str]:
    """Give the lines of the log that tell of events after one."""
    return [line.text for line in session.messages.lines if line.sequence > sequence]


def _lines(story: _Story, one: Session, other: Session) -> list[str]:
    lines = []
    if story.strayed:
        lines.append("(the game goes another way now than it was recorded: see bidden verify)")
    if story.upgraded:
        since = f"from line {story.upgraded} on the journal goes by other rules"
        lines.append(f"({since}: told is what came before)")
    divergence = story.divergence
    if divergence is None and not story.raised:
        return [*lines, f"nothing would be another in {one.world.turn} turns"]
    if divergence is not None:
        lines.append(_first_divergence(divergence))
        lines += _both(*story.told)
    if story.later is not None and story.later[1:] != story.told:
        turn, mine, theirs = story.later
        lines += [f"the log tells of it first on turn {turn}:", *_both(mine, theirs)]
    if story.raised:
        lines.append(f"then, on turn {other.world.turn}, a handler raises {story.raised}")
    ends = zip(
        ("", *_NAMES), ("as it was", *_sum_up(one)), ("what if", *_sum_up(other)), strict=True
    )
    lines += ["in the end:", *(f"  {name:<10} {a:<14} {b}".rstrip() for name, a, b in ends)]
    lines.append(
        f"  {'refused':<10} {story.refused[0]:<14} {story.refused[1]}, "
        f"{story.newly} of which were not before"
    )
    if story.left:
        lines.append(f"  {story.left} intents were left when that was over")
    return lines


def _first_divergence(divergence: LockstepDivergence) -> str:
    if not divergence.intents:
        return "they differ from the beginning"
    said = f"they part on turn {divergence.turn}, with intent {divergence.intents}"
    if not divergence.event:
        return f"{said}, in what chance or time brings"
    was, now = divergence.values
    return f"{said}: {divergence.event}: {divergence.field} {was!r} as it was, {now!r} now"


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
