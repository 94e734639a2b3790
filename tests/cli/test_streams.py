"""Standard streams and special files: pipes, devices, closed streams, full disks, odd encodings."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.recording.folder.files import records_path
from tests.cli.conftest import Command, Refusal, Show
from tests.cli.process import ROOT, env, run, run_warm

PATIENCE = 60
"""Seconds; a busy machine needs some of them."""


@pytest.fixture
def impatient() -> Iterator[None]:
    """Stop commands that wait for a pipe or read an endless device."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("the command does not end")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def piped(recorded: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Pass the journal to standard input, in an empty folder."""
    (folder := tmp_path / "empty").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(recorded)))
    return folder


def test_hyphen_reads_the_journal_from_standard_input(bidden: Command, piped: Path) -> None:
    outcome = bidden("verify", "-")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("-: ")
    assert list(piped.iterdir()) == []


def test_journal_from_standard_input_is_exported_as_from_its_file(
    bidden: Command, journal: Path, piped: Path
) -> None:
    for source, target in (("-", "a.cast"), (journal, "b.cast")):
        assert bidden("export", source, "--to", target).code == 0
    assert (piped / "a.cast").read_bytes() == (piped / "b.cast").read_bytes()
    assert {path.name for path in piped.iterdir()} == {"a.cast", "b.cast"}  # and no keyframes


def test_pipe_that_the_shell_has_opened_is_read(bidden: Command, recorded: bytes) -> None:
    reading, writing = os.pipe()
    os.write(writing, recorded)
    os.close(writing)
    try:
        outcome = bidden("verify", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert (outcome.code, outcome.err) == (0, "")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


COMMANDS = """
explain FILE --turn 1
export FILE --to a.png
morgue FILE
records FILE
report FILE --to page.html
simulate --seeds 1 --most 2 --to FILE
shrink game.jsonl --out FILE
play --view prose --options FILE.toml
play --journal FILE
""".strip().splitlines()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("special", [pipe, endless, Path.mkdir])
@pytest.mark.parametrize("line", COMMANDS)
def test_special_file_is_refused(
    refusal: Refusal,
    front_end: Show,
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    special: Callable[[Path], None],
    line: str,
) -> None:
    monkeypatch.chdir(journal.parent)
    front_end(lambda game: None)
    (word,) = (word for word in line.split() if word.startswith("FILE"))
    path = tmp_path / f"special{word.removeprefix('FILE') or '.jsonl'}"
    special(path)
    assert str(path) in refusal(*line.replace(word, str(path)).split())


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("special", [pipe, endless])
def test_special_file_is_refused_as_a_records_file_or_content_table(
    refusal: Refusal, special: Callable[[Path], None], tmp_path: Path
) -> None:
    records_path().parent.mkdir(parents=True)
    special(records_path())
    assert refusal("records").startswith(str(records_path()))
    (mod := tmp_path / "mod").mkdir()
    special(mod / "items.toml")
    assert refusal("content", "check", mod).startswith("mod/items.toml: ")


@pytest.mark.usefixtures("impatient")
def test_pipes_beside_a_journal_are_ignored(bidden: Command, journal: Path) -> None:
    for beside in (".keyframes", ".keys"):
        pipe(journal.with_name(f"{journal.name}{beside}"))
        pipe(journal.with_name(f"{journal.stem}{beside}"))
    assert bidden("morgue", journal).code == 0
    assert bidden("verify", journal).code == 0


def shell(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the game's command as ``$B`` in a shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f'B="{sys.executable} -m bidden"; {script}', "sh", *map(str, arguments)],
        cwd=ROOT,
        env=env({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["verify $1", "chain Move"])
def test_full_disk_during_output_causes_a_one_line_error(
    journal: Path, command: str, snapshot: SnapshotAssertion
) -> None:
    done = shell(f"$B {command} >/dev/full", journal)
    assert (done.returncode, done.stderr) == snapshot


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-"])
def test_closed_stream_is_not_an_error(journal: Path, closed: str) -> None:
    done = shell(f"$B verify $1 {closed}", journal)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("line", ["play", "replay game.jsonl"])
def test_window_without_a_display_is_one_line(tmp_path: Path, journal: Path, line: str) -> None:
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_DATA_HOME": str(tmp_path)}
    words = line.replace(journal.name, str(journal)).split()
    done = run_warm("bidden", *words, "--frontend", "window", **nothing)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.slow
@pytest.mark.parametrize("line", ["chain Move", "demo --turns 2"])
def test_characters_that_the_encoding_lacks_are_replaced(tmp_path: Path, line: str) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)}
    done = run("-m", "bidden", *line.split(), **ascii_only)
    assert (done.code, done.err, done.out.isascii()) == (0, "", True)


@pytest.mark.slow
def test_output_that_nobody_reads_ends_the_program_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bidden", "demo", "--seed", "2", "--turns", "3"]
    with subprocess.Popen(
        [*command, "--journal", str(tmp_path / "game.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env({}),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
