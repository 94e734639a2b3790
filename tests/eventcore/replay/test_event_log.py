"""The log of settled events: what is taken of it, and in what form."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Component,
    Entity,
    EventcoreError,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.journal import read_journal
from eventcore.journal.settled import SettledEvents, decode_events, encode_events
from eventcore.replay import EventLog, verify
from eventcore.replay.event_log import divergences
from eventcore.state.snapshot import Snapshot
from eventcore.time import run
from tests.eventcore.worlds.tally import TallySimulation
from tests.eventcore.worlds.tally import record as record_tally
from tests.journals import seal


@event
class Gather(Action):
    target: Entity | None = role(default=None)
    words: frozenset[str] = frozenset()


@component
class Basket(Component):
    full: bool = False

    @handles(Gather, VALIDATE)
    def refuse(self, event: Gather, world: World) -> None:
        if self.full:
            event.fail("full")

    @handles(Gather, APPLY)
    def fill(self, event: Gather, world: World) -> None:
        self.full = True
        world.publish(Gather(event.enactor, words=event.words))


def gathered() -> tuple[EventLog, Entity]:
    world = World(components=[Basket])
    log = EventLog(world)
    gatherer = world.spawn(Basket())
    world.publish(Gather(gatherer, words=frozenset({"b", "a", "c"})))
    return log, gatherer


def test_rows_are_in_the_order_of_settling_with_roles_by_their_ids() -> None:
    log, gatherer = gathered()
    taken = log.take()
    words = frozenset({"a", "b", "c"})
    assert taken.fields == {"Gather": ["enactor", "target", "words"]}
    assert taken.rows == [
        ("Gather", 2, 0, 1, gatherer.id, None, words, "failed", "full"),
        ("Gather", 1, 0, None, gatherer.id, None, words),
    ]
    assert [(event.outcome, event.reason) for event in taken] == [
        ("failed", "full"),
        ("done", None),
    ]


def test_what_was_taken_is_not_given_again() -> None:
    log, _ = gathered()
    assert len(log.take()) == 2
    assert len(log.take()) == 0
    assert encode_events(log.take(), 5) == (b"", 5)


@event
class Sprout(Action):
    """A seedling comes up; a weak one is gone when this has settled."""

    weak: bool = False


@component
class Garden(Component):
    @handles(Sprout, APPLY)
    def sprout(self, sprout: Sprout, world: World) -> None:
        seedling = world.spawn(Basket(full=sprout.weak))
        if sprout.weak:
            world.despawn(seedling)


def called(entity: Entity, world: World) -> str:
    basket = entity.get(Basket)
    if basket is None:
        return "garden" if Garden in entity else ""
    return "weed" if basket.full else "herb"


@pytest.mark.parametrize("debug", [False, True])
def test_who_came_is_named_once_and_so_is_who_is_gone_again(debug: bool) -> None:
    world = World(components=[Basket, Garden], debug=debug)
    log = EventLog(world, called)
    garden = world.spawn(Garden())
    assert log.take().names == {}  # nothing has settled: there is no line to name it in
    world.publish(Sprout(garden))
    world.publish(Sprout(garden, weak=True))
    world.spawn()
    assert log.take().names == {"2": "garden", "3": "herb", "4": "weed"}
    world.publish(Sprout(garden))
    assert log.take().names == {"6": "herb"}
    world.publish(Gather(garden))
    assert log.take().names == {}


def test_a_header_names_all_there_are_and_events_none_of_them_again() -> None:
    world = World(components=[Basket, Garden])
    there_before = world.spawn(Garden())
    log = EventLog(world, called)
    world.publish(Sprout(there_before))
    assert log.name_all() == {"1": "world", "2": "garden", "3": "herb"}
    assert log.take().names == {}


def test_a_log_that_knows_no_names_gives_none() -> None:
    world = World(components=[Basket, Garden])
    log = EventLog(world)
    world.publish(Sprout(world.spawn(Garden())))
    assert log.name_all() == {}
    assert log.take().names == {}


def test_sets_are_written_in_order() -> None:
    log, _ = gathered()
    line, _ = encode_events(log.take(), 0)
    assert line.count(b'["a","b","c"]') == 2
    assert [event.data["words"] for event in decode_events(line, 1)] == [["a", "b", "c"]] * 2


def test_two_types_of_one_name_with_other_fields_are_refused() -> None:
    @event
    class Other(Action):
        herbs: int

    Other.__name__ = "Gather"

    world = World(components=[Basket])
    EventLog(world)
    gatherer = world.spawn(Basket())
    world.publish(Gather(gatherer))
    with pytest.raises(EventcoreError, match="there are two events called Gather, with other fie"):
        world.publish(Other(gatherer, 3))


def test_a_missing_event_is_looked_for_where_it_should_stand(tmp_path: Path) -> None:
    path = tmp_path / "tally.jsonl"
    record_tally(path, (3, 1, 4), events=True)
    lines = path.read_bytes().splitlines(keepends=True)
    assert [b'"kind":"events"' in line for line in lines] == [False, *[False, True] * 3, False]
    path.write_bytes(seal([*lines[:4], *lines[5:]]))
    journal = read_journal(path, events=True)
    assert journal.problem is None
    divergence = verify(TallySimulation(), journal)
    assert divergence is not None
    assert (divergence.line, divergence.event, divergence.field) == (4, "Count #2", "type")
    assert (divergence.recorded, divergence.replayed) == (None, "Count")


@pytest.mark.parametrize(
    ("one", "other"), [(0, False), (1, True), (0, 0.0), (1, 1.0), (None, 0), ([1], [True])]
)
def test_what_is_another_value_in_json_is_a_difference(one: object, other: object) -> None:
    fields = {"Rest": ["for_"]}
    first, second = (
        SettledEvents([("Rest", 1, 0, None, value)], fields)[0] for value in (one, other)
    )
    assert [name for name, *_ in divergences(first, second)] == ["for_"]
    assert list(divergences(first, first)) == []


@pytest.mark.parametrize("length", [1, 60, 100])
def test_a_row_has_the_turn_of_its_world_however_long_a_turn_is(length: int) -> None:
    world = World(components=[Basket], turn_length=length)
    log = EventLog(world)
    gatherer = world.spawn(Basket())
    turns = []
    for until in (0, 59, 60, 250):
        run(world, until)
        world.publish(Gather(gatherer))
        turns.append(world.turn)
    assert [row[2] for row in log.take().rows if row[3] is None] == turns
    assert turns == [0, 59 // length, 60 // length, 250 // length]


def test_a_row_has_the_turn_of_a_world_that_was_put_in_its_place(debug: bool) -> None:
    world, other = (
        World(components=[Basket], turn_length=length, debug=debug) for length in (100, 7)
    )
    log, gatherer = EventLog(world), world.spawn(Basket())
    world.publish(Gather(gatherer))
    log.take()
    other.spawn(Basket())
    run(other, until=50)
    Snapshot(other).put_into(world)
    world.publish(Gather(world[gatherer.id]))
    assert (world.turn_length, world.turn) == (7, 50 // 7)
    assert {row[2] for row in log.take().rows} == {50 // 7}
