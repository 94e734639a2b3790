"""Fighters with a fault each, and sources of them, for the properties to find."""

from __future__ import annotations

import random

import attrs

from eventcore import APPLY, REACT, VALIDATE, Component, SaveError, World, component, handles
from eventcore.replay import Source
from eventcore.replay.simulation import Restorable
from tests.eventcore.worlds.arena import Ache, Arena, Fighter, Hero, Poke, source_of


@component
class Addressed(Fighter):
    """Reckons with its address."""

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        poke.added = id(self)


@component
class Gambler(Fighter):
    """Draws from no stream of the world."""

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        poke.added = random.getrandbits(60)


@component
class Silent(Fighter):
    """Draws from no stream, and no event shows it."""

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        self.total = random.getrandbits(60)


@component
class Forgetful(Fighter):
    """Counts in a slot that is not saved."""

    _streak: int = attrs.field(default=0, init=False)

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        self._streak += 1
        poke.added = self._streak


@component
class Brittle(Fighter):
    """Raises at 7."""

    @handles(Poke, APPLY)
    def add(self, poke: Poke, world: World) -> None:
        if poke.by == 7:
            raise ZeroDivisionError("seven")


@component
class Mute(Fighter):
    """Refuses to be poked by 1, and says not why."""

    @handles(Poke, VALIDATE)
    def shake_the_head(self, poke: Poke, world: World) -> None:
        if poke.by == 1:
            poke.fail("")


@component
class Hushing(Fighter):
    """Catches what its own aches raise."""

    @handles(Poke, REACT)
    def hush(self, poke: Poke, world: World) -> None:
        try:
            world.publish(Ache(poke.enactor))
        except ZeroDivisionError:
            self.marks.append(0)

    @handles(Ache, APPLY)
    def ache(self, ache: Ache, world: World) -> None:
        raise ZeroDivisionError("ouch")


def hoarder() -> type[Component]:
    """A fighter that keeps what it heard outside of all components."""
    heard: list[int] = []

    @component
    class Hoarder(Fighter):
        @handles(Poke, APPLY)
        def add(self, poke: Poke, world: World) -> None:
            heard.append(poke.by)
            poke.added = len(heard)

    return Hoarder


def wearing(times: int) -> type[Component]:
    """A fighter that raises once it was poked so many times, in whatever world."""
    heard: list[int] = []

    @component
    class Wearing(Fighter):
        @handles(Poke, APPLY)
        def add(self, poke: Poke, world: World) -> None:
            heard.append(poke.by)
            if len(heard) >= times:
                raise ZeroDivisionError("worn")

    return Wearing


def wasteful() -> type[Component]:
    """A fighter that draws once more each time, whatever was drawn in its world."""
    heard: list[int] = []

    @component
    class Wasteful(Fighter):
        @handles(Poke, APPLY)
        def add(self, poke: Poke, world: World) -> None:
            heard.append(poke.by)
            for _ in heard:
                world.stream("luck").below(2)

    return Wasteful


def wailing() -> type[Component]:
    """A fighter that aches from its second Poke on, in whatever world the first was."""
    heard: list[int] = []

    @component
    class Wailing(Fighter):
        @handles(Poke, REACT)
        def wail(self, poke: Poke, world: World) -> None:
            if heard:
                world.defer(Ache(poke.enactor))
            heard.append(poke.by)

    return Wailing


def meddling() -> Source:
    """A source of simulations that change as they are saved."""
    plain = source_of()

    class Meddling(Arena):
        def save(self) -> bytes:
            saved = super().save()
            self.hero[Fighter].total += 1
            return saved

    def changed(arena: Restorable) -> Restorable:
        assert isinstance(arena, Arena)
        arena.__class__ = Meddling
        return arena

    return Source(lambda: changed(plain.begin()), lambda save: changed(plain.restore(save)))


def obscure() -> Source:
    """A source that loses the marks, and keeps its saves in no form that can be compared."""
    lossy = losing()

    class Obscure(Arena):
        def save(self) -> bytes:
            return b"?" + super().save()

    def hidden(arena: Restorable) -> Restorable:
        assert isinstance(arena, Arena)
        arena.__class__ = Obscure
        return arena

    return Source(lambda: hidden(lossy.begin()), lambda save: hidden(lossy.restore(save[1:])))


def sharing() -> Source:
    """A source that gives a clone the marks of the simulation before it, not a copy of them."""
    plain, made = source_of(), []

    def begin() -> Restorable:
        made.append(plain.begin())
        return made[-1]

    def restore(save: bytes) -> Restorable:
        clone = plain.restore(save)
        marks = made[-1].world.root[Hero].who[Fighter].marks
        clone.world.root[Hero].who[Fighter].marks = marks
        return clone

    return Source(begin, restore)


def losing() -> Source:
    """A source that loses the marks as it loads."""
    plain = source_of()

    def restore(save: bytes) -> Restorable:
        loaded = plain.restore(save)
        loaded.world.root[Hero].who[Fighter].marks.clear()
        return loaded

    return Source(plain.begin, restore)


def refusing() -> Source:
    """A source that cannot load what it saved."""

    def restore(save: bytes) -> Restorable:
        raise SaveError("not today")

    return Source(source_of().begin, restore)


def undigested() -> Source:
    """A source that saves no digest."""

    def restore(save: bytes) -> Restorable:
        arena = Arena.restore(save)
        arena.digest.restore([""])
        return arena

    return Source(Arena, restore)
