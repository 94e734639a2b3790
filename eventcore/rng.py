"""Chance: named streams of random numbers, and the ranges a preview sees instead.

Each stream is seeded from the run's seed and its own name, so drawing from one
never moves another. Everything is built on ``getrandbits`` of the standard
Mersenne Twister seeded with an integer, whose sequence is the same on every
supported Python; ``choice``, ``shuffle`` and ``randrange`` have changed before.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from random import Random
from typing import TypeVar

import attrs

from eventcore.errors import EventcoreError

__all__ = ["Forecast", "Range", "Stream", "UncertainError"]

T = TypeVar("T")


class Stream:
    """A sequence of random numbers with a name of its own.

    Attributes:
        name: What it is for, such as ``"combat"`` or ``"level-3"``.
        draws: How many random words were drawn so far; part of the digest.
    """

    __slots__ = ("_bits", "_random", "draws", "name")

    def __init__(self, seed: int, name: str) -> None:
        self.name = name
        self.draws = 0
        key = blake2b(f"{seed}/{name}".encode(), digest_size=16).digest()
        self._random = Random(int.from_bytes(key, "big"))
        self._bits = self._random.getrandbits

    def state(self) -> list[int]:
        """Give what it takes to go on from here: draws, then the generator's own words."""
        return [self.draws, *self._random.getstate()[1]]

    def restore(self, state: Sequence[int]) -> None:
        """Go on from a state.

        Raises:
            ValueError: It is none.
        """
        draws, *words = state
        self._random.setstate((3, tuple(words), None))
        self.draws = draws

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 up to, not including, ``bound``.

        Raises:
            ValueError: The bound is below 1.
        """
        if bound < 1:
            raise ValueError(f"below({bound}): the bound must be 1 or more")
        width = (bound - 1).bit_length()
        self.draws += 1
        drawn = self._bits(width) if width else 0
        while drawn >= bound:
            self.draws += 1
            drawn = self._bits(width)
        return drawn

    def roll(self, least: int, most: int) -> int:
        """Draw a whole number from ``least`` to ``most``, both included."""
        return least + self.below(most - least + 1)

    def chance(self, part: int, whole: int) -> bool:
        """Come true in ``part`` of ``whole`` cases, in the long run."""
        return self.below(whole) < part

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of the choices, each as likely."""
        return choices[self.below(len(choices))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items into a random order, each as likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class UncertainError(EventcoreError, ArithmeticError):
    """A preview came upon something that only chance will decide."""


@attrs.frozen(eq=False)
class Range:
    """A whole number not drawn yet: anything from ``least`` to ``most``.

    It adds, subtracts and multiplies as an interval does. A comparison that
    holds, or fails, for all of it is answered; whatever else one does with a
    number raises UncertainError. Two ranges are equal when their ends are.
    """

    least: int
    most: int

    def __add__(self, other: int | Range) -> Range:
        low, high = _bounds(other)
        return Range(self.least + low, self.most + high)

    __radd__ = __add__

    def __neg__(self) -> Range:
        return Range(-self.most, -self.least)

    def __sub__(self, other: int | Range) -> Range:
        low, high = _bounds(other)
        return Range(self.least - high, self.most - low)

    def __rsub__(self, other: int) -> Range:
        return -self + other

    def __mul__(self, other: int | Range) -> Range:
        if not isinstance(other, int | float | Range):
            return NotImplemented  # a list, say, is not made longer by an interval
        ends = [a * b for a in (self.least, self.most) for b in _bounds(other)]
        return Range(min(ends), max(ends))

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> Range:
        divisor = _exact(other)
        ends = (self.least // divisor, self.most // divisor)
        return Range(min(ends), max(ends))

    def __rfloordiv__(self, other: int) -> int:
        return other // self.__index__()

    def __mod__(self, other: int) -> int:
        return self.__index__() % _exact(other)

    def __rmod__(self, other: int) -> int:
        return other % self.__index__()

    def __divmod__(self, other: int) -> tuple[int, int]:
        return divmod(self.__index__(), _exact(other))

    def __truediv__(self, other: float) -> float:
        return self.__index__() / other

    def __rtruediv__(self, other: float) -> float:
        return other / self.__index__()

    def __pow__(self, other: int) -> int:
        return int(self.__index__() ** _exact(other))

    def __lshift__(self, other: int) -> int:
        return self.__index__() << _exact(other)

    def __rshift__(self, other: int) -> int:
        return self.__index__() >> _exact(other)

    def __and__(self, other: int) -> int:
        return self.__index__() & _exact(other)

    def __or__(self, other: int) -> int:
        return self.__index__() | _exact(other)

    def __pos__(self) -> Range:
        return self

    def __abs__(self) -> Range:
        if self.least >= 0:
            return self
        return -self if self.most <= 0 else Range(0, max(-self.least, self.most))

    def __int__(self) -> int:
        return self.__index__()

    def __float__(self) -> float:
        return float(self.__index__())

    def __round__(self, digits: int | None = None) -> Range:
        return self

    def __format__(self, form: str) -> str:
        return format(self.__index__(), form) if form else str(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Range):
            return (self.least, self.most) == (other.least, other.most)
        if not isinstance(other, int | float):
            return NotImplemented
        return self._decided(self.least == self.most == other, not self.least <= other <= self.most)

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __lt__(self, other: int | Range) -> bool:
        low, high = _bounds(other)
        return self._decided(self.most < low, self.least >= high)

    def __gt__(self, other: int | Range) -> bool:
        low, high = _bounds(other)
        return self._decided(self.least > high, self.most <= low)

    def __ge__(self, other: int | Range) -> bool:
        low, high = _bounds(other)
        return self._decided(self.least >= high, self.most < low)

    def __le__(self, other: int | Range) -> bool:
        low, high = _bounds(other)
        return self._decided(self.most <= low, self.least > high)

    def __bool__(self) -> bool:
        return self._decided(not self.least <= 0 <= self.most, self.least == self.most == 0)

    def __index__(self) -> int:
        if self.least != self.most:
            raise UncertainError(f"anything from {self.least} to {self.most}")
        return self.least

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"

    def at_least(self, floor: int) -> Range:
        """Raise what lies below a floor to it."""
        return Range(max(self.least, floor), max(self.most, floor))

    def at_most(self, ceiling: int) -> Range:
        """Lower what lies above a ceiling to it."""
        return Range(min(self.least, ceiling), min(self.most, ceiling))

    def _decided(self, always: bool, never: bool) -> bool:
        if always or never:
            return always
        raise UncertainError(f"anything from {self.least} to {self.most}")


def _exact(value: int | Range) -> int:
    return value.__index__() if isinstance(value, Range) else value


def _bounds(value: int | Range) -> tuple[int, int]:
    return (value.least, value.most) if isinstance(value, Range) else (value, value)


class Forecast(Stream):
    """What a preview has for a stream: it draws nothing and answers with ranges."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(0, name)

    def below(self, bound: int) -> int:
        """Answer with the range of what could be drawn."""
        return Range(0, bound - 1)  # type: ignore[return-value]  # a number not drawn yet

    def roll(self, least: int, most: int) -> int:
        """Answer with the range of what could be drawn."""
        return Range(least, most)  # type: ignore[return-value]  # a number not drawn yet

    def pick(self, choices: Sequence[T]) -> T:
        """Answer only where there is no choice.

        Raises:
            UncertainError: There is more than one.
        """
        if len(choices) != 1:
            raise UncertainError(f"one of {len(choices)} things")
        return choices[0]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Leave the order open.

        Raises:
            UncertainError: There is more than one.
        """
        if len(items) > 1:
            raise UncertainError(f"the order of {len(items)} things")
