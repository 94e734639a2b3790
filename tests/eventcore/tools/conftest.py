"""Fixtures that record caravans and run commands on the recordings."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from eventcore.cli import main
from examples import caravan
from tests.eventcore.tools import caravans


@attrs.frozen
class Outcome:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def shown(self) -> str:
        """Return the output without the measured speed or any digests."""
        said = re.sub(r"[\d,]+ turns/s", "… turns/s", f"{self.out}--\n{self.err}")
        return re.sub(r"\b[0-9a-f]{16}\b", "…", said)


Command = Callable[..., Outcome]


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs a command on caravans, as in ``tool("verify", journal)``."""

    def run(command: str, *arguments: str | Path, place: str = caravans.PLACE) -> Outcome:
        code = main([command, place, *map(str, arguments)])
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip replays in another process, which would miss the faults planted here."""
    monkeypatch.setattr("eventcore.diagnose.report.find_parting", lambda *_, **__: None)


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """Record a week, with events, of a caravan that is robbed on days 2 and 3."""
    return caravans.record(tmp_path / "week.jsonl")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that collects the intents that caravans perform from now on."""
    found: list[Any] = []
    perform = caravan.Caravan.perform

    def note(one: Any, intent: Any) -> Any:
        found.append(intent)
        return perform(one, intent)

    monkeypatch.setattr(caravan.Caravan, "perform", note)
    return found
