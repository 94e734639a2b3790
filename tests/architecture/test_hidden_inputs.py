"""What happens follows from seed and intents alone: no clock, no chance of the machine's own.

A rule that reads one of these, also in the middle of a function, plays another game each time.
What draws, times itself for people, or names a new game stands here with its reason.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.test_imports import GAME, LIBRARY, ROOT, show, uses

HIDDEN: Final = ("time", "datetime", "random", "secrets", "uuid")
"""Modules whose every use is one."""
OF_THE_SYSTEM: Final = frozenset(
    f"os.{name}" for name in ("urandom", "getrandom", "times", "getpid", "environ", "getenv")
)
BUILTINS: Final = frozenset({"id", "hash"})
"""An object's place in memory, and the hash of a text."""

ALLOWED: Final[Mapping[str, tuple[set[str], str]]] = {
    "eventcore/dispatch/preview.py": ({"id"}, "what was copied already, as copy.deepcopy has it"),
    "eventcore/rng.py": ({"random"}, "the streams themselves, seeded"),
    "eventcore/state/fixed.py": ({"hash"}, "a fixed table is a key within a process"),
    "eventcore/blame": (
        {"os.environ", "time"},
        "what another process is started with, and how long it is waited for",
    ),
    "eventcore/testing": ({"os.getpid"}, "a journal is recorded beside, and put in place whole"),
    "eventcore/cli": ({"os.environ", "secrets"}, "what the terminal is, and a seed not given"),
    "eventcore/serving": (
        {"os.environ", "os.getpid", "time"},
        "whether the screens go to a browser, and whether their server is still there",
    ),
    "eventcore/inspector": ({"time"}, "how long keys wait while a journal is played"),
    "eventcore/tools": ({"os.getpid", "time"}, "names of files, and how fast a journal replays"),
    "game/bidden/cli": ({"os.environ", "secrets"}, "what the terminal is, and a seed not given"),
    "game/bidden/cli/title.py": ({"datetime", "secrets"}, "the seed of the day, and one not given"),
    "game/bidden/frontend": ({"os.environ", "time"}, "screens: what they are, and their pace"),
    "game/bidden/recording": (
        {"datetime", "os.getpid", "time"},
        "names of files, and how long people are kept waiting",
    ),
}
"""By file or folder: what may be used there, and why."""


def hidden_inputs(source: str) -> Iterator[str]:
    """Every use of what is hidden: the module, or the name within ``os`` or among builtins."""
    for use in uses(source):
        if use.partition(".")[0] in HIDDEN:
            yield use.partition(".")[0]
        elif use in OF_THE_SYSTEM:
            yield use
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Call(func=ast.Name(id=name)) | ast.keyword(arg="key", value=ast.Name(id=name))
            ) if name in BUILTINS:
                yield name


def place_of(path: Path) -> str:
    """The narrowest place of the table that a file lies in; the file itself where none has it."""
    shown = show(path)
    places = [one for one in ALLOWED if shown == one or shown.startswith(f"{one}/")]
    return max(places, key=len, default=shown)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def look(self):\n    import time\n    return time.time()", "time"),
        ("from time import monotonic as now", "time"),
        ("import datetime as d", "datetime"),
        ("from random import random", "random"),
        ("import os\nos.urandom(8)", "os.urandom"),
        ("from os import urandom", "os.urandom"),
        ("sorted(things, key=id)", "id"),
        ("table = {hash(name): name}", "hash"),
    ],
)
def test_every_way_to_one_is_seen(source: str, found: str) -> None:
    assert set(hidden_inputs(source)) == {found}


def test_nothing_that_happens_hangs_on_clock_or_machine() -> None:
    found: dict[str, set[str]] = {}
    for path in [*LIBRARY, *GAME]:
        if used := set(hidden_inputs(path.read_text("utf-8"))):
            found.setdefault(place_of(path), set()).update(used)
    assert found == {place: used for place, (used, _) in ALLOWED.items()}


def test_every_place_of_the_table_is_there() -> None:
    assert [place for place in ALLOWED if not (ROOT / place).exists()] == []
