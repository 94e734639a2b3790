"""Fixtures for the commands: a separate data folder, journals, and ways to run commands."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from bidden.cli import main, terminal
from tests.bidden.recorded import TO_AND_FRO, record_intents


@attrs.frozen
class Outcome:
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]
Refusal = Callable[..., str]
Show = Callable[[Callable[[Any], None]], None]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a temporary folder of journals, so that no test writes into the developer's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "data" / "bidden" / "journals"


@pytest.fixture(autouse=True)
def this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay in this process only: another process would miss what a test patches here."""
    import_module("bidden.recording.notes")  # it has the name already
    monkeypatch.setattr("bidden.session.MADE_BY", "")


@pytest.fixture
def bidden(capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: object) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def refusal(bidden: Command) -> Refusal:
    """Run a command that must fail with one line on stderr, and return the line."""

    def run(*arguments: object) -> str:
        outcome = bidden(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("bidden: ")
        assert outcome.err.count("\n") == 1
        return outcome.err.removeprefix("bidden: ").removesuffix("\n")

    return run


@pytest.fixture
def front_end(monkeypatch: pytest.MonkeyPatch) -> Show:
    """Replace the terminal with a function that receives the game or journal to show."""

    def show_with(use: Callable[[Any], None]) -> None:
        shown = SimpleNamespace(play=lambda begin, told: use(begin()), replay=use, welcome=use)
        module = SimpleNamespace(in_terminal=lambda settings: shown)
        monkeypatch.setitem(sys.modules, "bidden.frontend.terminal", module)
        monkeypatch.setattr(terminal, "has_terminal", lambda: True)

    return show_with


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the journal of a game with seed 7: 20 steps to and fro, one per turn, in 22 lines."""
    path = tmp_path_factory.mktemp("recorded") / "game.jsonl"
    return record_intents(path, *TO_AND_FRO * 10).read_bytes()


@pytest.fixture
def journal(tmp_path: Path, recorded: bytes) -> Path:
    """Copy the recorded journal to a file that the test may change, and return its path."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(recorded)
    return path


def write_options(tmp_path: Path, text: str) -> None:
    """Write the player's options file."""
    folder = tmp_path / "config" / "bidden"
    folder.mkdir(parents=True)
    (folder / "options.toml").write_text(text, "utf-8")


def numbers(text: str, *paths: Path) -> set[int]:
    """Return the numbers in a text, except those in file names."""
    for path in paths:
        text = text.replace(str(path), "")
    return set(map(int, re.findall(r"\b\d+\b", text)))


def steady(text: str) -> str:
    """Replace what differs between runs or after a rule change: rates, lines and digests."""
    text = re.sub(r"[\d,]+ turns/s", "<rate> turns/s", text)
    text = re.sub(r"(\.py):\d+", r"\1:<line>", text)
    text = re.sub(r" +$|(?<=──)─+", "", text, flags=re.MULTILINE)
    return re.sub(r"\b[0-9a-f]{16}\b", "<hash>", text)
