"""A random stream draws the same numbers on every machine and version of Python."""

from bisect import bisect
from collections.abc import Callable
from itertools import pairwise
from math import exp, log
from statistics import NormalDist
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Stream

GOLDEN = {
    (0, "combat"): [3131168304, 1839745080, 3675287498, 3827327941],
    (0, "level-3"): [1588240356, 3269840870, 1883111731, 3990732873],
    (1, "combat"): [1971893558, 3500111166, 3809032275, 3727574092],
    (-1, "combat"): [3433154916, 2470595750, 2530356336, 2357759957],
    (1 << 70, "Würfel"): [1447178729, 4250548022, 115650454, 3871003489],
}
"""The values for these seeds and names, which must never change, because journals rely on them."""


@pytest.mark.parametrize(("seed", "name"), GOLDEN)
def test_stream_draws_match_the_golden_numbers_for_seed_and_name(seed: int, name: str) -> None:
    stream = Stream(seed, name)
    assert [stream.below(1 << 32) for _ in range(4)] == GOLDEN[seed, name]


def test_dice_rolls_of_a_seed_never_change() -> None:
    stream = Stream(7, "dice")
    rolls = [stream.roll(1, 6) for _ in range(24)]
    assert rolls == [2, 4, 6, 2, 5, 6, 4, 4, 2, 4, 6, 4, 1, 6, 4, 6, 5, 5, 4, 3, 3, 5, 1, 6]
    assert stream.draws == 36


def test_picks_and_chances_of_a_seed_never_change() -> None:
    stream = Stream(7, "picks")
    assert "".join(stream.pick("abc") for _ in range(6)) == "cbcbcb"
    assert [stream.chance(1, 3) for _ in range(6)] == [True, True, True, False, False, False]


def test_draw_with_only_one_possible_result_is_counted() -> None:
    stream = Stream(0, "x")
    assert (stream.below(1), stream.roll(5, 5), stream.pick(["only"])) == (0, 5, "only")
    assert stream.draws == 3


def test_stream_redraws_and_counts_values_above_the_bound() -> None:
    stream = Stream(0, "x")
    drawn = [stream.below(5) for _ in range(100)]  # three bits, so 5, 6 and 7 are drawn again
    assert set(drawn) == {0, 1, 2, 3, 4}
    assert stream.draws > 100


def test_chance_of_zero_never_succeeds_and_a_full_chance_always_does() -> None:
    stream = Stream(0, "x")
    assert [stream.chance(0, 3) for _ in range(20)] == [False] * 20
    assert [stream.chance(3, 3) for _ in range(20)] == [True] * 20
    assert sum(stream.chance(1, 3) for _ in range(3000)) == pytest.approx(1000, abs=100)


@pytest.mark.parametrize("bounds", [[6], [1], [1 << 32, 6], [1 << 33], [1 << 100, 1, 7], []])
def test_stream_goes_on_from_its_state(bounds: list[int]) -> None:
    stream, again = Stream(7, "x"), Stream(7, "x")
    for bound in bounds * 5:
        stream.below(bound)
    again.restore(stream.state())
    assert again.draws == stream.draws
    assert again.state() == stream.state()
    assert [again.below(1 << 32) for _ in range(4)] == [stream.below(1 << 32) for _ in range(4)]


def test_stream_that_drew_very_often_goes_on_from_its_state() -> None:
    stream, again = Stream(7, "x"), Stream(7, "x")
    for _ in range(1 << 9):
        stream.below(1 << 32 * (1 << 5))
    assert len(stream.state()) == 2
    stream.below(2)
    assert len(stream.state()) > 600
    again.restore(stream.state())
    assert again.draws == 513
    assert [again.below(1 << 32) for _ in range(4)] == [stream.below(1 << 32) for _ in range(4)]


@pytest.mark.parametrize("state", [[1, 1 << 15], [1, -1], [1, 1, 5], [1]])
def test_stream_refuses_to_restore_an_invalid_state(state: list[int]) -> None:
    with pytest.raises(ValueError):  # some messages come from Python
        Stream(7, "x").restore(state)


# Distributions.

DRAWS = 20_000
FROZEN: dict[str, tuple[Callable[[Stream], Any], list[Any]]] = {
    "exponential": (lambda s: s.exponential(10_000), [24763, 860, 5619, 10106, 938, 42]),
    "normal": (lambda s: s.normal(10_000, 2_000), [7418, 9917, 9605, 11358, 11375, 40]),
    "weighted": (lambda s: s.weighted("abc", [1, 0, 3]), ["c", "a", "c", "a", "a", 5]),
    "shuffled": (
        lambda s: "".join(s.shuffled("abcde")),
        ["edcba", "bcaed", "cdeab", "adbec", "bcaed", 22],
    ),
}
"""The values that these draws must return on every machine, from a stream with the same name."""


@pytest.mark.parametrize("name", FROZEN)
def test_distribution_draws_of_a_seed_never_change(name: str) -> None:
    draw, given = FROZEN[name]
    stream = Stream(7, name)
    drawn = [draw(stream) for _ in range(5)]
    assert [*drawn, stream.draws] == given
    again = Stream(7, name)
    again.restore(stream.state())
    assert [draw(again) for _ in range(3)] == [draw(stream) for _ in range(3)]


def off(drawn: list[int], bounds: list[float], parts: list[float]) -> float:
    """Return the chi-squared statistic of draws, given the expected share of each interval."""
    counts = [0] * len(parts)
    for one in drawn:
        counts[bisect(bounds, one)] += 1
    return sum(
        (count - len(drawn) * part) ** 2 / (len(drawn) * part)
        for count, part in zip(counts, parts, strict=True)
    )


def parts_of(below: Callable[[float], float], bounds: list[float]) -> list[float]:
    reached = [0.0, *map(below, bounds), 1.0]
    return [high - low for low, high in pairwise(reached)]


NINETEEN = 43.8
"""The limit of chi-squared for 19 degrees of freedom, which is exceeded in 1 of 1,000 cases."""


def test_exponential_draws_follow_the_exponential_distribution() -> None:
    stream = Stream(3, "x")
    drawn = [stream.exponential(1_000_000) for _ in range(DRAWS)]
    bounds = [-1e6 * log(1 - n / 20) for n in range(1, 20)]
    assert off(drawn, bounds, parts_of(lambda x: 1 - exp(-x / 1e6), bounds)) < NINETEEN


def test_normal_draws_follow_the_normal_distribution() -> None:
    stream = Stream(3, "x")
    drawn = [stream.normal(-5, 1_000_000) for _ in range(DRAWS)]
    curve = NormalDist(-5, 1e6)
    bounds = [curve.inv_cdf(n / 20) for n in range(1, 20)]
    assert off(drawn, bounds, parts_of(curve.cdf, bounds)) < NINETEEN
    far = [bound * 1e6 - 5 for bound in (-3, -2.5, -2, -1.5, 1.5, 2, 2.5, 3)]
    assert off(drawn, far, parts_of(curve.cdf, far)) < 26.1  # the limit for 8 degrees of freedom


def test_weighted_draws_follow_the_weights_and_match_picks_from_repeated_items() -> None:
    stream, lots = Stream(3, "x"), Stream(3, "x")
    drawn = [stream.weighted("abcd", [2, 0, 5, 1]) for _ in range(DRAWS)]
    assert drawn == [lots.pick("aacccccd") for _ in range(DRAWS)]
    assert [drawn.count(one) / DRAWS for one in "abcd"] == pytest.approx(
        [2 / 8, 0, 5 / 8, 1 / 8], abs=0.015
    )


def test_small_numbers_are_rounded_not_cut() -> None:
    stream = Stream(3, "x")
    assert sum(stream.exponential(3) for _ in range(DRAWS)) / DRAWS == pytest.approx(3, abs=0.1)
    ones = [stream.normal(0, 1) for _ in range(DRAWS)]
    assert sum(ones) / DRAWS == pytest.approx(0, abs=0.03)
    assert ones.count(0) / DRAWS == pytest.approx(0.3829, abs=0.015)
    assert (stream.exponential(0), stream.normal(5, 0)) == (0, 5)


@pytest.mark.slow
def test_normal_draws_follow_the_normal_distribution_in_the_tails() -> None:
    stream, unit = Stream(5, "x"), 10**9
    drawn = [abs(stream.normal(0, unit)) for _ in range(1_000_000)]
    curve = NormalDist()
    bounds = [curve.inv_cdf(0.5 + n / 256) for n in range(1, 128)] + [3.2, 3.6, 4.0, 4.3]
    parts = parts_of(lambda far: 2 * curve.cdf(far) - 1, bounds)
    assert off(drawn, [far * unit for far in bounds], parts) < 186.0  # 131 degrees of freedom


LONG = 10**5000
LONGEST = 1 << 1024
DRAWN_WRONG: dict[str, Callable[[Any], object]] = {
    "fraction as a mean": lambda s: s.exponential(0.5),
    "mean below 0": lambda s: s.exponential(-1),
    "long mean below 0": lambda s: s.exponential(-LONGEST),
    "fraction as a middle": lambda s: s.normal(1.5, 1),
    "truth as a deviation": lambda s: s.normal(1, True),
    "deviation below 0": lambda s: s.normal(1, -1),
    "too few weights": lambda s: s.weighted("ab", [1]),
    "weight below 0": lambda s: s.weighted("ab", [1, -1]),
    "fraction as a weight": lambda s: s.weighted("ab", [1, 0.5]),
    "no weight": lambda s: s.weighted("ab", [0, 0]),
    "nothing to weigh": lambda s: s.weighted([], []),
    "nothing to pick": lambda s: s.pick([]),
    "least above the most": lambda s: s.roll(6, 1),
    "fraction as a most": lambda s: s.roll(1, 2.5),
    "fraction as a least": lambda s: s.roll(6.5, 1),
    "text as a least": lambda s: s.roll("1", 6),
    "long most below the least": lambda s: s.roll(1, -LONGEST),
    "bound of 0": lambda s: s.below(0),
    "bound below 0": lambda s: s.below(-1),
    "text as a bound": lambda s: s.below("6"),
    "fraction as a bound": lambda s: s.below(2.5),
    "long bound below 0": lambda s: s.below(-LONG),
    "fraction as a part": lambda s: s.chance(0.5, 1),
    "fraction as a whole": lambda s: s.chance(1, 2.0),
    "whole of 0": lambda s: s.chance(1, 0),
}


@pytest.mark.parametrize("wrong", DRAWN_WRONG)
def test_impossible_draw_is_rejected_and_not_counted(
    wrong: str, snapshot: SnapshotAssertion
) -> None:
    stream = Stream(0, "x")
    with pytest.raises(ValueError) as error:  # the snapshot contains the message
        DRAWN_WRONG[wrong](stream)
    assert str(error.value) == snapshot
    assert stream.draws == 0


def test_stream_draws_accept_very_large_numbers() -> None:
    stream = Stream(LONGEST - 1, "x")
    assert 0 <= stream.below(LONG) < LONG
    assert 0 <= stream.below(LONGEST) < LONGEST
    assert stream.roll(LONGEST, LONGEST) == LONGEST
    assert stream.weighted("ab", [0, LONGEST]) == "b"


@pytest.mark.parametrize("call", ["pick", "shuffled"])
def test_set_is_refused_because_its_order_may_differ_in_a_replay(call: str) -> None:
    stream = Stream(7, "luck")
    for items in ({"a", "b"}, frozenset("ab")):
        with pytest.raises(ValueError, match=rf"^{call}\(\): a set's order may differ") as error:
            getattr(stream, call)(items)
        assert error.value.__suppress_context__
    assert getattr(stream, call)(dict.fromkeys("ab") if call == "shuffled" else "ab")
