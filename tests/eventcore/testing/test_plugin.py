"""The plugin's fixtures need no import, and reports show the traces of a test's worlds."""

from itertools import takewhile
from textwrap import dedent

import pytest
from syrupy.assertion import SnapshotAssertion

TEST = """
from tests.eventcore.worlds.bodies import Move, Track

def test_moves(small_world, probe, chain):
    world = small_world(Track, seed=41)
    walker = world.spawn(Track(x=2))
    assert chain(world, Move, walker) == ["Track.stop_at_the_wall", "Track.step"]
    assert probe(world).publish(Move(walker, 1)).done
    assert probe(world).publish(Move(walker, 1)).{expected}
"""


def write(pytester: pytest.Pytester, expected: str) -> None:
    pytester.makepyfile(dedent(TEST).replace("{expected}", expected))


def trace(result: pytest.RunResult) -> list[str]:
    lines = result.outlines
    title = next(number for number, line in enumerate(lines) if "event trace" in line)
    rest = takewhile(lambda line: line[:2] not in ("--", "=="), lines[title + 1 :])
    return [lines[title].strip("- "), *rest]


@pytest.mark.slow
def test_failure_is_reported_with_the_trace_and_the_seed(
    pytester: pytest.Pytester, snapshot: SnapshotAssertion
) -> None:
    write(pytester, "done")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=1)
    assert trace(result) == snapshot


def test_trace_of_a_test_that_passes_is_shown_if_asked_for(
    pytester: pytest.Pytester, snapshot: SnapshotAssertion
) -> None:
    write(pytester, "failed")
    silent = pytester.runpytest_inprocess()
    silent.assert_outcomes(passed=1)
    assert not any("event trace" in line for line in silent.outlines)
    shown = pytester.runpytest_inprocess("--event-trace")
    shown.assert_outcomes(passed=1)
    assert trace(shown)[1:] == snapshot


def test_last_worlds_of_a_test_are_shown(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_makes_many(small_world):
            for seed in range(5):
                small_world(seed=seed)
            assert False
        """
    )
    titles = [line for line in pytester.runpytest_inprocess().outlines if "event trace" in line]
    assert [int(line.strip("- ").split()[-1]) for line in titles] == [2, 3, 4]


def test_compared_events_are_explained_by_their_fields(
    pytester: pytest.Pytester, snapshot: SnapshotAssertion
) -> None:
    write(pytester, "event == Move(walker, 2)")
    lines = pytester.runpytest_inprocess().outlines
    explained = [line for line in lines if line.startswith("E ")]
    assert [line for line in explained if "0x" not in line and "<Move" not in line] == snapshot
