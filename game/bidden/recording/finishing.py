"""Finishing: what is kept of a game that was played, once it is over."""

from __future__ import annotations

from pathlib import Path

import attrs

from bidden.recording.files import morgue_path, records_path
from bidden.recording.morgue import MESSAGES, morgue
from bidden.recording.playing import Play, load
from bidden.recording.records import keep, record_of
from eventcore import JournalError


@attrs.frozen
class Finished:
    """What was kept of a game.

    Attributes:
        told_in: The file that tells how it went; None where there is none.
        score: The score of a run, once that is among the records; None where it is not.
        problems: What could not be kept, and why, in lines.
    """

    told_in: Path | None = None
    score: int | None = None
    problems: tuple[str, ...] = ()


def finish(game: Play, last_messages: int = MESSAGES) -> Finished:
    """Keep how a game went beside its journal, and of a run a record; of one under way nothing.

    Args:
        game: The game, closed.
        last_messages: How many of the last messages are kept.
    """
    if game.session.ending is None:
        return Finished()
    problems, told_in, score = list[str](), None, None
    path = morgue_path(game.path, game.session.ending)
    try:
        path.write_text(_morgue_of(game, last_messages), "utf-8")
        told_in = path
    except OSError as error:
        problems.append(f"{path}: how the game went cannot be kept there: {_reason(error)}")
    records = records_path()
    try:
        record = record_of(game.session, game.path.absolute(), load(game.path))
        if record is not None:
            keep(record, records)
            score = record.score
    except (OSError, JournalError) as error:
        problems.append(f"{records}: how the run went cannot be kept there: {_reason(error)}")
    return Finished(told_in, score, tuple(problems))


def _morgue_of(game: Play, last_messages: int) -> str:
    view = game.view()
    if not view.death:
        return morgue(game.session, game.path, last_messages=last_messages)
    causes, plainly = (
        game.why(view.turn, view.death, brief=True, plain=plain) for plain in (False, True)
    )
    return morgue(game.session, game.path, causes, plainly, last_messages)


def _reason(error: OSError | JournalError) -> object:
    return error.strerror if isinstance(error, OSError) and error.strerror else error
