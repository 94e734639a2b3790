"""Tallies and simulations with one fault each, for tests of the checks that find faults."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Self

import attrs

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Change,
    Component,
    SaveError,
    World,
    component,
    event,
    handles,
)
from eventcore.replay import Source
from eventcore.replay.simulation import Simulation
from tests.eventcore.worlds.tally import SOURCE, Count, Keeper, Tally, TallySimulation


@event
class Ache(Change):
    """A consequence of a Count, in some tallies."""


@component
class Addressed(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        count.added = id(self)


@component
class Gambler(Tally):
    """Draws a number without a random stream of the world."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        count.added = random.getrandbits(60)


@component
class Silent(Tally):
    """Draws a number without a random stream, and no event contains it."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total = random.getrandbits(60)


@component
class Forgetful(Tally):
    """Counts in a field that is not saved."""

    _streak: int = attrs.field(default=0, init=False)

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self._streak += 1
        count.added = self._streak


@component
class Brittle(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        if count.by == 7:
            raise ZeroDivisionError("seven")


@component
class Mute(Tally):
    """Refuses to add 1, without a reason."""

    @handles(Count, VALIDATE)
    def shake_the_head(self, count: Count, world: World) -> None:
        if count.by == 1:
            count.fail("")


@component
class Hushing(Tally):
    """Catches the errors that its Ache events raise."""

    @handles(Count, REACT)
    def hush(self, count: Count, world: World) -> None:
        try:
            world.publish(Ache(count.enactor))
        except ZeroDivisionError:
            self.marks.append(0)

    @handles(Ache, APPLY)
    def ache(self, ache: Ache, world: World) -> None:
        raise ZeroDivisionError("ouch")


def recalling(act: Callable[[list[int], Count, World], None]) -> type[Component]:
    """Make a tally that stores the counts of all worlds in one list, and depends on this list."""
    given: list[int] = []

    @component
    class Recalling(Tally):
        @handles(Count, APPLY)
        def add(self, count: Count, world: World) -> None:
            given.append(count.by)
            act(given, count, world)

    return Recalling


def hoard(given: list[int], count: Count, world: World) -> None:
    count.added = len(given)


def wear_out(given: list[int], count: Count, world: World) -> None:
    if len(given) >= 4:
        raise ZeroDivisionError("worn")


def waste(given: list[int], count: Count, world: World) -> None:
    for _ in given:
        world.stream("luck").below(2)


def wail(given: list[int], count: Count, world: World) -> None:
    if len(given) > 1:
        world.defer(Ache(count.enactor))


class Meddling(TallySimulation):
    def save(self) -> bytes:
        saved = super().save()
        self.tally.total += 1
        return saved


class Losing(TallySimulation):
    @classmethod
    def restore(cls, data: bytes) -> Self:
        loaded = super().restore(data)
        loaded.tally.marks.clear()
        return loaded


class Obscure(Losing):
    """Loses its marks, as ``Losing`` does, and its saves cannot be compared."""

    def save(self) -> bytes:
        return b"?" + super().save()

    @classmethod
    def restore(cls, data: bytes) -> Self:
        return super().restore(data[1:])


class Refusing(TallySimulation):
    @classmethod
    def restore(cls, data: bytes) -> Self:
        raise SaveError("not today")


class Undigested(TallySimulation):
    @classmethod
    def restore(cls, data: bytes) -> Self:
        loaded = super().restore(data)
        loaded.digest.restore([""])
        return loaded


def sharing() -> Source:
    """Return a source whose clones share the original's marks instead of copying them."""
    made: list[Simulation] = []

    def begin() -> Simulation:
        made.append(SOURCE.begin())
        return made[-1]

    def restore(save: bytes) -> Simulation:
        clone = SOURCE.restore(save)
        clone.world.root[Keeper].who[Tally].marks = made[-1].world.root[Keeper].who[Tally].marks
        return clone

    return Source(begin, restore)
