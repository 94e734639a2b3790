"""``verify`` names a handler that scheduled an event long before a digest shows the difference."""

from pathlib import Path

import pytest

from eventcore import APPLY, Action, Component, Notice, Simulation, World, component, event, handles
from tests.eventcore.tools.conftest import Command


@event
class Wait(Action):
    """The enactor waits for a turn."""


@event
class Ring(Notice):
    """The alarm rings."""


@component
class Alarm(Component):
    waits: int = 0

    @handles(Wait, APPLY)
    def count(self, wait: Wait, world: World) -> None:
        self.waits += 1

    @handles(Wait, APPLY)
    def set_alarm(self, wait: Wait, world: World) -> None:
        if self.waits == 83:
            world.schedule(Ring(self.entity), 5_000)

    @handles(Ring)
    def ring(self, ring: Ring, world: World) -> None:
        self.waits = 0


class Tower(Simulation):
    components = (Alarm,)
    intents = (Wait,)
    turn_length = 1

    def setup(self) -> None:
        self.world.attach(self.world.root, Alarm())


@pytest.mark.parametrize("events", [True, False])
def test_partial_digest_does_not_show_that_scheduled_events_were_the_same(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    path = tmp_path / "day.jsonl"
    with Tower.record(path, events=events) as tower:
        for turn in range(1, 121):
            tower.perform(Wait)
            tower.run(turn)

    def set_later_alarm(alarm: Alarm, wait: Wait, world: World) -> None:
        if alarm.waits == 83:
            world.schedule(Ring(alarm.entity), 6_000)

    monkeypatch.setattr(Alarm, "set_alarm", set_later_alarm)
    error = tool("verify", path, place=f"{__name__}:Tower").err
    assert "the state differs on turn 100 (line" in error
    assert "but not on turn 50" in error
    assert "turn 82: Ring due at 6082 scheduled by Alarm.set_alarm" in error
