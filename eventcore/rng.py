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
from typing import TypeVar

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
            ValueError: The numbers are not those of a state.
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
