"""Chance: named streams of random numbers.

Each stream is seeded from the run's seed and its own name, so drawing from one
never moves another. Everything is built on ``getrandbits`` of the standard
Mersenne Twister seeded with an integer, whose sequence is the same on every
supported Python; ``choice``, ``shuffle`` and ``randrange`` have changed before.

Distributions are of whole numbers and made by whole numbers alone: a logarithm or a sine
may differ in its last bit from machine to machine, and sooner or later a rounding turns on it.
They compare fractions of 60 bits, and are exact but for what lies beyond these.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, MutableSequence, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate, chain, repeat, starmap
from random import Random
from typing import Any, Final, NoReturn, Self, SupportsIndex, TypeAlias, TypeVar

from eventcore.chance.bell_curve import EDGES, TAIL, height, step
from eventcore.chance.bounds import (
    LEAST,
    MOST,
    MOST_BITS,
    refuse_ends,
    refuse_long,
    refuse_number,
    refuse_parts,
    refuse_whole,
)
from eventcore.copies import keep_in_packets
from eventcore.errors import CopyError
from eventcore.text import short_number

_BITS: Final = 60
"""So long are the fractions that are drawn and compared; each takes two words."""
_ONE: Final = 1 << _BITS
_HALF: Final = _ONE >> 1

T = TypeVar("T")

_WORD: Final = 32
"""The bits that the generator gives at once."""
_PILES: Final = 256
"""So many piles many items are dealt into: what lies in one stays near in memory."""
_MOST_PASSED_OVER: Final = 1 << 14
"""To pass over so many words takes a tenth of a millisecond: a save may name many streams."""


class Shared:
    """A generator that several streams go on from: each takes one of its own as it first draws."""

    __slots__ = ("_random", "_state")

    def __init__(self, random: Random) -> None:
        self._random = random
        self._state: tuple[Any, ...] | None = None

    def state(self) -> tuple[Any, ...]:
        """Give the generator's state, which is found out once."""
        if self._state is None:
            self._state = self._random.getstate()
        return self._state

    def another(self) -> Random:
        """Make a generator that goes on from there."""
        made = Random.__new__(Random)
        made.setstate(self.state())
        return made


Going: TypeAlias = tuple[int, int, Shared]
"""What a stream goes on from: its draws, how many more words were given, and the generator."""


class Stream:
    """A sequence of random numbers with a name of its own.

    Attributes:
        name: What it is for, such as ``"combat"`` or ``"level-3"``.
        draws: How many random words were drawn so far; part of the digest.
    """

    __slots__ = ("_beyond", "_bits", "_random", "_shared", "draws", "name")

    def __init__(self, seed: int, name: str) -> None:
        """Make a stream of a seed and a name.

        Args:
            seed: That of the run; a whole number of 1024 bits at most.
            name: What it is for.

        Raises:
            ValueError: The seed is longer.
        """
        self.name: str = name
        self.draws: int = 0
        # How many more words of 32 bits the generator has given than there were draws.
        self._beyond = 0
        if seed.bit_length() > MOST_BITS:
            refuse_long("Stream", "seed", seed)
        key = blake2b(f"{seed}/{name}".encode(), digest_size=16).digest()
        self._random = Random(int.from_bytes(key, "big"))
        self._bits = self._random.getrandbits
        # What others go on from as well, until this one draws.
        self._shared: Shared | None = None

    def share(self) -> Going:
        """Give what another goes on from, at once: whoever draws first copies the generator."""
        shared = self._shared
        if shared is None:
            shared = self._shared = Shared(self._random)
            self._bits = self._first_bits
        return self.draws, self._beyond, shared

    def go_on_from(self, going: Going) -> None:
        """Go on from what another stream of the same seed and name gave, wherever this one was."""
        self.draws, self._beyond, self._shared = going
        self._bits = self._first_bits

    @classmethod
    def going_on(cls, name: str, going: Going) -> Self:
        """Make a stream that goes on from what another of this name gave."""
        self = cls.__new__(cls)
        self.name = name
        self.go_on_from(going)
        return self

    def _take_its_own(self) -> None:
        """Have a generator of its own, where it goes on from what it shares."""
        if self._shared is not None:
            self._random, self._shared = self._shared.another(), None
            self._bits = self._random.getrandbits

    def _first_bits(self, width: int) -> int:
        self._take_its_own()
        return self._bits(width)

    def state(self) -> list[int]:
        """Give what it takes to go on from here, for a stream of the same seed and name.

        How many draws there were, and how many words of the generator they took: so many are
        passed over again. Where that would take long, the generator's own state as well.
        """
        words = self.draws + self._beyond
        own: tuple[int, ...] = ()
        if words > _MOST_PASSED_OVER:
            shared = self._shared
            own = (self._random.getstate() if shared is None else shared.state())[1]
        return [self.draws, words, *own]

    def restore(self, state: Sequence[int]) -> None:
        """Go on from a state; the stream is new.

        Raises:
            ValueError: The numbers are not those of a state.
        """
        draws, words, *own = state
        if own:
            self._random.setstate((3, tuple(own), None))
        elif 0 <= words <= _MOST_PASSED_OVER:
            self._bits(_WORD * words)
        else:
            raise ValueError(f"{words} words of a stream cannot have been drawn")
        self.draws, self._beyond = draws, words - draws

    def _rewind(self, seed: int, draws: int, beyond: int) -> None:
        """Go back to where the stream of a seed was after so many draws.

        Args:
            seed: The seed that the stream was made of.
            draws: How many draws there were.
            beyond: How many more words the generator had given.
        """
        random = Stream(seed, self.name)._random
        words = draws + beyond
        while words > 0:  # in parts: all the words at once might not fit into memory
            random.getrandbits(_WORD * min(words, _MOST_PASSED_OVER))
            words -= _MOST_PASSED_OVER
        self.go_on_from((draws, beyond, Shared(random)))

    __deepcopy__ = keep_in_packets

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be copied or pickled: a copy would draw what the world draws as well.

        Raises:
            CopyError: Always.
        """
        raise CopyError(
            "a stream cannot be copied or pickled: restore(state()) lets a new one of the same "
            f"seed and the name {self.name!r} go on from where it is; save_world and load_world "
            "make a whole world again"
        )

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 up to, not including, ``bound``.

        Raises:
            ValueError: The bound is below 1, longer than 1024 bits, or no whole number.
        """
        try:
            if bound < 1:
                raise ValueError(f"below({short_number(bound)}): the bound must be 1 or more")
            width = (bound - 1).bit_length()
        except (AttributeError, TypeError):  # to look first would take longer
            refuse_number("below", "bound", bound, " from 1")
        if not 0 < width <= _WORD:
            return self._below_of_other_width(bound, width)
        self.draws += 1
        drawn = self._bits(width)
        while drawn >= bound:
            self.draws += 1
            drawn = self._bits(width)
        return drawn

    def _below_of_other_width(self, bound: int, width: int) -> int:
        """Draw where a draw is not one word of the generator: there is no choice, or a wide one."""
        if width > MOST_BITS:
            refuse_long("below", "bound", bound)
        drawn = bound
        while drawn >= bound:
            self.draws += 1
            self._beyond += -(-width // _WORD) - 1
            drawn = self._bits(width) if width else 0
        return drawn

    def roll(self, least: int, most: int) -> int:
        """Draw a whole number from ``least`` to ``most``, both included.

        Raises:
            ValueError: The least is above the most, or one of them longer than 1024 bits, or no
                whole number.
        """
        try:
            if not LEAST <= least <= most <= MOST:
                refuse_ends(least, most)
            return least + self.below(most - least + 1)
        except (ValueError, TypeError):
            refuse_parts(least, most)
            raise

    def chance(self, part: int, whole: int) -> bool:
        """Come true in ``part`` of ``whole`` cases, in the long run.

        Raises:
            ValueError: The whole is below 1, or longer than 1024 bits; or one of the two is no
                whole number.
        """
        if type(part) is not int or type(whole) is not int or not 1 <= whole <= MOST:
            refuse_whole(part, whole)
        return self.below(whole) < part

    def pick(self, choices: Sequence[T]) -> T:
        """Draw one of the choices, each as likely.

        Raises:
            ValueError: Nothing is given to pick from.
        """
        if not (number := len(choices)):
            raise ValueError(
                f"pick({choices!r}): there is nothing to pick; give one choice or more"
            )
        return choices[self.below(number)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put items into a random order, each as likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Give the items in a random order, each as likely, in a list of its own."""
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled

    def shuffled_at_once(self, items: Sequence[T]) -> list[T]:
        """Give many items in a random order, each as likely, in half of the time of ``shuffled``.

        It draws another order than that does: many items are dealt into piles, by a byte each, and
        each pile is put in order by a fraction of 53 bits for each item of it. Two of them that are
        equal leave their items as they were.
        """
        self._take_its_own()
        number = len(items)
        words = 0
        piles = [list(items)]
        if number >= _PILES * 16:
            words = -(-8 * number // _WORD)
            piles = [[] for _ in range(_PILES)]
            put = [pile.append for pile in piles]
            dealt = self._bits(8 * number).to_bytes(number, "little")
            for item, pile in zip(items, dealt, strict=True):
                put[pile](item)
        # The key of each item is the next fraction, whatever the item is.
        key = partial(next, starmap(self._random.random, repeat(())))
        for one in piles:
            one.sort(key=key)
        self.draws += number
        self._beyond += number + words
        return list(chain.from_iterable(piles))

    def weighted(self, choices: Sequence[T], weights: Sequence[int]) -> T:
        """Draw one of the choices, each as likely as its weight says.

        Args:
            choices: What there is to draw.
            weights: A whole number from 0 for each choice; one of weight 6 is drawn twice as
                often as one of 3.

        Raises:
            ValueError: There are not as many weights as choices, one is no whole number from 0 or
                longer than 1024 bits, or none is above 0.
        """
        if len(weights) != len(choices):
            raise ValueError(
                f"weighted(): {len(choices)} choices and {len(weights)} weights: give each of the "
                "choices one"
            )
        for number, weight in enumerate(weights):
            if type(weight) is not int or not 0 <= weight <= MOST:
                refuse_number("weighted", f"weights[{number}]", weight, " from 0")
        *_, whole = reached = [0, *accumulate(weights)]
        if not whole:
            raise ValueError(
                f"weighted() of {len(choices)} choices, and none has a weight above 0: there is "
                "nothing to draw"
            )
        return choices[bisect_right(reached, self.below(whole)) - 1]

    def exponential(self, mean: int) -> int:
        """Draw how long it is to something that may happen at any time, rounded to a whole number.

        John von Neumann's way ("Various techniques used in connection with random digits", 1951):
        of fractions drawn as long as each is below the one before, an odd number lets the first
        of them stand; an even one adds a whole mean, and all begins anew.

        Args:
            mean: What draws come to on average, in the same unit; 0 or more.

        Raises:
            ValueError: The mean is no whole number from 0, or longer than 1024 bits.
        """
        if type(mean) is not int or not 0 <= mean <= MOST:
            refuse_number("exponential", "mean", mean, " from 0")
        return (mean * self._exponential() + _HALF) >> _BITS

    def normal(self, mean: int, deviation: int) -> int:
        """Draw from the bell curve, rounded to a whole number; now and then it is below 0.

        The ziggurat of George Marsaglia and Wai Wan Tsang ("The ziggurat method for generating
        random variables", 2000) in whole numbers: seven bits pick one of 128 layers of one area,
        one says which side, and the rest how far from the mean. Nearly always that is under the
        curve for sure; else its height is worked out and compared with a fraction.

        Args:
            mean: The middle of the curve; a whole number.
            deviation: The standard deviation, in the same unit; 0 or more. Two draws of three are
                no farther from the mean.

        Raises:
            ValueError: One of them is no whole number, or longer than 1024 bits, or the deviation
                is below 0.
        """
        if type(mean) is not int or not LEAST <= mean <= MOST:
            refuse_number("normal", "mean", mean)
        if type(deviation) is not int or not 0 <= deviation <= MOST:
            refuse_number("normal", "deviation", deviation, " from 0")
        bits = self._bits
        while True:
            drawn = bits(64)
            self.draws += 2
            layer = drawn & 127
            far = (drawn >> 8) * EDGES[layer] >> 56
            if far >= EDGES[layer + 1]:
                if not layer:
                    far = self._tail()
                elif not self._is_under_the_curve(layer, far):
                    continue
            distance = (deviation * far + _HALF) >> _BITS
            return mean + distance if drawn & 128 else mean - distance

    def triangular(self, least: int, most: int, mode: int) -> int:
        """Draw what lies between two ends and mostly near a mode, rounded to a whole number.

        The side of the mode is drawn by its length; on it the higher of two fractions, whose
        chance grows as the triangle does, says how near the mode.

        Args:
            least: The lower end.
            most: The higher end.
            mode: What is likeliest.

        Raises:
            ValueError: One of them is no whole number, or longer than 1024 bits, or the mode lies
                beyond an end.
        """
        for name, given in (("least", least), ("most", most), ("mode", mode)):
            if type(given) is not int or not LEAST <= given <= MOST:
                refuse_number("triangular", name, given)
        if not least <= mode <= most:
            shown = ", ".join(map(short_number, (least, most, mode)))
            raise ValueError(f"triangular({shown}): least, most, and between: mode")
        end = least if self.below(most - least or 1) < mode - least else most
        self.draws += 4
        near = max(self._bits(_BITS), self._bits(_BITS))
        distance = (abs(mode - end) * near + _HALF) >> _BITS
        return end + distance if end < mode else end - distance

    def _exponential(self) -> int:
        """Draw from the exponential distribution of mean 1, in units of 2 to the -60th."""
        bits, whole = self._bits, 0
        while True:
            first = last = bits(_BITS)
            self.draws += 4
            odd = True
            while (drawn := bits(_BITS)) < last:
                self.draws += 2
                last, odd = drawn, not odd
            if odd:
                return whole + first
            whole += _ONE

    def _is_under_the_curve(self, layer: int, far: int) -> bool:
        """Draw a height within a layer, and say whether the curve is above it so far from 0."""
        low, rise = step(layer)
        self.draws += 2
        return low + (rise * self._bits(_BITS) >> _BITS) < height(far)

    def _tail(self) -> int:
        """Draw how far from 0 what lies in the tail is, in units of 2 to the -60th.

        Marsaglia's way ("Generating a variable from the tail of the normal distribution", 1964),
        by exponential draws.
        """
        while True:
            beyond = (self._exponential() << _BITS) // TAIL
            if self._exponential() << 1 > beyond * beyond >> _BITS:
                return TAIL + beyond
