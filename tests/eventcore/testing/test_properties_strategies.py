"""Strategies draw intents that match the annotations of their classes."""

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
    x: int
    y: int


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
    plain: Annotated[int, "a note"]
    fixed: int = attrs.field(default=3, init=False)


@given(intents(Cast))
def test_intents_are_drawn_by_their_annotations(cast: Cast) -> None:
    assert -9 <= cast.at.x <= 9
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
    share: Annotated[int, msgspec.Meta(ge=0, le=100)]


def test_field_with_bounds_is_drawn_from_a_given_strategy() -> None:
    assert find(intents(Bounded, share=st.integers(0, 100)), lambda one: one.share > 50).share == 51


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
        lambda: intents(Bounded),
        lambda: intents(Worn),
        lambda: intents(Tree),
        lambda: intents(Plant),
    ],
    ids=[
        "class",
        "field",
        "object",
        "bounds",
        "nested",
        "endless",
        "list",
    ],
)
def test_strategy_rejects_a_class_that_it_cannot_generate(
    draw: Callable[[], Any], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(TypeError) as caught:
        draw()
    assert str(caught.value) == snapshot
