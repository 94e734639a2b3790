"""Handlers: bands, the table of a class, and what a handler says of itself."""

from typing import Any

import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)
from eventcore.handler import COMMIT, band
from tests.eventcore.worlds.bodies import Dawn, Hit, Legs, Walk, says


@pytest.mark.parametrize(
    ("priority", "name"),
    [
        (1, "AIM"),
        (50, "AIM"),
        (99, "AIM"),
        (100, "VALIDATE"),
        (299, "VALIDATE"),
        (300, "MODIFY"),
        (399, "MODIFY"),
        (400, "RESOLVE"),
        (500, "RESOLVE"),
        (699, "RESOLVE"),
        (700, "APPLY"),
        (999, "APPLY"),
        (1000, "REACT"),
    ],
)
def test_a_band_begins_at_its_number_and_resolve_at_the_line(priority: int, name: str) -> None:
    assert band(priority) == name


def test_the_bands_are_where_they_were_drawn() -> None:
    assert (AIM, VALIDATE, MODIFY, COMMIT, RESOLVE, APPLY, REACT) == (
        50, 100, 300, 400, 500, 700, 1000,
    )  # fmt: skip


def table(cls: type[Component]) -> list[tuple[str, str, int, str, str, bool, int]]:
    return [
        (h.name, h.kind.__name__, h.priority, h.role, h.via, h.always, h.index)
        for h in cls._handlers_
    ]


@component
class Parent(Component):
    @handles(Walk, VALIDATE)
    def one(self, walk: Walk, world: World) -> None:
        """Do nothing."""

    @handles(Hit, APPLY, role="target", via="owner", always=True)
    def two(self, hit: Hit, world: World) -> None:
        """Do nothing."""

    def no_handler(self) -> None:
        """Do nothing, and hear nothing."""


def test_a_table_lists_all_that_is_declared() -> None:
    assert table(Parent) == [
        ("one", "Walk", 100, "enactor", "self", False, 0),
        ("two", "Hit", 700, "target", "owner", True, 1),
    ]


def test_the_default_is_to_react_as_the_enactor() -> None:
    @component
    class Ears(Component):
        @handles(Dawn)
        def hear(self, dawn: Dawn, world: World) -> None:
            """Do nothing."""

    assert table(Ears) == [("hear", "Dawn", 1000, "enactor", "self", False, 0)]


def test_a_child_inherits_the_table_before_its_own_handlers() -> None:
    @component
    class Child(Parent):
        three = says("three", Dawn)

    assert [h.name for h in Child._handlers_] == ["one", "two", "three"]
    assert [h.component for h in Child._handlers_] == [Child] * 3
    assert [h.index for h in Child._handlers_] == [0, 1, 2]


def test_an_override_keeps_the_registration_of_what_it_overrides() -> None:
    @component
    class Child(Parent):
        def one(self, walk: Walk, world: World) -> None:
            """Do something else."""

    first = Child._handlers_[0]
    assert (first.name, first.priority) == ("one", VALIDATE)
    assert first.function is vars(Child)["one"]


def test_an_override_may_have_a_registration_of_its_own() -> None:
    @component
    class Child(Parent):
        @handles(Walk, REACT)
        def one(self, walk: Walk, world: World) -> None:
            """Do something else, later."""

    assert table(Child)[0] == ("one", "Walk", 1000, "enactor", "self", False, 0)
    assert table(Parent)[0] == ("one", "Walk", 100, "enactor", "self", False, 0)


def test_the_tables_of_two_parents_come_in_the_order_of_inheritance() -> None:
    @component
    class Left(Component):
        left = says("left", Dawn)

    @component
    class Right(Component):
        right = says("right", Dawn)

    @component
    class Both(Left, Right):
        both = says("both", Dawn)

    assert [h.name for h in Both._handlers_] == ["right", "left", "both"]


def test_a_handler_says_what_it_is() -> None:
    one = Parent._handlers_[0]
    assert one.label == "Parent.one"
    assert str(one) == "Parent.one (VALIDATE 100)"


def test_handlers_are_told_apart_by_identity() -> None:
    assert Legs._handlers_[0] == Legs._handlers_[0]
    assert len({*Parent._handlers_, *Parent._handlers_}) == 2


def test_a_decorated_method_is_still_the_method() -> None:
    def step(self: Any, walk: Walk, world: World) -> None:
        """Do nothing."""

    assert handles(Walk, APPLY)(step) is step
