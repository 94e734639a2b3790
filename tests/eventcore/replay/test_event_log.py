"""The event log has a row for each settled event, and names new entities."""

from __future__ import annotations

import pytest

from eventcore import (
    APPLY,
    VALIDATE,
    Action,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.journal.settled import SettledEvents, encode_events
from eventcore.replay import EventLog
from eventcore.replay.event_log import divergences
from eventcore.state.saving import Snapshot
from eventcore.time import run


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


def test_event_log_returns_each_settled_event_once_in_order() -> None:
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
    assert len(log.take()) == 0
    assert encode_events(log.take(), 5) == (b"", 5)


@event
class Sprout(Action):
    """A seedling sprouts. A weak seedling leaves the world when the event settles."""

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


def test_event_log_names_new_entities_once_even_if_they_despawn(debug: bool) -> None:
    world = World(components=[Basket, Garden], debug=debug)
    log = EventLog(world, called)
    garden = world.spawn(Garden())
    assert log.take().names == {}  # entities are named when an event settles
    world.publish(Sprout(garden))
    world.publish(Sprout(garden, weak=True))
    world.spawn()
    assert log.take().names == {"2": "garden", "3": "herb", "4": "weed"}
    world.publish(Sprout(garden))
    assert log.take().names == {"6": "herb"}
    world.publish(Gather(garden))
    assert log.take().names == {}
    world.publish(Sprout(garden))
    assert [*log.name_all()] == ["1", "2", "3", "6", "7"]
    assert log.take().names == {}  # name_all() has already named the new entity


@pytest.mark.parametrize(
    ("one", "other"), [(0, False), (1, True), (0, 0.0), (1, 1.0), (None, 0), ([1], [True])]
)
def test_values_that_differ_in_json_are_a_difference(one: object, other: object) -> None:
    fields = {"Rest": ["for_"]}
    rows = [("Rest", 1, 0, None, one), ("Rest", 1, 0, None, other)]
    first, second = SettledEvents(fields, rows)
    assert [name for name, *_ in divergences(first, second)] == ["for_"]
    assert list(divergences(first, first)) == []


def test_event_log_row_has_the_turn_of_its_world_after_a_snapshot_is_restored() -> None:
    world, other = (World(components=[Basket], turn_length=length) for length in (60, 7))
    log, gatherer = EventLog(world), world.spawn(Basket())
    other.spawn(Basket())
    turns = []
    for until in (0, 59, 60, 250):
        run(world, until)
        world.publish(Gather(gatherer))
        turns.append(world.turn)
    run(other, until=50)
    Snapshot(other).put_into(world)
    world.publish(Gather(world[gatherer.id]))
    assert [row[2] for row in log.take().rows if row[3] is None] == [*turns, world.turn]
    assert (turns, world.turn) == ([0, 0, 1, 4], 7)
