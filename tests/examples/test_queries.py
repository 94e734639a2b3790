"""docs/journal.md: its queries return the events in the journals."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import duckdb
import pytest

from eventcore.journal import Journal
from examples.caravan import record
from tests.examples.printed import blocks

PAGE = "docs/journal.md"


def lost(path: Path) -> list[tuple[str, int, int]]:
    """Return each loss of silver: the entity that lost it, the amount, and the turn."""
    journal = Journal.read(path, events=True)
    return [
        (journal.names[str(one.data["target"])], one.data["silver"], one.turn)
        for events in journal.events
        for one in events
        if one.type == "Lose"
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "journals").mkdir()
    return tmp_path


def test_example_query_sums_the_silver_lost_by_each_entity(folder: Path) -> None:
    robberies: Counter[str] = Counter()
    silver: Counter[str] = Counter()
    for seed in (4, 5, 6):
        path = folder / "journals" / f"{seed}.jsonl"
        record(path, seed, events=True)
        for name, amount, _ in lost(path):
            robberies[name] += 1
            silver[name] += amount
    path.write_bytes(path.read_bytes()[:-20])  # an incomplete last line is ignored
    record(folder / "journals" / "7.jsonl", 7)  # a journal without events is ignored too
    expected = [(name, robberies[name], amount) for name, amount in silver.most_common()]
    assert expected != []
    assert duckdb.execute(blocks(PAGE, "sql")[-1]).fetchall() == expected


def test_example_query_sums_the_silver_lost_on_each_turn(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_turn: Counter[int] = Counter()
    record(folder / "week.jsonl", 4, events=True)
    for _, amount, turn in lost(folder / "week.jsonl"):
        by_turn[turn] += amount
    names: dict[str, object] = {}
    exec(blocks(PAGE, "python")[-1], names)
    assert names["lost"].to_dict() == by_turn  # type: ignore[attr-defined]
    assert capsys.readouterr().out
