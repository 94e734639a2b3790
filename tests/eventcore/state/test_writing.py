"""Saving raises an error for data that could not be loaded, and the error names the field."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal

import attrs
import pytest
from msgspec import Meta
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    Fixed,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import SaveError, StateError
from eventcore.state.digest import state_digest
from tests.eventcore.worlds.clones import clone_world


class Metal(Enum):
    GOLD = "gold"
    TIN = "tin"


class Size(IntEnum):
    SMALL = 1


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
    field: str = ""
    value: Any = None


@component
class Chest(Component):
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
    bare: tuple = ()  # type: ignore[type-arg]  # users may write this
    empty: tuple[()] = ()
    row: Row = attrs.field(factory=Row)
    plain: Plain = attrs.field(factory=Plain)
    rows: dict[str, list[Row]] = attrs.field(factory=dict)
    metals: dict[Metal, int] = attrs.field(factory=dict)
    sizes: dict[Size, int] = attrs.field(factory=dict)
    names: dict[str, None] = attrs.field(factory=dict)
    table: Fixed[str, Kind] = attrs.field(factory=Fixed)
    loose: Fixed[str, Any] = attrs.field(factory=Fixed)
    anything: Any = None

    @handles(Alter, APPLY)
    def alter(self, alter: Alter, world: World) -> None:
        setattr(self, alter.field, alter.value)


GOOD: dict[str, Any] = {
    "number": 1 << 70,
    "part": -0.0,
    "text": "\u2028 \U0001f600",
    "flag": True,
    "raw": b"\0\xff",
    "maybe": 3,
    "scalar": "3",
    "bounded": 9,
    "few": [1, 2],
    "metal": Metal.TIN,
    "word": "yes",
    "pair": (1, "a"),
    "many": (Row([1], Row()),),
    "bare": (1, "a"),
    "row": Row([3], Row([2])),
    "plain": Plain({"b": 1, "a": 2}),
    "rows": {"b": [Row()], "a": []},
    "metals": {Metal.TIN: 1, Metal.GOLD: 2},
    "sizes": {Size.SMALL: 1},
    "names": {"b": None, "a": None},
    "table": Fixed({"b": Kind(("b", "a")), "a": Kind()}),
    "loose": Fixed({"b": (1, Fixed({"z": None})), "a": ()}),
    "anything": {"b": [1, {"z": None, "a": 2.5}], "a": True},
}


@pytest.mark.parametrize("field", GOOD)
def test_value_is_read_back_as_it_was(field: str) -> None:
    world = World(components=[Chest])
    one = world.spawn(Chest(**{field: GOOD[field]}))
    for other in (load_world(save_world(world), components=[Chest]), clone_world(world)):
        again = getattr(other[one.id][Chest], field)
        assert repr(again) == repr(GOOD[field]) or again == GOOD[field]
        assert type(again) is type(GOOD[field])
        assert save_world(other) == save_world(world)
        assert state_digest(other) == state_digest(world)


BAD: list[tuple[str, Any]] = [
    ("number", 1.5),
    ("number", True),
    ("number", Size.SMALL),
    ("part", 2),
    ("part", float("nan")),
    ("maybe", "3"),
    ("bounded", 10),
    ("named", "A"),
    ("few", [1, 2, 3]),
    ("metal", "gold"),
    ("word", "maybe"),
    ("friend", 1),
    ("pair", [1, "a"]),
    ("many", ([],)),
    ("empty", (1,)),
    ("row", Row(cells=(1,))),  # type: ignore[arg-type]  # the mistake
    ("plain", Plain({1: 2})),  # type: ignore[dict-item]  # the mistake
    ("metals", {"gold": 1}),
    ("table", {"a": Kind()}),
    ("table", Fixed({"a": 1})),
    ("table", Fixed({"a": Kind(names=(1,))})),  # type: ignore[arg-type]  # the mistake
    ("loose", Fixed({"a": Kind()})),
]


@pytest.mark.parametrize(("field", "value"), BAD, ids=range(len(BAD)))
def test_value_that_does_not_fit_is_refused_by_a_save_and_in_debug_mode(
    field: str, value: Any
) -> None:
    world = World(components=[Chest])
    assert world.publish(Alter(world.spawn(Chest()), field, value)).done
    for keep in (save_world, clone_world):
        with pytest.raises(SaveError) as error:
            keep(world)
        assert f"Chest.{field}" in str(error.value)
    world = World(components=[Chest], debug=True)
    one = world.spawn(Chest())
    before = repr(one[Chest])
    with pytest.raises(StateError):
        world.publish(Alter(one, field, value))
    assert repr(one[Chest]) == before
    with pytest.raises(StateError):
        world.spawn(Chest(**{field: value}))


@pytest.mark.parametrize(
    ("field", "value"),
    [("number", 1.5), ("part", float("nan")), ("bounded", 10), ("pair", [1]), ("text", "\ud800"),
     ("anything", (1,)), ("table", {}), ("anything", [{1}])],
)  # fmt: skip
def test_refusal_tells_what_to_do(field: str, value: Any, snapshot: SnapshotAssertion) -> None:
    world = World(components=[Chest])
    world.spawn(Chest(**{field: value}))
    with pytest.raises(SaveError) as error:
        save_world(world)
    assert str(error.value) == snapshot


def test_text_with_a_lone_surrogate_is_refused_by_a_save_and_in_debug_mode() -> None:
    with pytest.raises(SaveError) as error:
        save_world(world_with(text="\ud800"))
    assert "Chest.text" in str(error.value)
    with pytest.raises(StateError) as refused:
        World(components=[Chest], debug=True).spawn(Chest(text="\ud800"))
    assert "Chest.text" in str(refused.value)


@pytest.mark.parametrize("keep", [save_world, clone_world])
def test_entity_of_another_world_is_refused(keep: Callable[[World], object]) -> None:
    other = World(components=[Chest])
    for field, held in (("friend", other.root), ("friends", [other.root])):
        world = World(components=[Chest])
        world.publish(Alter(world.spawn(Chest()), field, held))
        with pytest.raises(SaveError):
            keep(world)


# Order of dicts


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
def test_dict_order_changes_the_digest_and_the_save(field: str, one: Any, other: Any) -> None:
    first, second = world_with(**{field: one}), world_with(**{field: other})
    assert state_digest(first) != state_digest(second)
    assert save_world(first) != save_world(second)
    assert state_digest(first) == state_digest(world_with(**{field: one}))
