"""Finishing: what is kept of a game that was played, once it is over."""

from __future__ import annotations

from pathlib import Path

import attrs

from bidden.recording.folder.files import morgue_path, records_path
from bidden.recording.folder.morgue import MESSAGES, morgue
from bidden.recording.folder.records import keep, record_of
from bidden.recording.marking.told_of import Fits, lines_told
from bidden.recording.playing import Play, load
from bidden.view import Line
from eventcore import JournalError
from eventcore.journal import Journal


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


@attrs.frozen
class Wanted:
    """Which messages are kept of a game.

    Attributes:
        last: How many of the last ones.
        fits: Says which of all others; None for none.
    """

    last: int = MESSAGES
    fits: Fits | None = None

    def of(self, journal: Journal) -> list[Line]:
        """Give those of all others.

        Raises:
            JournalError: The journal cannot be played.
        """
        return [] if self.fits is None else lines_told(journal, self.fits)


def finish(game: Play, wanted: Wanted | None = None) -> Finished:
    """Keep how a game went beside its journal, and of a run a record; of one under way nothing.

    Args:
        game: The game, closed.
        wanted: Which messages are kept; None for the last few.
    """
    if game.session.ending is None:
        return Finished()
    problems, told_in, score = list[str](), None, None
    path = morgue_path(game.path, game.session.ending)
    try:
        # The name of a journal may hold what is no text.
        path.write_text(_morgue_of(game, wanted or Wanted()), "utf-8", "backslashreplace")
        told_in = path
    except (OSError, JournalError) as error:
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


def _morgue_of(game: Play, wanted: Wanted) -> str:
    view = game.view()
    causes, plainly = (
        game.why(view.turn, view.death, brief=True, plain=plain) if view.death else ()
        for plain in (False, True)
    )
    told_of = [] if wanted.fits is None else wanted.of(load(game.path))
    return morgue(game.session, game.path, causes, plainly, wanted.last, told_of)


def _reason(error: OSError | JournalError) -> object:
    return error.strerror if isinstance(error, OSError) and error.strerror else error
