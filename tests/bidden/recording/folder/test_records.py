"""Records and scores: one line per finished run, none lost and none counted twice."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
from syrupy.assertion import SnapshotAssertion

from bidden.components.run.campaign import Campaign
from bidden.events.combat import Die
from bidden.narration.conduct import UNDER_WAY
from bidden.recording.folder.records import keep, read, record_of, standing
from bidden.recording.folder.scores import standings_of
from bidden.recording.playing import begin, load
from tests.bidden.recorded import ONE_RUN, another_run
from tests.bidden.scenes import catalogue


def test_records_are_read_best_first(tmp_path: Path) -> None:
    path = tmp_path / "new" / "records.jsonl"
    assert read(path) == ([], 0)
    worse, late = another_run(score=20, how="Killed by a troll"), another_run(turns=3001)
    fewer = another_run(bindings=4, events=1)
    for record in (worse, fewer, late, ONE_RUN):
        keep(record, path)
    assert read(path) == ([ONE_RUN, late, fewer, worse], 0)


def test_victories_come_before_deaths_whatever_their_scores() -> None:
    won, back = another_run(score=10), another_run(score=30, rewound=1)
    dead, late_dead = (
        another_run(score=9000, how="Killed by a troll"),
        another_run(score=9001, how=UNDER_WAY),
    )
    assert standing([dead, back, late_dead, won]) == [won, back, late_dead, dead]


def test_run_with_two_records_of_its_end_is_listed_once() -> None:
    moved = another_run(journal="b.jsonl")
    assert standing([ONE_RUN, moved]) == [moved]
    again = another_run(events=40_001)
    assert len(standing([ONE_RUN, moved, again])) == 2


def test_torn_and_invalid_record_lines_are_counted_and_other_lines_are_read(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    keep(ONE_RUN, path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'\xff\xfe\n{"score": "many"}\n[[[[\n' + whole.strip()[:40])
    late = another_run(turns=3001)
    keep(late, path)  # after a torn line
    assert read(path) == ([ONE_RUN, late], 4)


def test_runs_that_end_concurrently_are_all_recorded(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: keep(another_run(seed=n), path), range(200)))
    found, bad = read(path)
    assert ([one.seed for one in found], bad) == ([*range(200)], 0)


def test_run_record_shows_score_ending_turns_and_journal(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "run.turn-7.jsonl"
    game = begin(3, path, level="run")
    game.close()
    record = record_of(game.session, path, load(path))
    assert record is not None
    assert (record.score, record.how, record.bindings, record.turns) == (20, UNDER_WAY, 0, 0)
    assert (record.seed, record.journal) == (3, str(path))
    assert record.note == snapshot
    session = game.session
    session.world.root[Campaign].served = ["divine"]
    session.world.publish(Die(session.world.root, session.player, "poison", outright=True))
    record = record_of(session, tmp_path / "run.jsonl", load(path))
    assert record is not None
    assert (record.bindings, record.note) == (1, "")
    assert record.how == snapshot


KINDS = catalogue().achievements
NAME = "2026-11-25-031500-seed-837760.back-3-1.jsonl"


def test_each_run_has_a_line_and_gives_its_journal_path_separately(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "deep" / "down" / "in" / "some" / "folder" / NAME
    path.parent.mkdir(parents=True)
    path.touch()
    there, gone = attrs.evolve(ONE_RUN, journal=str(path), rewound=3), attrs.evolve(ONE_RUN, seed=8)
    lines = standings_of([there, gone], KINDS)
    _, first, second, *_ = lines
    assert first.kept is not None
    assert (first.kept.path, second.kept) == (path, None)
    assert first.about.endswith(f"/{NAME}")
    assert max(len(one.about) for one in (first, second)) <= 78
    assert "\n".join(one.text for one in lines) == snapshot
    assert second.about == snapshot
