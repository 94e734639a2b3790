"""The journals in a folder of games, described without playing them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import msgspec

from bidden.content.mods import FIRST, RUN, level_of
from bidden.recording.folder.files import ENDED, left_behind, morgue_path, timeline_name
from bidden.shown.games import KeptGame
from bidden.words import phrase
from eventcore import EventcoreError, JournalError
from eventcore.journal import Journal

if TYPE_CHECKING:
    from bidden.content.catalogue import Catalogue
    from bidden.session import Session

_LISTED: Final = 200
"""The maximum number of journals in a list; the newest are shown."""
_TAIL: Final = 1 << 16
"""The number of bytes at the end of a journal that are searched for its last record."""
_SEARCHED: Final = 20
"""The number of journals that are searched for an unfinished game."""


_GAME: Final = "bidden"
"""The name of this game in the header of a journal. Importing the game itself would be slow."""


class _Line(msgspec.Struct):
    turn: int


def games_in(folder: Path) -> list[KeptGame]:
    """List the games in a folder, latest first, with any problems of their files.

    A missing folder has none.
    """
    return [_told_of(path, written) for path, written in _newest(folder)[:_LISTED]]


def under_way(folder: Path) -> KeptGame | None:
    """Return the newest unfinished game in a folder, judging by its files, a run before practice.

    Journals that are continued in others do not count, nor games without a single intent.
    """
    return next(iter(_under_way(folder)), None)


def looked_into(folder: Path, catalogue: Catalogue | None = None) -> KeptGame | None:
    """Return the newest unfinished game, with the state where the player stopped if it is saved.

    This loads the rules. It skips games that ended without recording their ending.
    """
    for one in _under_way(folder):
        session = _as_left(one.path, catalogue)
        if session is None:
            return one
        if session.ending is None:
            view = session.view()
            place = phrase("shelf", "place", level=view.level, place=view.place)
            return attrs.evolve(one, turn=view.turn, place=place)
    return None


def _under_way(folder: Path) -> list[KeptGame]:
    newest = _newest(folder)
    left = left_behind(path.name for path, _ in newest)
    real = _real([one for one in newest if one[0].name not in left])
    unfinished = (one for one in islice(_not_abandoned(real), _SEARCHED) if not one.ended)
    return sorted(unfinished, key=lambda one: bool(one.practice))


def _not_abandoned(newest: Iterable[KeptGame]) -> Iterator[KeptGame]:
    """Yield the most recently written journal of each game."""
    seen = set[str]()
    for one in newest:
        name = timeline_name(one.path.name)
        if name not in seen:
            seen.add(name)
            yield one


def ended_last(folder: Path) -> KeptGame | None:
    """Return the latest game in a folder if it is over."""
    newest = next(_real(_newest(folder)), None)
    return newest if newest is not None and newest.ended else None


def _real(newest: Sequence[tuple[Path, float]]) -> Iterator[KeptGame]:
    """Yield the games among journals, in order, without damaged files and unplayed games."""
    found = (_told_of(path, written) for path, written in newest[:_LISTED])
    return (one for one in found if not one.problem and (one.turn or _has_intent(one.path)))


def _newest(folder: Path) -> list[tuple[Path, float]]:
    """Return the journals of a folder with their times, latest first."""
    found = list[tuple[Path, float]]()
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                found.append((Path(entry.path), entry.stat().st_mtime))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _told_of(path: Path, written: float) -> KeptGame:
    when = f"{datetime.fromtimestamp(written):%d %b %H:%M}"
    try:
        header, turn = Journal.read_header(path), _last_turn(path)
    except JournalError as error:
        problem = str(error).removeprefix(f"{path}: ").partition(":")[0]
        return KeptGame(path, 0, 0, when, problem=problem)
    except OSError as error:
        return KeptGame(path, 0, 0, when, problem=phrase("shelf", "unreadable", why=error.strerror))
    if header.game != _GAME:
        return KeptGame(path, header.seed, turn, when, problem=phrase("shelf", "other game"))
    ended = next((word for end, word in ENDED.items() if morgue_path(path, end).exists()), "")
    level = level_of(header)
    practice = "" if level in (FIRST, RUN) else level
    return KeptGame(path, header.seed, turn, when, ended, practice=practice)


def _has_intent(path: Path) -> bool:
    """Return whether an intent is recorded near the end of a journal."""
    with suppress(OSError):
        return b'"kind":"intent"' in _tail(path)
    return False


def _tail(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        return file.read().rpartition(b"\n")[0]


def _last_turn(path: Path) -> int:
    """Return the turn of the last intact record near the end, or 0."""
    for line in reversed(_tail(path).split(b"\n")):
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return msgspec.json.decode(line, type=_Line).turn
    return 0


def _as_left(path: Path, catalogue: Catalogue | None) -> Session | None:
    # Imported here, because they load the rules, which the title does not need.
    from bidden.recording.playing import load
    from bidden.session import Session
    from eventcore.replay import Continuation, Keyframes

    try:
        for saved in Continuation.states(load(path), Keyframes.beside(path)):
            return Session.restore(saved.state, catalogue=catalogue)
    except EventcoreError:
        pass  # reported when the player continues the game
    return None
