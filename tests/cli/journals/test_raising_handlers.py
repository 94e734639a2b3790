"""Each command that replays the journal reports a handler's error in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden import intents
from bidden.components.movement.position import Waiting
from bidden.events.movement import Wait
from eventcore import World
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command


@pytest.mark.parametrize(
    "command",
    [
        "export FILE --to out.cast",
        "what-if FILE --mute Guard.turn_aside",
        "what-if FILE --set creatures.zombie.Health.hp=4",
        "verify FILE",
    ],
)
def test_every_command_reports_a_handler_that_raises_in_one_line(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = record_intents(tmp_path / "game.jsonl", *[intents.Wait()] * 4, seed=3)

    def rest(part: Waiting, wait: Wait, world: World) -> None:
        raise RuntimeError("no\x1b[2J\nmore")

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    monkeypatch.chdir(tmp_path)
    outcome = bidden(*command.replace("FILE", path.name).split())
    assert outcome.code in (1, 2)
    (line,) = outcome.err.splitlines()
    assert "RuntimeError: no\\x1b[2J more" in line
