"""Invariant: a stream is a function of its seed, its name and what is drawn, and of nothing else.

What it gives lies in the bounds asked for, each draw is counted, and two instances agree.
"""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from eventcore import Stream

SEEDS = st.integers(-(1 << 70), 1 << 70)
NAMES = st.text(max_size=12)

Draw = Callable[[Stream], Any]


def draws() -> st.SearchStrategy[Draw]:
    """Any sort of draw from a stream."""
    bound = st.integers(1, 1 << 70)
    few = st.integers(1, 9)
    return st.one_of(
        bound.map(lambda b: lambda s: s.below(b)),
        st.tuples(bound, bound).map(lambda b: lambda s: s.roll(-b[0], b[1])),
        st.tuples(few, few).map(lambda b: lambda s: s.chance(*b)),
        few.map(lambda n: lambda s: s.pick(range(n))),
        few.map(lambda n: lambda s: shuffled(s, n)),
    )


def shuffled(stream: Stream, number: int) -> list[int]:
    items = list(range(number))
    stream.shuffle(items)
    return items


@given(SEEDS, NAMES, st.lists(draws(), max_size=12))
def test_two_instances_agree_draw_by_draw(seed: int, name: str, sequence: list[Draw]) -> None:
    one, other = Stream(seed, name), Stream(seed, name)
    for draw in sequence:
        assert draw(one) == draw(other)
        assert one.draws == other.draws


@given(SEEDS, NAMES, NAMES, st.lists(draws(), max_size=8))
def test_another_stream_does_not_move_this_one(
    seed: int, name: str, beside: str, sequence: list[Draw]
) -> None:
    alone, accompanied, other = Stream(seed, name), Stream(seed, name), Stream(seed, beside)
    for draw in sequence:
        draw(other)
        assert draw(alone) == draw(accompanied)


@given(SEEDS, NAMES, st.integers(1, 1 << 70))
def test_what_is_drawn_is_below_the_bound(seed: int, name: str, bound: int) -> None:
    stream = Stream(seed, name)
    for _ in range(5):
        assert 0 <= stream.below(bound) < bound


@given(SEEDS, NAMES, st.integers(), st.integers(0, 1 << 70))
def test_a_roll_reaches_from_the_least_to_the_most(
    seed: int, name: str, least: int, width: int
) -> None:
    stream = Stream(seed, name)
    for _ in range(5):
        assert least <= stream.roll(least, least + width) <= least + width


@given(SEEDS, NAMES, st.integers(1, 1 << 70))
def test_each_draw_is_counted_and_words_drawn_again_too(seed: int, name: str, bound: int) -> None:
    stream = Stream(seed, name)
    for least in range(1, 6):
        stream.below(bound)
        assert stream.draws >= least
    powers = Stream(seed, name)
    for count in range(1, 6):
        powers.below(1 << 16)
        assert powers.draws == count  # of a power of two, no word is too high


@given(SEEDS, NAMES, st.integers(2, 6))
def test_every_number_comes_up(seed: int, name: str, sides: int) -> None:
    stream = Stream(seed, name)
    assert {stream.roll(1, sides) for _ in range(400)} == set(range(1, sides + 1))


@given(SEEDS, NAMES, st.lists(st.integers(), max_size=12))
def test_a_shuffle_is_the_same_items(seed: int, name: str, items: list[int]) -> None:
    mixed = list(items)
    stream = Stream(seed, name)
    stream.shuffle(mixed)
    assert sorted(mixed) == sorted(items)
    assert stream.draws >= max(0, len(items) - 1)


@given(SEEDS, NAMES, st.lists(st.integers(), min_size=1, max_size=12))
def test_a_pick_is_one_of_the_choices(seed: int, name: str, choices: list[int]) -> None:
    assert Stream(seed, name).pick(choices) in choices
