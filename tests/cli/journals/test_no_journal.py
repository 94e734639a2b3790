"""Every command that reads a journal rejects other files with one line and exit code 2."""

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.conftest import Refusal, Show
from tests.cli.forgeries import NO_JOURNAL, write

Refused = Callable[[Path], str]

COMMANDS = {
    "verify": "verify FILE",
    "replay": "replay FILE",
    "explain": "explain FILE --turn 1",
    "what-if": "what-if FILE --mute Guard.turn_aside",
    "shrink": "shrink FILE",
    "export": "export FILE --to a.png",
    "morgue": "morgue FILE",
    "play": "play --journal FILE",
}

BEGUN_ANEW = {"empty", "torn header"}
"""Files in which nothing is recorded: play begins a game in them."""


@pytest.fixture(params=COMMANDS)
def refused(
    request: pytest.FixtureRequest,
    refusal: Refusal,
    front_end: Show,
    journal: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Refused:
    """Run a command on a file, and return its message without the file name."""
    monkeypatch.chdir(journal.parent)
    front_end(lambda game: pytest.fail("something was shown"))
    words = COMMANDS[request.param].split()

    def run(path: Path) -> str:
        said = refusal(*(path if word == "FILE" else word for word in words))
        assert said.startswith(f"{path}: ")
        return said.removeprefix(f"{path}: ")

    return run


@pytest.mark.parametrize("kind", sorted(NO_JOURNAL.keys() - BEGUN_ANEW))
def test_file_that_is_not_a_journal_is_refused_and_left_alone(
    refused: Refused, recorded: bytes, tmp_path: Path, kind: str
) -> None:
    content = NO_JOURNAL[kind](recorded)
    path = write(tmp_path / "other.jsonl", content)
    refused(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("kind", NO_JOURNAL)
def test_message_says_what_is_wrong_with_the_file(
    refusal: Refusal, recorded: bytes, tmp_path: Path, kind: str, snapshot: SnapshotAssertion
) -> None:
    path = write(tmp_path / "other.jsonl", NO_JOURNAL[kind](recorded))
    assert refusal("verify", path) == snapshot


def test_folder_is_refused(refused: Refused, tmp_path: Path) -> None:
    (empty := tmp_path / "empty").mkdir()
    refused(empty)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "play"])
def test_missing_file_is_refused(refusal: Refusal, tmp_path: Path, command: str) -> None:
    path = tmp_path / "none.jsonl"
    words = COMMANDS[command].replace("game.jsonl", str(path)).split()
    assert refusal(*(path if word == "FILE" else word for word in words)).startswith(f"{path}: ")
