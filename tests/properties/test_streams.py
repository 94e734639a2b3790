"""The values of a random stream depend only on its seed, its name and its earlier draws."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Stream

SEEDS = st.integers(-(1 << 70), 1 << 70)
NAMES = st.text(max_size=12)

Draw = Callable[[Stream], Any]


def draws() -> st.SearchStrategy[Draw]:
    bound = st.integers(1, 1 << 70)
    few = st.integers(1, 9)
    return st.one_of(
        bound.map(lambda b: lambda s: s.below(b)),
        st.tuples(bound, bound).map(lambda b: lambda s: s.roll(-b[0], b[1])),
        st.tuples(few, few).map(lambda b: lambda s: s.chance(*b)),
        few.map(lambda n: lambda s: s.pick(range(n))),
        few.map(lambda n: lambda s: s.shuffled(range(n))),
    )


@given(SEEDS, NAMES, NAMES, st.lists(draws(), max_size=12))
def test_draws_of_one_stream_do_not_affect_another_stream(
    seed: int, name: str, beside: str, sequence: list[Draw]
) -> None:
    one, other, third = Stream(seed, name), Stream(seed, name), Stream(seed, beside)
    for draw in sequence:
        draw(third)
        assert draw(one) == draw(other)
        assert one.draws == other.draws


@given(SEEDS, NAMES, st.integers(), st.integers(0, 1 << 70))
def test_roll_stays_between_its_ends(seed: int, name: str, least: int, width: int) -> None:
    stream = Stream(seed, name)
    for count in range(1, 6):
        assert least <= stream.roll(least, least + width) <= least + width
        assert stream.draws >= count or not width


@settings(max_examples=25)
@given(SEEDS, NAMES, st.integers(2, 6))
def test_roll_yields_every_side_of_the_die(seed: int, name: str, sides: int) -> None:
    stream = Stream(seed, name)
    assert {stream.roll(1, sides) for _ in range(150)} == set(range(1, sides + 1))
