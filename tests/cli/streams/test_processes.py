"""The commands as processes: exit codes, one line on stderr, never a traceback."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from bidden.cli import main as game_main
from eventcore.cli import main as eventcore_main
from tests.cli.forgeries import swap, write
from tests.cli.process import env, run, run_warm
from tests.sampling import sampled

pytestmark = pytest.mark.slow


def test_playing_into_a_pipe_runs_the_demo_and_exits_0(tmp_path: Path) -> None:
    done = run("-m", "bidden", "play", "--seed", "111", XDG_DATA_HOME=str(tmp_path))
    assert (done.code, done.err) == (0, "")
    (path,) = tmp_path.rglob("*.jsonl")
    lines = done.out.splitlines()
    assert lines[0] == "There is no terminal to play in: running the demo instead."
    assert lines[-1].startswith(f"seed 111, {len(path.read_bytes().splitlines()) - 1} records in")
    assert run_warm("bidden", "verify", path).code == 0


CASES: list[tuple[list[str], int, str]] = [
    (["bidden", "verify", "same"], 0, ""),
    (["bidden", "verify", "same", "other"], 1, "other: differs first on turn 0 (line 2): "),
    (["bidden", "verify", "torn"], 2, "torn: line 22 is torn"),
    (["bidden", "verify", "empty"], 2, "empty: the file is empty"),
    (["bidden", "verify", "none"], 2, "none: there is no such file"),
    (["bidden", "verify", "."], 2, ".: this folder holds no journals"),
    (["bidden", "replay", "binary"], 2, "binary: this is not a journal"),
    (["bidden", "replay", "same"], 2, "there is no terminal to replay in"),
    (["bidden", "demo", "--journal", "same"], 2, "same: exists already"),
    (["bidden", "demo", "--turns", "0"], 2, "--turns 0: "),
    (["bidden", "demo", "--seed", "x"], 2, "'x' is no whole number"),
    (["bidden", "demo", "--nonsense"], 2, "--nonsense"),
    (["bidden", "chain", "Movv"], 2, "there is no event 'Movv'; there is Move"),
    (["eventcore", "chain", "bidden", "Movv"], 2, "there is no event 'Movv'"),
    (["eventcore", "chain", "nowhere", "Move"], 2, "cannot import 'nowhere'"),
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: bytes) -> None:
    """Journals of all kinds in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, content in (
        ("same", recorded),
        ("other", swap(recorded, 1, b'"seed":7', b'"seed":8')),
        ("torn", recorded[:-10]),
        ("empty", b""),
        ("binary", bytes(range(256))),
    ):
        write(tmp_path / name, content)


def check(name: str, err: str, said: str) -> None:
    """What it says of an error is one line, begun with its name; what to type next is another."""
    if not said:
        assert err == ""
        return
    assert err.startswith(f"{name}: ")
    assert said in err
    assert err.count("\n") == 1 + err.count("\n  look closer with: ")


def told(part: object) -> str:
    return " ".join(part) if isinstance(part, list) else ""


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("arguments", "code", "said"), CASES, ids=told)
def test_a_command_ends_with_the_code_and_the_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    main = {"bidden": game_main, "eventcore": eventcore_main}[arguments[0]]
    assert main(arguments[1:]) == code
    check(arguments[0], capsys.readouterr().err, said)


@pytest.mark.endurance
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("arguments", "code", "said"), sampled(CASES, 3), ids=told)
def test_a_process_ends_with_the_code_and_the_line(
    arguments: list[str], code: int, said: str
) -> None:
    done = run("-m", *arguments)
    assert done.code == code
    check(arguments[0], done.err, said)


def test_an_unreadable_file_is_one_line(tmp_path: Path, recorded: bytes) -> None:
    path = write(tmp_path / "locked.jsonl", recorded)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("whoever runs this may read any file")
    for command in ("verify", "replay"):
        done = run_warm("bidden", command, path)
        assert (done.code, done.err) == (2, f"bidden: {path}: cannot be read: Permission denied\n")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_a_window_without_a_display_is_one_line(tmp_path: Path, journal: Path) -> None:
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_DATA_HOME": str(tmp_path)}
    for arguments in (["play"], ["play", "--journal", journal], ["replay", journal]):
        done = run_warm("bidden", *arguments, "--frontend", "window", **nothing)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("bidden: ")
        assert done.err.count("\n") == 1


def test_what_an_encoding_lacks_is_written_out(tmp_path: Path) -> None:
    done = run("-m", "bidden", "chain", "Move", "--mermaid", PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")
    assert "VALIDATE 110 ? enactor" in done.out
    done = run("-m", "bidden", "demo", "--turns", "2", PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")


def test_verifying_at_a_terminal_draws_a_bar_there_and_keeps_results_for_the_pipe(
    journal: Path,
) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "bidden", "verify", journal],
        env=env({"TERM": "xterm-256color"}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = bytearray()
        try:
            while chunk := os.read(ours, 65536):
                shown += chunk
        except OSError:  # this is how Linux says that the other side is closed
            pass
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(ours)
    assert process.returncode == 0
    assert out.startswith(f"{journal}: same: 21 records, ")
    assert "game.jsonl" in shown.decode()
    assert "━" in shown.decode()


def test_output_that_nobody_reads_on_ends_quietly(tmp_path: Path) -> None:
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
