"""Fixed tables are filled once and cannot change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Component, Fixed, World, component, freeze, load_world, save_world
from eventcore.schema.fixed import is_frozen, thaw
from eventcore.state.digest import state_digest


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
    """A subclass without the decorator, so its instances may have other attributes."""


@attrs.frozen(slots=False, order=False)
class Listed(list[int]):
    """A frozen class whose instances are lists, and can therefore change."""


@component
class Rules(Component):
    kinds: Fixed[str, Kind] = attrs.field(factory=Fixed)
    things: Fixed[str, Any] = attrs.field(factory=Fixed)
    bare: Fixed = attrs.field(factory=Fixed)  # type: ignore[type-arg]  # users may write this


TABLE: Fixed[str, int] = Fixed({"b": 1, "a": 2})


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.update(c=3),
        lambda table: table.__setitem__("a", 3),
        lambda table: table.__delitem__("a"),
        lambda table: table.setdefault("c", 3),
        lambda table: table.clear(),
        lambda table: table.__init__({"a": 3}),
    ],
)
def test_table_cannot_be_changed(change: Any) -> None:
    for table in (TABLE, Fixed[str, int]()):
        before = dict(table)
        with pytest.raises(TypeError):
            change(table)
        assert table == before
    assert dict(TABLE) == {"b": 1, "a": 2}


def test_refusals_tell_what_to_do(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as changed:
        TABLE.update(c=3)
    with pytest.raises(TypeError) as filled:
        Fixed({"it": [1]})
    assert [str(changed.value), str(filled.value)] == snapshot


FROZEN = [1, b"bytes", None, Side.LEFT, (1, ("a",)), frozenset({1}), TABLE, Kind(("a",))]
LOOSE = [[1], {"a": 1}, {1}, ([1],), Loose(), Kind(inner=[1]), (Kind(inner=Loose()),), object()]


@pytest.mark.parametrize("value", FROZEN, ids=range(len(FROZEN)))
def test_value_that_cannot_change_can_be_held(value: object) -> None:
    assert is_frozen(value)
    assert Fixed({"it": value})["it"] is value


@pytest.mark.parametrize("value", [*LOOSE, Undecorated(), Listed()], ids=range(10))
def test_value_that_can_change_cannot_be_held(value: object) -> None:
    assert not is_frozen(value)
    with pytest.raises(TypeError):
        Fixed({"it": value})


def test_freezing_and_thawing_apply_to_nested_values() -> None:
    loose = {"list": [1, {"in": [2]}], "tuple": (3,), "plain": "text"}
    fixed = freeze(loose)
    assert is_frozen(fixed)
    assert fixed["list"] == (1, {"in": (2,)})
    assert thaw(fixed) == {"list": [1, {"in": [2]}], "tuple": [3], "plain": "text"}
    thaw(fixed)["list"][1]["in"].append(3)
    assert thaw(fixed)["list"][1] == {"in": [2]}
    assert freeze(fixed) is fixed


def test_table_is_saved_as_a_dict_and_loaded_as_a_table() -> None:
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
