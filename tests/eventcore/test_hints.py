"""Which fields change only as a whole, by what their classes declare."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal

import attrs
import pytest

from eventcore import Component, Entity, component
from eventcore.hints import whole_fields

if TYPE_CHECKING:
    from decimal import Decimal


class Side(Enum):
    LEFT = "left"


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


@component
class Within(Whole):
    many: list[int] = attrs.field(factory=list)
    few: tuple[int, ...] = ()
    either: int | list[int] = 0
    noted: Annotated[list[int], "at least 1"] = attrs.field(factory=list)
    anything: Any = None
    who: Entity | None = None
    unknown: Decimal | None = None


@pytest.mark.parametrize("name", Whole._fields_)
def test_numbers_texts_and_the_like_change_as_a_whole(name: str) -> None:
    assert name in whole_fields(Whole)
    assert name in whole_fields(Within)


@pytest.mark.parametrize("name", [name for name in Within._fields_ if name not in Whole._fields_])
def test_what_holds_anything_else_may_change_within(name: str) -> None:
    assert name not in whole_fields(Within)
