"""Record the missing files of ``tests/frozen/journals``, each file only once.

    python -m tests.frozen.record

An existing file is never changed, even if the rules change: this is its purpose. A missing file
is recorded by the current rules, and ``manifest.toml`` describes its contents. The allowed ways to
continue it, ``goes_on``, are added there by hand. Run it from the project's root.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

import attrs
import pytest

from bidden.bots.explorer import choose
from bidden.recording import playing
from bidden.recording.resume import resume
from eventcore.journal import JournalWriter
from tests.frozen.going_on import go_on, recorder_for
from tests.frozen.manifest import FOLDER, JOURNALS, MANIFEST, facts, read_manifest
from tests.frozen.mint import Mint, Rubbed, Spent, Struck
from tests.frozen.mint.one import First
from tests.frozen.mint.two import Second
from tests.mods import installer

MOD: Final = "imps"
INTENTS: Final = 60


def mod_files() -> dict[str, str]:
    """The content of the mod that one of the games was played with."""
    return {path.name: path.read_text("utf-8") for path in sorted((FOLDER / "mod").iterdir())}


def mint(version: type[Mint], *intents: object, events: bool = False) -> Callable[[Path], object]:
    """Record a mint of a version."""

    def record(path: Path) -> None:
        made = version()
        writer = JournalWriter.create(path, attrs.evolve(made.header, events=events))
        recorder = recorder_for(made, writer, events=events)
        for intent in intents:
            recorder.perform(intent)
        recorder.close()

    return record


SMALL: Final = [Struck(5), Struck(12), Spent(8), Spent(900), Struck(3)] * 5
LARGE: Final = [Struck(19), Spent(8), Struck(25), Struck(30), Spent(55)] * 5


def upgraded_mint(path: Path) -> None:
    mint(First, *SMALL)(path)
    go_on(path, Second, *LARGE[:12])


def game(*, events: bool = False, level: str = "first") -> Callable[[Path], None]:
    """Record a game that a bot plays."""

    def record(path: Path) -> None:
        played = playing.begin(3, path, events=events, level=level)
        play(played)
        played.close()

    return record


def play(played: playing.Play, intents: int = INTENTS) -> None:
    """Let the bot perform this many intents."""
    for _ in range(intents):
        if played.session.ending is None:
            played.perform(choose(played.view()))


def bare(path: Path) -> None:
    game()(path)
    path.with_name(f"{path.name}.keys").unlink()


def crashed(path: Path) -> None:
    """Record a game that was killed: the end of its last line is missing."""
    play(playing.begin(3, path), 110)
    with path.open("rb+") as file:
        file.truncate(path.stat().st_size - 20)


def upgraded(path: Path) -> None:
    """Record a game that older rules began, with one keyframe where those rules ended."""
    with patch("eventcore.journal.format.Header.chains_of", lambda components: "0ther"):
        game()(path)
    played = resume(path, playing.load(path))
    play(played, 20)
    played.close()
    path.with_name("upgraded.before-1.jsonl").unlink()


def modded(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        installer(Path(folder), patched)(MOD, mod_files())
        game()(path)


RECORDINGS: Final[dict[str, Callable[[Path], object]]] = {
    "mint-1.jsonl": mint(First, *SMALL),
    "mint-1-charmed.jsonl": mint(First, *SMALL[:14], Rubbed(), *SMALL[:8]),
    "mint-1-all-charmed.jsonl": mint(First, Rubbed(), *SMALL),
    "mint-1-then-2.jsonl": upgraded_mint,
    "mint-2.jsonl": mint(Second, *SMALL),
    "mint-2-large.jsonl": mint(Second, *LARGE, events=True),
    "earlier.jsonl": game(),  # when the contents of a save were in another order
    "earlier-bare.jsonl": bare,
    "game.jsonl": game(),
    "events.jsonl": game(events=True),
    "timers.jsonl": game(level="timers"),
    "bare.jsonl": bare,
    "crashed.jsonl": crashed,
    "upgraded.jsonl": upgraded,
    "modded.jsonl": modded,
}


def record_missing(names: list[str]) -> list[str]:
    """Record the missing journals, and return their names."""
    recorded = []
    JOURNALS.mkdir(exist_ok=True)
    for name in names:
        if (JOURNALS / name).exists():
            continue
        with tempfile.TemporaryDirectory() as folder:
            RECORDINGS[name](Path(folder, name))
            for path in sorted(Path(folder).iterdir()):
                shutil.copy(path, JOURNALS / path.name)
        recorded.append(name)
    note(recorded)
    return recorded


def note(names: list[str]) -> None:
    """Write the contents of these journals into the manifest; keep its entries of ``goes_on``."""
    entries = read_manifest()
    for name in names:
        entries[name] = entries.get(name, {}) | facts(JOURNALS / name)
    parts = [MANIFEST.read_text("utf-8").partition("[")[0].rstrip()] if MANIFEST.exists() else []
    for name in RECORDINGS:
        lines = [f"{key} = {json.dumps(value)}" for key, value in sorted(entries[name].items())]
        parts.append("\n".join([f'["{name}"]', *lines]))
    MANIFEST.write_text("\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    print("\n".join(record_missing(sys.argv[1:] or [*RECORDINGS])) or "nothing is missing")
