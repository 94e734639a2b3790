"""The files of games, the meanings of their names, and their paths in messages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from bidden.view import Ending

ENDED: Final = {Ending.DIED: "death", Ending.WON: "victory"}
"""The word for each ending in the name of a morgue file."""
BACK: Final = re.compile(r"\.back-(\d+)-\d+(?=\.)")
"""The part of a journal's name that counts how often its game went back."""
_TAKEN: Final = re.compile(r"\.turn-\d+-\d+(?=\.)")
"""The part that marks each continuation from a replay."""
_BEFORE: Final = re.compile(r"^[^.]*\.before-\d+\.")
"""The prefix of an old journal, kept because its game continued from another state."""
_SAVED: Final = re.compile(r"^([^.]*)\.saved-\d+(?=\.)")
"""The name of a journal that continues the intact part of another."""
_ROOM: Final = 76


def games_folder() -> Path:
    """Return the folder of played games, in the user's data folder."""
    return user_data_path("bidden", appauthor=False) / "journals"


def records_path() -> Path:
    """Return the file of records, beside the folder of played games."""
    return games_folder().parent / "records.jsonl"


def new_journal_path(seed: int) -> Path:
    """Return the name of a new journal in the user's data folder."""
    # The clock names the file and nothing else; no simulation sees it.
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return games_folder() / f"{now}-seed{seed}-{os.getpid()}.jsonl"


def free_name(path: Path, word: str) -> Path:
    """Return an unused name beside a file, such as ``game.saved-1.jsonl``."""
    stem, dot, rest = path.name.partition(".")
    names = (path.with_name(f"{stem}.{word}-{number}{dot}{rest}") for number in count(1))
    return next(free for free in names if not os.path.lexists(free))


def stem_of(journal: Path) -> str:
    """Return the name of a journal without its suffix, for files beside it."""
    return journal.name.removesuffix(".jsonl")


def morgue_path(journal: Path, ending: Ending | None) -> Path:
    """Return the name of the morgue file beside a journal."""
    kind = "game" if ending is None else ENDED.get(ending, "end")
    return journal.with_name(f"{stem_of(journal)}.{kind}.txt")


def times_gone_back(path: Path) -> int:
    """Return how often the game of a journal went back or was taken over, by its name."""
    return sum(map(int, BACK.findall(path.name))) + len(_TAKEN.findall(path.name))


def timeline_name(name: str) -> str:
    """Return the common part of the names of all journals of one game."""
    return BACK.sub("", _SAVED.sub(r"\1", name))


def left_behind(names: Iterable[str]) -> set[str]:
    """Return the names of journals that are continued in other journals.

    These are journals before the player went back, and damaged ones whose intact part was saved.
    """
    left = set[str]()
    for name in names:
        if _BEFORE.match(name):
            left.add(name)
        elif _SAVED.match(name):
            left.add(_SAVED.sub(r"\1", name))
    return left


def told_path(path: Path, room: int = _ROOM) -> str:
    """Return a path shortened to a number of columns, always with its full name."""
    try:
        parts = ("~", *path.relative_to(Path.home()).parts)
    except (ValueError, RuntimeError):  # not below home, or without a home
        parts = path.parts
    told = str(Path(*parts))
    for n in range(1, len(parts) - 1):
        if len(told) <= room:
            return told
        told = str(Path(parts[0], "…", *parts[n + 1 :]))
    return told if len(told) <= room else f"…/{path.name}"
