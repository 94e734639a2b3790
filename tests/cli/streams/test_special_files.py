"""A pipe, a device or a folder in the place of a file is refused at once, in one line."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from bidden.recording.folder.files import records_path
from tests.cli.conftest import Command

PATIENCE = 30


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Ends a command that waits for a pipe, or reads a device for ever."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("the command waits for ever")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


COMMANDS: list[tuple[str, list[str]]] = [
    (".jsonl", ["verify", "FILE", "--results", "new.jsonl"]),
    (".jsonl", ["verify", "game.jsonl", "--results", "FILE"]),
    (".jsonl", ["diff", "game.jsonl", "FILE"]),
    (".jsonl", ["morgue", "FILE"]),
    (".jsonl", ["records", "FILE"]),
    (".jsonl", ["report", "FILE", "--to", "page.html"]),
    (".jsonl", ["simulate", "--seeds", "1", "--most", "2", "--to", "FILE"]),
    (".jsonl", ["shrink", "game.jsonl", "--out", "FILE"]),
    (".parquet", ["report", "FILE", "--to", "page.html"]),
    (".toml", ["play", "--view", "prose", "--options", "FILE"]),
]


@pytest.mark.parametrize("special", [pipe, endless, Path.mkdir])
@pytest.mark.parametrize(
    ("suffix", "arguments"), COMMANDS, ids=[" ".join(words) for _, words in COMMANDS]
)
def test_a_special_file_is_refused(
    refusal: Callable[..., str],
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    special: Callable[[Path], None],
    suffix: str,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(journal.parent)
    path = tmp_path / f"special{suffix}"
    special(path)
    if suffix == ".parquet":
        pytest.importorskip("duckdb")
    said = refusal(*(str(path) if word == "FILE" else word for word in arguments))
    assert str(path) in said


@pytest.mark.parametrize("special", [pipe, endless])
def test_a_special_file_in_the_place_of_the_records_is_refused(
    refusal: Callable[..., str], special: Callable[[Path], None]
) -> None:
    records_path().parent.mkdir(parents=True)
    special(records_path())
    assert refusal("records").startswith(str(records_path()))


def test_a_mod_whose_table_is_a_pipe_is_refused(
    refusal: Callable[..., str], tmp_path: Path
) -> None:
    mod = tmp_path / "mod"
    mod.mkdir()
    pipe(mod / "items.toml")
    assert refusal("content", "check", mod).startswith("mod/items.toml: ")


@pytest.mark.parametrize("beside", ["keyframes", "marks.json"])
def test_what_lies_beside_a_journal_may_be_a_pipe(
    bidden: Command, journal: Path, beside: str
) -> None:
    for name in (f"{journal.name}.{beside}", f"{journal.stem}.{beside}"):
        pipe(journal.with_name(name))
    assert bidden("morgue", journal).code == 0
    assert bidden("verify", journal).code == 0


def test_a_name_that_is_too_long_is_told_of_reading_it(
    refusal: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / f"{'x' * 300}.jsonl"
    said = refusal("verify", path)
    assert said.startswith(f"{path}: ")
    assert "written" not in said


def test_a_folder_without_a_name_is_called_by_its_path(refusal: Callable[..., str]) -> None:
    assert refusal("content", "check", "/").startswith("/: ")
