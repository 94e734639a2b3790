"""``bidden shrink``: the fewest intents that fail, as a journal and as a test that plays it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bidden.bots.explorer import choose
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.collision import Collision
from bidden.components.movement.waiting import Waiting
from bidden.intents import Wait
from bidden.recording import playing
from tests.cli.conftest import Command, Refusal
from tests.cli.process import ROOT, env


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Twenty intents of the bot, with a Wait after each five."""
    game = playing.begin(3, tmp_path / "game.jsonl")
    for number in range(20):
        game.perform(choose(game.view()))
        if number % 5 == 4:
            game.perform(Wait())
    game.close()
    return game.path


def intents_in(path: Path) -> list[str]:
    return [record.type for record in playing.load(path).records if record.kind == "intent"]


def passes(test: Path) -> bool:
    """Run the test that was written, in this process, where rules may be patched."""
    names: dict[str, Any] = {"__file__": str(test), "__name__": test.stem}
    exec(compile(test.read_text("utf-8"), str(test), "exec"), names)
    (function,) = (value for name, value in names.items() if name.startswith("test_"))
    try:
        function()
    except Exception:
        return False
    return True


def test_crash_is_shrunk_to_the_intent_that_leads_to_it(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tire(self: Waiting, *_: object) -> None:
        if Memory in self.entity:  # the player's
            raise RuntimeError("tired\x1b[2J\nof \"'''\"it\\")

    test = tmp_path / "test_game_small_jsonl.py"
    with monkeypatch.context() as context:
        context.setattr(Waiting, "let_time_pass", tire)
        outcome = bidden("shrink", path)
        assert (outcome.code, outcome.err) == (0, "")
        assert intents_in(tmp_path / "game.small.jsonl") == ["Wait"]
        assert "\x1b" not in outcome.out
        assert not passes(test)
    assert passes(test)


def test_violation_that_only_debug_mode_finds_is_shrunk(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meddle(self: Collision, event: Any, world: Any) -> None:
        if Memory in self.entity:
            self.entity[Waiting].waited += 1

    with monkeypatch.context() as context:
        context.setattr(Collision, "stop_at_walls", meddle)
        assert bidden("shrink", path, "--out", tmp_path / "few.jsonl").code == 0
    assert intents_in(tmp_path / "few.jsonl") == ["Move"]
    assert passes(tmp_path / "test_few_jsonl.py")


CHECK = """
import sys
from pathlib import Path
text = Path(sys.argv[-1]).read_text()
sys.exit(1 if text.count('"Wait"') >= 2 else 0)
"""


def test_existing_file_is_left_alone(refusal: Refusal, path: Path, tmp_path: Path) -> None:
    there = tmp_path / "game.small.jsonl"
    there.write_text("mine")
    assert str(there) in refusal("shrink", path)
    assert there.read_text() == "mine"


@pytest.mark.slow
def test_interrupt_leaves_the_shortest_journal_so_far(path: Path, tmp_path: Path) -> None:
    script, marks = tmp_path / "check.py", tmp_path / "marks"
    script.write_text(
        f"import time; from pathlib import Path; p = Path({str(marks)!r})\n"
        "p.write_text(p.read_text() + 'x' if p.exists() else 'x')\n"
        "time.sleep(60 if p.read_text() == 'xxxxx' else 0)\n" + CHECK
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "bidden", "shrink", path, "--check", f"{sys.executable} {script}"],
        cwd=ROOT,
        env=env({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (marks.exists() and marks.read_text() == "xxxxx"):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    kept = intents_in(tmp_path / "game.small.jsonl")
    assert kept.count("Wait") >= 2
    assert len(kept) < 24
