"""Given an unusable or odd file, a command prints one clear line and never hangs."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Refusal


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    return path


def test_journal_name_that_is_too_long_is_refused_as_unreadable(refusal: Refusal) -> None:
    said = refusal("verify", f"{'x' * 300}.jsonl")
    assert "cannot be read" in said
    assert "written" not in said


def test_error_about_the_root_folder_shows_its_full_path(refusal: Refusal) -> None:
    assert refusal("content", "check", "/").startswith("/: ")


@pytest.mark.parametrize(
    "line",
    [
        "play --view prose --options {pipe}",
        "play --view prose --options /dev/zero",
        "records {pipe}",
        "report {pipe} --to page.html",
        "simulate --seeds 1 --to {pipe}",
        "verify {pipe}",
        "series {pipe} Health.hp",
        "series game.jsonl Health.hp --to {pipe} --force",
    ],
)
def test_pipe_or_device_is_refused_at_once(
    refusal: Refusal,
    journal: Path,
    pipe: Path,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refusal(*line.format(pipe=pipe).split())
    assert any(word in said for word in ("pipe or a device", "not a file", ".csv or .parquet"))
    assert not Path("page.html").exists()


def test_options_with_a_byte_order_mark_are_read(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_bytes(b"\xef\xbb\xbfhurt_below = 101\n")
    said = bidden("play", "--view", "prose", "--options", path).err
    assert said.count("0 to 100") == 1  # one message; the byte order mark is skipped


def test_number_of_one_is_singular(bidden: Command, tmp_path: Path) -> None:
    to, demo = tmp_path / "runs.jsonl", tmp_path / "demo.jsonl"
    said = bidden("simulate", "--seeds", "1", "--most", "1", "--to", to).out
    assert said == f"{to}: 1 of 1 run is in {to}\n"
    bidden("demo", "--seed", "1", "--turns", "1", "--journal", demo)
    assert "2 records, 1 turn, " in bidden("verify", demo).out
