"""Scores: the records as lines of a menu, each whole on 80 columns, with the game it tells of."""

from __future__ import annotations

from pathlib import Path

import attrs
from syrupy.assertion import SnapshotAssertion

from bidden.recording.folder.scores import standings_of
from tests.bidden.recording.folder.test_records import ONE
from tests.bidden.scenes import catalogue

KINDS = catalogue().achievements
NAME = "2026-11-25-031500-seed-837760.back-3-1.jsonl"


def test_each_run_has_a_line_and_where_it_is_recorded_is_told_apart(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "deep" / "down" / "in" / "some" / "folder" / NAME
    path.parent.mkdir(parents=True)
    path.touch()
    there, gone = attrs.evolve(ONE, journal=str(path), rewound=3), attrs.evolve(ONE, seed=8)
    lines = standings_of([there, gone], KINDS)
    _, first, second, *_ = lines
    assert first.kept is not None
    assert (first.kept.path, second.kept) == (path, None)
    assert first.about.endswith(f"/{NAME}")
    assert max(len(one.about) for one in (first, second)) <= 78
    assert "\n".join(one.text for one in lines) == snapshot
    assert second.about == snapshot
