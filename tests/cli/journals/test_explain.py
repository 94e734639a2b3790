"""``bidden explain``: a turn of a journal as a tree of causes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.components.movement.waiting import Waiting
from bidden.events.movement import Wait
from eventcore import World
from tests.bidden.recorded import record_intents
from tests.cli.conftest import Command, Refusal


def test_slices_for_a_trace_viewer_nest_or_follow_each_other(
    bidden: Command, journal: Path, tmp_path: Path
) -> None:
    path = tmp_path / "trace.json"
    assert bidden("explain", journal, "--turn", "2-9", "--chrome-trace", path).code == 0
    slices = json.loads(path.read_bytes())["traceEvents"]
    assert {one["name"].partition(" ")[0] for one in slices} >= {"Move", "Tick"}
    open_until: list[int] = []
    for one in sorted(slices, key=lambda each: (each["ts"], -each["dur"])):
        while open_until and open_until[-1] <= one["ts"]:
            open_until.pop()
        end = one["ts"] + one["dur"]
        assert not open_until or end <= open_until[-1]
        if one["cat"] == "event" and not one["args"]["cause"]:
            assert not open_until
        open_until.append(end)


def test_existing_file_is_replaced_only_if_forced(
    bidden: Command, refusal: Refusal, journal: Path, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    arguments = ("explain", journal, "--turn", 2, "--chrome-trace", journal)
    assert refusal(*arguments) == snapshot
    assert journal.read_bytes() == recorded
    assert bidden(*arguments, "--force").code == 0
    assert "traceEvents" in json.loads(journal.read_bytes())


@pytest.mark.parametrize(
    "command",
    [
        "export FILE --to out.cast",
        "what-if FILE --mute Guard.turn_aside",
        "what-if FILE --set creatures.zombie.Health.hp=4",
        "verify FILE",
    ],
)
def test_handler_that_raises_is_one_line_of_every_command(
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
