"""Save the morgue file and the record of a game that is over."""

from __future__ import annotations

from pathlib import Path

import attrs

from bidden.recording.folder.files import morgue_path, records_path
from bidden.recording.folder.morgue import morgue
from bidden.recording.folder.records import keep, record_of
from bidden.recording.playing import Play, load
from bidden.words import phrase
from eventcore import JournalError


@attrs.frozen
class Finished:
    """The saved results of a game.

    Attributes:
        told_in: The morgue file, or None.
        score: The score of a run, if it was recorded.
        problems: Lines about files that could not be saved, and why.
    """

    told_in: Path | None = None
    score: int | None = None
    problems: tuple[str, ...] = ()


def finish(game: Play) -> Finished:
    """Write the morgue file of a closed game, and a record of a finished run."""
    if game.session.ending is None:
        return Finished()
    problems, told_in, score = list[str](), None, None
    path = morgue_path(game.path, game.session.ending)
    try:
        # The name of a journal may have characters that UTF-8 cannot encode.
        text = morgue(game.session, game.path, *game.why_it_ended())
        path.write_text(text, "utf-8", "backslashreplace")
        told_in = path
    except (OSError, JournalError) as error:
        problems.append(phrase("finishing", "morgue", path=path, error=_reason(error)))
    records = records_path()
    try:
        record = record_of(game.session, game.path.absolute(), load(game.path))
        if record is not None:
            keep(record, records)
            score = record.score
    except (OSError, JournalError) as error:
        problems.append(phrase("finishing", "score", path=records, error=_reason(error)))
    return Finished(told_in, score, tuple(problems))


def _reason(error: OSError | JournalError) -> object:
    return error.strerror if isinstance(error, OSError) and error.strerror else error
