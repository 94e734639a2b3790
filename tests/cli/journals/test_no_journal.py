"""What is no journal is refused by each command that reads one: one line, and exit code 2."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.forgeries import NO_JOURNAL, write

Refusal = Callable[..., str]

COMMANDS = {
    "verify": (),
    "diff": ("game.jsonl",),
    "replay": (),
    "explain": ("--turn", "1"),
    "what-if": ("--mute", "Guard.turn_aside"),
    "shrink": (),
    "export": ("--to", "a.png"),
}


@pytest.fixture(params=COMMANDS)
def refused(
    request: pytest.FixtureRequest, refusal: Refusal, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Path], str]:
    """Runs a command on a file, beside a journal that is whole, and gives what is said of it."""
    monkeypatch.chdir(journal.parent)

    def run(path: Path) -> str:
        said = refusal(request.param, path, *COMMANDS[request.param])
        assert said.startswith(f"{path}: ")
        return said.removeprefix(f"{path}: ")

    return run


@pytest.mark.parametrize("kind", NO_JOURNAL)
def test_what_is_no_journal_is_refused(
    refused: Callable[[Path], str], recorded: bytes, tmp_path: Path, kind: str
) -> None:
    forge, said = NO_JOURNAL[kind]
    assert refused(write(tmp_path / "other.jsonl", forge(recorded))) == said


def test_a_file_that_is_not_there_and_a_folder_are_refused(
    refused: Callable[[Path], str], tmp_path: Path
) -> None:
    assert refused(tmp_path / "none.jsonl") == "there is no such file"
    (empty := tmp_path / "empty").mkdir()
    assert refused(empty).startswith(("this is a folder, not a journal", "this folder holds no"))
