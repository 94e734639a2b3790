"""Writing: a save refuses what no load could read back, and names where it is."""

from __future__ import annotations

import dataclasses
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, NamedTuple

import attrs
import pytest
from msgspec import Meta

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    Fixed,
    Snapshot,
    World,
    clone_world,
    component,
    event,
    handles,
    load_world,
    save_world,
    state_digest,
)
from eventcore.errors import StateError
from eventcore.testing.plugin import MakeWorld


class Metal(Enum):
    GOLD = "gold"
    TIN = "tin"


class Size(IntEnum):
    SMALL = 1


class Place(NamedTuple):
    x: int
    y: float


@attrs.define
class Row:
    cells: list[int] = attrs.field(factory=list)
    below: Row | None = None


@dataclasses.dataclass
class Plain:
    by_name: dict[str, int] = dataclasses.field(default_factory=dict)


@attrs.frozen
class Kind:
    names: tuple[str, ...] = ()


@event
class Alter(Action):
    """Sets a field of its enactor."""

    field: str = ""
    value: Any = None


@component
class Chest(Component):
    """Holds a field of each type that can be saved."""

    number: int = 0
    part: float = 0.0
    text: str = ""
    flag: bool = False
    raw: bytes = b""
    maybe: int | None = None
    scalar: int | str | None = None
    bounded: Annotated[int, Meta(ge=0, lt=10)] = 0
    named: Annotated[str, Meta(min_length=1, pattern="^[a-z]+$")] = "a"
    few: Annotated[list[int], Meta(max_length=2)] = attrs.field(factory=list)
    metal: Metal = Metal.GOLD
    word: Literal["yes", "no"] = "no"
    friend: Entity | None = None
    friends: list[Entity] = attrs.field(factory=list)
    pair: tuple[int, str] = (0, "")
    many: tuple[Row, ...] = ()
    place: Place = Place(0, 0.0)
    row: Row = attrs.field(factory=Row)
    plain: Plain = attrs.field(factory=Plain)
    rows: dict[str, list[Row]] = attrs.field(factory=dict)
    metals: dict[Metal, int] = attrs.field(factory=dict)
    sizes: dict[Size, int] = attrs.field(factory=dict)
    names: dict[str, None] = attrs.field(factory=dict)
    either: int | list[int] = 0
    table: Fixed[str, Kind] = attrs.field(factory=Fixed)
    anything: Any = None

    @handles(Alter, APPLY)
    def alter(self, alter: Alter, world: World) -> None:
        setattr(self, alter.field, alter.value)


GOOD: dict[str, list[Any]] = {
    "number": [1 << 70, -(1 << 63)],
    "part": [2.5, -0.0],
    "text": ["\u2028 \U0001f600"],
    "flag": [True],
    "raw": [b"\0\xff"],
    "maybe": [3],
    "scalar": ["3", None],
    "bounded": [9],
    "few": [[1, 2]],
    "metal": [Metal.TIN],
    "word": ["yes"],
    "pair": [(1, "a")],
    "many": [(Row([1], Row()),)],
    "place": [Place(1, 0.5)],
    "row": [Row([3], Row([2]))],
    "plain": [Plain({"b": 1, "a": 2})],
    "rows": [{"b": [Row()], "a": []}],
    "metals": [{Metal.TIN: 1, Metal.GOLD: 2}],
    "sizes": [{Size.SMALL: 1}],
    "names": [{"b": None, "a": None}],
    "either": [[1]],
    "table": [Fixed({"b": Kind(("b", "a")), "a": Kind()})],
    "anything": [{"b": [1, {"z": None, "a": 2.5}], "a": True}],
}


@pytest.mark.parametrize(("field", "value"), [(f, one) for f, many in GOOD.items() for one in many])
def test_value_is_read_back_as_it_was(make_world: MakeWorld, field: str, value: Any) -> None:
    world = make_world(Chest)
    one = world.spawn(Chest(**{field: value}))
    held = one[Chest]
    for other in (load_world(save_world(world), components=[Chest]), clone_world(world)):
        again = getattr(other[one.id][Chest], field)
        assert repr(again) == repr(getattr(held, field)) or again == value
        assert type(again) is type(value)
        assert save_world(other) == save_world(world)
        assert state_digest(other) == state_digest(world)


BAD: list[tuple[str, Any, str]] = [
    ("number", 1.5, "round it"),
    ("number", True, "of type bool"),
    ("number", None, r"int \| None"),
    ("number", Size.SMALL, "of type Size"),
    ("part", 2, r"give 2\.0"),
    ("part", float("nan"), "no such number"),
    ("part", float("inf"), "no such number"),
    ("text", 5, "of type int"),
    ("text", b"a", "of type bytes"),
    ("maybe", "3", "of type str"),
    ("scalar", 2.5, "of type float"),
    ("bounded", 10, "annotated with"),
    ("bounded", -1, "annotated with"),
    ("named", "", "annotated with"),
    ("named", "A", "annotated with"),
    ("few", [1, 2, 3], "annotated with"),
    ("few", (1,), "of type tuple"),
    ("few", {1}, "of type set"),
    ("few", [None], "int"),
    ("metal", "gold", "of type str"),
    ("word", "maybe", "of type str"),
    ("friend", 1, "of type int"),
    ("friends", None, "of type NoneType|holds None"),
    ("pair", [1, "a"], "of type list"),
    ("pair", (1, "a", 2), "of type tuple"),
    ("many", ([],), "Row"),
    ("place", (1, 0.5), "of type tuple"),
    ("row", Row(cells=(1,)), "of type tuple"),  # type: ignore[arg-type]  # the mistake
    ("row", None, "None"),
    ("plain", Plain({1: 2}), "of type int"),  # type: ignore[dict-item]  # the mistake
    ("rows", {"a": [Row([None])]}, "None"),  # type: ignore[list-item]  # the mistake
    ("metals", {"gold": 1}, "of type str"),
    ("names", ["a"], "of type list"),
    ("names", {1: None}, "of type int"),
    ("either", "a", "of type str"),
    ("table", {"a": Kind()}, "of type dict"),
    ("table", Fixed({"a": 1}), "read the table back"),
]


@pytest.mark.parametrize(("field", "value", "said"), BAD)
def test_value_that_is_not_as_annotated_is_refused_by_a_save(
    field: str, value: Any, said: str
) -> None:
    world = World(components=[Chest])
    one = world.spawn(Chest())
    assert world.publish(Alter(one, field, value)).done
    with pytest.raises(TypeError, match=rf"^Chest\.{field} of Entity\(2\) cannot .*({said})"):
        save_world(world)


@pytest.mark.parametrize(("field", "value", "said"), BAD)
def test_debug_mode_refuses_it_where_it_is_set(field: str, value: Any, said: str) -> None:
    world = World(components=[Chest], debug=True)
    one = world.spawn(Chest())
    before = save_world(world)
    with pytest.raises(StateError):
        world.publish(Alter(one, field, value))
    assert save_world(world).partition(b'"seed"')[0] == before.partition(b'"seed"')[0]
    with pytest.raises(StateError):
        world.spawn(Chest(**{field: value}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("few", (1,)), ("few", None), ("rows", {"a": None}), ("names", "a"), ("pair", [1, "a"]),
        ("row", None), ("friend", 3), ("friends", [None]), ("anything", object()),
        ("anything", (1, 2)),
    ],
)  # fmt: skip
def test_value_that_cannot_be_copied_is_named(field: str, value: Any) -> None:
    world = World(components=[Chest])
    one = world.spawn(Chest())
    assert world.publish(Alter(one, field, value)).done
    for copy in (clone_world, Snapshot):
        with pytest.raises(TypeError, match=rf"^Chest\.{field} of Entity\(2\) cannot be saved: "):
            copy(world)


@pytest.mark.parametrize("value", ["\ud800", {"\ud800": 1}, float("nan"), (1,), {1}, {1: 2}])
def test_field_of_anything_holds_what_json_has(value: Any) -> None:
    world = World(components=[Chest])
    world.spawn(Chest(anything=value))
    with pytest.raises(TypeError, match=r"^Chest\.anything of Entity\(2\) cannot be saved: "):
        save_world(world)


def test_lone_surrogate_is_refused() -> None:
    world = World(components=[Chest])
    world.spawn(Chest(text="\ud800"))
    with pytest.raises(TypeError, match=r"^Chest\.text of Entity\(2\) cannot .*surrogate"):
        save_world(world)


def test_entity_of_another_world_is_refused_by_saves_and_snapshots() -> None:
    other = World(components=[Chest])
    for field, held in (("friend", other.root), ("friends", [other.root])):
        world = World(components=[Chest])
        world.publish(Alter(world.spawn(Chest()), field, held))
        for keep in (save_world, clone_world):
            with pytest.raises(TypeError, match=rf"^Chest\.{field} of .* of another world"):
                keep(world)


# The order of dicts


def world_with(**fields: Any) -> World:
    world = World(components=[Chest])
    world.spawn(Chest(**fields))
    return world


@pytest.mark.parametrize(
    ("field", "one", "other"),
    [
        ("rows", {"a": [], "b": []}, {"b": [], "a": []}),
        ("metals", {Metal.GOLD: 1, Metal.TIN: 1}, {Metal.TIN: 1, Metal.GOLD: 1}),
        ("plain", Plain({"a": 1, "b": 1}), Plain({"b": 1, "a": 1})),
        ("anything", [{"a": 1, "b": 1}], [{"b": 1, "a": 1}]),
        ("table", Fixed({"a": Kind(), "b": Kind()}), Fixed({"b": Kind(), "a": Kind()})),
    ],
)
def test_worlds_whose_dicts_differ_in_order_have_other_digests_and_saves(
    field: str, one: Any, other: Any
) -> None:
    first, second = world_with(**{field: one}), world_with(**{field: other})
    assert state_digest(first) != state_digest(second)
    assert save_world(first) != save_world(second)
    assert state_digest(first) == state_digest(world_with(**{field: one}))
