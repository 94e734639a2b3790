"""Intents are drawn according to the annotations of their classes."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Literal

import attrs
import msgspec
import pytest
from hypothesis import find, given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eventcore.testing import intents
from tests.eventcore.worlds.tally import Add, Left


class Way(Enum):
    NORTH = "north"
    SOUTH = "south"


@attrs.frozen
class At:
    x: Annotated[int, msgspec.Meta(ge=0, lt=3)]
    y: Annotated[int, msgspec.Meta(gt=20)]


@attrs.frozen
class Cast:
    at: At
    way: Way
    spell: Literal["fire", "ice"]
    words: str
    twice: bool
    power: float
    on: int | None
    more: list[bool]
    pair: tuple[int, str]
    ways: tuple[Way, ...]
    low: Annotated[int, msgspec.Meta(le=-30)]
    plain: Annotated[int, "a note"]
    fixed: int = attrs.field(default=3, init=False)


@given(intents(Cast))
def test_intents_are_drawn_by_their_annotations(cast: Cast) -> None:
    assert 0 <= cast.at.x <= 2
    assert 21 <= cast.at.y <= 39
    assert cast.low in range(-39, -29)
    assert cast.way in Way
    assert cast.spell in ("fire", "ice")
    assert len(cast.words) <= 8
    assert type(cast.twice) is bool
    assert -9 <= cast.power <= 9
    assert cast.on is None or -9 <= cast.on <= 9
    assert len(cast.more) <= 3
    assert [type(part) for part in cast.pair] == [int, str]
    assert isinstance(cast.ways, tuple)
    assert -9 <= cast.plain <= 9


def test_every_class_is_drawn_and_a_field_can_be_given() -> None:
    drawn = intents(Add, Left, by=st.just(70))
    assert find(drawn, lambda intent: isinstance(intent, Left)) == Left()
    assert find(drawn, lambda intent: isinstance(intent, Add)) == Add(70)


@attrs.frozen
class Bounded:
    even: Annotated[int, msgspec.Meta(multiple_of=2)]
    tens: Annotated[int, msgspec.Meta(gt=10, le=45, multiple_of=10)]
    far: Annotated[int, msgspec.Meta(ge=3, multiple_of=50)]
    both: Annotated[int, msgspec.Meta(multiple_of=4), msgspec.Meta(ge=1)]
    share: Annotated[float, msgspec.Meta(ge=0, lt=1)]
    half: Annotated[float, msgspec.Meta(multiple_of=0.5)]
    some: Annotated[int, msgspec.Meta(ge=100)] | None
    name: Annotated[str, msgspec.Meta(min_length=10)]
    short: Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
    many: Annotated[list[int], msgspec.Meta(min_length=5)]
    few: Annotated[tuple[int, ...], msgspec.Meta(max_length=1)]
    code: Annotated[str, msgspec.Meta(pattern="^[a-z]{2}$")]


@given(intents(Bounded))
def test_drawn_intents_are_valid_for_msgspec(bounded: Bounded) -> None:
    assert msgspec.json.decode(msgspec.json.encode(bounded), type=Bounded) == bounded


@attrs.frozen
class Odd:
    what: object


@attrs.frozen
class Tree:
    size: int
    left: Tree | None


@attrs.frozen
class Plant:
    trees: list[Tree]


@attrs.frozen
class Worn:
    odd: Odd


@pytest.mark.parametrize(
    "draw",
    [
        lambda: intents(int),
        lambda: intents(Add, Left, on=st.none()),
        lambda: intents(Odd),
        lambda: intents(Worn),
        lambda: intents(Tree),
        lambda: intents(Plant),
    ],
    ids=[
        "class",
        "field",
        "object",
        "nested",
        "endless",
        "list",
    ],
)
def test_class_that_cannot_be_drawn_is_rejected(
    draw: Callable[[], Any], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(TypeError) as caught:
        draw()
    assert str(caught.value) == snapshot
