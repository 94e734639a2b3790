"""``eventcore shrink`` finds the fewest failing intents."""

import os
import re
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import Recorder
from eventcore.tools import Simulations
from eventcore.tools.results import DIVERGED, SAME
from eventcore.tools.verifying import check_recording
from examples import caravan, clinic
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command, Outcome

CHECK = """
import sys, time
from pathlib import Path
marks = Path({marks!r})
marks.write_text(marks.read_text() + "x" if marks.exists() else "x")
runs = len(marks.read_text())
{wait}
sys.exit(1 if '"miles":22' in Path(sys.argv[-1]).read_text() and {fails} else 0)
"""


class Ward(clinic.Clinic):
    """A clinic that cannot admit a patient called Cy."""

    def act(self, intent: Any) -> Any:
        if isinstance(intent, clinic.Arrive) and intent.patient == "Cy":
            raise KeyError("Cy")
        return super().act(intent)


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cy")])
def test_intents_that_are_events_are_performed_anew_for_each_check(
    names: tuple[str, ...], tmp_path: Path, tool: Command
) -> None:
    path = tmp_path / "day.jsonl"
    with Ward.record(path) as ward, suppress(KeyError):
        for name in names:
            ward.perform(clinic.Arrive, name)
    outcome = tool("shrink", path, place=f"{__name__}:Ward")
    if "Cy" not in names:
        assert is_one_line(outcome)
        assert "nothing to shrink" in outcome.err
    else:
        assert (outcome.code, outcome.err) == (0, "")
        small = Journal.read(tmp_path / "day.small.jsonl").records
        assert [b'"Cy"' in bytes(record.data) for record in small if record.is_intent] == [True]


def days_in(path: Path) -> list[str]:
    return [bytes(one.data).decode() for one in Journal.read(path).records if one.type == "Go"]


def verdict(path: Path) -> int:
    return check_recording(Simulations.of(caravans.PLACE).open(path, events=True)).code


def is_one_line(outcome: Outcome, code: int = 2) -> bool:
    return (outcome.code, outcome.out, outcome.err.count("\n")) == (code, "", 1)


def check(tmp_path: Path, fails: str, wait: str = "") -> str:
    """Return a command that fails if the Python expression ``fails`` is true."""
    script = tmp_path / "check.py"
    script.write_text(CHECK.format(marks=str(tmp_path / "marks"), fails=fails, wait=wait))
    return f"{sys.executable} -IS {script}"


def test_crash_is_shrunk_to_the_intent_that_leads_to_it(
    tool: Command,
    tmp_path: Path,
    week: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    def break_down(wagon: Any, travel: Any, world: World) -> None:
        if travel.miles == 24 - 7:
            raise LookupError("a wheel")
        wagon.miles += travel.miles

    with monkeypatch.context() as patch:
        patch.setattr(caravan.Wagon, "roll_on", break_down)
        outcome = tool("shrink", week)
        assert (outcome.code, outcome.err) == (0, "")
        assert re.sub(r"\d+ checks", "… checks", outcome.out) == snapshot
        small = tmp_path / "week.small.jsonl"
        assert days_in(small) == ['{"miles":24}']
        again = tool("shrink", week)
        assert is_one_line(again)  # an error, because the file already exists
        assert verdict(small) == DIVERGED
    assert verdict(small) == SAME  # without the fault, the replay does not differ


def test_error_that_only_debug_mode_raises_is_shrunk(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_down(wagon: Any, travel: Any, world: World) -> None:
        wagon.miles += 1

    monkeypatch.setattr(caravan.Wagon, "slow_down", slow_down)
    outcome = tool("shrink", week)
    assert outcome.code == 0
    assert outcome.lines[0].startswith(f"StateError in {slow_down.__qualname__}: Wagon.miles")


def test_check_that_fails_once_only_is_one_line(tool: Command, tmp_path: Path, week: Path) -> None:
    assert is_one_line(tool("shrink", week, "--check", check(tmp_path, "runs < 2")))
    assert not (tmp_path / "week.small.jsonl").exists()


def test_recording_that_does_not_fail_is_not_shrunk(
    tool: Command, week: Path, snapshot: SnapshotAssertion
) -> None:
    outcome = tool("shrink", week)
    assert is_one_line(outcome)
    assert outcome.err == snapshot


# subprocess.run() kills the command after an interrupt, but does not wait for it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_interrupt_keeps_the_best_so_far(tool: Command, tmp_path: Path, week: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    stop = f"if runs == 5: __import__('os').kill({os.getpid()}, 2); time.sleep(60)"
    try:
        outcome = tool("shrink", week, "--check", check(tmp_path, "True", stop))
    finally:
        signal.signal(signal.SIGINT, before)
    assert (outcome.code, outcome.err) == (130, "")
    kept = days_in(tmp_path / "week.small.jsonl")
    assert '{"miles":22}' in kept
    assert len(kept) < 7


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "broken off"])
def test_journal_without_intents_is_not_shrunk(tool: Command, tmp_path: Path, closed: bool) -> None:
    one, path = caravans.Caravan(1), tmp_path / "begun.jsonl"
    writer = JournalWriter.create(path, one.header)
    if closed:
        Recorder(one, writer).close()
    else:
        writer.close()
    for options in ((), ("--check", "false")):
        assert is_one_line(tool("shrink", path, *options))
    assert [file.name for file in tmp_path.iterdir()] == ["begun.jsonl"]
