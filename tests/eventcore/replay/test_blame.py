"""Who wrote what differs: the last handler that did, or who published the event with it."""

from collections.abc import Callable
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    Digest,
    World,
    component,
    event,
    handles,
)
from eventcore.journal import Journal, JournalWriter, read_journal
from eventcore.replay import EventLog, Recorder, verify
from eventcore.replay.blame import Blame, FieldOrigins, blame_for
from tests.eventcore.worlds.tally import HEADER, Add, Tally, TallySimulation, record

BONUS = {"armour": 1, "weak": False, "late": False}


@event
class Blow(Action):
    force: int


@event
class Hurt(Change):
    loss: int


@component
class Fist(Component):
    hp: int = 100

    @handles(Blow, VALIDATE)
    def falter(self, blow: Blow, world: World) -> None:
        if BONUS["weak"]:
            blow.fail("weak")

    @handles(Blow, MODIFY)
    def swing(self, blow: Blow, world: World) -> None:
        blow.force += 3

    @handles(Blow, MODIFY + 10)
    def turn_aside(self, blow: Blow, world: World) -> None:
        blow.force -= BONUS["armour"]

    @handles(Blow, RESOLVE)
    def land(self, blow: Blow, world: World) -> None:
        world.publish(Hurt(blow.enactor, blow.force))

    @handles(Hurt, APPLY)
    def suffer(self, hurt: Hurt, world: World) -> None:
        self.hp -= hurt.loss

    @handles(Blow, REACT)
    def feel_it_later(self, blow: Blow, world: World) -> None:
        if BONUS["late"]:
            world.defer(Hurt(blow.enactor, 1))


class Boxing(TallySimulation):
    """Every intent is a blow."""

    def __init__(self) -> None:
        self.world = World(seed=7, components=[Fist])
        self.digest = Digest(self.world)
        self.world.attach(self.world.root, Fist())

    def perform(self, intent: Add) -> Blow:
        self.world.advance()
        return self.world.publish(Blow(self.world.root, intent.by))


@pytest.fixture(autouse=True)
def rules() -> object:
    before = dict(BONUS)
    yield None
    BONUS.update(before)


@pytest.fixture
def boxed(tmp_path: Path) -> Journal:
    """Three blows, of three events in line 3, 4 and so on: a record, a Hurt and a Blow each."""
    simulation, path = Boxing(), tmp_path / "boxing.jsonl"
    writer = JournalWriter.create(path, attrs.evolve(HEADER, events=True))
    recorder = Recorder(simulation, writer, EventLog(simulation.world))
    for by in (1, 2, 3):
        recorder.perform(Add(by))
    recorder.close()
    return read_journal(path, events=True)


def blames(journal: Journal, begin: Callable[[], TallySimulation] = Boxing) -> list[str]:
    divergence = verify(begin(), journal)
    assert divergence is not None
    return [str(blame) for blame in blame_for(divergence, journal, begin)]


def test_a_field_that_differs_is_blamed_on_the_handler_that_last_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = record(tmp_path / "tally.jsonl", [3, 1, 4], events=True)
    add = Tally.add

    def add_more(self: Tally, count: object, world: World) -> None:
        add(self, count, world)  # type: ignore[arg-type]  # a Count
        if world.sequence == 2:
            count.added += 1  # type: ignore[attr-defined]  # a Count

    monkeypatch.setattr(Tally, "add", add_more)
    (said,) = blames(journal, TallySimulation)
    recorded = int(said.split("added ")[1].split()[0])
    assert said == (
        f"Count #2: added {recorded} recorded, {recorded + 1} replayed; "
        "last written by Tally.add (APPLY 700)"
    )


def test_what_an_event_was_published_with_leads_to_the_event_that_caused_it(boxed: Journal) -> None:
    BONUS["armour"] = 3
    assert blames(boxed) == [
        "Hurt #2: loss 3 recorded, 1 replayed; published with it by Fist.land (RESOLVE 500)",
        "Blow #1: force 3 recorded, 1 replayed; last written by Fist.turn_aside (MODIFY 310)",
    ]


def test_an_outcome_is_blamed_on_the_handler_that_failed_the_event(boxed: Journal) -> None:
    BONUS["weak"] = True
    divergence = verify(Boxing(), boxed)
    assert divergence is not None
    failed = attrs.evolve(
        divergence, event="Blow #1", sequence=1, field="outcome", recorded="done", replayed="failed"
    )
    assert [(blame.field, blame.handler) for blame in blame_for(failed, boxed, Boxing)] == [
        ("outcome", "Fist.falter (VALIDATE 100)"),
        ("reason", "Fist.falter (VALIDATE 100)"),
        ("force", ""),
    ]


def test_what_is_published_once_more_is_named(boxed: Journal) -> None:
    BONUS["late"] = True
    assert blames(boxed) == ["Hurt #3: type None recorded, 'Hurt' replayed"]


def test_a_later_turn_is_blamed_as_well_as_the_first(boxed: Journal) -> None:
    events = [list(between) for between in boxed.events]
    assert [event.type for event in events[3]] == ["Hurt", "Blow"]
    blow = events[3][1]
    events[3][1] = msgspec.structs.replace(blow, data={"force": 9, "enactor": 1})
    forged = attrs.evolve(boxed, events=events)
    divergence = verify(Boxing(), forged)
    assert divergence is not None
    assert divergence.turn == 3
    assert [str(blame) for blame in blame_for(divergence, forged, Boxing)] == [
        "Blow #5: force 9 recorded, 5 replayed; last written by Fist.turn_aside (MODIFY 310)"
    ]


def test_an_event_from_outside_is_published_by_no_handler() -> None:
    simulation, origins = Boxing(), FieldOrigins()
    simulation.world.tap(origins)
    simulation.perform(Add(1))
    assert origins.publisher(1) is None
    assert origins.writer(1, "enactor") is None
    assert origins.writer(9, "force") is None


def test_a_blame_without_a_handler_says_no_more_than_what_differs() -> None:
    assert str(Blame("Hurt #2", "loss", 1, 2, "", False)) == "Hurt #2: loss 1 recorded, 2 replayed"
