"""What a save could not give back is refused where it is scheduled, and its field is named."""

from __future__ import annotations

from enum import Enum, IntEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import msgspec
import pytest

from eventcore import (
    REACT,
    Change,
    Component,
    Entity,
    Fixed,
    Notice,
    World,
    component,
    event,
    handles,
    load_world,
    role,
    save_world,
)
from eventcore.outcome import DONE
from eventcore.time import Scheduled, ScheduleError

if TYPE_CHECKING:
    from decimal import Decimal


class Mood(Enum):
    GLAD = "glad"


class Size(IntEnum):
    SMALL = 1


@attrs.frozen
class Point:
    x: int
    of: Entity | None = None


class Grid:
    """Says itself what is saved of it."""

    def __init__(self, width: int) -> None:
        self.width = width

    def _plain_(self) -> int:
        return self.width

    @classmethod
    def _restored_(cls, plain: int, convert: Any) -> Grid:
        if plain > 9:
            raise ValueError("too wide a grid")
        return cls(plain)


@event
class Ping(Notice):
    """Has a field of each sort."""

    count: int = 0
    name: str = ""
    rate: float = 0.5
    sure: bool = True
    maybe: int | None = None
    mood: Mood = Mood.GLAD
    point: Point = Point(1)
    marks: list[str] = attrs.field(factory=list)
    pair: tuple[int, str] = (1, "a")
    table: dict[str, int] = attrs.field(factory=dict)
    fixed: Fixed[str, int] = attrs.field(factory=Fixed)
    whom: Entity | None = None
    friends: list[Entity] = attrs.field(factory=list)
    grid: Grid = attrs.field(factory=lambda: Grid(3))
    alarm: Scheduled | None = None
    few: Annotated[int, msgspec.Meta(le=3)] = 1
    anything: Any = None


@event
class Harm(Change):
    target: Entity = role()


@event
class Owe(Notice):
    """Its annotation is there for type checkers alone."""

    amount: Decimal | None = None


@event
class Count(Notice):
    """Holds a set, which a save could not keep in its order."""

    seen: frozenset[int] = frozenset()


@component
class Ear(Component):
    @handles(Ping, REACT)
    @handles(Harm, REACT)
    @handles(Owe, REACT)
    @handles(Count, REACT)
    def hear(self, heard: Ping | Harm | Owe | Count, world: World) -> None:
        """Hear it."""


def world_of(debug: bool) -> tuple[World, Entity]:
    world = World(components=[Ear], debug=debug)
    return world, world.spawn(Ear())


FIT: list[tuple[str, Any]] = [
    ("count", -(1 << 63)),
    ("count", 1 << 70),
    ("name", "Würfel \n"),
    ("rate", 1e300),
    ("sure", False),
    ("maybe", 7),
    ("mood", Mood.GLAD),
    ("point", Point(3)),
    ("marks", ["a", "b"]),
    ("pair", (2, "b")),
    ("table", {"b": 1, "a": 2}),
    ("fixed", Fixed({"a": 1})),
    ("grid", Grid(4)),
    ("few", 3),
    ("anything", {"deep": [1, None, 0.5, "é"]}),
]
UNFIT: list[tuple[str, Any, str]] = [
    (
        "count",
        {1, 2},
        r"a save could not read \{1, 2\} back: Expected `int`, got `array`; give what",
    ),
    ("count", True, "could not read True back: Expected `int`, got `bool`"),
    ("count", 1.0, "could not read 1.0 back: Expected `int`, got `float`"),
    ("count", Size.SMALL, r"a save would read <Size.SMALL: 1> back as 1"),
    ("count", 10**5000, "cannot be saved: Exceeds the limit"),
    ("count", None, "could not read None back"),
    ("name", 5, "could not read 5 back: Expected `str`, got `int`"),
    ("name", "\ud800", "cannot be saved: .* surrogates"),
    ("rate", 1, "would read 1 back as 1.0"),
    ("rate", float("nan"), "could not read nan back: Expected `float`, got `null`"),
    ("rate", float("inf"), "could not read inf back: Expected `float`, got `null`"),
    ("rate", Fraction(1, 2), "without a form in JSON|cannot be saved|could not read"),
    ("maybe", "7", "could not read '7' back: Expected `int | null`, got `str`"),
    ("mood", "glad", "would read 'glad' back as <Mood.GLAD: 'glad'>"),
    ("point", (1,), r"could not read \(1,\) back: Expected `object`, got `array`"),
    ("marks", ("a",), r"would read \('a',\) back as \['a'\]"),
    ("marks", [1], "Expected `str`, got `int`"),
    ("pair", (1,), "Expected `array` of length 2"),
    ("table", {1: 1}, "cannot be saved: Only dicts with str keys"),
    ("whom", 5, "could not read 5 back: there is no 5"),
    ("grid", Grid(10), "back: too wide a grid"),
    ("few", 4, "Expected `int` <= 3"),
    ("anything", (1, 2), r"would read \(1, 2\) back as \[1, 2\]"),
    ("anything", {1}, r"would read \{1\} back as \[1\]"),
    ("anything", float("nan"), "would read nan back as None"),
    ("anything", b"a", "would read b'a' back as 'YQ=='"),
    ("anything", {"at": Mood.GLAD}, "back as .*'glad'"),
]


@pytest.mark.parametrize(("name", "value"), FIT)
def test_what_a_field_is_annotated_with_is_taken_and_loaded(
    debug: bool, name: str, value: Any
) -> None:
    world, one = world_of(debug)
    world.schedule(Ping(one, **{name: value}), 5)
    saved = save_world(world)
    copy = load_world(saved, components=[Ear])
    assert save_world(copy) == saved
    (handle,) = copy.agenda.scheduled()
    again = getattr(handle.event, name)
    assert type(again) is type(value)
    assert again == value or isinstance(value, Grid)


@pytest.mark.parametrize(("name", "value", "said"), UNFIT, ids=map(str, range(len(UNFIT))))
def test_what_could_not_be_read_back_is_refused_where_it_is_scheduled(
    debug: bool, name: str, value: Any, said: str
) -> None:
    world, one = world_of(debug)
    with pytest.raises(ScheduleError, match=rf"^Ping\.{name}: .*{said}") as caught:
        world.schedule(Ping(one, **{name: value}), 5)
    assert "\n" not in str(caught.value)
    assert (world.agenda.scheduled(), world.agenda.planned) == ([], 0)


def test_entities_and_handles_are_read_back_in_fields_that_are_annotated_so(debug: bool) -> None:
    world, one = world_of(debug)
    gone = world.spawn()
    world.despawn(gone)
    alarm = world.schedule(Ping(one), 9)
    held: dict[str, Any] = {
        "whom": gone,
        "friends": [one, one],
        "alarm": alarm,
        "point": Point(1, one),
    }
    world.schedule(Ping(one, **held), 5)
    saved = save_world(world)
    assert save_world(load_world(saved, components=[Ear])) == saved
    for what in (one, [one], {"a": one}, alarm):
        with pytest.raises(ScheduleError, match=r"^Ping\.anything: a save would read .* back as"):
            world.schedule(Ping(one, anything=what))
    stranger = World(components=[Ear]).spawn()
    with pytest.raises(ScheduleError, match=r"^Ping\.friends: .* is of another world"):
        world.schedule(Ping(one, friends=[stranger]))


def test_a_role_that_must_be_played_is_not_left_empty(debug: bool) -> None:
    world, one = world_of(debug)
    nobody: Any = None
    with pytest.raises(ScheduleError, match=r"^Harm\.target: a save could not read None back"):
        world.schedule(Harm(one, nobody))


def test_a_type_whose_annotations_are_there_for_type_checkers_alone_is_refused(debug: bool) -> None:
    world, one = world_of(debug)
    with pytest.raises(ScheduleError, match=r"^Owe cannot be scheduled, .* 'Decimal' is not defin"):
        world.schedule(Owe(one))


def test_event_with_a_set_field_can_be_published_but_not_scheduled(debug: bool) -> None:
    world, one = world_of(debug)
    assert world.publish(Count(one, frozenset({1}))).outcome is DONE
    with pytest.raises(ScheduleError, match=r"^Count\.seen: a save cannot hold frozenset"):
        world.schedule(Count(one), 5)
