"""Remaking: all components of a class at once are what each by itself would be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import attrs
import msgspec
import pytest
from msgspec import Meta

from eventcore import Component, Entity, Fixed, SaveError, World, component, load_world, save_world


@attrs.frozen
class Kind:
    """What a table holds."""

    name: str
    of: tuple[int, ...] = ()


@component
class Tables(Component):
    """Looks things up."""

    kinds: Fixed[str, Kind] = attrs.field(factory=Fixed)
    heard: int = 0


@component
class Bond(Component):
    """Refers to others, and to what it is itself."""

    to: Entity | None = None
    all: list[Entity] = attrs.field(factory=list)
    strength: Annotated[int, Meta(ge=0)] = 1
    kind: Kind | None = None
    _seen: int = attrs.field(default=0, init=False)


@component
class Grown(Component):
    """Has a field that is not given when it is made."""

    size: int = 1
    rings: list[int] = attrs.field(factory=list, init=False)


CLASSES = [Tables, Bond, Grown]


def world_of_all() -> World:
    world = World(seed=1, components=CLASSES)
    world.attach(world.root, Tables(Fixed({"a": Kind("one", (1, 2)), "b": Kind("two")})))
    first = world.spawn(Bond(strength=3, kind=Kind("three")))
    world.spawn(Bond(first, [first, first]), Grown(4))
    world.spawn(Grown(5))[Grown].rings.append(7)
    return world


@pytest.fixture
def by_itself(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Have each component made by itself from now on."""
    return lambda: monkeypatch.setattr(
        "eventcore.state.saving.made_at_once", lambda *_arguments: None
    )


def test_what_is_made_at_once_is_what_each_by_itself_is(by_itself: Callable[[], None]) -> None:
    data = save_world(world_of_all())
    at_once = load_world(data, components=CLASSES)
    by_itself()
    alone = load_world(data, components=CLASSES)
    assert save_world(at_once) == save_world(alone) == data
    assert [one[Bond].to for one in at_once.having(Bond)][1] is next(iter(at_once.having(Bond)))


def broken(change: Callable[[dict[str, Any]], object]) -> bytes:
    saved = msgspec.json.decode(save_world(world_of_all()))
    change(next(one for one in saved["entities"] if "Bond" in one["components"])["components"])
    return msgspec.json.encode(saved)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda parts: parts["Bond"].update(strength=-1), "the Bond of entity 2 .* `int` >= 0"),
        (lambda parts: parts["Bond"].update(strength="3"), "the Bond of entity 2 .* `int`"),
        (lambda parts: parts["Bond"].update(strength=3.5), "the Bond of entity 2 .* `int`"),
        (lambda parts: parts["Bond"].update(to=99), "the Bond of entity 2 .* 'to' .* no 99"),
        (lambda parts: parts["Bond"].pop("to"), "the Bond of entity 2 was saved without .* 'to'"),
        (lambda parts: parts["Bond"].update(more=1), "the Bond of entity 2 was saved with 'more'"),
        (lambda parts: parts.update(Bond=5), "this is no saved world: Expected `object`"),
        (lambda parts: parts.update(Chain={}), "entity 2 has a Chain, which this world does not"),
    ],
)
def test_what_is_wrong_with_one_is_said_as_if_it_were_made_by_itself(
    change: Callable[[dict[str, Any]], object], said: str, by_itself: Callable[[], None]
) -> None:
    data = broken(change)
    with pytest.raises(SaveError, match=said) as at_once:
        load_world(data, components=CLASSES)
    by_itself()
    with pytest.raises(SaveError, match=said) as alone:
        load_world(data, components=CLASSES)
    assert str(at_once.value) == str(alone.value)


def test_worlds_of_one_save_share_its_fixed_tables() -> None:
    data = save_world(world_of_all())
    one, other = (load_world(data, components=CLASSES).root[Tables] for _ in range(2))
    assert one is not other
    assert one.kinds is other.kinds
    assert one.kinds["a"] == Kind("one", (1, 2))


def test_a_fixed_table_that_cannot_be_is_refused() -> None:
    saved = msgspec.json.decode(save_world(world_of_all()))
    saved["entities"][0]["components"]["Tables"]["kinds"]["a"]["of"] = ["1"]
    with pytest.raises(SaveError, match="the Tables of entity 1 cannot have the 'kinds'"):
        load_world(msgspec.json.encode(saved), components=CLASSES)


def test_a_world_in_debug_mode_is_written_like_any_other() -> None:
    data = save_world(world_of_all())
    assert save_world(load_world(data, components=CLASSES, debug=True)) == data
