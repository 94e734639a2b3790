"""A component that cannot be attached is refused, with what to do about it."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Set
from typing import Any, ClassVar

import attrs
import pytest

from eventcore import Component, Entity, Fixed, RegistrationError, World, component
from eventcore.errors import DispatchError, MissingComponentError, UnknownEntityError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Legs, Walk, component_of


class Undecorated(Component):
    """A component class somebody forgot to decorate."""


class UndecoratedLegs(Legs):
    """Its parent was decorated, which is not enough."""


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs)


def test_the_order_of_components_holds_classes_of_components() -> None:
    wrong: list[Any] = ["Legs", Walk, Legs(), int]
    for thing in wrong:
        with pytest.raises(RegistrationError) as caught:
            World(components=[thing])
        assert str(caught.value) == f"components=[…]: {thing!r} is no Component class"


@pytest.mark.parametrize("cls", [Undecorated, UndecoratedLegs])
def test_the_order_of_components_holds_decorated_classes(cls: type[Component]) -> None:
    with pytest.raises(RegistrationError) as caught:
        World(components=[Legs, cls])
    assert str(caught.value) == (
        f"{cls.__name__} lacks its decorator: put @component above the class"
    )


class UndecoratedWings(Component):
    """Has a field, and no decorator."""

    span: int = 2


def test_making_an_undecorated_component_with_its_fields_names_the_decorator() -> None:
    with pytest.raises(RegistrationError, match=r"UndecoratedWings lacks .* put @component"):
        UndecoratedWings(span=3)  # type: ignore[call-arg]  # the mistake that is tested


def test_wrong_arguments_of_a_decorated_component_are_an_ordinary_type_error() -> None:
    with pytest.raises(TypeError, match="toes"):
        Legs(toes=3)  # type: ignore[call-arg]  # the mistake that is tested


def test_fields_of_an_undecorated_parent_are_not_lost_without_a_word() -> None:
    with pytest.raises(RegistrationError, match=r"UndecoratedWings lacks .* put @component"):

        @component
        class Feathers(UndecoratedWings):
            count: int = 9


def test_parent_with_nothing_but_methods_needs_no_decorator() -> None:
    class Helper(Component):
        """Methods that several components share."""

        limit: ClassVar[int] = 4

        def most(self) -> int:
            return self.limit

    @component
    class Arms(Helper):
        count: int = 2

    assert (Arms(count=1).count, Arms().most()) == (1, 4)


def test_a_class_has_one_place_in_the_order() -> None:
    with pytest.raises(RegistrationError) as caught:
        World(components=[Legs, Body, Legs])
    assert str(caught.value) == (
        "components=[…] names Legs twice: its place decides the order, so it can have only one"
    )


@pytest.mark.parametrize("thing", [Legs, "legs", None, 3])
def test_what_is_no_component_is_not_attached(world: World, thing: Any) -> None:
    attempts: list[Callable[[Any], object]] = [
        world.spawn,
        lambda what: world.attach(world.root, what),
    ]
    for attempt in attempts:
        with pytest.raises(RegistrationError, match="attach an instance of a Component class"):
            attempt(thing)


def test_an_undecorated_component_is_not_attached(world: World) -> None:
    with pytest.raises(RegistrationError, match="put @component above the class"):
        world.spawn(UndecoratedLegs())


def test_a_component_unknown_to_the_world_is_not_attached(world: World) -> None:
    with pytest.raises(RegistrationError) as caught:
        world.spawn(Body())
    assert str(caught.value) == (
        "Body has no place in this world's order: add it to World(components=[…])"
    )


def test_a_component_belongs_to_one_entity(world: World) -> None:
    legs = Legs()
    owner = world.spawn(legs)
    for attempt in (
        lambda: world.spawn(legs),
        lambda: world.attach(world.root, legs),
        lambda: world.attach(owner, legs),
    ):
        with pytest.raises(RegistrationError) as caught:
            attempt()
        assert str(caught.value) == (
            "this Legs is attached to Entity(2) already: "
            "make another, a component belongs to one entity"
        )


def test_a_component_of_the_gone_belongs_to_them_still(world: World) -> None:
    legs = Legs()
    world.despawn(world.spawn(legs))
    with pytest.raises(RegistrationError, match=r"attached to Entity\(2, gone\) already"):
        world.spawn(legs)


def test_an_entity_has_one_component_of_a_class(world: World) -> None:
    with pytest.raises(RegistrationError) as caught:
        world.spawn(Legs(), Legs())
    assert str(caught.value) == ("spawn() got Legs twice: an entity has one component of a class")
    walker = world.spawn(Legs())
    with pytest.raises(RegistrationError) as caught:
        world.attach(walker, Legs())
    assert str(caught.value) == (
        "Entity(2) has a Legs already: change that one, or detach it first"
    )


def test_a_refused_spawn_leaves_no_trace(world: World) -> None:
    legs = Legs()
    with pytest.raises(RegistrationError):
        world.spawn(legs, Body())
    assert len(world) == 1
    assert world.spawn(legs).id == 2


def test_a_component_that_is_attached_to_nothing_has_no_entity() -> None:
    with pytest.raises(DispatchError, match="Legs is not attached to an entity"):
        Legs().entity  # noqa: B018 - a property


def test_what_an_entity_does_not_have_is_not_given(world: World) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: world.root[Legs],
        lambda: world.detach(world.root, Legs),
        lambda: world.root[UndecoratedLegs],
    ]
    for attempt in attempts:
        with pytest.raises(MissingComponentError, match=r"Entity\(1\) has no "):
            attempt()


def test_a_parent_class_does_not_stand_for_its_child(world: World) -> None:
    walker = world.spawn(Legs())
    with pytest.raises(MissingComponentError, match=r"Entity\(2\) has no Component"):
        walker[Component]
    assert Component not in walker


def test_an_entity_of_another_world_is_not_changed(world: World) -> None:
    stranger = World(components=[Legs]).spawn()
    world.spawn()  # of the same id
    for attempt in (
        lambda: world.attach(stranger, Legs()),
        lambda: world.despawn(stranger),
        lambda: world.set_owner(stranger, world.root),
        lambda: world.set_owner(world.root, stranger),
    ):
        with pytest.raises(UnknownEntityError) as caught:
            attempt()
        assert str(caught.value) == (
            "Entity(2) is not in this world: it was despawned, or is of another world"
        )


def test_nothing_bears_itself(world: World) -> None:
    bag, box, coin = world.spawn(), world.spawn(), world.spawn()
    world.set_owner(box, bag)
    world.set_owner(coin, box)
    for thing, owner in ((bag, bag), (bag, coin), (bag, box)):
        with pytest.raises(RegistrationError) as caught:
            world.set_owner(thing, owner)
        assert str(caught.value) == "Entity(2) cannot be owned by itself or by what it owns"
    assert (coin.owner, box.owner, bag.owner) == (box, bag, None)


def test_the_world_itself_is_not_despawned(world: World) -> None:
    with pytest.raises(RegistrationError, match="the root entity is the world itself"):
        world.despawn(world.root)


def test_an_entity_is_not_found_by_a_number_nobody_has(world: World) -> None:
    with pytest.raises(UnknownEntityError, match="there is no entity 7, or no longer"):
        world[7]


def test_two_classes_of_one_name_are_refused() -> None:
    Other = component_of("Legs")
    with pytest.raises(RegistrationError) as caught:
        World(components=[Legs, Other])
    assert str(caught.value) == (
        "components=[…] has two classes called Legs, of tests.eventcore.worlds.bodies and of "
        "tests.eventcore.worlds.bodies: a save finds a class by its name, so rename one of them"
    )


@attrs.define
class Heap:
    stones: set[int] = attrs.field(factory=set)


def of_field(annotation: Any) -> type[Component]:
    """Make a component with one field."""
    return component(type("Holder", (Component,), {"__annotations__": {"held": annotation}}))


@pytest.mark.parametrize(
    ("annotation", "remedy"),
    [
        (Counter[str], "annotate it with dict"),
        (OrderedDict[str, int], "annotate it with dict"),
        (defaultdict[str, int], "annotate it with dict"),
        (deque[int], "annotate it with list"),
        (dict[tuple[int, int], int], "a list of pairs"),
        (dict[Entity, int], "a list of pairs"),
        (set[int], "a sorted list"),
        (frozenset[str], "a sorted list"),
        (set, "a sorted list"),
        (Set[str], "a sorted list"),
        (list[set[str]], "a sorted list"),
        (dict[str, set[int]] | None, "a sorted list"),
        (Heap, "a sorted list"),
        (Fixed[str, frozenset[str]], "a sorted list"),
        (Fixed[str, Heap], "a sorted list"),
        (list[Counter[str]], "annotate it with dict"),
        (Callable[[], int], "an underscore"),
        (object, "an underscore"),
        (complex, "an underscore"),
        (Legs, "an underscore"),
        (int | Entity, "an underscore|not supported"),
    ],
    ids=str,
)
def test_field_that_no_save_could_hold_is_refused(annotation: Any, remedy: str) -> None:
    with pytest.raises(RegistrationError, match=rf"^Holder\.held: a save cannot hold .*({remedy})"):
        of_field(annotation)


def test_field_that_is_not_saved_may_hold_anything() -> None:
    @component
    class Holder(Component):
        _counts: Counter[str] = attrs.field(factory=Counter, init=False)

    assert World(components=[Holder]).spawn(Holder()).alive


@component
class Early(Component):
    """Names classes that are defined further down."""

    good: Later | None = None


@component
class Wrong(Component):
    bad: LaterTally | None = None


@attrs.define
class Later:
    number: int = 0


class LaterTally(Counter[str]):
    """No save could hold it."""


def test_annotation_may_name_a_class_that_is_defined_later() -> None:
    assert World(components=[Early]).spawn(Early(Later(3))).alive


def test_field_of_a_class_defined_later_is_refused_by_the_world() -> None:
    with pytest.raises(RegistrationError, match=r"^Wrong\.bad: a save cannot hold LaterTally"):
        World(components=[Wrong])
