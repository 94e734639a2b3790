"""``verify`` names the handler that changes an owner, or no longer removes an entity."""

from pathlib import Path
from typing import Any

import pytest

from eventcore import Run, World
from examples import emergency_room
from tests.eventcore.tools.conftest import Command

PLACE = f"{emergency_room.__name__}:Emergency"


def record(path: Path, *, events: bool, hours: int = 10) -> Path:
    with emergency_room.Emergency.record(path, seed=1, patients=60, events=events) as day:
        for end in range(10, 60 * hours, 10):
            day.perform(Run(end * emergency_room.MINUTE))
    return path


@pytest.mark.parametrize("events", [True, False])
def test_handler_that_sets_an_owner_is_named_for_the_ownership_change(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path, admit = record(tmp_path / "day.jsonl", events=events), emergency_room.EmergencyRoom.admit

    def admit_as_own(room: Any, arrive: Any, world: World) -> None:
        admit(room, arrive, world)
        if world.turn > 100:
            world.set_owner(list(world)[-1], arrive.enactor)

    monkeypatch.setattr(emergency_room.EmergencyRoom, "admit", admit_as_own)
    lines = tool("verify", path, place=PLACE).err.splitlines()
    at = next(n for n, line in enumerate(lines) if "owned of room 2: recorded " in line)
    assert any("by EmergencyRoom.admit " in line for line in lines[at : at + 3]), lines
    assert not any("unchanged" in line and "admit" in line for line in lines)


@pytest.mark.parametrize("keys", [True, False])
def test_handler_that_no_longer_removes_an_entity_is_named_with_events(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: bool
) -> None:
    path = record(tmp_path / "day.jsonl", events=True)
    if not keys:
        path.with_name("day.jsonl.keys").unlink()
    discharge = emergency_room.EmergencyRoom.discharge

    def forget_one(room: Any, finish: Any, world: World) -> None:
        if sum(room.treated) != 9:
            discharge(room, finish, world)
        else:
            room.treated[finish.customer[emergency_room.Patient].triage] += 1

    monkeypatch.setattr(emergency_room.EmergencyRoom, "discharge", forget_one)
    error = tool("verify", path, place=PLACE).err
    assert "differs" in error.splitlines()[0]
    assert "EmergencyRoom.discharge" in error
    assert "  Patient:\n  the code" not in error
