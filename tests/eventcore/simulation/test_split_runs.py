"""A recorded run is split into several intents, which change nothing but the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    Component,
    Notice,
    Run,
    Simulation,
    World,
    component,
    event,
    handles,
    save_world,
)
from eventcore.journal import Journal
from eventcore.resources import Serve
from eventcore.time import Tick, start_clock
from examples.emergency_room import Emergency, EmergencyRoom

TURN = 100


@event
class Ring(Notice):
    """The bell rings. The enactor is the tower."""


@component
class Bell(Component):
    rung: list[int] = attrs.field(factory=list)
    worn: int = 0

    @handles(Ring, APPLY)
    def ring(self, ring: Ring, world: World) -> None:
        self.worn += 1
        if world.stream("luck").below(3) == 0:
            self.rung.append(world.agenda.now)
        if len(self.rung) == 20:  # the ropes break
            for each in world.agenda.scheduled():
                each.cancel()


@component
class Hours(Component):
    ticks: int = 0

    @handles(Tick)
    def count(self, tick: Tick, world: World) -> None:
        self.ticks += 1


class Tower(Simulation):
    components = (Bell, Hours)
    turn_length = TURN

    def setup(self, every: int = 130, last: int = 30_000, clock: bool = False) -> None:
        tower = self.world.spawn(Bell())
        self.world.agenda.every(every, Ring(tower))
        self.world.schedule(Ring(tower), delay=last)
        if clock:
            self.world.attach(self.world.root, Hours())
            start_clock(self.world)

    @property
    def bell(self) -> Bell:
        (tower,) = self.world.having(Bell)
        return tower[Bell]


@pytest.mark.parametrize("clock", [False, True])
@pytest.mark.parametrize(
    ("until", "every"), [(None, 130), (None, 7), (None, 5_000), (90_000, 130), (450, 130)]
)
def test_recorded_run_ends_like_any_other(
    tmp_path: Path, until: int | None, every: int, clock: bool
) -> None:
    path, plain = tmp_path / "day.jsonl", Tower(seed=5, every=every, clock=clock)
    plain.run(until)
    with Tower.record(path, seed=5, every=every, clock=clock) as tower:
        tower.run(until)
        assert tower.world.agenda.now == plain.world.agenda.now
        assert save_world(tower.world) == save_world(plain.world)
    runs = [record for record in Journal.read(path).records if record.is_intent]
    assert (len(runs) > 1) == (until != 450)  # 450 units are fewer than ten turns
    assert Tower.verify(path) is None


def test_run_ends_although_events_of_frozen_entities_are_left(tmp_path: Path) -> None:
    class Still(Simulation):
        components = (Bell,)
        turn_length = TURN

        def setup(self) -> None:
            for delay in (500, 700):
                tower = self.world.spawn(Bell())
                self.world.schedule(Ring(tower), delay=delay)
            self.world.agenda.freeze(tower)

    with Still.record(tmp_path / "day.jsonl") as still:
        still.run()
        assert (still.world.agenda.now, len(still.world.agenda.scheduled())) == (500, 1)
    assert Still.verify(tmp_path / "day.jsonl") is None


def test_divergence_in_a_field_without_events_is_found_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Tower.record(tmp_path / "day.jsonl", seed=5, every=70) as tower:
        tower.run()

    def wear_no_more(bell: Bell, event: Ring, world: World) -> None:
        ring(bell, event, world)
        bell.worn -= world.turn >= 1

    ring = Bell.ring
    monkeypatch.setattr(Bell, "ring", wear_no_more)
    found = Tower.verify(tmp_path / "day.jsonl")
    assert found is not None
    assert found.turn <= 10


def test_lost_field_is_found_within_ten_turns_if_each_turn_has_an_intent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Emergency.record(tmp_path / "day.jsonl", seed=1, patients=60) as day:
        for turn in range(1, 400):
            day.run(until=turn * day.world.turn_length)
    treat, lost = EmergencyRoom.treat, list[int]()

    def treat_and_lose(room: EmergencyRoom, serve: Serve, world: World) -> None:
        treat(room, serve, world)
        if world.turn >= 200 and not lost:
            lost.append(world.turn)
            room.waited[0] += 1  # shown by no event

    monkeypatch.setattr(EmergencyRoom, "treat", treat_and_lose)
    found = Emergency.verify(tmp_path / "day.jsonl")
    assert found is not None
    assert found.turn - 10 <= lost[0] <= found.turn


def test_replayed_run_intents_let_a_changed_simulation_finish(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    with Tower.record(path, seed=5, every=50) as tower:
        tower.run()
    other, alone = Tower(seed=5, every=1_700), Tower(seed=5, every=1_700)
    for record in Journal.read(path).records:
        if record.is_intent:
            other.perform(other.decode(record.type, record.v, record.data))
    alone.run()
    assert len(alone.bell.rung) == 20
    assert save_world(other.world) == save_world(alone.world)


def test_run_is_one_intent_if_performed_directly_or_if_the_class_overrides_act(
    tmp_path: Path,
) -> None:
    class Guarded(Tower):
        def act(self, intent: Any) -> Any:
            return super().act(intent)

    with Guarded.record(tmp_path / "1.jsonl") as guarded, Tower.record(tmp_path / "2.jsonl") as one:
        guarded.run(until=50_000)
        one.perform(Run(50_000))
    for number in (1, 2):
        records = Journal.read(tmp_path / f"{number}.jsonl").records
        assert [record.type for record in records] == ["Run", "close"]
