"""The comparison compares like with like; how fast anything is, is not tested."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks.__main__ import main
from benchmarks.core import eventcore_contender, raw_contender
from benchmarks.growing import diverse_chains, stranger
from benchmarks.measure import Row, WorkError, compare
from benchmarks.one_role import NAMES, gather
from benchmarks.pool import merged
from benchmarks.results import Section, Target
from benchmarks.scale import Crowd, RawCrowd
from benchmarks.sections import SECTIONS, section
from benchmarks.shapes import pairs
from benchmarks.tasks import TASKS
from benchmarks.tasks.parts import RAW
from benchmarks.watched import watched_contenders, without_watching
from benchmarks.work import Count, Move, make_world, prove, spawn_mover
from eventcore.dispatch.compile import write_source


@pytest.mark.filterwarnings("default")  # those of other libraries are not ours to mend
@pytest.mark.parametrize("name", NAMES)
def test_every_contender_does_the_same_work(name: str) -> None:
    contenders, missing = gather([name], quick=True)
    if missing:
        pytest.skip(f"{name} is not installed")
    for contender in contenders:
        prove(contender)


def test_eventcore_numbers_every_event_it_is_measured_with() -> None:
    world = make_world()
    eventcore_contender("eventcore", world).run((1, -1) * 5)
    assert world.sequence == 10


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_is_found_by_its_name(name: str) -> None:
    assert callable(section(name))


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("side", [0, 1], ids=["raw", "eventcore"])
def test_each_shape_does_what_its_raw_loop_does(place: int, side: int) -> None:
    contender = list(pairs())[place][side]
    before = contender.tally()
    contender.run((1, -1) * 5)
    expected = tuple(b + 10 * e for b, e in zip(before, contender.each, strict=True))
    assert contender.tally() == expected


@pytest.mark.parametrize("task", TASKS)
def test_every_contender_at_a_task_does_it(task: str) -> None:
    make, _, limits = TASKS[task]
    contenders = [*make()]
    names = {contender.name for contender in contenders}
    assert {f"{name}: {who}" for name in limits for who in (RAW, "eventcore")} <= names
    assert all(contender.against in names for contender in contenders)
    for contender in contenders:
        before = contender.tally()
        contender.run((1, -1) * 10)
        expected = tuple(b + 20 * e for b, e in zip(before, contender.each, strict=True))
        assert contender.tally() == expected, contender.name


def test_a_stranger_is_never_seen_before() -> None:
    kinds = [stranger(number)[0] for number in range(2)]
    assert kinds[0] is not kinds[1]
    assert 0 < diverse_chains(1, 100) < diverse_chains(20, 100)


def test_watched_and_unwatched_buses_do_the_same_work() -> None:
    for contender in watched_contenders():
        prove(contender)


def test_the_bus_that_has_neither_runs_a_shorter_chain() -> None:
    world = without_watching(make_world())
    mover = spawn_mover(world)
    assert "_pending" in write_source(world.plan(Move, mover))
    assert "_pending" not in mover._archetype.chains[Move].__code__.co_names


@pytest.mark.parametrize("kind", [Crowd, RawCrowd])
def test_everyone_in_a_crowd_moves(kind: type[Crowd]) -> None:
    crowd = kind(10)
    for contender in crowd.contenders:
        contender.run((0,) * 14_998)  # round the whole route, and on
        contender.run((0,) * 7)
    crowd.check()
    assert sum(mover[Count].steps for mover in crowd.movers) == 2 * 15_005


def test_a_contender_that_leaves_work_undone_is_refused() -> None:
    diligent = eventcore_contender()
    lazy = replace(diligent, run=lambda steps: diligent.run(steps[2:]))
    with pytest.raises(WorkError, match="eventcore: "):
        compare([raw_contender(), lazy], rounds=1)


def test_a_contender_that_walks_through_walls_is_refused() -> None:
    contender = raw_contender()
    contender.tally = iter([(30, 0), (31, 1), (32, 2), (33, 3), (34, 4)]).__next__
    with pytest.raises(WorkError, match=r"should be \(33, 3\), not \(34, 4\)"):
        prove(contender)


def test_processes_are_merged_by_their_medians() -> None:
    def found(ratio: float) -> Section:
        row = Row("a", ns_per_event=ratio, ratio=ratio, quartiles=(ratio, ratio), rounds=2)
        return Section("s", "S", [row, Row("b", note="not installed")], [], [Target("t", ratio, 2)])

    section = merged([found(3.0), found(1.0), found(1.5)])
    assert (section.rows[0].ratio, section.rows[0].by_process) == (1.5, (1.0, 3.0))
    assert section.rows[1].note == "not installed"
    assert section.targets[0].met


def test_the_report_is_valid_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--only", "raw,eventcore", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    rows = report["sections"][0]["rows"]
    assert [row["name"] for row in rows] == ["raw", "eventcore"]
    assert all(row["events_per_second"] > 0 for row in rows)


def test_a_name_that_nothing_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "smoke-signals"])
    assert "smoke-signals" in capsys.readouterr().err
