"""Invariant: a broadcast is heard by those who have its component when it begins, by their ids.

Whatever entities have come, gone, changed and been given away before, outside of any dispatch or
in the middle of a broadcast, who hears the next one is found by looking at all there are. And
who hears one in the middle of which something happens are those, but for who has gone meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import (
    APPLY,
    Broadcast,
    Component,
    Entity,
    EventcoreError,
    World,
    component,
    event,
    handles,
)
from tests.sampling import amount

Deed = tuple[str, int, int]


@event
class Round(Broadcast):
    """Everyone says who they are; some do something then."""

    heard: list[tuple[str, int]] = attrs.field(factory=list)


@event(shuffled="round")
class Shuffle(Round):
    """The same in an order of chance."""


class Crowd(Component):
    """What the classes below have in common."""

    def say(self, heard: Round, world: Any) -> None:
        heard.heard.append((type(self).__name__, self.entity.id))
        world.play.next_deed(self.entity)


@component
class One(Crowd):
    @handles(Round, APPLY)
    def hear(self, heard: Round, world: World) -> None:
        self.say(heard, world)


@component
class Two(Crowd):
    @handles(Round, APPLY)
    def hear(self, heard: Round, world: World) -> None:
        self.say(heard, world)


@component
class Worn(Crowd):
    @handles(Round, APPLY, via="owner")
    def hear(self, heard: Round, world: World) -> None:
        self.say(heard, world)


CLASSES: Sequence[type[Crowd]] = (Two, One, Worn)


class Ring(World):
    """A world that knows which play it is of."""

    play: Play


class Play:
    """A play of some deeds, a few outside of any broadcast and a few in each."""

    def __init__(self, debug: bool) -> None:
        self.world = Ring(seed=1, components=CLASSES, debug=debug)
        self.world.play = self
        self.deeds: list[Deed] = []
        self.entities = [self.world.spawn(One(), Two(), Worn()) for _ in range(3)]
        self.gone: set[tuple[str, int]] = set()

    def next_deed(self, me: Entity) -> None:
        """Do the next thing, of which there is an end."""
        if self.deeds:
            self.do(self.deeds.pop())

    def do(self, deed: Deed) -> None:
        verb, who, what = deed
        world, cls = self.world, CLASSES[what % len(CLASSES)]
        one = self.entities[who % len(self.entities)]
        other = self.entities[what % len(self.entities)]
        before = self.there()
        try:
            match verb:
                case "spawn":
                    self.entities.append(world.spawn(cls()))
                case "attach":
                    world.attach(one, cls())
                case "detach":
                    world.detach(one, cls)
                case "despawn":
                    world.despawn(one)
                    self.gone |= {pair for pair in before if pair[1] == one.id}
                    self.gone |= {("Worn", thing.id) for thing in one.owned}
                case "give":
                    world.set_owner(one, other)
                    self.gone |= {pair for pair in before if pair == ("Worn", one.id)}
                case "take":
                    world.set_owner(one, None)
        except (EventcoreError, LookupError):
            return
        self.gone |= before - self.there()

    def there(self) -> set[tuple[str, int]]:
        """Look at all there are for who would hear."""
        return {
            (cls.__name__, entity.id)
            for entity in self.world
            for cls in CLASSES
            if cls in entity and (cls is not Worn or entity.owner is not None)
        }

    def round(self, kind: type[Round], deeds: Sequence[Deed]) -> list[tuple[str, int]]:
        """Publish one in which some things are done, and check who heard it."""
        there, self.deeds, self.gone = self.there(), [*deeds], set()
        heard = self.world.publish(kind(self.world.root)).heard
        assert len(set(heard)) == len(heard)
        assert there - self.gone <= set(heard) <= there
        if kind is Round:
            names = [cls.__name__ for cls in CLASSES]
            assert heard == sorted(heard, key=lambda pair: (names.index(pair[0]), pair[1]))
        return heard


deeds = st.lists(
    st.tuples(
        st.sampled_from(["spawn", "attach", "detach", "despawn", "give", "take"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    max_size=8,
)


@settings(max_examples=amount(60, 2_000), deadline=None)
@given(st.lists(st.tuples(deeds, deeds, st.sampled_from([Round, Shuffle])), max_size=6))
def test_who_hears_one_is_who_is_found_by_looking(
    rounds: list[tuple[list[Deed], list[Deed], type[Round]]],
) -> None:
    plays = [Play(debug=False), Play(debug=True)]
    for before, during, kind in rounds:
        heard = []
        for play in plays:
            for deed in before:
                play.do(deed)
            heard.append(play.round(kind, during))
        assert heard[0] == heard[1]
    assert plays[0].there() == plays[1].there()
