"""All contenders do the same work. Their speed is not tested."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.__main__ import main
from benchmarks.agents import crowd
from benchmarks.core import eventcore_contender, raw_contender
from benchmarks.measure import Contender, Row, WorkError, compare
from benchmarks.one_role import NAMES, gather
from benchmarks.pool import merged
from benchmarks.results import Section, Target
from benchmarks.shapes import pairs
from benchmarks.tasks import TASKS
from benchmarks.watched import watched_contenders
from benchmarks.work import prove


def do_each(contender: Contender, steps: Sequence[int], times: int) -> None:
    """Run a contender and check that it did its share of the work this many times."""
    before = contender.tally()
    contender.run(steps)
    expected = tuple(b + times * e for b, e in zip(before, contender.each, strict=True))
    assert contender.tally() == expected, contender.name


@pytest.mark.filterwarnings("default")  # other libraries warn
@pytest.mark.parametrize("name", NAMES)
def test_every_benchmarked_library_does_the_same_work(name: str) -> None:
    contenders, missing = gather([name], quick=True)
    if missing:
        pytest.skip(f"{name} is not installed")
    for contender in contenders:
        prove(contender)


@pytest.mark.parametrize(
    "task",
    [pytest.param(one, marks=pytest.mark.slow if one == "everyone" else ()) for one in TASKS],
)
def test_every_benchmark_contender_completes_its_task(task: str) -> None:
    make, _, _ = TASKS[task]
    for contender in make():
        do_each(contender, (1, -1) * 10, 20)


def test_every_benchmark_shape_runs_and_so_does_its_raw_loop() -> None:
    for raw, other in pairs():
        do_each(raw, (1, -1) * 5, 10)
        do_each(other, (1, -1) * 5, 10)


def test_watched_and_unwatched_buses_do_the_same_work() -> None:
    for contender in watched_contenders():
        prove(contender)


def test_every_agent_counts_once_a_round() -> None:
    for contender in crowd(20):
        before = contender.tally()
        contender.run((1, -1) * 3)
        assert contender.tally() == tuple(count + 6 for count in before), contender.name


def test_contender_that_leaves_work_undone_is_rejected() -> None:
    diligent = eventcore_contender()
    lazy = replace(diligent, run=lambda steps: diligent.run(steps[2:]))
    with pytest.raises(WorkError):
        compare([raw_contender(), lazy], rounds=1)


def test_contender_that_walks_through_walls_is_rejected() -> None:
    contender = raw_contender()
    contender.tally = iter([(30, 0), (31, 1), (32, 2), (33, 3), (34, 4)]).__next__
    with pytest.raises(WorkError):
        prove(contender)


def test_processes_are_merged_by_their_medians() -> None:
    def found(ratio: float) -> Section:
        row = Row("a", ns_per_event=ratio, ratio=ratio, quartiles=(ratio, ratio), rounds=2)
        return Section("s", "S", [row, Row("b", note="not installed")], [], [Target("t", ratio, 2)])

    section = merged([found(3.0), found(1.0), found(1.5)])
    assert (section.rows[0].ratio, section.rows[0].by_process) == (1.5, (1.0, 3.0))
    assert section.rows[1].note == "not installed"
    assert section.targets[0].met


def test_report_is_valid_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--only", "raw,eventcore", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["sections"][0]["rows"]
    assert [row["name"] for row in rows] == ["raw", "eventcore"]
    assert all(row["events_per_second"] > 0 for row in rows)


def test_unknown_contender_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "smoke-signals"])
    assert "smoke-signals" in capsys.readouterr().err
