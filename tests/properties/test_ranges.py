"""Invariant: a Range holds every number that could be drawn, and no more at its ends.

Whatever is reckoned with ranges holds whatever is reckoned with numbers drawn from them; its
ends are reached; and a comparison is answered exactly when all such numbers agree on it.
"""

import operator
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventcore import Range, Stream, UncertainError
from eventcore.rng import Forecast

Reckon = Callable[[Any, Any], Any]


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    least = draw(st.integers(-12, 12))
    return Range(least, least + draw(st.integers(0, 7)))


def numbers(operand: int | Range) -> Iterator[int]:
    """All numbers that an operand could turn out to be."""
    if isinstance(operand, Range):
        yield from range(operand.least, operand.most + 1)
    else:
        yield operand


OPERANDS = ranges() | st.integers(-12, 12)


@pytest.mark.parametrize("reckon", [operator.add, operator.sub, operator.mul])
@given(one=ranges(), other=OPERANDS)
def test_arithmetic_gives_the_ends_of_all_results(
    reckon: Reckon, one: Range, other: int | Range
) -> None:
    for left, right in ((one, other), (other, one)):
        results = [reckon(a, b) for a, b in product(numbers(left), numbers(right))]
        assert reckon(left, right) == Range(min(results), max(results))


@given(one=ranges(), other=st.integers(-5, 5).filter(bool))
def test_division_gives_the_ends_of_all_results(one: Range, other: int) -> None:
    results = [a // other for a in numbers(one)]
    assert one // other == Range(min(results), max(results))


@given(one=ranges(), end=st.integers(-15, 25))
def test_clamping_gives_the_ends_of_all_results(one: Range, end: int) -> None:
    raised = [max(a, end) for a in numbers(one)]
    lowered = [min(a, end) for a in numbers(one)]
    assert one.at_least(end) == Range(min(raised), max(raised))
    assert one.at_most(end) == Range(min(lowered), max(lowered))
    assert -one == Range(min(-a for a in numbers(one)), max(-a for a in numbers(one)))


COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def answer(compare: Reckon, left: int | Range, right: int | Range) -> bool | None:
    try:
        return bool(compare(left, right))
    except UncertainError:
        return None


def agreement(answers: set[bool]) -> bool | None:
    return answers.pop() if len(answers) == 1 else None


@pytest.mark.parametrize("compare", COMPARISONS)
@given(one=ranges(), number=st.integers(-15, 25))
def test_a_comparison_with_a_number_is_answered_when_all_agree(
    compare: Reckon, one: Range, number: int
) -> None:
    expected = agreement({compare(a, number) for a in numbers(one)})
    assert answer(compare, one, number) is expected
    turned = agreement({compare(number, a) for a in numbers(one)})
    assert answer(compare, number, one) is turned


@pytest.mark.parametrize("compare", COMPARISONS[:4])
@given(one=ranges(), other=ranges())
def test_a_comparison_of_ranges_is_answered_when_all_agree(
    compare: Reckon, one: Range, other: Range
) -> None:
    pairs = product(numbers(one), numbers(other))
    assert answer(compare, one, other) is agreement({compare(a, b) for a, b in pairs})


@given(ranges())
def test_a_range_is_true_when_all_its_numbers_agree(one: Range) -> None:
    expected = agreement({bool(a) for a in numbers(one)})
    assert answer(lambda r, _: bool(r), one, 0) is expected


@given(
    seed=st.integers(),
    name=st.text(max_size=8),
    least=st.integers(-50, 50),
    width=st.integers(0, 50),
    times=st.integers(-3, 3),
    plus=st.integers(-9, 9),
)
def test_what_is_drawn_lies_in_what_was_forecast(
    seed: int, name: str, least: int, width: int, times: int, plus: int
) -> None:
    stream, forecast = Stream(seed, name), Forecast(name)
    most = least + width
    for _ in range(5):
        drawn: Any = stream.roll(least, most) * times + plus - stream.below(width + 1)
        seen: Any = forecast.roll(least, most) * times + plus - forecast.below(width + 1)
        assert seen.least <= drawn <= seen.most
    assert forecast.draws == 0
