"""Nondeterministic tallies, and sources that create them in any process."""

import os
import time
from typing import Any

import attrs

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.replay import Source
from tests.eventcore.worlds import faults
from tests.eventcore.worlds.tally import SOURCE, Count, Tally, source_of

OUTSIDE: list[int] = []
"""State outside the world that handlers share."""
WORDS = ("a", "set", "of", "so", "many", "words", "is", "not", "twice", "in", "one", "order")


@component
class Hashing(Tally):
    """Stores words in the order of a set, from the third count on. No event contains the words."""

    words: list[str] = attrs.field(factory=list)

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total += 1
        if self.total > 2:
            self.words = [*{*WORDS}]


@component
class Either(Tally):
    """Adds a number that depends on the hash seed. With four seeds, both numbers occur."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        count.added = len(next(iter({"fog", "mist"})))


@component
class Patient(Tally):
    """Repeats each count after a delay that differs between processes. No event contains it."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total += 1
        world.schedule(Count(count.enactor, 1), 1000 + hash("fog") % 1000)


@component
class Timed(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        count.added = time.perf_counter_ns()


@component
class Elsewhere(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        if os.getpid() != _HERE:
            raise ZeroDivisionError("elsewhere")


@component
class Clumsy(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        raise LookupError("here") if os.getpid() == _HERE else ZeroDivisionError("elsewhere")


@component
class Changed(Tally):
    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        count.added = count.by + world.stream("luck").below(10) + 1
        self.total += count.added
        self.marks.append(count.by)


@event
class Greet(Action):
    """A greeting, which is refused if it repeats the last word."""

    word: str


@event
class Answer(Action):
    """An answer to a greeting, which settles before the greeting."""

    word: str


@component
class Host(Tally):
    """Greets with words of equal length, in the order in which a set yields them."""

    heard: list[str] = attrs.field(factory=list)

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total += 1

    @handles(Count, REACT)
    def greet(self, count: Count, world: World) -> None:
        for word in sorted({*WORDS}, key=len)[:4]:
            world.publish(Greet(count.enactor, word))

    @handles(Greet, VALIDATE)
    def refuse(self, greet: Greet, world: World) -> None:
        if self.heard and self.heard[0] == greet.word:
            greet.fail("heard")

    @handles(Greet, APPLY)
    def hear(self, greet: Greet, world: World) -> None:
        world.publish(Answer(greet.enactor, greet.word))

    @handles(Answer, APPLY)
    def note(self, answer: Answer, world: World) -> None:
        self.heard = [answer.word]


@component
class Shared(Tally):
    """Stores counts outside the world, so only the first run of a process is correct."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        self.total += count.by
        OUTSIDE.append(count.by)

    @handles(Count, APPLY + 10)
    def discount(self, count: Count, world: World) -> None:
        count.added = len(OUTSIDE) > 8


@component
class Summing(Tally):
    """Adds a rounded sum of floats, which depends on the order of a set."""

    @handles(Count, APPLY)
    def add(self, count: Count, world: World) -> None:
        weights = dict.fromkeys(WORDS, 0.25) | {"a": 1e16, "order": -1e16}
        count.added = round(sum(weights[word] for word in {*WORDS}))


KINDS: dict[str, type[Component]] = {
    "either": Either,
    "hashing": Hashing,
    "patient": Patient,
    "gambling": faults.Gambler,
    "silent": faults.Silent,
    "timed": Timed,
    "elsewhere": Elsewhere,
    "clumsy": Clumsy,
    "changed": Changed,
    "host": Host,
    "summing": Summing,
    "shared": Shared,
}
_HERE = int(os.environ.setdefault("TESTS_FLICKERING", str(os.getpid())))
"""The id of the first process that imported this module. Other processes inherit this variable."""


def made(name: str) -> Source:
    """Return a source of faulty or healthy tallies that another process can create too."""
    source = source_of(KINDS[name]) if name in KINDS else SOURCE
    return attrs.evolve(source, made_by=f"{__name__}:{name}")


def __getattr__(name: str) -> Any:
    if name not in (*KINDS, "healthy"):
        raise AttributeError(name)

    def source_for(journal: Journal) -> Source:
        print("what is printed is in nobody's way")
        return made(name)

    return source_for


def refused(journal: Journal) -> Source:
    raise JournalError("not this one")


def ended(journal: Journal) -> Source:
    os._exit(1)
