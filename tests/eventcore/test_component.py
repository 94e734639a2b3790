"""Components: state in slots, and the entity they are part of."""

import attrs
import pytest

from eventcore import Component, World, component
from tests.eventcore.worlds.bodies import Body


@component
class Health(Component):
    """How well something is."""

    hp: int
    most: int = 10
    _seen: int = attrs.field(default=0, init=False)


def test_component_has_the_fields_it_declares_and_reads_as_them() -> None:
    health = Health(7)
    assert (health.hp, health.most) == (7, 10)
    assert repr(health) == "Health(hp=7, most=10, _seen=0)"
    with pytest.raises(AttributeError):
        health.ph = 3  # type: ignore[attr-defined]  # the mistake


def test_two_components_are_equal_only_if_they_are_one() -> None:
    assert Health(7) != Health(7)


def test_component_knows_its_entity_while_it_is_attached(debug: bool) -> None:
    world = World(components=[Health], debug=debug)
    health = Health(7)
    owner = world.spawn(health)
    assert health.entity is owner
    assert world.detach(owner, Health) is health
    other = world.spawn()
    assert world.attach(other, health) is health
    assert health.entity is other


def test_child_has_the_fields_of_its_parent_first() -> None:
    @component
    class Undead(Body):
        years: int = 0

    assert repr(Undead(1, 200)) == "Undead(wounds=1, years=200)"
