"""The ``upgrade`` method of a component class converts the fields of older saves."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Component, Entity, SaveError, World, component, load_world, save_world
from eventcore.errors import RegistrationError
from eventcore.state.digest import state_digest


def old() -> bytes:
    """Return a save with version 1 of the purse, which has one kind of coin and no owner."""

    @component
    class Purse(Component):
        coins: int = 0

    world = World(components=[Purse])
    world.spawn(Purse(31))
    return save_world(world)


@component(version=3)
class Purse(Component):
    """Has silver since version 2, and records its owner since version 3."""

    copper: int
    silver: int
    whose: Entity | None = None
    seals: list[str] = attrs.field(factory=list)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        if version < 2:
            coins = fields.pop("coins")
            fields |= {"silver": coins // 10, "copper": coins % 10}
        return {"whose": 1, "seals": [], **fields}


def load(data: bytes, *classes: type[Component]) -> World:
    return load_world(data, components=classes or (Purse,))


def test_fields_of_an_older_version_are_upgraded_and_saved_as_they_are_now() -> None:
    world = load(old())
    purse = world[2][Purse]
    assert (purse.silver, purse.copper, purse.whose) == (3, 1, world.root)
    data = save_world(world)
    assert msgspec.json.decode(data)["versions"] == {"Purse": 3}
    again = load(data)
    assert save_world(again) == data
    assert state_digest(again) == state_digest(world)


def test_save_of_components_at_version_1_keeps_the_original_format() -> None:
    assert old() == (
        b'{"agenda":{"now":0,"places":[],"sequence":0,"still":[]},'
        b'"entities":[{"components":{},"id":1,"owned":[]},'
        b'{"components":{"Purse":{"coins":31}},"id":2,"owned":[]}],'
        b'"gone":[],"next_id":3,"seed":0,"sequence":0,"streams":{},"turn":0,"version":1}'
    )


def broken(how: Any) -> type[Component]:
    """Return version 2 of the purse, with a faulty ``upgrade`` method."""
    made: dict[str, Any] = {
        "__annotations__": {"silver": "int"},
        "upgrade": classmethod(how),
        "__module__": __name__,
    }
    return component(version=2)(type("Purse", (Component,), made))


def saved_as(version: int) -> bytes:
    whole = msgspec.json.decode(old())
    return msgspec.json.encode({**whole, "versions": {"Purse": version}})


@pytest.mark.parametrize(
    ("data", "how"),
    [
        (saved_as(3), lambda cls, version, fields: fields),
        (old(), lambda cls, version, fields: {"silver": fields["money"]}),
        (old(), lambda cls, version, fields: None),
        (old(), lambda cls, version, fields: fields),
        (old(), lambda cls, version, fields: {**fields, "silver": 3}),
        (old(), lambda cls, version, fields: {"silver": "three"}),
    ],
    ids=["later version", "error", "no fields", "field missing", "unknown field", "other type"],
)
def test_failed_upgrade_names_entity_component_and_reason(
    data: bytes, how: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(SaveError) as error:
        load(data, broken(how))
    assert str(error.value) == snapshot


def test_upgrade_without_a_new_version_is_refused() -> None:
    class Chest(Component):
        @classmethod
        def upgrade(cls, version: int, fields: Any) -> Any:
            return fields

    with pytest.raises(RegistrationError, match=r"upgrade would never be called.*version=2"):
        component(Chest)
    locked = component(version=2)(Chest)

    @component
    class Safe(locked):  # type: ignore[misc, valid-type]
        """A component of version 1, which inherits ``upgrade``."""


def test_upgrade_that_is_not_a_classmethod_is_refused(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:

        @component(version=2)
        class Chest(Component):
            def upgrade(self, version: int, fields: Any) -> Any:  # type: ignore[override]
                return fields

    assert str(error.value) == snapshot
