"""``bidden shrink``: the fewest intents that fail, as a journal and a test that plays it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bidden.bots.explorer import choose
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.collision import Collision
from bidden.components.movement.waiting import Waiting
from bidden.intents import Move, Wait
from bidden.recording import playing
from bidden.recording.resume import resume
from tests.cli.conftest import Command
from tests.cli.process import ROOT, env

Refusal = Callable[..., str]
REST = Waiting._handlers_[0].name


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Twenty intents of the bot, with a rest after each five."""
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
    try:
        names["test_the_intents_that_failed_can_be_played"]()
    except Exception:
        return False
    return True


def test_a_crash_is_shrunk_to_what_leads_to_it(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tire(self: Waiting, *_: object) -> None:
        if Memory in self.entity:  # the player's
            raise RuntimeError("tired\x1b[2J\nof \"'''\"it\\")

    with monkeypatch.context() as context:
        context.setattr(Waiting, REST, tire)
        outcome = bidden("shrink", path)
        assert (outcome.code, outcome.err) == (0, "")
        small, test = tmp_path / "game.small.jsonl", tmp_path / "test_game_small_jsonl.py"
        assert intents_in(small) == ["Wait"]
        assert "\x1b" not in outcome.out
        assert "shrunk from 24 intents to 1, " in outcome.out
        assert f"written: {small} and {test}" in outcome.out
        assert not passes(test)
    assert passes(test)


def test_what_must_come_together_is_kept_together(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third rest falls over."""
    rest = getattr(Waiting, REST)

    def tire(self: Waiting, event: Any, world: Any) -> None:
        if Memory in self.entity:
            if world.stream("tired").draws == 2:
                raise RuntimeError("tired")
            world.stream("tired").below(10)
        rest(self, event, world)

    monkeypatch.setattr(Waiting, REST, tire)
    outcome = bidden("shrink", path, "--out", tmp_path / "few.jsonl")
    assert outcome.code == 0
    assert outcome.out.count("\n  Wait()") == 3
    assert intents_in(tmp_path / "few.jsonl") == ["Wait"] * 3
    assert (tmp_path / "test_few_jsonl.py").exists()


def test_what_is_another_each_time_is_shrunk(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    rest = getattr(Waiting, REST)

    def dawdle(self: Waiting, event: Any, world: Any) -> None:
        rest(self, event, world)
        for _ in range(next(numbers) % 7 if Memory in self.entity else 0):
            world.stream("dawdling").below(10)

    monkeypatch.setattr(Waiting, REST, dawdle)
    outcome = bidden("shrink", path)
    assert outcome.code == 0
    assert outcome.out.startswith("two replays differ: shrunk from 24 intents to 1, ")
    assert intents_in(tmp_path / "game.small.jsonl") == ["Wait"]


def test_what_only_debug_mode_finds_is_shrunk(
    bidden: Command, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meddle(self: Collision, event: Any, world: Any) -> None:
        if Memory in self.entity:
            self.entity[Waiting].waited += 1

    test = tmp_path / "test_game_small_jsonl.py"
    with monkeypatch.context() as context:
        context.setattr(Collision, "stop_at_walls", meddle)
        outcome = bidden("shrink", path)
        assert outcome.code == 0
        assert outcome.out.startswith("debug mode raises StateError in Guard")
        assert ": Waiting.waited of " in outcome.out
        assert ": shrunk from 24 intents to 1, " in outcome.out
        assert intents_in(tmp_path / "game.small.jsonl") == ["Move"]
        assert not passes(test)
    assert passes(test)


CHECK = """
import sys
from pathlib import Path
text = Path(sys.argv[-1]).read_text()
sys.exit(1 if text.count('"Wait"') >= 2 else 0)
"""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["{python} -IS {script}", "{python} -IS {script} {{}}"])
def test_a_command_may_say_what_fails(
    bidden: Command, path: Path, tmp_path: Path, command: str
) -> None:
    script = tmp_path / "check.py"
    script.write_text(CHECK)
    outcome = bidden(
        "shrink", path, "--check", command.format(python=sys.executable, script=script)
    )
    assert outcome.code == 0
    assert intents_in(tmp_path / "game.small.jsonl") == ["Wait", "Wait"]
    test = tmp_path / "test_game_small_jsonl.py"
    assert not passes(test)
    script.write_text("")
    assert passes(test)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("true", "there is nothing to shrink: with all 24 intents the command exits with 0, and"),
        ("/no/such/program", "--check '/no/such/program' cannot be run: No such file or directory"),
        ("false", "there is nothing to shrink: the command exits with 1 for a journal without any"),
        ("", "--check needs a command, such as 'bidden verify'"),
        ("'", '--check "\'": No closing quotation'),
    ],
    ids=["passes", "missing", "always", "empty", "quote"],
)
def test_a_command_that_does_not_fail_shrinks_nothing(
    refusal: Refusal, path: Path, command: str, said: str
) -> None:
    assert refusal("shrink", path, "--check", command).startswith(said)


def test_a_command_that_does_not_end_is_ended(refusal: Refusal, path: Path) -> None:
    command = f"{sys.executable} -c 'import time; time.sleep(60)'"
    said = refusal("shrink", path, "--check", command, "--timeout", "1")
    assert said == (
        "there is nothing to shrink: with all 24 intents the command had not ended after 1 "
        "seconds; give it longer with --timeout"
    )
    assert refusal("shrink", path, "--check", "true", "--timeout", "0") == (
        "--timeout 0: the command gets at least 1 second"
    )


def test_a_game_that_does_not_fail_is_not_shrunk(
    refusal: Refusal, path: Path, tmp_path: Path
) -> None:
    assert refusal("shrink", path).startswith("there is nothing to shrink: no handler raises, two ")
    assert not (tmp_path / "game.small.jsonl").exists()


def test_no_file_is_written_over(refusal: Refusal, path: Path, tmp_path: Path) -> None:
    there = tmp_path / "game.small.jsonl"
    there.write_text("mine")
    assert refusal("shrink", path) == f"{there}: exists already; name another file with --out"
    assert there.read_text() == "mine"


def test_a_journal_that_went_over_to_other_rules_is_not_shrunk(
    refusal: Refusal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:
        context.setattr("bidden.session.handlers_fingerprint", lambda components: "another")
        game = resume(path, playing.load(path))
        game.perform(Move(1, 0))
        game.close()
    assert refusal("shrink", path).startswith(f"{path}: goes over to other rules in line 27: ")


@pytest.mark.slow
def test_an_interrupt_leaves_the_best_so_far(path: Path, tmp_path: Path) -> None:
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
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert ": so far shrunk from 24 intents to " in out
    kept = intents_in(tmp_path / "game.small.jsonl")
    assert kept.count("Wait") >= 2
    assert len(kept) < 24
