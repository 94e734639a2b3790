"""Components of a later version than was saved bring old fields up, or say why they cannot."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec
import pytest

from eventcore import (
    Component,
    Entity,
    RegistrationError,
    SaveError,
    World,
    component,
    load_world,
    save_world,
    state_digest,
)


def old() -> bytes:
    """What was saved when a purse had coins of one kind, and no owner."""

    @component
    class Purse(Component):
        coins: int = 0

    world = World(components=[Purse])
    world.spawn(Purse(31))
    return save_world(world)


@component(version=3)
class Purse(Component):
    """Has silver since version 2, and knows whose it is since version 3."""

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


def test_what_an_older_version_saved_is_brought_up() -> None:
    world = load(old())
    purse = world[2][Purse]
    assert (purse.silver, purse.copper, purse.whose) == (3, 1, world.root)


def test_what_was_brought_up_is_saved_as_it_is_now() -> None:
    world = load(old())
    data = save_world(world)
    assert msgspec.json.decode(data)["versions"] == {"Purse": 3}
    again = load(data)
    assert save_world(again) == data
    assert state_digest(again) == state_digest(world)


def test_of_first_versions_a_save_is_what_it_was_before_there_were_any() -> None:
    assert old() == (
        b'{"agenda":{"now":0,"places":[],"sequence":0,"still":[]},'
        b'"entities":[{"components":{},"id":1,"owned":[]},'
        b'{"components":{"Purse":{"coins":31}},"id":2,"owned":[]}],'
        b'"gone":[],"next_id":3,"seed":0,"sequence":0,"streams":{},"turn":0,"version":1}'
    )


def test_a_version_is_of_its_class_and_not_of_those_derived_from_it() -> None:
    @component
    class Chest(Purse):
        pass

    assert (Purse._version_, Chest._version_, Component._version_) == (3, 1, 1)


def broken(how: Any) -> type[Component]:
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
    ("data", "how", "said"),
    [
        (
            saved_as(3),
            lambda cls, version, fields: fields,
            "is of version 3, and this program knows it up to 2: use the release that saved it",
        ),
        (
            old(),
            lambda cls, version, fields: {"silver": fields["money"]},
            "cannot be brought up from version 1: there is no 'money'",
        ),
        (
            old(),
            lambda cls, version, fields: None,
            "cannot be brought up from version 1: upgrade gave None",
        ),
        (
            old(),
            lambda cls, version, fields: fields,
            "was saved without its field 'silver'",
        ),
        (
            old(),
            lambda cls, version, fields: {**fields, "silver": 3},
            "was saved with 'coins', which is no field of it",
        ),
        (
            old(),
            lambda cls, version, fields: {"silver": "three"},
            "cannot have the 'silver' that was saved: Expected `int`, got `str`",
        ),
    ],
)
def test_what_cannot_be_brought_up_says_why_and_of_whom(data: bytes, how: Any, said: str) -> None:
    with pytest.raises(SaveError) as refused:
        load(data, broken(how))
    assert str(refused.value) == f"the Purse of entity 2 {said}"


def test_a_field_with_a_default_is_not_made_up_where_the_version_is_the_same() -> None:
    @component
    class Purse(Component):
        coins: int = 0
        silver: int = 0

    with pytest.raises(SaveError, match="entity 2 was saved without its field 'silver'"):
        load(old(), Purse)


@pytest.mark.parametrize("version", [0, -1, True, "2", 1.5])
def test_a_version_is_a_whole_number_from_1(version: Any) -> None:
    with pytest.raises(RegistrationError, match="a version is a whole number, and the first is 1"):
        component(version=version)


def test_an_upgrade_that_needs_a_component_is_refused() -> None:
    with pytest.raises(RegistrationError, match=r"Chest\.upgrade brings up .*@classmethod"):

        @component(version=2)
        class Chest(Component):
            def upgrade(self, version: int, fields: Any) -> Any:  # type: ignore[override]
                return fields


def test_a_field_cannot_be_called_upgrade() -> None:
    with pytest.raises(RegistrationError, match=r"Chest\.upgrade would hide what Component calls"):

        @component
        class Chest(Component):
            upgrade: int = 0  # type: ignore[assignment]
