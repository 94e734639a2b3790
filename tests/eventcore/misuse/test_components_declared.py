"""An invalid component class is rejected by its decorator or by the world."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Set
from typing import Annotated, Any, ClassVar, NamedTuple

import attrs
import pytest
from msgspec import Meta
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    VALIDATE,
    Component,
    Entity,
    Fixed,
    Simulation,
    World,
    component,
    handles,
)
from eventcore.errors import RegistrationError
from tests.eventcore.worlds.bodies import Body, Hit, Legs, Walk, component_of


class Undecorated(Component):
    """A component class with a field, but without the decorator."""

    span: int = 2


class UndecoratedLegs(Legs):
    """An undecorated subclass of a decorated class."""


@attrs.define
class Heap:
    stones: set[int] = attrs.field(factory=set)


class Point(NamedTuple):
    x: int
    y: int


def holder(annotation: Any) -> type[Component]:
    return component(type("Holder", (Component,), {"__annotations__": {"held": annotation}}))


def a_field_called_entity() -> None:
    @component
    class Link(Component):
        entity: Any = None


def a_field_and_a_method(method: Callable[..., object]) -> None:
    def walks(self: Any, walk: Walk, world: World) -> None:
        """Do nothing."""

    body = {"__annotations__": {"walks": int}, "walks": method(walks)}
    component(type("Counter", (Component,), body))


def a_child_of_an_undecorated_class() -> None:
    @component
    class Feathers(Undecorated):
        count: int = 9


def a_class_with_its_own_init() -> None:
    @component
    class Bed(Component):
        number: int = 0

        def __init__(self, number: int) -> None:
            self.number = number


@component
class Early(Component):
    """Refers to a class that is defined further down."""

    good: Later | None = None


@component
class Wrong(Component):
    bad: LaterTally | None = None


@attrs.define
class Later:
    number: int = 0


class LaterTally(Counter[str]):
    """A class whose instances cannot be saved."""


MISTAKES: dict[str, Callable[[], object]] = {
    "field called entity": a_field_called_entity,
    "child of an undecorated class": a_child_of_an_undecorated_class,
    "own init": a_class_with_its_own_init,
    "event": lambda: component(type("Move", (Walk,), {})),
    "undecorated, made": lambda: Undecorated(span=3),  # type: ignore[call-arg]  # the mistake
    "undecorated, listed": lambda: World(components=[Legs, UndecoratedLegs]),
    "listed twice": lambda: World(components=[Legs, Body, Legs]),
    "two of one name": lambda: World(components=[Legs, component_of("Legs")]),
    "not a class": lambda: World(components=["Legs"]),  # type: ignore[list-item]  # the mistake
    "not a list": lambda: World(components=Legs),  # type: ignore[arg-type]  # the mistake
    "a set": lambda: holder(list[set[str]]),
    "a counter": lambda: holder(Counter[str]),
    "a queue": lambda: holder(deque[int]),
    "keys that are no text": lambda: holder(dict[tuple[int, int], int]),
    "a function": lambda: holder(Callable[[], int]),
    "a set in a class": lambda: holder(Heap),
    "a list without an annotation": lambda: component(type("Bag", (Component,), {"held": []})),
    "a number without an annotation": lambda: component(type("Bag", (Component,), {"held": 0})),
    "defined later": lambda: World(components=[Wrong]),
    "a list in the list": lambda: World(components=[[Legs]]),  # type: ignore[list-item]  # the mistake
    "a field and a handler": lambda: a_field_and_a_method(handles(Walk, APPLY)),
    "a field and a property": lambda: a_field_and_a_method(property),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_component_that_cannot_work_is_refused(mistake: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RegistrationError) as error:
        MISTAKES[mistake]()
    assert str(error.value) == snapshot


@pytest.mark.parametrize("kind", [set, frozenset])
def test_component_classes_are_in_order(kind: Any) -> None:
    class Street(Simulation):
        components = kind([Legs, Body])

    for create in (lambda: World(components=kind([Legs])), Street):
        with pytest.raises(RegistrationError, match=r"^components is a set, .* use a tuple$"):
            create()
    assert World(components={Legs: 1, Body: 2}.keys()).components == (Legs, Body)  # type: ignore[arg-type]  # any order is kept


@pytest.mark.parametrize("thing", ["Legs", Walk, Legs(), int, Undecorated], ids=str)
def test_world_takes_decorated_component_classes_only(thing: Any) -> None:
    with pytest.raises(RegistrationError):
        World(components=[thing])


@pytest.mark.parametrize(
    "annotation",
    [
        OrderedDict[str, int], defaultdict[str, int], dict[Entity, int], set[int], frozenset[str],
        set, Set[str], dict[str, set[int]] | None, Fixed[str, frozenset[str]], Fixed[str, Heap],
        list[Counter[str]], object, complex, Legs, int | Entity, Point, int | list[int],
        Annotated[int | None, Meta(ge=0)],
    ],
    ids=str,
)  # fmt: skip
def test_field_that_no_save_could_hold_is_refused(annotation: Any) -> None:
    with pytest.raises(RegistrationError):
        holder(annotation)


def test_field_that_is_not_saved_may_hold_anything() -> None:
    @component
    class Holder(Component):
        _counts: Counter[str] = attrs.field(factory=Counter, init=False)

    assert World(components=[Holder]).spawn(Holder()).alive


def test_annotation_may_name_a_class_that_is_defined_later() -> None:
    assert World(components=[Early]).spawn(Early(Later(3))).alive


def test_wrong_arguments_of_a_decorated_component_are_an_ordinary_type_error() -> None:
    with pytest.raises(TypeError) as error:
        Legs(toes=3)  # type: ignore[call-arg]  # the mistake
    assert not isinstance(error.value, RegistrationError)


def test_component_base_without_fields_needs_no_decorator() -> None:
    class Helper(Component):
        limit: ClassVar[int] = 4

        def most(self) -> int:
            return self.limit

    @component
    class Arms(Helper):
        count: int = 2

    assert (Arms(count=1).count, Arms().most()) == (1, 4)


def test_component_allows_unannotated_and_private_constants() -> None:
    body: dict[str, Any] = {"LEAST": 3, "NAMES": ("a",), "table": Fixed({"a": 1}), "_seen": {}}
    bag: Any = component(type("Bag", (Component,), body))
    assert bag().NAMES == ("a",)

    @component
    class Purse(Component):
        coins: ClassVar[list[int]] = [1, 5]

        @handles(Walk, VALIDATE)
        def look(self, walk: Walk, world: World) -> None:
            """Do nothing."""

        @handles(Walk, APPLY)
        @handles(Hit, APPLY)
        def pay(self, event: Walk | Hit, world: World) -> None:
            """Do nothing."""

    @component
    class Pouch(Purse):
        @handles(Walk, APPLY)
        def look(self, walk: Walk, world: World) -> None:
            """Override a handler of the parent class."""

    assert len(Pouch._handlers_) == len(Purse._handlers_) == 3
