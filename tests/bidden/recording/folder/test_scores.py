"""Scores: the records as lines of a menu, each whole on 80 columns, with the game it tells of."""

from __future__ import annotations

from pathlib import Path

import attrs

from bidden.recording.folder.scores import standings_of
from tests.bidden.recording.folder.test_records import ONE
from tests.bidden.scenes import catalogue

KINDS = catalogue().achievements
NAME = "2026-11-25-031500-seed-837760.back-3-1.jsonl"


def test_each_run_has_a_line_and_where_it_is_recorded_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "in" / "some" / "folder" / NAME
    path.parent.mkdir(parents=True)
    path.touch()
    there, gone = attrs.evolve(ONE, journal=str(path), rewound=3), attrs.evolve(ONE, seed=8)
    heading, first, second, *rest = standings_of([there, gone], KINDS)
    assert heading.text == "Score  Bindings  Turns  Seed  Back  Ended"
    assert first.text == "  900         5   3000     7     3  free"
    assert first.about.endswith(f"/{NAME}")
    assert first.kept is not None
    assert first.kept.path == path
    assert second.about == "a.jsonl (it is there no more)"
    assert second.kept is None
    assert max(len(one.about) for one in (first, second)) <= 78
    earned = [kind for name, kind in KINDS.items() if name in ONE.achieved]
    assert [one.text for one in rest] == [
        "",
        "2 runs, 2 won (100 %), 1 of them after going back; 6,000 turns in all.",
        "Best score 900, on average 900; 10 bindings fulfilled.",
        "",
        f"Achieved: {len(earned)} of {len(KINDS)}",
        *(kind.name for kind in earned),
    ]


def test_a_run_whose_journal_nobody_can_look_for_spoils_no_other() -> None:
    lost = attrs.evolve(ONE, journal=f"/{'x' * 300}/a.jsonl")  # longer than a name can be
    first, second = standings_of([lost, attrs.evolve(ONE, seed=8)], KINDS)[1:3]
    assert (first.kept, second.kept) == (None, None)
    assert first.about.endswith("(it is there no more)")


def test_before_any_run_is_over_that_is_said() -> None:
    assert [one.text for one in standings_of([], KINDS)] == ["No run is over yet."]
