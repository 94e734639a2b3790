"""The shelf: the journals in a folder of games, and what is told of each without playing it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import msgspec

from bidden.recording.files import ENDED, morgue_path
from bidden.shown.games import KeptGame
from eventcore import EventcoreError

if TYPE_CHECKING:
    from bidden.content.catalogue import Catalogue
    from bidden.session import Session

_LISTED: Final = 200
"""So many journals are listed at most, the newest."""
_TAIL: Final = 1 << 16
"""So many bytes at the end of a journal are looked at for its last record."""
_SEARCHED: Final = 20
"""So many journals are looked at for one of a game that is under way."""


class _Head(msgspec.Struct):
    seed: int


class _Line(msgspec.Struct):
    turn: int
    data: msgspec.Raw


def games_in(folder: Path) -> list[KeptGame]:
    """List the games in a folder, what was written last first; those that cannot be read are not.

    A folder that is not there has none.
    """
    found = (_told_of(path, written) for path, written in _newest(folder)[:_LISTED])
    return [one for one in found if one is not None]


def under_way(folder: Path) -> KeptGame | None:
    """Give the newest game in a folder that is not over, as far as the files there tell."""
    return next(_under_way(folder), None)


def looked_into(folder: Path, catalogue: Catalogue | None = None) -> KeptGame | None:
    """Give the same with where the player was left, if that is kept: it takes the rules to tell.

    A game that was over, but broken off before that was written down, is passed over.
    """
    for one in _under_way(folder):
        session = _as_left(one.path, catalogue)
        if session is None:
            return one
        if session.ending is None:
            view = session.view()
            place = f"level {view.level}, {view.place}"
            return attrs.evolve(one, turn=view.turn, place=place)
    return None


def _under_way(folder: Path) -> Iterator[KeptGame]:
    for path, written in _newest(folder)[:_SEARCHED]:
        one = _told_of(path, written)
        if one is not None and not one.ended:
            yield one


def ended_last(folder: Path) -> KeptGame | None:
    """Give the game in a folder that was written to last, where it is over."""
    newest = next((_told_of(path, written) for path, written in _newest(folder)), None)
    return newest if newest is not None and newest.ended else None


def _newest(folder: Path) -> list[tuple[Path, float]]:
    """Give the journals of a folder and when each was written to, the latest first."""
    found = list[tuple[Path, float]]()
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                found.append((Path(entry.path), entry.stat().st_mtime))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _told_of(path: Path, written: float) -> KeptGame | None:
    try:
        lines = [*_first_and_last(path)]
        first = msgspec.json.decode(lines[0], type=_Line)
        turn = msgspec.json.decode(lines[-1], type=_Line).turn
        seed = msgspec.json.decode(first.data, type=_Head).seed
    except (OSError, IndexError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    ended = next((word for end, word in ENDED.items() if morgue_path(path, end).exists()), "")
    return KeptGame(path, seed, turn, f"{datetime.fromtimestamp(written):%d %b %H:%M}", ended)


def _first_and_last(path: Path) -> Iterator[bytes]:
    """Yield the first line of a file, and the last one that is whole."""
    with path.open("rb") as file:
        yield file.readline(_TAIL)
        file.seek(max(0, path.stat().st_size - _TAIL))
        whole = file.read().rpartition(b"\n")[0]
        yield whole.rpartition(b"\n")[2]


def _as_left(path: Path, catalogue: Catalogue | None) -> Session | None:
    """Restore the newest state that is kept of a game; None where none can be."""
    from bidden.recording.kept import states_of  # the rules, which the title is shown without
    from bidden.recording.playing import load
    from bidden.session import Session

    try:
        for _, _, state in states_of(path, load(path)):
            return Session.restore(state(), catalogue=catalogue)
    except EventcoreError:
        pass  # it is said when the game is to go on
    return None
