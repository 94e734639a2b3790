"""Saving fails if a scheduled event holds an invalid value, and the error names the field."""

from __future__ import annotations

from enum import Enum
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    REACT,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import SaveError
from eventcore.time import Scheduled


class Mood(Enum):
    GLAD = "glad"


@attrs.frozen
class Point:
    x: int
    of: Entity | None = None


class Grid:
    """A class that defines how it is saved."""

    def __init__(self, width: int) -> None:
        self.width = width

    def __repr__(self) -> str:
        return f"Grid({self.width})"

    def _plain_(self) -> int:
        return self.width

    @classmethod
    def _restored_(cls, plain: int, convert: Any) -> Grid:
        return cls(plain)


@event
class Ping(Notice):
    count: int = 0
    name: str = ""
    mood: Mood = Mood.GLAD
    point: Point = Point(1)
    marks: list[str] = attrs.field(factory=list)
    whom: Entity | None = None
    friends: list[Entity] = attrs.field(factory=list)
    grid: Grid = attrs.field(factory=lambda: Grid(3))
    alarm: Scheduled | None = None
    anything: Any = None


@component
class Ear(Component):
    @handles(Ping, REACT)
    def hear(self, heard: Any, world: World) -> None: ...


@pytest.fixture
def world() -> World:
    return World(components=[Ear])


@pytest.fixture
def one(world: World) -> Entity:
    return world.spawn(Ear())


def test_values_of_scheduled_events_are_loaded_unchanged(world: World, one: Entity) -> None:
    gone = world.spawn()
    world.despawn(gone)
    fields: dict[str, Any] = {
        "count": 1 << 70, "name": "Würfel \n", "mood": Mood.GLAD, "marks": ["a", "b"],
        "anything": {"deep": [1, None, 0.5, "é"]},
    }  # fmt: skip
    refers: dict[str, Any] = {"whom": gone, "friends": [one], "point": Point(1, one)}
    alarm = world.schedule(Ping(one, grid=Grid(4)), 9)
    world.schedule(Ping(one, alarm=alarm, **fields, **refers), 5)
    saved = save_world(world)
    copy = load_world(saved, components=[Ear])
    assert save_world(copy) == saved
    again = copy.agenda.scheduled()[0].event
    assert {name: getattr(again, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("count", True),
        ("count", 10**5000),
        ("name", "\ud800"),
        ("point", (1,)),
        ("marks", ("a",)),
        ("whom", 5),
        ("anything", (1, 2)),
        ("anything", {"at": Mood.GLAD}),
    ],
    ids=range(8),
)
def test_unsavable_value_is_refused_with_its_field(
    world: World, one: Entity, name: str, value: Any, snapshot: SnapshotAssertion
) -> None:
    world.schedule(Ping(one, **{name: value}), 5)
    with pytest.raises(SaveError) as error:
        save_world(world)
    assert str(error.value) == snapshot
    assert "\n" not in str(error.value)


def test_entity_or_handle_in_a_field_of_another_type_is_refused(world: World, one: Entity) -> None:
    for what in (one, [one], {"a": one}, world.schedule(Ping(one), 9)):
        handle = world.schedule(Ping(one, anything=what))
        with pytest.raises(SaveError):
            save_world(world)
        handle.cancel()
    save_world(world)
