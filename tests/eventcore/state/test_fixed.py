"""Fixed tables: filled once, and nothing in them changes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from enum import Enum
from typing import Any

import attrs
import pytest

from eventcore import (
    Component,
    Fixed,
    World,
    component,
    freeze,
    is_frozen,
    load_world,
    save_world,
    thaw,
)
from eventcore.state.whole import state_digest


class Side(Enum):
    LEFT = "left"


@attrs.frozen
class Kind:
    words: tuple[str, ...] = ()
    inner: Any = None
    more: Sequence[str] = ()
    by_name: Mapping[str, Any] = attrs.field(factory=Fixed)


@attrs.define
class Loose:
    count: int = 0


class Undecorated(Kind):
    """May have fields that nobody knows of."""


@attrs.frozen(slots=False, order=False)
class Listed(list[int]):
    """Frozen, but for what a list holds."""


@component
class Rules(Component):
    kinds: Fixed[str, Kind] = attrs.field(factory=Fixed)
    things: Fixed[str, Any] = attrs.field(factory=Fixed)
    bare: Fixed = attrs.field(factory=Fixed)  # type: ignore[type-arg]  # as somebody may write it


TABLE: Fixed[str, int] = Fixed({"b": 1, "a": 2})


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.update(c=3),
        lambda table: table.__setitem__("a", 3),
        lambda table: table.__delitem__("a"),
        lambda table: table.__ior__({"a": 3}),
        lambda table: table.pop("a"),
        lambda table: table.popitem(),
        lambda table: table.setdefault("c", 3),
        lambda table: table.clear(),
        lambda table: table.__init__({"a": 3}),
    ],
)
def test_whoever_tries_to_change_it_is_told_to_make_another(change: Any) -> None:
    with pytest.raises(TypeError, match="put another in its place"):
        change(TABLE)
    assert dict(TABLE) == {"b": 1, "a": 2}


def test_one_that_is_empty_is_filled_already() -> None:
    table = Fixed[str, int]()
    with pytest.raises(TypeError, match="put another in its place"):
        table.__init__({"a": 3})  # type: ignore[misc]
    assert table == {}


@pytest.mark.parametrize(
    "value",
    [
        1,
        0.5,
        True,
        "text",
        b"bytes",
        None,
        Side.LEFT,
        (1, ("a",)),
        frozenset({1}),
        TABLE,
        Kind(("a",)),
    ],
)
def test_what_cannot_change_can_be_held(value: object) -> None:
    assert is_frozen(value)
    assert Fixed({"it": value})["it"] is value


@pytest.mark.parametrize(
    "value",
    [
        [1],
        {"a": 1},
        {1},
        ([1],),
        Loose(),
        Kind(inner=[1]),
        (Kind(inner=Loose()),),
        object(),
        Undecorated(),
        Listed(),
    ],
)
def test_what_can_change_cannot(value: object) -> None:
    assert not is_frozen(value)
    with pytest.raises(TypeError, match="as 'it', which can change: give a tuple"):
        Fixed({"it": value})


def test_copies_are_the_table_itself_and_other_processes_get_an_equal_one() -> None:
    assert copy(TABLE) is TABLE
    assert deepcopy({"in": [TABLE]})["in"][0] is TABLE
    other = pickle.loads(pickle.dumps(TABLE))
    assert type(other) is Fixed
    assert other == TABLE
    assert [*other] == [*TABLE]


def test_equal_tables_have_equal_hashes_in_whatever_order_they_were_filled() -> None:
    other = Fixed({"a": 2, "b": 1})
    assert hash(other) == hash(TABLE)
    assert {other: 1}[TABLE] == 1


def test_freezing_and_thawing_goes_as_deep_as_there_is_anything() -> None:
    loose = {"list": [1, {"in": [2]}], "tuple": (3,), "plain": "text"}
    fixed = freeze(loose)
    assert is_frozen(fixed)
    assert fixed["list"] == (1, {"in": (2,)})
    assert thaw(fixed) == {"list": [1, {"in": [2]}], "tuple": [3], "plain": "text"}
    thaw(fixed)["list"][1]["in"].append(3)
    assert thaw(fixed)["list"][1] == {"in": [2]}
    assert freeze(fixed) is fixed


def test_the_fields_of_frozen_classes_are_frozen_too() -> None:
    assert freeze([Kind(inner=[1], more=["a"], by_name={"b": {"c": []}})]) == (
        Kind(inner=(1,), more=("a",), by_name=Fixed({"b": Fixed({"c": ()})})),
    )
    loose = Loose()
    assert freeze(loose) is loose


def test_a_table_of_one_value_is_made_of_its_keys() -> None:
    assert Fixed.fromkeys("ab", 1) == {"a": 1, "b": 1}
    assert type(Fixed.fromkeys("ab")) is Fixed


def test_a_table_may_be_a_default_that_all_share() -> None:
    @component
    class Fares(Component):
        of: Fixed[str, int] = TABLE

    assert Fares().of is Fares().of is TABLE


def test_a_table_is_saved_as_a_dict_would_be_and_comes_back_fixed() -> None:
    world = World(seed=1, components=[Rules])
    deep = Fixed({"it": (1, (2,)), "in": TABLE})
    kind = Kind(("a", "b"), (1, Fixed({"c": (2,)})), ("d",), Fixed({"e": (3,)}))
    world.attach(world.root, Rules(Fixed({"it": kind}), deep, deep))
    loaded = load_world(save_world(world), components=[Rules])
    kinds = loaded.root[Rules].kinds
    assert type(kinds) is Fixed
    assert kinds == {"it": kind}
    assert is_frozen(kinds["it"])
    assert loaded.root[Rules].things == loaded.root[Rules].bare == deep
    assert type(loaded.root[Rules].bare["in"]) is Fixed
    assert state_digest(loaded) == state_digest(world)
    words = b'"inner":[1,{"c":[2]}],"more":["d"],"words":["a","b"]'
    assert b'"kinds":{"it":{"by_name":{"e":[3]},' + words + b"}}" in save_world(world)


def test_a_table_of_what_has_no_hash_has_one() -> None:
    @attrs.frozen(unsafe_hash=False)
    class Heat:
        degrees: int

    one, other = Fixed({"heat": Heat(3)}), Fixed({"heat": Heat(3)})
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "known"}[other] == "known"
    assert Fixed({"heat": Heat(4)}) != one
