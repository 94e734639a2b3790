"""Fakes: a stream that draws what a test says, an observer that keeps all, a lone entity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from typing import Any, Final, TypeVar

from eventcore.component import Component
from eventcore.entity import Archetype, Entity
from eventcore.errors import RegistrationError
from eventcore.event import Event
from eventcore.rng import Stream

T = TypeVar("T")

_FAR: Final = 1 << 53
"""Beyond this no draw of a distribution without ends is scripted."""


class ScriptError(AssertionError):
    """A scripted stream was asked for what its script does not give."""


class ScriptedStream(Stream):
    """A stream that draws what a script says, in order, and nothing else.

    Of ``roll`` and ``below`` the script gives the number, and so of ``exponential``, ``normal`` and
    ``triangular``; of ``chance`` whether it comes true, of ``pick`` and ``weighted`` the choice, of
    ``shuffle`` and ``shuffled`` the items in their new order.

    Attributes:
        left: What is still to be drawn.
    """

    __slots__ = ("left",)

    draws: int

    def __init__(self, name: str, script: Iterable[Any]) -> None:
        """Make a stream of a name that draws what a script says.

        Args:
            name: The stream's name.
            script: What each draw gives.
        """
        super().__init__(0, name)
        self.left: list[Any] = list(script)

    def below(self, bound: int) -> int:
        """Give the next number, which lies from 0 up to, not including, the bound.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self._number(f"below({bound})", 0, bound - 1)

    def roll(self, least: int, most: int) -> int:
        """Give the next number, which lies from ``least`` to ``most``.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self._number(f"roll({least}, {most})", least, most)

    def chance(self, part: int, whole: int) -> bool:
        """Say whether the chance comes true, as the script has it.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        asked = f"chance({part}, {whole})"
        drawn = self._next(asked)
        self._require(type(drawn) is bool, asked, drawn, "True or False")
        self._require(part > 0 or not drawn, asked, drawn, "False, for it never comes true")
        self._require(part < whole or drawn, asked, drawn, "True, for it always does")
        return bool(drawn)

    def pick(self, choices: Sequence[T]) -> T:
        """Give the next choice of the script.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        drawn: T = self._next("pick()")
        self._require(drawn in choices, "pick()", drawn, f"one of {list(choices)!r}")
        return drawn

    def weighted(self, choices: Sequence[T], weights: Sequence[int]) -> T:
        """Give the next choice of the script.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        likely = [choice for choice, weight in zip(choices, weights, strict=True) if weight]
        drawn: T = self._next("weighted()")
        self._require(drawn in likely, "weighted()", drawn, f"one of {likely!r}")
        return drawn

    def exponential(self, mean: int) -> int:
        """Give the next number, which is 0 or more.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self._number(f"exponential({mean})", 0, _FAR)

    def normal(self, mean: int, deviation: int) -> int:
        """Give the next number.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self._number(f"normal({mean}, {deviation})", -_FAR, _FAR)

    def triangular(self, least: int, most: int, mode: int) -> int:
        """Give the next number, which lies from ``least`` to ``most``.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self._number(f"triangular({least}, {most}, {mode})", least, most)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into the next order.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        drawn = self._next("shuffle()")
        left = list(items)
        for item in drawn if isinstance(drawn, list | tuple) else ():
            if item in left:
                left.remove(item)
        fits = isinstance(drawn, list | tuple) and not left and len(drawn) == len(items)
        self._require(fits, "shuffle()", drawn, f"{list(items)!r} in any order")
        items[:] = list(drawn)

    def shuffled_at_once(self, items: Sequence[T]) -> list[T]:
        """Give the items in the next order, as ``shuffled`` does.

        Raises:
            ScriptError: The script is over, or has something else next.
        """
        return self.shuffled(items)

    def state(self) -> list[int]:
        """Refuse: what a script will give is no state of a world.

        Raises:
            ScriptError: A scripted stream cannot be saved.
        """
        raise ScriptError(f"stream {self.name!r} is scripted, so its world cannot be saved")

    def _number(self, asked: str, least: int, most: int) -> int:
        drawn = self._next(asked)
        fits = type(drawn) is int and least <= drawn <= most
        self._require(fits, asked, drawn, f"a whole number from {least} to {most}")
        return int(drawn)

    def _next(self, asked: str) -> Any:
        if not self.left:
            raise ScriptError(
                f"stream {self.name!r}: {asked} is draw {self.draws + 1}, and its script has "
                f"{self.draws}"
            )
        self.draws += 1
        return self.left.pop(0)

    def _require(self, fits: bool, asked: str, drawn: object, wanted: str) -> None:
        if not fits:
            raise ScriptError(
                f"stream {self.name!r}: its script gives {drawn!r} for {asked}: give {wanted}"
            )


class RecordingObserver:
    """An observer that keeps what it is told: ``world.observe(Move, observer)``.

    Attributes:
        events: The events, in the order they were told.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Keep an event that was told."""
        self.events.append(event)

    def __iter__(self) -> Iterator[Event]:
        """Yield the events that were kept."""
        return iter(self.events)

    @property
    def names(self) -> list[str]:
        """The names of their types."""
        return [type(event).__name__ for event in self.events]


def stub(*components: Component, id: int = 0) -> Entity:
    """Make an entity of no world, for a handler that is called by hand.

    It has its components and an id, and hears nothing: what is published with it is refused.

    Raises:
        RegistrationError: Two components are of a class, or one is attached elsewhere.
    """
    for part in components:
        if not isinstance(part, Component):
            raise RegistrationError(f"stub(): {part!r} is no component; give an instance of one")
        if part._entity is not None:
            raise RegistrationError(f"stub(): {part!r} is attached to {part._entity!r}")
    classes = tuple(type(part) for part in components)
    if len(dict.fromkeys(classes)) < len(classes):
        raise RegistrationError("stub(): an entity has one component of a class")
    entity = Entity(id)
    entity._archetype = Archetype(classes, (), object())
    entity._chains = entity._archetype.chains
    entity._parts = list(components)
    for part in components:
        part._entity = entity
    return entity
