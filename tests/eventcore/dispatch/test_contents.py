"""What entities hold inside their fields is found to have changed, whatever it is and how deep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from eventcore import Component, Entity, World, component
from eventcore.dispatch.contents import Contents


@attrs.frozen
class Mark:
    x: int
    by: Entity | None = None


@attrs.frozen
class Bundle:
    inside: list[int]


@attrs.define
class Loose:
    x: int = 0


class Pile:
    """Says itself what is saved of it."""

    def __init__(self) -> None:
        self.height = 0

    def _plain_(self) -> dict[str, Any]:
        return {"height": self.height}

    @classmethod
    def _restored_(cls, plain: dict[str, Any], convert: Any) -> Pile:
        pile = cls()
        pile.height = plain["height"]
        return pile


@component
class Chest(Component):
    rows: list[list[Any]] = attrs.field(factory=lambda: [[1, 2], [3]])
    marks: list[Mark] = attrs.field(factory=lambda: [Mark(1), Mark(2)])
    table: dict[str, Any] = attrs.field(factory=lambda: {"a": 1, "b": [Loose()], "c": {"d": 2}})
    names: dict[str, None] = attrs.field(factory=lambda: {"x": None})
    loose: Loose = attrs.field(factory=Loose)
    bundle: Bundle = attrs.field(factory=lambda: Bundle([1]))
    pair: tuple[Any, ...] = attrs.field(factory=lambda: (1, [2]))
    pile: Pile = attrs.field(factory=Pile)
    anything: Any = None
    number: int = 0
    other: Entity | None = None
    lists: list[list[int]] = attrs.field(factory=lambda: [[1]])


CHANGES: dict[str, Callable[[Chest], object]] = {
    "an element": lambda chest: chest.rows[0].append(9),
    "another list that is equal": lambda chest: chest.rows.__setitem__(0, [1, 2]),
    "another type of number": lambda chest: chest.rows.__setitem__(1, [3.0]),
    "another type of number in place": lambda chest: chest.rows[0].__setitem__(0, True),
    "another of its class": lambda chest: chest.marks.__setitem__(0, Mark(3)),
    "one less": lambda chest: chest.marks.pop(),
    "a value of a dict": lambda chest: chest.table.update(a=2),
    "another type of number in a dict": lambda chest: chest.table["c"].__setitem__("d", 2.0),
    "a key": lambda chest: chest.table.update(z=1),
    "what a list in a dict holds": lambda chest: setattr(chest.table["b"][0], "x", 5),
    "a dict of names": lambda chest: chest.names.setdefault("y"),
    "an object": lambda chest: setattr(chest.loose, "x", 1),
    "a list in what is frozen": lambda chest: chest.bundle.inside.append(2),
    "a list in a tuple": lambda chest: chest.pair[1].append(3),
    "what says itself what is saved": lambda chest: setattr(chest.pile, "height", 1),
    "one more, after all else": lambda chest: chest.lists.append([]),
    "one less, after all else": lambda chest: chest.lists.pop(),
    "a field": lambda chest: setattr(chest, "anything", 1),
}


@pytest.fixture
def world() -> World:
    return World(components=[Chest])


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_is_found_once(world: World, what: str) -> None:
    contents, chests = Contents(), [world.spawn(Chest()) for _ in range(3)]
    assert contents.look(chests)
    assert not contents.look(chests)
    CHANGES[what](chests[1][Chest])
    assert not contents.look([chests[0], chests[2]])
    assert contents.look(chests)
    assert not contents.look(chests)


def test_what_was_put_in_is_looked_into_from_then_on(world: World) -> None:
    contents, chest = Contents(), Chest()
    entity = world.spawn(chest)
    contents.look([entity])
    chest.rows[0] = [1, 2]  # equal, and another
    contents.look([entity])
    chest.rows[0].append(3)
    assert contents.look([entity])


def test_what_cannot_change_within_is_not_looked_at(world: World) -> None:
    contents, chest = Contents(), Chest()
    entity = world.spawn(chest)
    contents.look([entity])
    chest.number, chest.other = 5, entity
    assert not contents.look([entity])


def test_who_has_gone_is_forgotten(world: World) -> None:
    contents, entities = Contents(), [world.spawn(Chest()) for _ in range(9)]
    contents.look_at_all(entities)
    contents.look_at_all(entities[:2])
    assert [*contents._held] == entities[:2]
