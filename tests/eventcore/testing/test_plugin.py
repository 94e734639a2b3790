"""Tests need not import the plugin's fixtures, and failure reports show event traces."""

import re
import subprocess
import sys
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
    shown = pytester.runpytest_inprocess("-rP")
    shown.assert_outcomes(passed=1)
    assert trace(shown)[1:] == snapshot


def test_failed_test_shows_the_traces_of_its_last_worlds(pytester: pytest.Pytester) -> None:
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


def test_failed_assertion_shows_the_fields_of_the_compared_events(
    pytester: pytest.Pytester, snapshot: SnapshotAssertion
) -> None:
    write(pytester, "event == Move(walker, 2)")
    lines = pytester.runpytest_inprocess().outlines
    explained = [line for line in lines if line.startswith("E ")]
    assert [line for line in explained if "0x" not in line and "<Move" not in line] == snapshot


SCRIPTED = """
import pytest
from tests.eventcore.worlds.bodies import Move, Track
from eventcore import APPLY, Component, component, handles

@component
class Dice(Component):
    @handles(Move, APPLY)
    def throw(self, move, world):
        world.stream("dice").below(6)

@pytest.mark.parametrize(("streams", "allowed"), {cases})
def test_draws(small_world, streams, allowed):
    world = small_world(Dice, streams=streams, allow_leftover=allowed)
    world.publish(Move(world.spawn(Dice()), 1))
"""


def draws(pytester: pytest.Pytester, *cases: tuple[dict[str, list[int]], list[str]]) -> list[str]:
    """Run a test with several cases, the last of which must fail, and return its error message."""
    pytester.makepyfile(SCRIPTED.replace("{cases}", repr(cases)))
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(passed=len(cases) - 1, failed=1)
    assert "hidden" not in result.stdout.str()
    return [line for line in result.outlines if line.startswith("stream ")]


@pytest.mark.parametrize(
    "streams",
    [{"dice": [1, 2, 3]}, {"dcie": [1]}, {"dice": [1], "fire": [2]}],
    ids=["left over", "misspelt", "never drawn from"],
)
def test_scripted_draws_that_are_left_over_fail_the_test(
    pytester: pytest.Pytester, streams: dict[str, list[int]], snapshot: SnapshotAssertion
) -> None:
    assert draws(pytester, (streams, [])) == snapshot


def test_leftover_draws_are_allowed_only_for_the_named_streams(
    pytester: pytest.Pytester,
) -> None:
    cases = [
        ({"dice": [1, 2]}, ["dice"]),
        ({"dice": [1], "fire": []}, []),
        ({"dice": [1, 2], "fire": [3]}, ["dice"]),
    ]
    (line,) = draws(pytester, *cases)
    assert "'fire'" in line


def test_failed_test_does_not_report_leftover_draws(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_fails(small_world): assert small_world(streams={'a': [1]}) is 1")
    lines = pytester.runpytest_inprocess("-W", "ignore").outlines
    assert not any(line.startswith("stream ") for line in lines)


RAISING = """
import pytest
from eventcore import APPLY, Action, Component, World, component, event, handles

@event
class Push(Action):
    pass

@component
class Body(Component):
    @handles(Push, APPLY)
    def fall(self, push, world):
        if {cause}:
            try:
                world.publish(Push(push.enactor)) if push.cause is None else 1 / 0
            except ZeroDivisionError as error:
                raise LookupError("down") from error
        raise LookupError("down")

@pytest.mark.parametrize("debug", [False, True])
def test_falls(small_world, probe, debug):
    world = small_world(Body, debug=debug)
    body = world.spawn(Body())
    for _ in range({calls}):
        try:
            probe(world).publish(Push(body))
        except LookupError:
            pass
    probe(world).publish(Push(body))
"""


def frames(lines: list[str]) -> set[str]:
    """Return the names of all files in a traceback."""
    return {line.partition(":")[0] for line in lines if re.match(r"\S+:\d+: ", line)}


@pytest.mark.parametrize("cause", [True, False], ids=["chained", "plain"])
@pytest.mark.parametrize("calls", [0, 20], ids=["new", "compiled"])
def test_traceback_has_no_frames_of_the_library(
    pytester: pytest.Pytester, cause: bool, calls: int
) -> None:
    text = RAISING.replace("{cause}", str(cause)).replace("{calls}", str(calls))
    path = pytester.makepyfile(text)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(failed=2)
    assert frames(result.outlines) == {path.name}
    assert any('raise LookupError("down")' in line for line in result.outlines)
    full = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--full-trace")
    assert any("eventcore" in name for name in frames(full.outlines))


def test_failed_assertion_on_a_result_shows_the_line_of_the_test(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, "assert_done()")
    result = pytester.runpytest_inprocess()
    assert any(line.startswith(">") and "assert_done()" in line for line in result.outlines)
    assert len(frames(result.outlines)) == 1


def test_kit_can_be_imported_without_pytest() -> None:
    program = "import sys; sys.modules['pytest'] = None; import eventcore.testing"
    subprocess.run([sys.executable, "-c", program], check=True)
