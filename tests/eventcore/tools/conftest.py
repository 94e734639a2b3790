"""What the tests of the tools share: a caravan, which is no roguelike, and its recordings."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import attrs
import pytest

from eventcore.cli import main
from tests.eventcore.tools import caravans


@attrs.frozen
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Command = Callable[..., Outcome]


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command of the library on caravans: ``tool("verify", journal)``."""

    def run(command: str, *arguments: str | Path, place: str = caravans.PLACE) -> Outcome:
        code = main([command, place, *map(str, arguments)])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process plays a recording again: it would not know of faults planted in this one."""
    monkeypatch.setattr("eventcore.blame.report.find_flicker", lambda *_: None)
    demo = import_module("eventcore.tools.demo")  # its function has the same name
    monkeypatch.setattr(demo, "find_flicker", lambda *_, **__: None)
    monkeypatch.setattr("eventcore.tools.shrinking.search.find_flicker", lambda *_: None)


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """A caravan's week, with its events; it is robbed on days 2 and 3."""
    return caravans.record(tmp_path / "week.jsonl")
