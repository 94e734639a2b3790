"""Chance: named streams of random numbers.

Each stream is seeded from the run's seed and its own name, so drawing from one
never moves another. Everything is built on ``getrandbits`` of the standard
Mersenne Twister seeded with an integer, whose sequence is the same on every
supported Python; ``choice``, ``shuffle`` and ``randrange`` have changed before.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = 32
"""The bits that the generator gives at once."""
_MOST_PASSED_OVER: Final = 1 << 20
"""To pass over so many words takes some milliseconds."""


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
