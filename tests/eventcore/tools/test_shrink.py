"""``eventcore shrink``: the fewest intents that fail, whatever fails, and however it ends."""

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from eventcore import World
from eventcore.journal import JournalWriter, read_journal
from eventcore.replay import Recorder
from eventcore.tools.shrinking.stopping import Stopped, stoppable, unstopped
from examples import caravan
from tests.cli.process import ROOT, UNMEASURED, env
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command


def days_in(path: Path) -> list[str]:
    return [bytes(one.data).decode() for one in read_journal(path).records if one.type == "Go"]


def passes(test: Path) -> bool:
    names: dict[str, Any] = {"__file__": str(test), "__name__": test.stem}
    exec(compile(test.read_text("utf-8"), str(test), "exec"), names)
    try:
        names["test_the_intents_that_failed_can_be_played"]()
    except Exception:
        return False
    return True


def test_a_crash_is_shrunk_to_what_leads_to_it(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(wagon: Any, travel: Any, world: World) -> None:
        if travel.miles == 24 - 7:
            raise LookupError("a wheel")
        wagon.miles += travel.miles

    test = tmp_path / "test_week_small_jsonl.py"
    with monkeypatch.context() as patch:
        patch.setattr(caravan.Wagon, "roll_on", break_down)
        outcome = tool("shrink", week)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.startswith("LookupError in ")
        assert "shrunk from 7 intents to 1, " in outcome.out
        assert days_in(tmp_path / "week.small.jsonl") == ['{"miles":24}']
        assert f"from {caravans.__name__} import source_for" in test.read_text()
        assert not passes(test)
    assert passes(test)


def test_what_debug_mode_raises_is_told(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_down(wagon: Any, travel: Any, world: World) -> None:
        wagon.miles += 1

    test = tmp_path / "test_week_small_jsonl.py"
    with monkeypatch.context() as patch:
        patch.setattr(caravan.Wagon, "slow_down", slow_down)
        outcome = tool("shrink", week)
        assert outcome.code == 0
        assert outcome.out.startswith("debug mode raises StateError in ")
        assert ": Wagon.miles of " in outcome.lines[0]
        assert not passes(test)
    assert passes(test)


FLICKERING = """
import sys
from pathlib import Path
marks = Path({marks!r})
marks.write_text(marks.read_text() + "x" if marks.exists() else "x")
said = Path(sys.argv[-1]).read_text()
sys.exit(1 if '"miles":22' in said and {fails} else 0)
"""


def command(tmp_path: Path, fails: str) -> str:
    """A check of a journal, which fails as is said, by how often it was run: ``n``."""
    script, marks = tmp_path / "check.py", tmp_path / "marks"
    fails = fails.replace("n ", "len(marks.read_text()) ")
    script.write_text(FLICKERING.format(marks=str(marks), fails=fails))
    return f"{sys.executable} -IS {script}"


@pytest.mark.slow
def test_a_check_that_flickers_is_told_and_the_test_plays_it_as_often_as_needed(
    tool: Command, tmp_path: Path, week: Path
) -> None:
    """It fails each time until the whole is shrunk, and then each third time."""
    outcome = tool("shrink", week, "--check", command(tmp_path, "(n < 12 or n % 3 == 0)"))
    assert outcome.code == 0
    assert "the check flickers: what is left failed " in outcome.err
    assert outcome.err.count("\n") == 1
    test = (tmp_path / "test_week_small_jsonl.py").read_text()
    times = int(test.split("range(")[1].split(")")[0])
    assert f"the test plays it {times} times" in outcome.err
    assert 1 - (2 / 3) ** times > 0.99
    assert not passes(tmp_path / "test_week_small_jsonl.py")


@pytest.mark.slow
def test_what_does_not_fail_again_is_said_not_to(tool: Command, tmp_path: Path, week: Path) -> None:
    outcome = tool("shrink", week, "--check", command(tmp_path, "n < 8"))
    assert outcome.code == 0
    assert "failed 0 of 20 times when it was played again; the test may pass though" in outcome.err
    test = (tmp_path / "test_week_small_jsonl.py").read_text()
    assert "They did not fail again: this test may pass though the bug is there." in test


def test_what_fails_once_and_then_not_is_no_traceback(
    tool: Command, tmp_path: Path, week: Path
) -> None:
    outcome = tool("shrink", week, "--check", command(tmp_path, "n < 2"))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert "the check flickers: all 7 intents failed when they were played first and not" in (
        outcome.err
    )
    assert not (tmp_path / "week.small.jsonl").exists()


def test_two_replays_that_differ_now_and_then_are_played_until_they_do(
    tool: Command, tmp_path: Path, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()

    def dawdle(wagon: Any, travel: Any, world: World) -> None:
        wagon.miles += travel.miles
        if next(numbers) % 7 == 0:
            world.stream("dawdling").below(10)

    monkeypatch.setattr(caravan.Wagon, "roll_on", dawdle)
    outcome = tool("shrink", week)
    assert outcome.code == 0
    assert outcome.out.startswith("two replays differ: shrunk from 7 intents to ")
    assert "the check flickers" in outcome.err
    assert not passes(tmp_path / "test_week_small_jsonl.py")


@pytest.mark.parametrize("out", ["", ".", "/"])
def test_a_name_that_is_none_is_one_line(tool: Command, week: Path, out: str) -> None:
    outcome = tool("shrink", week, "--out", out)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert "--out: this is no name of a file" in outcome.err


def test_what_does_not_fail_is_not_shrunk(tool: Command, week: Path) -> None:
    outcome = tool("shrink", week)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert (
        "there is nothing to shrink: no handler raises, two replays are the same, and debug "
        in (outcome.err)
    )


def test_a_signal_before_it_is_known_how_it_fails_writes_nothing(
    tool: Command, tmp_path: Path, week: Path
) -> None:
    outcome = tool(
        "shrink", week, "--check", f"sh -c 'sleep 0.2; kill -TERM {os.getpid()}; sleep 5'"
    )
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (143, "", 1)
    assert "stopped by SIGTERM before it was known how it fails; nothing is written" in outcome.err
    assert not list(tmp_path.glob("*.small.jsonl"))


def test_a_signal_waits_until_what_is_begun_is_kept_hold_of() -> None:
    begun = list[int]()

    def begin(signals: int) -> None:
        with unstopped():
            for _ in range(signals):
                os.kill(os.getpid(), signal.SIGTERM)
            begun.append(signals)

    with stoppable() as stop:
        begin(0)
        with pytest.raises(Stopped, match="SIGTERM"):
            begin(2)
        begin(1)  # no more than the first is heard
    assert (begun, stop.code) == ([0, 2, 1], 143)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_signal_ends_it_the_best_so_far_is_kept(
    tmp_path: Path, week: Path, number: signal.Signals
) -> None:
    script, marks = tmp_path / "check.py", tmp_path / "marks"
    script.write_text(
        f"import time; from pathlib import Path; p = Path({str(marks)!r})\n"
        "p.write_text(p.read_text() + 'x' if p.exists() else 'x')\n"
        "time.sleep(60 if p.read_text() == 'xxxxx' else 0)\n"
        "import sys; sys.exit('\"miles\":22' in Path(sys.argv[-1]).read_text())\n"
    )
    check = f"{sys.executable} -IS {script}"
    process = subprocess.Popen(
        [sys.executable, "-m", "eventcore", "shrink", caravans.PLACE, week, "--check", check],
        cwd=ROOT,
        env=env({}, but=UNMEASURED),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (marks.exists() and marks.read_text() == "xxxxx"):
        assert process.poll() is None
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (128 + number, "")
    assert ": so far shrunk from 7 intents to " in out
    kept = days_in(tmp_path / "week.small.jsonl")
    assert '{"miles":22}' in kept
    assert len(kept) < 7
    assert (tmp_path / "test_week_small_jsonl.py").exists()


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "broken off"])
def test_a_journal_without_intents_has_nothing_to_shrink(
    tool: Command, tmp_path: Path, closed: bool
) -> None:
    one, path = caravans.Caravan(1), tmp_path / "begun.jsonl"
    writer = JournalWriter.create(path, one.header)
    if closed:
        Recorder(one, writer).close()
    else:
        writer.close()
    for options in ((), ("--check", "false")):
        outcome = tool("shrink", path, *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert "no intent" in outcome.err
        assert outcome.err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["begun.jsonl"]
