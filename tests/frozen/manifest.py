"""The expected contents of each frozen journal, and the way it is continued."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from eventcore.journal import Journal
from eventcore.replay import Keyframes

FOLDER: Final = Path(__file__).parent
JOURNALS: Final = FOLDER / "journals"
MANIFEST: Final = FOLDER / "manifest.toml"


def read_manifest() -> dict[str, dict[str, Any]]:
    """Return the expectations by file name."""
    return tomllib.loads(MANIFEST.read_text("utf-8")) if MANIFEST.exists() else {}


def facts(path: Path) -> dict[str, Any]:
    """Return the facts of a journal that every reader must find in it for ever."""
    journal = Journal.read(path, events=True)
    return {
        "by": f"{journal.header.game} {journal.header.version}",
        "code": journal.header.code,
        "digest": journal.records[-1].digest,
        "events": sum(map(len, journal.events)),
        "keyframes": [frame.position for frame in Keyframes.beside(path, write=False)],
        "marks": [record.type for record in journal.records if not record.is_intent],
        "torn": journal.problem is not None and journal.problem.torn,
        "records": len(journal.records),
        "seed": journal.header.seed,
        "turn": journal.records[-1].turn,
    }


def names(game: str) -> list[str]:
    """Return the names of the journals of a game."""
    return [name for name, entry in read_manifest().items() if entry["by"].split()[0] == game]
