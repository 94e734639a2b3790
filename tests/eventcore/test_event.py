"""Events: their fields and roles, how they read, and the line of their causes."""

import attrs
import pytest

from eventcore import Action, Change, Entity, Event, Notice, Query, World, event, role
from eventcore.event import cascade, is_class_of, is_declared, name_of
from tests.eventcore.fakes import Dawn, Hit, Legs, Run, Trade, Walk, Weight


@event
class Throw(Action):
    """An event of every sort of field."""

    target: Entity
    item: Entity | None = role(default=None)
    strength: int = 1
    path: list[int] = attrs.field(factory=list)


@pytest.fixture
def world() -> World:
    return World(components=[Legs])


def test_fields_are_positional_after_the_enactor_and_have_defaults(world: World) -> None:
    throw = Throw(world.root, world.root, None, 3)
    assert (throw.enactor, throw.target, throw.item) == (world.root, world.root, None)
    assert (throw.strength, throw.path) == (3, [])


def test_bookkeeping_is_no_field() -> None:
    assert Throw._fields_ == ("enactor", "target", "item", "strength", "path")
    assert Throw._roles_ == ("enactor", "item")


def test_an_event_has_only_the_fields_it_declares(world: World) -> None:
    throw = Throw(world.root, world.root)
    with pytest.raises(AttributeError):
        throw.strenght = 3  # type: ignore[attr-defined]  # the mistake that is tested


@pytest.mark.parametrize("name", ["outcome", "reason", "cause", "sequence", "depth", "failed_by"])
def test_bookkeeping_is_read_only(world: World, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Dawn(world.root), name, 1)


def test_two_events_are_equal_only_if_they_are_one(world: World) -> None:
    one, two = Dawn(world.root), Dawn(world.root)
    assert one != two
    assert len({one, two, one}) == 2


def test_a_new_event_reads_as_what_it_may_become(world: World) -> None:
    dawn = Dawn(world.root)
    assert repr(dawn) == "<Dawn continue enactor=Entity(1), log=[]>"


def test_a_published_event_reads_with_its_number_and_outcome(world: World) -> None:
    assert repr(world.publish(Dawn(world.root))) == "<Dawn #1 done enactor=Entity(1), log=[]>"
    assert repr(world.publish(Walk(world.root))) == "<Walk #2 failed enactor=Entity(1), log=[]>"


def test_an_event_reads_even_if_a_field_was_never_set(world: World) -> None:
    throw = Throw(world.root, world.root)
    del throw.strength
    assert repr(throw) == (
        "<Throw continue enactor=Entity(1), target=Entity(1), item=None, strength='?', path=[]>"
    )


def test_a_name_has_a_number_once_it_is_published(world: World) -> None:
    dawn = Dawn(world.root)
    assert name_of(dawn) == "Dawn"
    world.publish(dawn)
    assert name_of(dawn) == "Dawn #1"


def chain_of(world: World, length: int) -> Event:
    """Make events that cause each other, from number 1 up."""
    last: Event | None = None
    for number in range(1, length + 1):
        dawn = Dawn(world.root)
        dawn._sequence, dawn._cause = number, last
        last = dawn
    assert last is not None
    return last


def test_a_cascade_reads_from_the_event_to_the_first_cause(world: World) -> None:
    assert cascade(chain_of(world, 3)) == "Dawn #3 ← Dawn #2 ← Dawn #1"


def test_a_cascade_of_twelve_is_printed_whole(world: World) -> None:
    assert cascade(chain_of(world, 12)) == " ← ".join(f"Dawn #{n}" for n in range(12, 0, -1))


def test_a_longer_cascade_shows_eight_and_the_first_three(world: World) -> None:
    names = [f"Dawn #{n}" for n in range(13, 0, -1)]
    assert cascade(chain_of(world, 13)) == " ← ".join(
        [*names[:8], "… 2 more …", "Dawn #3", "Dawn #2", "Dawn #1"]
    )


def test_a_class_is_declared_by_its_own_decorator() -> None:
    class Sneak(Walk):
        pass

    assert is_declared(Walk)
    assert not is_declared(Sneak)
    assert not is_declared(int)


def test_only_classes_are_classes_of_something(world: World) -> None:
    assert is_class_of(Run, Walk)
    assert not is_class_of(Walk, Run)
    assert not is_class_of(Walk(world.root), Walk)
    assert not is_class_of("Walk", Walk)


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
def test_a_kind_decides_how_an_event_may_be_refused(kind: type[Event], verbs: set[str]) -> None:
    assert {verb for verb in ("fail", "replace") if hasattr(kind, verb)} == verbs


def test_the_kinds_are_four() -> None:
    assert [is_declared(kind) for kind in (Action, Change, Notice, Query)] == [True] * 4
