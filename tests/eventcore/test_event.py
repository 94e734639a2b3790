"""Events: their fields and roles, how they read, and the line of their causes."""

import attrs
import pytest

from eventcore import Action, Change, Entity, Event, Notice, Query, World, event, role
from eventcore.event import cascade, is_class_of, is_declared, name_of
from eventcore.outcome import CONTINUE
from tests.eventcore.worlds.bodies import Dawn, Hit, Legs, Run, Trade, Walk, Weight


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


@event
class Leap(Action):
    """Defaults of every simple sort, and a field whose name is not its argument's."""

    over: Entity
    far: int = -3
    high: bool = True
    style: str = "plain"
    judge: Entity | None = None
    _height: float = 1.5


def test_defaults_are_the_same_object_whatever_their_sort(world: World) -> None:
    leap = Leap(world.root, world.root)
    assert (leap.far, leap.style, leap.judge) == (-3, "plain", None)
    assert leap.high is True
    assert leap._height == 1.5
    assert (leap.outcome, leap.sequence, leap.cause, leap.depth) == (CONTINUE, 0, None, 0)


def test_fields_may_be_given_by_name(world: World) -> None:
    leap = Leap(world.root, over=world.root, style="grand", height=2.5)  # type: ignore[call-arg]  # mypy keeps the underscore
    assert (leap.far, leap.style, leap._height) == (-3, "grand", 2.5)


def test_a_field_that_is_missing_or_unknown_is_named(world: World) -> None:
    with pytest.raises(TypeError, match=r"Leap\.__init__\(\) missing 1 .* 'over'"):
        Leap(world.root)  # type: ignore[call-arg]  # the mistake that is tested
    with pytest.raises(TypeError, match=r"Leap\.__init__\(\) got an unexpected .* 'depth'"):
        Leap(world.root, world.root, depth=3)  # type: ignore[call-arg]  # likewise


def test_an_event_may_have_an_init_of_its_own(world: World) -> None:
    @event
    class Say(Notice):
        text: str
        length: int

        def __init__(self, enactor: Entity, text: str) -> None:
            self.__attrs_init__(enactor, text, len(text))  # type: ignore[attr-defined]  # by attrs

    assert Say(world.root, "hello").length == 5


def test_hooks_of_attrs_run(world: World) -> None:
    hooked: list[object] = []

    @event
    class Before(Notice):
        def __attrs_pre_init__(self) -> None:
            hooked.append("before")

    @event
    class After(Notice):
        n: int = 1

        def __attrs_post_init__(self) -> None:
            hooked.append(self.n)

    @event
    class Child(After):
        n: int = 2

    @event
    class OnSet(Notice):
        n: int = attrs.field(default=0, on_setattr=lambda *change: hooked.append(change[2]))

    Before(world.root)
    After(world.root)
    Child(world.root)
    on_set = OnSet(world.root, 7)
    assert hooked == ["before", 1, 2]
    on_set.n = 8
    assert hooked == ["before", 1, 2, 8]


def test_converters_validators_factories_and_keywords_work(world: World) -> None:
    @event
    class Fine(Notice):
        n: int = attrs.field(default=0, converter=int)
        m: int = attrs.field(default=1, validator=attrs.validators.gt(0))
        twice: list[int] = attrs.field(factory=list)
        k: int = attrs.field(default=3, kw_only=True)

    assert Fine(world.root, "7").n == 7  # type: ignore[arg-type]  # what the converter is for
    with pytest.raises(ValueError, match="'m' must be > 0"):
        Fine(world.root, 1, 0)
    assert Fine(world.root).twice is not Fine(world.root).twice
    assert Fine(world.root, k=4).k == 4
    with pytest.raises(TypeError):
        Fine(world.root, 1, 2, [], 4)  # type: ignore[call-arg]  # too many


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
    walk = world.publish(Walk(world.root))
    assert repr(walk) == "<Walk #2 failed (nothing) enactor=Entity(1), log=[]>"


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
