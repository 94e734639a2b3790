"""Sample rows of a batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from bidden.batches.row import RunRow
from bidden.batches.rows import RowFile


def row(seed: int = 1, bot: str = "explorer", **fields: Any) -> RunRow:
    made = RunRow(
        rules="a-b",
        bot=bot,
        seed=seed,
        most=9000,
        ended="died",
        how="goblin",
        turns=10 * seed,
        intents=12 * seed,
        decisions=3,
        levels=2,
        bindings=1,
        score=70,
        used={"Attack": 4, "Quaff": 1},
        slain={"goblin": 2},
        achieved=("collector",),
        digest=f"{seed:016x}",
    )
    return attrs.evolve(made, **fields)


def written(path: Path, *rows: RunRow) -> RowFile:
    file = RowFile(path, "a-b", 9000)
    with file.appending() as keep:
        for one in rows:
            keep(one)
    return file
