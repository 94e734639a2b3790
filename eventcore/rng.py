"""Random streams: named, seeded sequences of numbers that are the same on every machine.

Each stream is seeded with the run's seed and the stream's name. A draw from one stream
never changes another stream. All draws use the ``getrandbits`` and ``random`` methods of Python's
``Random`` class. Both methods return the same numbers in every supported version of Python. Other
methods, such as ``choice``, ``shuffle`` and ``randrange``, have changed between versions.

Sums, products and ratios of floats are the same on every machine. The last bit of a logarithm,
however, may differ between machines, and would sooner or later change a rounded result. Logarithms
are therefore avoided, or computed as decimals where the last bit matters. Integers stand for
fractions in units of 2**-60.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from decimal import Context, Decimal
from hashlib import blake2b
from itertools import accumulate
from math import log
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from eventcore.copies import Uncopied
from eventcore.outcome import DONE
from eventcore.text import short_number

if TYPE_CHECKING:
    from eventcore.world import World

T = TypeVar("T")

_BITS: Final = 60
_ONE: Final = 1 << _BITS
_HALF: Final = _ONE >> 1

_WORD: Final = 32  # the number of bits in a word of the generator
_MOST_SKIPPED: Final = 1 << 14  # skip at most this many words, or save the generator


class Stream(Uncopied):
    """A named sequence of random numbers, as returned by ``world.stream(name)``.

    All numbers are integers. If an argument is not an integer or is out of range, or if there is
    nothing to choose from, the stream raises ValueError and draws nothing. A stream of a world
    raises DispatchError if it is used above the commit line, in a preview or in an observer.

    Attributes:
        name: The purpose of the stream, such as ``"combat"`` or ``"level-3"``.
        draws: The number of draws so far, which is part of the digest.
    """

    __slots__ = ("_beyond", "_bits", "_key", "_random", "_skipped", "_world", "draws", "name")

    def __init__(self, seed: int, name: str, world: World | None = None) -> None:
        """Create a stream from a seed and a name. Without a world, draws are always allowed."""
        self.name: str = name
        self._key = name.encode()  # raises an error for a name that a journal cannot store
        self.draws: int = 0
        self._beyond = 0  # the number of words taken from the generator, minus the number of draws
        self._skipped = 0  # the number of words to skip when the generator is created
        self._random: Random | None = None
        self._bits: Callable[[int], int] = self._begin
        self._world: Any = world
        if world is None:
            always = SimpleNamespace(_outcome=DONE)  # an event whose handlers may draw
            self._world = SimpleNamespace(seed=seed, _current=always, _draw_watchers=())

    def update_class(self) -> None:
        """Start to report draws if the world has draw watchers, or stop if it has none."""
        if type(self) in (Stream, _WatchedStream):  # a scripted stream keeps its class
            self.__class__ = _WatchedStream if self._world._draw_watchers else Stream

    # Saving and copying

    def state(self) -> list[int]:
        """Return the stream's position as a list of integers for ``restore``.

        ``restore`` skips the random numbers that were already drawn. If skipping would take too
        long, the list also contains the state of the generator.
        """
        words = self.draws + self._beyond
        own = self._generator().getstate()[1] if words > _MOST_SKIPPED else ()
        return [self.draws, words, *own]

    def restore(self, state: Sequence[int]) -> None:
        """Restore a position that ``state`` returned for a stream with the same seed and name.

        Raises:
            ValueError: The integers are not the state of a stream.
        """
        if self._world._current is not None:
            self._check_draw()
        draws, words, *own = state
        if not own and not 0 <= words <= _MOST_SKIPPED:
            raise ValueError(f"a stream cannot have drawn {words} words")
        self._random, self._skipped, self._bits = None, words, self._begin
        if own:
            self._random = Random.__new__(Random)  # avoids the cost of seeding
            self._random.setstate((3, tuple(own), None))
            self._bits = self._random.getrandbits
        self.draws, self._beyond = draws, words - draws

    def copy_to(self, world: World) -> Stream:
        """Copy the stream for a copy of the world. Both streams then draw the same numbers."""
        copy = Stream(world.seed, self.name, world)
        copy.restore(self.state())
        return copy

    def _begin(self, width: int) -> int:
        """Create the generator on the first draw, since most copies of streams never draw."""
        return self._generator().getrandbits(width)

    def _generator(self) -> Random:
        if self._random is None:
            key = blake2b(b"%d/%b" % (self._world.seed, self._key), digest_size=16).digest()
            self._random = Random(int.from_bytes(key, "big"))
            self._random.getrandbits(_WORD * self._skipped)
            self._bits = self._random.getrandbits
        return self._random

    def _check_draw(self) -> None:
        """Raise DispatchError if draws are forbidden now. Count draws outside of a dispatch."""
        current = self._world._current
        if current is None:
            self._world._outside += 1
        elif current._outcome is not DONE:
            self._world._stay_below_the_line(f"a draw from the stream {self.name!r}", "APPLY")

    # Dice

    def below(self, bound: int) -> int:
        """Draw an integer from 0 to ``bound - 1``."""
        try:
            if bound < 1:
                _check("below", "bound", bound, 1)
            width = (bound - 1).bit_length()
        except (AttributeError, TypeError):  # checking the type first would take longer
            _check("below", "bound", bound)
            raise
        current = self._world._current  # the same check as in _check_draw, but faster
        if current is None or current._outcome is not DONE:
            self._check_draw()
        if not 0 < width <= _WORD:  # the bound is 1, or needs more than one word
            return self._below_of_other_width(bound, width)
        self.draws += 1
        drawn = self._bits(width)
        while drawn >= bound:
            self.draws += 1
            drawn = self._bits(width)
        return drawn

    def _below_of_other_width(self, bound: int, width: int) -> int:
        drawn = bound
        while drawn >= bound:
            self.draws += 1
            self._beyond += -(-width // _WORD) - 1
            drawn = self._bits(width) if width else 0
        return drawn

    def roll(self, least: int, most: int) -> int:
        """Draw an integer from ``least`` to ``most``, inclusive."""
        try:
            if least > most:
                shown = f"{short_number(least)}, {short_number(most)}"
                raise ValueError(f"roll({shown}): the first number must not be above the second")
            return least + self.below(most - least + 1)
        except (AttributeError, TypeError, ValueError):  # checking the types first is slower
            for name, given in (("least", least), ("most", most)):
                _check("roll", name, given)
            raise

    def chance(self, part: int, whole: int) -> bool:
        """Return True with a probability of ``part`` out of ``whole``."""
        if type(part) is not int or type(whole) is not int or whole < 1:
            _check("chance", "part", part)
            _check("chance", "whole", whole, 1)
        return self.below(whole) < part

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of the choices. All choices are equally likely."""
        if not (number := len(choices)):
            raise ValueError(f"pick({choices!r}): there must be at least one choice")
        try:
            return choices[self.below(number)]
        except TypeError:
            _refuse_set("pick", choices)  # checking only after an error is faster
            raise

    def weighted(self, choices: Sequence[T], weights: Sequence[int]) -> T:
        """Draw one of the choices, each with a probability proportional to its weight."""
        if len(weights) != len(choices):
            raise ValueError(
                f"weighted(): {len(choices)} choices and {len(weights)} weights: "
                "pass one weight for each choice"
            )
        for number, weight in enumerate(weights):
            if type(weight) is not int or weight < 0:
                _check("weighted", f"weights[{number}]", weight, 0)
        reached = [*accumulate(weights)]
        if not reached or not reached[-1]:
            raise ValueError(f"weighted(): none of the {len(choices)} weights is above 0")
        return choices[bisect_right(reached, self.below(reached[-1]))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle items in place with the Fisher-Yates algorithm."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return a new list of the items in random order."""
        _refuse_set("shuffled", items)
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled

    # Distributions

    def exponential(self, mean: int) -> int:
        """Draw a number from the exponential distribution, such as a time between random arrivals.

        John von Neumann, "Various techniques used in connection with random digits", 1951: draw
        fractions while each is below the previous fraction. If the number of fractions is odd, the
        result is the mean times the first fraction. If it is even, start again, and add the mean.

        The result is rounded, and has the same unit as the mean. The mean must not be negative.
        """
        if type(mean) is not int or mean < 0:
            _check("exponential", "mean", mean, 0)
        current = self._world._current  # the same check as in _check_draw, but faster
        if current is None or current._outcome is not DONE:
            self._check_draw()
        bits, whole, draws = self._bits, 0, 0
        while True:
            first = last = bits(_BITS)
            draws += 4
            odd = True
            while (drawn := bits(_BITS)) < last:
                draws += 2
                last, odd = drawn, not odd
            if odd:
                self.draws += draws
                return (mean * (whole + first) + _HALF) >> _BITS
            whole += _ONE

    def normal(self, mean: int, deviation: int) -> int:
        """Draw a number from the normal distribution, and round it. The result may be negative.

        Joseph L. Leva, "A fast normal random number generator", 1992: draw points until one is
        inside a curve. The ratio of its coordinates is normally distributed. An ellipse
        inside the curve and one around it decide about 99% of the points without a logarithm.

        The standard deviation must not be negative. The mean and the deviation have the same unit.
        """
        if type(mean) is not int or type(deviation) is not int or deviation < 0:
            _check("normal", "mean", mean)
            _check("normal", "deviation", deviation, 0)
        current = self._world._current
        if current is None or current._outcome is not DONE:
            self._check_draw()
        random = (self._random or self._generator()).random
        while True:
            u = 1 - random()
            v = 1.7156 * random() - 0.8578
            self.draws += 4
            x = u - 0.449871
            y = abs(v) + 0.386595
            place = x * x + y * (0.196 * y - 0.25472 * x)
            if place < 0.27597 or (place < 0.27846 and _has_log_below(u, -(v * v) / (u * u) / 4)):
                return mean + ((deviation * int(v / u * _ONE) + _HALF) >> _BITS)


def _reported(draw: Callable[..., Any], describe: Callable[..., str]) -> Callable[..., Any]:
    """Return a method that draws a number, and reports the number and its range."""

    def method(self: _WatchedStream, *given: Any, **named: Any) -> Any:
        result = self._draw(draw, *given, **named)
        return self._report(result, describe(*given, **named))

    return method


class _WatchedStream(Stream):
    """A stream that reports each draw. Streams belong to this class only during a trace."""

    __slots__ = ()

    def _draw(self, draw: Callable[..., T], *given: Any, **named: Any) -> T:
        self.__class__ = Stream  # type: ignore[assignment]  # draws inside a draw are not reported
        try:
            return draw(self, *given, **named)
        finally:
            self.__class__ = _WatchedStream

    def _report(self, result: T, of: str) -> T:
        for watcher in self._world._draw_watchers:
            watcher(self.name, result, of)
        return result

    below = _reported(Stream.below, lambda bound: f"of {bound}")
    roll = _reported(Stream.roll, lambda least, most: f"({least} to {most})")
    pick = _reported(Stream.pick, lambda choices: f"({len(choices)} choices)")
    weighted = _reported(
        Stream.weighted, lambda choices, weights: f"({len(choices)} weighted choices)"
    )
    exponential = _reported(Stream.exponential, lambda mean: f"(mean {mean})")
    normal = _reported(
        Stream.normal, lambda mean, deviation: f"(mean {mean}, deviation {deviation})"
    )

    def chance(self, part: int, whole: int) -> bool:
        if type(part) is not int or type(whole) is not int or whole < 1:
            return super().chance(part, whole)  # raises the error for invalid arguments
        drawn = self._draw(Stream.below, whole)
        hit = drawn < part
        self._report(drawn, f"of {whole} ({'' if hit else 'not '}below {part})")
        return hit

    def shuffle(self, items: MutableSequence[T]) -> None:
        self._draw(Stream.shuffle, items)
        self._report(items, "shuffled")


def _refuse_set(call: str, items: object) -> None:
    if isinstance(items, (set, frozenset)):  # faster than set | frozenset
        raise ValueError(f"{call}(): a set's order may differ in a replay; sort it first") from None


def _check(call: str, name: str, given: object, least: int | None = None) -> None:
    if type(given) is not int:
        remedies = {"chance": "write 0.5 as chance(1, 2)", "weighted": "write 0.5, 0.5 as 1, 1"}
        remedy = remedies.get(call, "use a smaller unit")
        raise ValueError(f"{call}({name}={given!r}): {name} must be an int; {remedy}")
    if least is not None and given < least:
        shown = short_number(given)
        raise ValueError(f"{call}({name}={shown}): {name} must be {least} or more")


def _has_log_below(number: float, limit: float) -> bool:
    """Return whether the natural logarithm is below a limit; the same on every machine."""
    found = log(number)
    if abs(found - limit) < 1e-9:  # so close that the last bits of ``log`` might decide
        found = float(Context(prec=30).ln(Decimal.from_float(number)))
    return found < limit
