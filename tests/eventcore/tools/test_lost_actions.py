"""``verify`` names the handler that no longer acts, whatever it used to do."""

from pathlib import Path
from typing import Any

import pytest

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    Notice,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.resources import Join, Server
from eventcore.time import Scheduled
from tests.eventcore.tools.conftest import Command

PLACE = f"{__name__}:Clinic"


@event
class Beat(Notice):
    """The heart of the enactor, a guest, beats again and again."""


@event
class Order(Action):
    """The enactor, a nurse, gets an order about a guest."""

    guest: Entity = role()


@event
class Calm(Order):
    """The heart stops."""


@event
class Hold(Order):
    """Time stops for the guest."""


@event
class Release(Order):
    """Time goes on for the guest."""


@event
class Discharge(Order):
    """The guest leaves."""


@event
class Prepare(Order):
    """The nurse's server gets room for two more customers."""


@event
class Call(Order):
    """The guest joins the line of the nurse's server."""


@component
class Guest(Component):
    heart: Scheduled
    beats: int = 0

    @handles(Beat)
    def beat(self, beat: Beat, world: World) -> None:
        self.beats += 1


@component
class Nurse(Component):
    """Every handler writes, and calls ``act``, which a test replaces."""

    orders: int = 0

    def act(self, order: Order, world: World) -> None:
        guest = order.guest
        match order:
            case Calm():
                guest[Guest].heart.cancel()
            case Hold():
                world.agenda.freeze(guest)
            case Release():
                world.agenda.thaw(guest)
            case Discharge():
                world.despawn(guest)
            case Prepare():
                self.entity[Server].capacity += 2

    @handles(Calm, APPLY)
    def calm(self, order: Calm, world: World) -> None:
        self.orders += 1
        self.act(order, world)

    @handles(Hold, APPLY)
    def hold(self, order: Hold, world: World) -> None:
        self.orders += 1
        self.act(order, world)

    @handles(Release, APPLY)
    def release(self, order: Release, world: World) -> None:
        self.orders += 1
        self.act(order, world)

    @handles(Discharge, APPLY)
    def discharge(self, order: Discharge, world: World) -> None:
        self.orders += 1
        self.act(order, world)

    @handles(Prepare, APPLY)
    def prepare(self, order: Prepare, world: World) -> None:
        self.orders += 1
        self.act(order, world)

    @handles(Call, APPLY)
    def call(self, order: Call, world: World) -> None:
        world.publish(Join(order.guest, self.entity))


@component
class Door(Component):
    """Counts orders at the entity of the nurse. It is innocent."""

    opened: int = 0

    @handles(Order, APPLY)
    def open(self, order: Order, world: World) -> None:
        self.opened += 1


class Clinic(Simulation):
    components = (Nurse, Guest, Server, Door)
    intents = (Calm, Hold, Release, Discharge, Prepare, Call)

    def setup(self, guests: int = 2) -> None:
        self.world.spawn(Nurse(), Server(service_time=10), Door())
        for _ in range(guests):
            guest = self.world.spawn()
            self.world.attach(guest, Guest(self.world.agenda.every(100, Beat(guest))))

    @property
    def actor(self) -> Entity:
        return self.world[2]

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return "guest" if Guest in entity else "nurse"


def record(path: Path, *orders: type[Order], events: bool = False, guests: int = 2) -> None:
    with Clinic.record(path, events=events, guests=guests) as clinic:
        for number, order in enumerate(orders, 3):
            clinic.run(100 * number)
            clinic.perform(order, clinic.world[4 if order is Call else 3])
        clinic.run(900)


LOST = {
    Calm: ("scheduled Beat 1 exists only in the replay", "left unchanged"),
    Hold: ("frozen of guest 3: recorded true, replayed nothing", "left unchanged"),
    Release: ("frozen of guest 3: recorded nothing, replayed true", "left unchanged"),
    Discharge: ("guest 3 exists only in the replay", "not removed"),
    Prepare: ("Server.capacity of nurse 2: recorded 3, replayed 1", "left unchanged"),
}


@pytest.mark.parametrize("events", [False, True], ids=["digests", "events"])
@pytest.mark.parametrize("order", LOST)
def test_handler_that_no_longer_acts_is_named_below_the_difference(
    tool: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    order: type[Order],
    events: bool,
) -> None:
    path, act = tmp_path / "clinic.jsonl", Nurse.act
    orders = [Hold, Release] if order is Release else [order, Call]
    record(path, *orders, events=events)

    def forget(self: Nurse, given: Order, world: World) -> None:
        if not isinstance(given, order):
            act(self, given, world)

    monkeypatch.setattr(Nurse, "act", forget)
    lines = [line.strip() for line in tool("verify", path, place=PLACE).err.splitlines()]
    difference, verb = LOST[order]
    at = next(n for n, line in enumerate(lines) if line.startswith(difference))
    named = next(line for line in lines[at:] if line.startswith(f"{verb} by "))
    assert f"Nurse.{order.__name__.lower()} in {order.__name__} #" in named, lines
    assert "Server." not in named  # a handler of the library is innocent
    assert not any("nothing else unusual" in line for line in lines[at:]), lines


@pytest.mark.parametrize(
    ("guests", "difference"),
    [
        (1, "turn 4: Beat #5 published by the schedule"),
        (2, "turn 4: published with guest 3 by the schedule"),
    ],
)
def test_published_event_that_a_handler_no_longer_cancels_names_the_handler(
    tool: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    guests: int,
    difference: str,
) -> None:
    record(tmp_path / "clinic.jsonl", Calm, events=True, guests=guests)
    monkeypatch.setattr(Nurse, "act", lambda *_: None)
    error = tool("verify", tmp_path / "clinic.jsonl", place=PLACE).err
    assert f"{difference}\n    left unchanged by Nurse.calm in Calm #" in error


def test_handler_that_cancels_too_much_is_named_with_the_event(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancel(self: Nurse, order: Order, world: World) -> None:
        order.guest[Guest].heart.cancel()

    record(tmp_path / "clinic.jsonl", Call, Prepare)
    monkeypatch.setattr(Nurse, "act", cancel)
    error = tool("verify", tmp_path / "clinic.jsonl", place=PLACE).err
    assert "scheduled Beat 1 exists only in the recording" in error
    assert "Beat due at 500 cancelled by Nurse.prepare (APPLY 700) in Prepare #" in error


def test_changed_interval_names_the_recurring_event(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "clinic.jsonl", Prepare)

    def setup(self: Any, guests: int = 2) -> None:
        set_up(self, guests)
        self.world.agenda.scheduled()[-1].cancel()
        self.world.agenda.every(250, Beat(self.world[4]))

    set_up = Clinic.setup
    monkeypatch.setattr(Clinic, "setup", setup)
    error = tool("verify", tmp_path / "clinic.jsonl", place=PLACE).err
    assert "scheduled Beat 3 exists only in the replay" in error


def test_handler_without_any_effect_is_named_if_the_journal_has_no_events(
    tool: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "clinic.jsonl", Calm)
    monkeypatch.setattr(Nurse, "calm", lambda *_: None)
    error = tool("verify", tmp_path / "clinic.jsonl", place=PLACE).err
    assert "scheduled Beat 1 exists only in the replay" in error
    assert "left unchanged by Nurse.calm in Calm #" in error


def test_field_changed_outside_the_handlers_is_reported_before_its_consequences(
    tool: Command, tmp_path: Path
) -> None:
    path = tmp_path / "clinic.jsonl"
    with Clinic.record(path, guests=8) as clinic:
        for number in range(3, 11):
            clinic.perform(Call, clinic.world[number])
        clinic.world[2][Server].capacity = 3
        clinic.run(35)
    lines = tool("verify", path, place=PLACE).err.splitlines()
    first = next(n for n, line in enumerate(lines) if "writes until turn" in line) + 1
    assert lines[first].strip() == "Server.capacity of nurse 2: recorded 3, replayed 1"
