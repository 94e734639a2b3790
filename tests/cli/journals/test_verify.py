"""``bidden verify`` returns 0 if all replays match, 1 if one differs, 2 if one cannot be read."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from bidden.bots.explorer import choose
from bidden.components.combat.blows import Strike
from bidden.components.combat.guard import Guard
from bidden.recording import playing
from bidden.recording.notes import BIDDEN
from bidden.recording.resume import resume
from eventcore.cli.commands import verify
from tests.cli.conftest import Command, numbers, steady
from tests.cli.forgeries import DAMAGED, swap, write
from tests.cli.process import ROOT, env
from tests.journals import seal
from tests.sampling import Tried, amount


def replaced(recorded: bytes, line: int, name: str, data: bytes) -> bytes:
    """Replace the intent in a line, and correct the checksums of the journal."""
    lines = recorded.splitlines(keepends=True)
    record = {**json.loads(lines[line - 1]), "type": name, "data": json.loads(data)}
    lines[line - 1] = json.dumps(record, separators=(",", ":")).encode()
    return seal(lines)


@pytest.mark.parametrize(("name", "data"), [("Move", b'{"dx":5,"dy":5}'), ("Wait", b"{}")])
def test_other_intent_diverges_in_the_turn_after_it(
    bidden: Command, journal: Path, recorded: bytes, name: str, data: bytes
) -> None:
    write(journal, replaced(recorded, 11, name, data))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (1, "")
    digest = json.loads(recorded.splitlines()[11])["digest"]
    first, *more = outcome.err.splitlines()
    assert str(journal) in first
    assert {10, 12} <= numbers(first, journal)  # the turn and the line
    assert digest in first
    assert all(line.startswith("  ") for line in more)


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (2, b'"type":"Move"', b'"type":"Fly"'),
        (2, b'"v":1', b'"v":2'),
        (2, b'"dy":', b'"up":'),
        (2, b'"dy":', b'"dy":1.5,"up":'),
        (2, b'"dy":', b'"up":0,"dy":'),
        (11, b'"dx":-1', b'"dx":"\xff"'),
    ],
    ids=["type", "version", "missing", "fraction", "surplus", "not UTF-8"],
)
def test_intent_that_the_game_does_not_know_exits_2(
    bidden: Command,
    journal: Path,
    recorded: bytes,
    line: int,
    old: bytes,
    new: bytes,
    snapshot: SnapshotAssertion,
) -> None:
    write(journal, swap(recorded, line, old, new))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out, outcome.err) == snapshot


@pytest.mark.parametrize("field", ["chains", "content"])
def test_journal_of_other_rules_is_checked_with_a_warning(
    bidden: Command, journal: Path, recorded: bytes, field: str, snapshot: SnapshotAssertion
) -> None:
    value = json.loads(recorded.splitlines()[0])["data"][field].encode()
    write(journal, swap(recorded, 1, value, b"0123456789abcdef"))
    outcome = bidden("verify", journal)
    assert outcome.code == 0
    assert outcome.err == snapshot


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_verify_reports_each_journal_and_exits_with_the_worst_code(
    bidden: Command, tmp_path: Path, recorded: bytes, jobs: int
) -> None:
    same = write(tmp_path / "\udcff.jsonl", recorded)  # the file name is not valid UTF-8
    other = write(tmp_path / "other.jsonl", swap(recorded, 1, b'"seed":7', b'"seed":8'))
    torn = write(tmp_path / "torn.jsonl", recorded[:-10])
    assert bidden("verify", same, same).code == 0
    assert bidden("verify", other, same, other).code == 1
    outcome = bidden("verify", torn, other, same, tmp_path / "none.jsonl", "--jobs", jobs)
    assert outcome.code == 2
    named = [
        line.split(": ")[1] for line in outcome.err.splitlines() if line.startswith("bidden: ")
    ]
    assert named == [str(torn), str(other), f"{tmp_path}/none.jsonl"]
    assert outcome.out.startswith(f"{tmp_path}/\\udcff.jsonl: ")
    assert outcome.out.count("\n") == 2


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_journal_exits_2_and_names_the_line(
    bidden: Command, journal: Path, recorded: bytes, kind: str
) -> None:
    forge, line = DAMAGED[kind]
    write(journal, forge(recorded))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert line in numbers(outcome.err, journal)


def played(path: Path, *, events: bool = False, intents: int = 130) -> Path:
    game = playing.begin(3, path, events=events, level="cellar")
    for _ in range(intents):
        if game.session.ending is None:
            game.perform(choose(game.view()))
    game.close()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a journal with events, one without events, and their keyframes."""
    folder = tmp_path_factory.mktemp("played")
    played(folder / "events.jsonl", events=True)
    played(folder / "plain.jsonl")
    return folder


@pytest.mark.parametrize("name", ["events.jsonl", "plain.jsonl"])
def test_difference_is_traced_to_the_handlers_that_made_it(
    bidden: Command,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    snapshot: SnapshotAssertion,
) -> None:
    turn_aside = Guard.turn_aside

    def turn_towards(self: Guard, attack: object, world: object) -> None:
        turn_aside(self, attack, world)  # type: ignore[arg-type]  # as the bus calls it
        attack.strength += 2  # type: ignore[attr-defined]  # an Attack

    monkeypatch.setattr(Guard, "turn_aside", turn_towards)
    monkeypatch.chdir(folder)
    outcome = bidden("verify", name)
    assert (outcome.code, outcome.out) == (1, "")
    assert steady(outcome.err) == snapshot
    assert "Guard.turn_aside" in outcome.err
    closer = outcome.err.splitlines()[-1].partition(" bidden ")[2]
    assert "TakeDamage #" in bidden(*closer.split()).out


def test_journal_that_went_over_to_other_rules_is_checked_segment_by_segment(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = played(tmp_path / "game.jsonl", intents=40)
    with monkeypatch.context() as context:
        context.setattr("eventcore.journal.format.Header.chains_of", lambda _: "another")
        game = resume(path, playing.load(path))
        for _ in range(90):
            if game.session.ending is None:
                game.perform(choose(game.view()))
        game.close()
    outcome = bidden("verify", path)
    assert outcome.code == 0
    assert outcome.err == snapshot
    put_weight_behind_it = Strike.put_weight_behind_it

    def tire(self: Strike, attack: Any, world: Any) -> None:
        if world.turn < 45:
            put_weight_behind_it(self, attack, world)

    monkeypatch.setattr(Strike, "put_weight_behind_it", tire)
    diverged = bidden("verify", path)
    assert diverged.code == 1
    assert diverged.err.splitlines()[0] == outcome.err.splitlines()[0]


def is_gone(group: int) -> bool:
    """Return whether all processes of a group have ended; some end slightly later."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("group", "jobs"), [(True, 1), (False, 2)], ids=["terminal", "process"])
def test_interrupt_ends_all_processes_quietly(
    folder: Path, tmp_path: Path, jobs: int, group: bool
) -> None:
    for number in range(200):
        (tmp_path / f"{number}.jsonl").hardlink_to(folder / "plain.jsonl")
    process = subprocess.Popen(
        [sys.executable, "-m", "bidden", "verify", "--jobs", str(jobs), str(tmp_path)],
        cwd=ROOT,
        env=env({"PYTHONUNBUFFERED": "1"}),  # the first result is read while others are computed
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert is_gone(process.pid)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["dx", "dy", "z"]), inner),
    max_leaves=6,
)
INTENT = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["Move", "Close", "Wait", "close", "journal", ""]),
        "v": st.integers(0, 2),
        "data": JSON | st.fixed_dictionaries({"dx": st.integers(), "dy": st.integers(-2, 2)}),
    }
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "game.jsonl"


@pytest.mark.endurance
@settings(max_examples=amount(15, 2_000), deadline=None)
@given(line=st.integers(2, 22), intent=INTENT)
def test_no_record_makes_verify_raise(
    file: Path, recorded: bytes, line: int, intent: dict[str, Any], tried: Tried
) -> None:
    tried["invented records for the command verify"] += 1
    lines = recorded.splitlines(keepends=True)
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **intent}).encode()
    write(file, seal(lines))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = verify(BIDDEN, file)
    assert code in (0, 1, 2)
    assert (out if code == 0 else err).getvalue().count("\n") == 1
