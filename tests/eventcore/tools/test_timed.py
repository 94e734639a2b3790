"""The tools lead from an event of a timer back to the event and the intent that started it."""

from pathlib import Path

import pytest

from eventcore import (
    APPLY,
    Action,
    Change,
    Component,
    Entity,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.time import Packet, StartTimer, StopTimer, TimerKind, Timers, add_timers, start_clock
from tests.eventcore.tools.conftest import Command


@event
class Hurt(Change):
    target: Entity = role()


@event
class Recover(Change):
    target: Entity = role()


@event
class Drink(Action):
    """Drink poison."""


@event
class Cure(Action):
    """End the poisoning early."""


@component
class Body(Component):
    hp: int = 9

    @handles(Hurt, APPLY)
    def hurt(self, hurt: Hurt, world: World) -> None:
        self.hp -= 1

    @handles(Recover, APPLY)
    def recover(self, recover: Recover, world: World) -> None:
        self.hp = 9

    @handles(Drink, APPLY)
    def drink(self, drink: Drink, world: World) -> None:
        world.publish(StartTimer(self.entity, self.entity, "poison", 5))

    @handles(Cure, APPLY)
    def cure(self, cure: Cure, world: World) -> None:
        world.publish(StopTimer(self.entity, self.entity, "poison"))


class Poisoning(Simulation):
    components = (Timers, Body)
    intents = (Drink, Cure)
    turn_length = 10

    def setup(self) -> None:
        start_clock(self.world)
        add_timers(self.world, {"poison": TimerKind(tick=Packet(Hurt), end=Packet(Recover))})
        self.world.attach(self.world.root, Body())


PLACE = f"{__name__}:Poisoning"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Record a drink on turn 0, and a cure on turn 3, after three ticks of the poison."""
    path = tmp_path / "poisoning.jsonl"
    with Poisoning.record(path) as poisoning:
        poisoning.perform(Drink)
        poisoning.run(20)
        poisoning.run(30)
        poisoning.perform(Cure)
    return path


def test_change_by_a_timer_is_traced_to_the_intent_that_started_the_timer(
    tool: Command, journal: Path
) -> None:
    lines = tool("explain", journal, "--why", "Body.hp", "--turn", "3", place=PLACE).lines
    end = lines.index("earlier changes to the field, latest first:")
    assert [line.partition(" world")[0] for line in lines[1:end] if line[0] != " "] == [
        "Hurt #6",
        "scheduled by StartTimer #2",
        "because of Drink #1",
        "because of the intent Drink  (turn 0, line 2)",
    ]
    assert any(line.startswith("  Body.drink ") for line in lines[:end])


def test_events_of_a_type_name_the_event_that_started_their_timer(
    tool: Command, journal: Path
) -> None:
    for options in (["--event", "Hurt"], ["--event", "Hurt", "--of", "world"]):
        lines = tool("explain", journal, *options, place=PLACE).lines
        assert [line.split("  ")[2] for line in lines] == ["scheduled by StartTimer #2"] * 3


def test_event_of_a_stopped_timer_is_traced_to_the_intent_that_stopped_it(
    tool: Command, journal: Path
) -> None:
    lines = tool("explain", journal, "--why", "Body.hp", place=PLACE).lines
    steps = [line.partition(" world")[0] for line in lines if line[0] != " "]
    assert steps[1:5] == [
        "Recover #11",
        "because of StopTimer #10",
        "because of Cure #9",
        "because of the intent Cure  (turn 3, line 5)",
    ]
