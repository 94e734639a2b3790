"""A lone hyphen is standard input: read it may be, written to it may not."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Show


@pytest.fixture(autouse=True)
def piped(recorded: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(recorded)))


def test_a_journal_from_standard_input_is_verified(bidden: Command, tmp_path: Path) -> None:
    outcome = bidden("verify", "-")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("-: same: 21 records, 20 turns")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_from_standard_input_is_exported_as_from_its_file(
    bidden: Command, journal: Path, tmp_path: Path
) -> None:
    for source, target in (("-", "a.cast"), (journal, "b.cast")):
        assert bidden("export", source, "--to", tmp_path / target).code == 0
    assert (tmp_path / "a.cast").read_bytes() == (tmp_path / "b.cast").read_bytes()


def test_no_keyframes_are_left_of_standard_input(bidden: Command, tmp_path: Path) -> None:
    assert bidden("export", "-", "--to", "a.png").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize(
    "arguments",
    [("verify",), ("diff", "game.jsonl"), ("export", "--to", "a.png"), ("explain", "--turn", "1")],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.usefixtures("journal")
def test_a_pipe_that_nobody_writes_to_is_refused_by_its_name(
    bidden: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    outcome = bidden(arguments[0], path, *arguments[1:])
    said = (
        f"bidden: {path}: this is a pipe or a device: name a file, or give it to standard input, "
        "as -\n"
    )
    assert (outcome.code, outcome.out, outcome.err) == (2, "", said)


def test_a_pipe_is_nothing_to_go_on_with(
    refusal: Callable[..., str], tmp_path: Path, front_end: Show
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    front_end(lambda game: None)
    said = f"{path}: this is a pipe or a device: name a file, or give it to standard input, as -"
    assert refusal("play", "--journal", path) == said


def test_a_pipe_that_the_shell_has_opened_is_read(bidden: Command, recorded: bytes) -> None:
    reading, writing = os.pipe()
    os.write(writing, recorded)
    os.close(writing)
    try:
        outcome = bidden("verify", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert (outcome.code, outcome.err) == (0, "")
    assert "same: 21 records" in outcome.out


def test_a_terminal_has_no_keys_left_to_replay_it_with(refusal: Callable[..., str]) -> None:
    assert refusal("replay", "-").startswith("a terminal needs standard input for its keys: name")


@pytest.mark.parametrize("arguments", [("demo",), ("demo", "--seed", "7")])
def test_nothing_is_recorded_to_it(
    refusal: Callable[..., str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    said = "-: is standard input, which is only read; name a file to write to"
    assert refusal(*arguments, "--journal", "-") == said
    assert list(tmp_path.iterdir()) == []
