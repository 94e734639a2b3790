"""What the tests of the commands share: a data folder of their own, and journals to work on."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from bidden import frontend
from bidden.cli import main, terminal
from tests.bidden.recorded import TO_AND_FRO, record_intents


@attrs.frozen
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where journals go by default: no test writes into the folder of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "data" / "bidden" / "journals"


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process performs a game again, which is tested with the tools.

    It would take as long as most tests of a command, and not know of what they change here.
    """
    monkeypatch.setattr("bidden.recording.playing.MADE_BY", "")


@pytest.fixture
def bidden(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line in this process."""

    def run(*arguments: str | Path) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def refusal(bidden: Command) -> Callable[..., str]:
    """Runs a command line that is refused: exit code 2, one line on stderr, and gives the line."""

    def run(*arguments: str | Path) -> str:
        outcome = bidden(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("bidden: ")
        assert outcome.err.count("\n") == 1
        return outcome.err.removeprefix("bidden: ").removesuffix("\n")

    return run


Show = Callable[[Callable[[Any], None]], None]


@pytest.fixture
def front_end(monkeypatch: pytest.MonkeyPatch) -> Show:
    """Puts something in the terminal's place: what is done with a game or a journal to be shown."""

    def show_with(use: Callable[[Any], None]) -> None:
        module = SimpleNamespace(play=lambda begin, told: use(begin()), replay=use, welcome=use)
        monkeypatch.setitem(sys.modules, "bidden.frontend.terminal", module)
        monkeypatch.setattr(frontend, "terminal", module, raising=False)
        monkeypatch.setattr(terminal, "has_terminal", lambda: True)

    return show_with


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of a game of seed 7, 20 steps to and fro, each a turn: 22 lines."""
    path = tmp_path_factory.mktemp("recorded") / "game.jsonl"
    return record_intents(path, *TO_AND_FRO * 10).read_bytes()


@pytest.fixture
def journal(tmp_path: Path, recorded: bytes) -> Path:
    """The same, as a file that the test may do anything to."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(recorded)
    return path
