"""Which fields change only as a whole, by what their classes declare."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, Tuple  # noqa: UP035

import attrs
import pytest

from eventcore import Component, Entity, Fixed, component
from eventcore.state.field_types import fixed_fields, whole_fields

if TYPE_CHECKING:
    from decimal import Decimal


class Side(Enum):
    LEFT = "left"


@attrs.frozen
class Point:
    x: int
    ys: tuple[int, ...] = ()


@attrs.frozen
class Bag:
    things: list[int]


@attrs.frozen
class Chained:
    next: Chained | None = None


@attrs.define
class Loose:
    count: int = 0


class Loud(Point):
    """Lacks the decorator."""


@component
class Whole(Component):
    count: int = 0
    share: float = 0.0
    open: bool = False
    name: str = ""
    maybe: int | str | None = None
    bounded: Annotated[int, "at least 1"] = 1
    word: Literal["yes", "no"] = "no"
    side: Side = Side.LEFT
    data: bytes = b""
    many: tuple[int, ...] = ()
    pair: tuple[int, str | None] = (0, None)
    nothing: tuple[()] = ()
    table: Fixed[str, Any] = attrs.field(factory=Fixed)


@component
class Within(Whole):
    some: list[int] = attrs.field(factory=list)
    few: tuple[list[int], ...] = ()
    either: int | list[int] = 0
    noted: Annotated[list[int], "at least 1"] = attrs.field(factory=list)
    anything: Any = None
    who: Entity | None = None
    unknown: Decimal | None = None
    point: Point | None = None
    points: tuple[Point, ...] = ()
    bag: Bag | None = None
    loud: Loud | None = None
    pairs: Tuple = ()  # type: ignore[type-arg]  # noqa: UP006  # as somebody may write it
    loose: Loose | None = None
    chained: Chained | None = None
    either_of: tuple[Bag | None, ...] = ()
    bare: tuple = ()  # type: ignore[type-arg]  # as somebody may write it


@pytest.mark.parametrize("name", Whole._fields_)
def test_numbers_texts_and_the_like_change_as_a_whole(name: str) -> None:
    assert name in whole_fields(Whole)
    assert name in whole_fields(Within)


@pytest.mark.parametrize("name", [name for name in Within._fields_ if name not in Whole._fields_])
def test_what_holds_anything_else_may_change_within(name: str) -> None:
    assert name not in whole_fields(Within)


def test_fixed_tables_are_known_by_their_declaration() -> None:
    @component
    class Rules(Component):
        table: Fixed[str, int] = attrs.field(factory=Fixed)
        maybe: Annotated[Fixed[str, int], "small"] | None = None
        many: list[Fixed[str, int]] = attrs.field(factory=list)
        packed: tuple[Fixed[str, int], ...] = ()
        plain: dict[str, int] = attrs.field(factory=dict)

    assert fixed_fields(Rules) == {"table", "maybe", "packed"}
