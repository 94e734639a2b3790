"""Event classes have the features of attrs classes, and a short repr."""

import attrs
import pytest

from eventcore import Entity, Notice, World, event
from eventcore.resources import Join
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk


@pytest.fixture
def world() -> World:
    return World(components=[Legs])


def test_event_class_can_define_its_own_init(world: World) -> None:
    @event
    class Say(Notice):
        text: str
        length: int

        def __init__(self, enactor: Entity, text: str) -> None:
            self.__attrs_init__(enactor, text, len(text))  # type: ignore[attr-defined]  # attrs adds it

    assert Say(world.root, "hello").length == 5


def test_hooks_converters_and_validators_of_attrs_run(world: World) -> None:
    hooked: list[object] = []

    @event
    class Parent(Notice):
        n: int = attrs.field(default=0, converter=int, validator=attrs.validators.ge(0))
        k: int = attrs.field(default=3, kw_only=True)

        def __attrs_pre_init__(self) -> None:
            hooked.append("before")

        def __attrs_post_init__(self) -> None:
            hooked.append(self.n)

    @event
    class Child(Parent):
        m: int = attrs.field(default=0, on_setattr=lambda *change: hooked.append(change[2]))

    child = Child(world.root, "7", k=4)  # type: ignore[arg-type]  # the converter accepts strings
    child.m = 8
    assert (child.n, child.k, hooked) == (7, 4, ["before", 7, 8])
    with pytest.raises(ValueError, match=">= 0"):  # the message comes from attrs
        Child(world.root, -1)


def test_error_about_a_wrong_argument_lists_the_parameters(world: World) -> None:
    entity = world.root
    message = r"^Join\(enactor, server, priority, patience\): Join\(\) got an unexpected .*'"
    with pytest.raises(TypeError, match=f"{message}customer'"):
        Join(customer=entity, server=entity)  # type: ignore[call-arg]  # the role is the enactor
    with pytest.raises(TypeError, match=f"{message}prority'"):
        Join(entity, entity, prority=1)  # type: ignore[call-arg]  # misspelt


def test_event_repr_shows_its_number_outcome_and_fields(world: World) -> None:
    dawn = Dawn(world.root)
    assert repr(dawn) == "<Dawn continue enactor=Entity(1), log=[]>"
    assert repr(world.publish(dawn)) == "<Dawn #1 done enactor=Entity(1), log=[]>"
    walk = world.publish(Walk(world.root))
    assert repr(walk) == "<Walk #2 failed (unhandled) enactor=Entity(1), log=[]>"
    del walk.log
    assert repr(walk) == "<Walk #2 failed (unhandled) enactor=Entity(1), log='?'>"
