"""Components: state in slots, and the entity they are part of."""

import attrs
import pytest

from eventcore import Component, World, component
from eventcore.component import is_component
from tests.eventcore.worlds.bodies import Body, Legs, Walk


@component
class Health(Component):
    """How well something is."""

    hp: int
    most: int = 10
    _seen: int = attrs.field(default=0, init=False)


def test_fields_are_positional_and_bookkeeping_is_none() -> None:
    health = Health(7)
    assert (health.hp, health.most) == (7, 10)
    assert Health._fields_ == ("hp", "most")


def test_a_component_reads_as_its_fields() -> None:
    assert repr(Health(7)) == "Health(hp=7, most=10, _seen=0)"


def test_a_component_has_only_the_fields_it_declares() -> None:
    with pytest.raises(AttributeError):
        Health(7).ph = 3  # type: ignore[attr-defined]  # the mistake that is tested


def test_two_components_are_equal_only_if_they_are_one() -> None:
    assert Health(7) != Health(7)


def test_a_component_knows_its_entity_while_it_is_attached(debug: bool) -> None:
    world = World(components=[Health], debug=debug)
    health = Health(7)
    owner = world.spawn(health)
    assert health.entity is owner
    assert world.detach(owner, Health) is health
    other = world.spawn()
    assert world.attach(other, health) is health
    assert health.entity is other


def test_a_component_is_one_by_its_own_decorator() -> None:
    class Plain(Health):
        pass

    assert is_component(Health)
    assert is_component(Legs)
    assert not is_component(Plain)
    assert not is_component(Walk)
    assert not is_component(int)


def test_a_child_has_the_fields_of_its_parent_first() -> None:
    @component
    class Undead(Body):
        years: int = 0

    assert Undead._fields_ == ("wounds", "years")
    assert Undead(1, 200).years == 200
