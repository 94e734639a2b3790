"""Audiences keep who is there, cheaply, and nothing of dispatches that are over."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import APPLY, Broadcast, Component, Notice, World, component, event, handles
from eventcore.dispatch.audiences import Audience, Audiences


@event(shuffled="step")
class Step(Broadcast):
    """Heard in an order of chance."""


@event
class Tick(Broadcast):
    """Heard in order."""


@component
class Cell(Component):
    """Divides and dies."""

    dies: bool = False

    @handles(Step, APPLY)
    @handles(Tick, APPLY)
    def live(self, tick: Any, world: World) -> None:
        if self.dies:
            world.spawn(Cell())
            world.despawn(self.entity)


@component
class Gem(Component):
    """Hears for its owner."""

    @handles(Tick, APPLY, via="owner")
    def glow(self, tick: Tick, world: World) -> None:
        """Do nothing."""


def audiences(world: World) -> list[Audience]:
    return [one for there in world._entities.audiences.by_class.values() for one in there]


def test_a_world_without_broadcasts_has_none() -> None:
    world = World(components=[Cell])
    world.spawn(Cell())
    assert audiences(world) == []


@pytest.mark.parametrize("kind", [Tick, Step])
def test_nothing_is_kept_of_a_dispatch_that_is_over(kind: type[Broadcast], debug: bool) -> None:
    world = World(components=[Cell], debug=debug)
    for dies in (False, True, True):
        world.spawn(Cell(dies))
    world.publish(kind(world.root))
    (audience,) = audiences(world)
    assert audience._kept == []


@pytest.mark.parametrize("kind", [Tick, Step])
def test_no_list_outlives_its_chain_within_a_long_dispatch(
    kind: type[Broadcast], debug: bool
) -> None:
    @event
    class Year(Notice):
        """Has days."""

    lists: list[int] = []

    @component
    class Calendar(Component):
        @handles(Year)
        def go_by(self, year: Year, world: World) -> None:
            for _ in range(20):
                world.publish(kind(world.root))
                lists.append(sum(one() is not None for one in audiences(world)[0]._kept))

    world = World(components=[Calendar, Cell], debug=debug)
    world.attach(world.root, Calendar())
    for dies in (False, True, False):
        world.spawn(Cell(dies))
    world.publish(Year(world.root))
    assert len(lists) == 20
    assert max(lists) <= 1


def test_a_roster_that_nobody_joined_or_left_is_not_listed_anew() -> None:
    world = World(components=[Cell, Gem])
    world.spawn(Cell())
    world.publish(Tick(world.root))
    listed = audiences(world)[0].take()
    world.spawn(Gem())
    assert audiences(world)[0].take() is listed
    world.spawn(Cell())
    assert audiences(world)[0].take() is not listed


def test_an_interrupt_while_a_thing_is_given_leaves_no_thing_unheard(
    monkeypatch: pytest.MonkeyPatch, debug: bool
) -> None:
    @component
    class Giver(Component):
        @handles(Tick, APPLY)
        def give(self, tick: Tick, world: World) -> None:
            world.set_owner(thing, self.entity)

    world = World(components=[Giver, Gem], debug=debug)
    world.spawn(Giver())
    thing = world.spawn(Gem())

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Audiences, "owned_anew", stop)
        with pytest.raises(KeyboardInterrupt):
            world.publish(Tick(world.root))
    assert [one.take() for one in audiences(world) if one.owned] == [[thing[Gem]]]
