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
from hashlib import blake2b
from itertools import accumulate, pairwise
from random import Random
from typing import Final, NoReturn, SupportsIndex, TypeVar

from eventcore.errors import CopyError

_BITS: Final = 60
"""So long are the fractions that are drawn and compared; each takes two words."""
_ONE: Final = 1 << _BITS
_HALF: Final = _ONE >> 1

T = TypeVar("T")

_WORD: Final = 32
"""The bits that the generator gives at once."""
_MOST_PASSED_OVER: Final = 1 << 14
"""To pass over so many words takes a tenth of a millisecond: a save may name many streams."""


class Stream:
    """A sequence of random numbers with a name of its own.

    Attributes:
        name: What it is for, such as ``"combat"`` or ``"level-3"``.
        draws: How many random words were drawn so far; part of the digest.
    """

    __slots__ = ("_beyond", "_bits", "_random", "draws", "name")

    def __init__(self, seed: int, name: str) -> None:
        self.name = name
        self.draws = 0
        # How many more words of 32 bits the generator has given than there were draws.
        self._beyond = 0
        key = blake2b(f"{seed}/{name}".encode(), digest_size=16).digest()
        self._random = Random(int.from_bytes(key, "big"))
        self._bits = self._random.getrandbits

    def state(self) -> list[int]:
        """Give what it takes to go on from here, for a stream of the same seed and name.

        How many draws there were, and how many words of the generator they took: so many are
        passed over again. Where that would take long, the generator's own state as well.
        """
        words = self.draws + self._beyond
        own = self._random.getstate()[1] if words > _MOST_PASSED_OVER else ()
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
            ValueError: The bound is below 1.
        """
        if bound < 1:
            raise ValueError(f"below({bound}): the bound must be 1 or more")
        width = (bound - 1).bit_length()
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
        drawn = bound
        while drawn >= bound:
            self.draws += 1
            self._beyond += -(-width // _WORD) - 1
            drawn = self._bits(width) if width else 0
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

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Give the items in a random order, each as likely, in a list of its own."""
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled

    def weighted(self, choices: Sequence[T], weights: Sequence[int]) -> T:
        """Draw one of the choices, each as likely as its weight says.

        Args:
            choices: What there is to draw.
            weights: A whole number from 0 for each choice; one of weight 6 is drawn twice as
                often as one of 3.

        Raises:
            ValueError: There are not as many weights as choices, one is no whole number from 0,
                or all are 0.
        """
        if len(weights) != len(choices) or any(type(w) is not int or w < 0 for w in weights):
            raise ValueError(
                f"weighted(…, {list(weights)!r}): give each of {len(choices)} choices a weight, "
                "a whole number from 0"
            )
        *_, whole = reached = [0, *accumulate(weights)]
        return choices[bisect_right(reached, self.below(whole)) - 1]

    def exponential(self, mean: int) -> int:
        """Draw how long it is to something that may happen at any time, rounded to a whole number.

        John von Neumann's way ("Various techniques used in connection with random digits", 1951):
        of fractions drawn as long as each is below the one before, an odd number lets the first
        of them stand; an even one adds a whole mean, and all begins anew.

        Args:
            mean: What draws come to on average, in the same unit; 0 or more.

        Raises:
            ValueError: The mean is no whole number from 0.
        """
        if type(mean) is not int or mean < 0:
            _refuse("exponential", "mean", mean)
        return (mean * self._exponential() + _HALF) >> _BITS

    def normal(self, mean: int, deviation: int) -> int:
        """Draw from the bell curve, rounded to a whole number; now and then it is below 0.

        Richard Brent's way (Algorithm 488, "A Gaussian pseudo-random number generator", 1974), in
        whole numbers: bits say which side, and in which stretch beyond the mean, each half as
        likely as the one before; a fraction says where in it, and stands or not by George
        Forsythe's comparisons of fractions.

        Args:
            mean: The middle of the curve; a whole number.
            deviation: The standard deviation, in the same unit; 0 or more. Two draws of three are
                no farther from the mean.

        Raises:
            ValueError: One of them is no whole number, or the deviation is below 0.
        """
        if type(mean) is not int:
            _refuse("normal", "mean", mean)
        if type(deviation) is not int or deviation < 0:
            _refuse("normal", "deviation", deviation)
        bits = self._bits
        drawn = bits(_BITS)
        self.draws += 2
        stretch = _BITS - (drawn | 2).bit_length()  # the last bit says which side
        near, width = _STRETCHES[stretch]
        while True:
            within = width * bits(_BITS) >> _BITS
            last = (near + (within >> 1)) * within >> _BITS  # by how much the curve has fallen
            self.draws += 4
            odd = True
            while (fraction := bits(_BITS)) < last:
                self.draws += 2
                last, odd = fraction, not odd
            if odd:
                break
        distance = (deviation * (near + within) + _HALF) >> _BITS
        return mean + distance if drawn & 1 else mean - distance

    def triangular(self, least: int, most: int, mode: int) -> int:
        """Draw what lies between two ends and mostly near a mode, rounded to a whole number.

        The side of the mode is drawn by its length; on it the higher of two fractions, whose
        chance grows as the triangle does, says how near the mode.

        Args:
            least: The lower end.
            most: The higher end.
            mode: What is likeliest.

        Raises:
            ValueError: One of them is no whole number, or the mode lies beyond an end.
        """
        for name, given in (("least", least), ("most", most), ("mode", mode)):
            if type(given) is not int:
                _refuse("triangular", name, given)
        if not least <= mode <= most:
            raise ValueError(f"triangular({least}, {most}, {mode}): least, most, and between: mode")
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


def _refuse(verb: str, name: str, given: object) -> NoReturn:
    least = (
        "" if (verb, name) not in (("exponential", "mean"), ("normal", "deviation")) else " from 0"
    )
    raise ValueError(
        f"{verb}({name}={given!r}): give a whole number{least}, as in thousandths where parts count"
    )


_BEYOND: Final = (
    0x0000000000000000,
    0x0ACAB5C3A94524AC,
    0x1267D4C07B056765,
    0x188BC1FBE1DABE0D,
    0x1DCDBFEE3CB021A7,
    0x2276454FAAD0BB46,
    0x26AE525CEE2BEB16,
    0x2A8FA2E7EDD911E2,
    0x2E2B8F8391199559,
    0x318E6A055C69DD57,
    0x34C14DCF455F751C,
    0x37CB2DAC4EB3A738,
    0x3AB17A0C68E1DC53,
    0x3D788C4F7BAC500F,
    0x4023EEBB50E1E7D2,
    0x42B68E52A30733D3,
    0x4532DE4EE32100E7,
    0x479AF1FA6BFBEB1C,
    0x49F08FEB2B35A189,
    0x4C3540928FE935FC,
    0x4E6A59720118661D,
    0x509105D98EE4517D,
    0x52AA4DD1876D3A64,
    0x54B71BA1672B72D8,
    0x56B8404712360C84,
    0x58AE771B5447ECE7,
    0x5A9A68D12201AB7A,
    0x5C7CADF1F263C1CD,
    0x5E55D0F16B536599,
    0x60264FECA0E37BB7,
    0x61EE9E24B09315B0,
    0x63AF254123C425C7,
    0x65684663F3CF56D3,
    0x671A5B1710C6275E,
    0x68C5B619C3C62809,
    0x6A6AA41312DEE39A,
    0x6C096C2D5A8E9FFB,
    0x6DA2509E90A5943F,
    0x6F358F200AAA8F03,
    0x70C361582626AC27,
    0x724BFD37CD121C86,
    0x73CF954D7F085BB1,
    0x754E590F451E709A,
    0x76C8751CBF3C2841,
    0x783E137A4C615A6F,
    0x79AF5BC629787A4D,
    0x7B1C736842CF8EAE,
    0x7C857DBD59E31F7B,
    0x7DEA9C3E0AE94F27,
    0x7F4BEEA22AC1D257,
    0x80A99300E60195E0,
    0x8203A5EDFC4323C8,
    0x835A429467528D9A,
    0x84AD82CEB3E26232,
    0x85FD7F3D48F33E2B,
    0x874A4F5AD3C0EEDC,
    0x8894098F07B096A4,
    0x89DAC33FDC3C4337,
    0x8B1E90E16E11D2E6,
    0x8C5F8604A471F61B,
)
"""The n-th is how far from the mean a normal draw lies in one of 2 to the n-th cases, or farther.

In standard deviations, in units of 2 to the -60th.
"""
_STRETCHES: Final = tuple((near, far - near) for near, far in pairwise(_BEYOND))
