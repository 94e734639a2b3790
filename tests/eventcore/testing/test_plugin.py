"""The plugin: its fixtures are there without an import, and reports have the events' traces."""

from textwrap import dedent

import pytest

TEST = """
from tests.eventcore.worlds.bodies import Move, Track

def test_moves(small_world, probe, chain):
    world = small_world(Track, seed=41)
    walker = world.spawn(Track(x=2))
    assert chain(world, Move, walker) == ["Track.stop_at_the_wall", "Track.step"]
    assert probe(world).publish(Move(walker, 1)).done
    assert probe(world).publish(Move(walker, 1)).{expected}
"""
TRACE = [
    "*event trace of world 1, seed 41*",
    "Move #1 entity 2: done · dx 1",
    "  Track.stop_at_the_wall",
    "  Track.step  Track.x 2 → 3",
    "Move #2 entity 2: failed (wall) by Track.stop_at_the_wall · dx 1",
    "  Track.stop_at_the_wall",
]


def write(pytester: pytest.Pytester, expected: str) -> None:
    pytester.makepyfile(dedent(TEST).replace("{expected}", expected))


def run(pytester: pytest.Pytester, expected: str, *options: str) -> pytest.RunResult:
    write(pytester, expected)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)


@pytest.mark.slow
def test_a_test_that_fails_is_reported_with_the_trace_and_the_seed(
    pytester: pytest.Pytester,
) -> None:
    result = run(pytester, "done")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*+  where False = <Move #2 entity 2: failed (wall) by Track.stop_at_the_wall*>.done",
            *TRACE,
        ]
    )


@pytest.mark.slow
def test_a_test_that_passes_is_silent_unless_asked(pytester: pytest.Pytester) -> None:
    write(pytester, "failed")
    silent = pytester.runpytest_inprocess()
    silent.assert_outcomes(passed=1)
    assert "event trace" not in silent.stdout.str()
    shown = pytester.runpytest_inprocess("--event-trace")
    shown.assert_outcomes(passed=1)
    shown.stdout.fnmatch_lines(TRACE)


def test_of_many_worlds_the_last_ones_are_shown(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_makes_many(small_world):
            for seed in range(5):
                small_world(seed=seed)
            assert not "done"
        """
    )
    shown = [line for line in pytester.runpytest_inprocess().outlines if "event trace" in line]
    assert [line.strip("- ") for line in shown] == [
        f"event trace of world {number}, seed {number - 1}" for number in (3, 4, 5)
    ]


def test_the_worlds_of_a_test_do_not_outlive_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import gc
        from eventcore import World

        def worlds():
            gc.collect()
            return sum(type(one) is World for one in gc.get_objects())

        before = worlds()

        def test_makes_some(small_world, probe):
            probe(small_world()), probe(World(components=[]))
            assert worlds() == before + 2

        def test_finds_none():
            assert worlds() == before
        """
    )
    pytester.runpytest_inprocess().assert_outcomes(passed=2)


@pytest.mark.slow
def test_traces_are_shown_from_other_processes_too(pytester: pytest.Pytester) -> None:
    run(pytester, "failed", "--event-trace", "-n", "1").stdout.fnmatch_lines(TRACE)


@pytest.mark.slow
def test_events_that_are_compared_differ_in_what_is_told(pytester: pytest.Pytester) -> None:
    write(pytester, "event == Move(walker, 2)")
    result = pytester.runpytest_inprocess()
    result.stdout.fnmatch_lines(
        [
            "E*assert <Move #2 failed (wall) *dx=1> == <Move continue *dx=2>",
            "E*each event is equal to itself alone; compare their fields",
            "E*dx: 1 and 2",
        ]
    )
