"""Events: their fields and how they read."""

from typing import Any

import attrs
import pytest

from eventcore import Action, Entity, Event, Notice, World, event, role
from tests.eventcore.worlds.bodies import Dawn, Hit, Legs, Trade, Walk, Weight


@event
class Leap(Action):
    """An event of every sort of field."""

    over: Entity
    item: Entity | None = role(default=None)
    far: int = -3
    high: bool = True
    style: str = "plain"
    path: list[int] = attrs.field(factory=list)


@pytest.fixture
def world() -> World:
    return World(components=[Legs])


def test_fields_are_positional_after_the_enactor_and_have_defaults(world: World) -> None:
    leap = Leap(world.root, world.root, None, 5, style="grand")
    assert (leap.enactor, leap.over, leap.item) == (world.root, world.root, None)
    assert (leap.far, leap.high, leap.style, leap.path) == (5, True, "grand", [])
    assert leap.path is not Leap(world.root, world.root).path


def test_missing_or_unknown_field_is_a_type_error(world: World) -> None:
    wrong: list[dict[str, Any]] = [{}, {"over": world.root, "depth": 3}]
    for given in wrong:
        with pytest.raises(TypeError):
            Leap(world.root, **given)


def test_event_may_have_an_init_of_its_own(world: World) -> None:
    @event
    class Say(Notice):
        text: str
        length: int

        def __init__(self, enactor: Entity, text: str) -> None:
            self.__attrs_init__(enactor, text, len(text))  # type: ignore[attr-defined]  # by attrs

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

    child = Child(world.root, "7", k=4)  # type: ignore[arg-type]  # what the converter is for
    child.m = 8
    assert (child.n, child.k, hooked) == (7, 4, ["before", 7, 8])
    with pytest.raises(ValueError, match=">= 0"):  # the words are those of attrs
        Child(world.root, -1)


def test_event_has_only_the_fields_it_declares(world: World) -> None:
    leap = Leap(world.root, world.root)
    with pytest.raises(AttributeError):
        leap.heigth = 3  # type: ignore[attr-defined]  # the mistake


@pytest.mark.parametrize("name", ["outcome", "reason", "cause", "sequence", "depth", "failed_by"])
def test_bookkeeping_is_read_only(world: World, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Dawn(world.root), name, 1)


def test_two_events_are_equal_only_if_they_are_one(world: World) -> None:
    one, two = Dawn(world.root), Dawn(world.root)
    assert one != two
    assert len({one, two, one}) == 2


def test_event_reads_with_its_number_outcome_and_fields(world: World) -> None:
    dawn = Dawn(world.root)
    assert repr(dawn) == "<Dawn continue enactor=Entity(1), log=[]>"
    assert repr(world.publish(dawn)) == "<Dawn #1 done enactor=Entity(1), log=[]>"
    walk = world.publish(Walk(world.root))
    assert repr(walk) == "<Walk #2 failed (nothing) enactor=Entity(1), log=[]>"
    del walk.log
    assert repr(walk) == "<Walk #2 failed (nothing) enactor=Entity(1), log='?'>"


@pytest.mark.parametrize(
    ("kind", "verbs"),
    [
        (Walk, {"fail", "replace"}),
        (Hit, {"fail", "replace"}),
        (Dawn, set()),
        (Trade, set()),
        (Weight, {"fail"}),
    ],
)
def test_kind_decides_how_an_event_may_be_refused(kind: type[Event], verbs: set[str]) -> None:
    assert {verb for verb in ("fail", "replace") if hasattr(kind, verb)} == verbs
