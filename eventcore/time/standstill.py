"""Standstill: time that does not move on, however much is done, is an error.

Much may happen at one time: a hundred thousand actors may act, each once. What must not be
is that it leads to itself. So of all that is due as soon as it is put there it is kept how
many at this time led to it, one after another.
"""

from __future__ import annotations

from typing import Final

from eventcore.entity import Entity
from eventcore.errors import DispatchError
from eventcore.event import Event

_ROUNDS: Final = 100
"""More than so many may not lead to each other at one time,"""
_PUBLISHED: Final = 10_000
"""if more than so many events were published in it."""


class Standstill:
    """Keeps what led to what since time moved last.

    Attributes:
        active: Whether anything was put where it is due at once.
    """

    __slots__ = ("_again", "_last", "_round", "_rounds", "active")

    def __init__(self) -> None:
        self.active: bool = False
        self._last = self._again = 0
        self._rounds: dict[int, int] = {}
        self._round = 0

    def end(self) -> None:
        """Begin anew, as time moves on."""
        self.active, self._round = False, 0
        self._rounds.clear()

    def rest(self) -> None:
        """Have what is put anywhere from now on be led to by nothing."""
        self._round = 0

    def put(self, sequence: int) -> None:
        """Note that what is done now leads to what is at a place."""
        self.active = True
        self._rounds[sequence] = self._round + 1

    def come(self, sequence: int, due: Entity | Event | None, now: int, published: int) -> None:
        """Do what is at a place, after so many events were published since time moved.

        Raises:
            DispatchError: Too many led to it since then.
        """
        self._round = self._rounds.pop(sequence, 0)
        self._come(sequence, due, now, published)

    def come_until_put_off(self, sequence: int, due: Entity, now: int, published: int) -> None:
        """Do what is at a place, which leads to itself until it is put off.

        Raises:
            DispatchError: Too many led to it since time moved.
        """
        rounds = self._rounds
        self._round = rounds.get(sequence, 0)
        self.active = True
        rounds[sequence] = self._round + 1
        if sequence == self._last or self._round > _ROUNDS:
            self._come(sequence, due, now, published)
        else:
            self._again, self._last = 0, sequence

    def _come(self, sequence: int, due: Entity | Event | None, now: int, published: int) -> None:
        self._again = self._again + 1 if sequence == self._last else 0
        self._last = sequence
        if self._again <= _PUBLISHED and (self._round <= _ROUNDS or published <= _PUBLISHED):
            return
        if isinstance(due, Event):
            who = f"{type(due).__name__} of {due.enactor!r}"
            remedy = "schedule it with a delay of 1 or more"
        else:
            who, remedy = repr(due), "have agenda.delay() put it off by what it has done"
        raise DispatchError(
            f"time does not move on: {who} is due again and again at {now}, and "
            f"{published:,} events were published at that time: {remedy}"
        )
