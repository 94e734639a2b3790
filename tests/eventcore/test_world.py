"""Rosters list entities, event classes may share a name, and seeds are whole numbers."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Notice, World, event
from eventcore.errors import RegistrationError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Legs


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Legs, Body)


@pytest.mark.parametrize("asked_before", [False, True])
def test_roster_lists_only_entities_that_currently_have_the_components(
    world: World, asked_before: bool
) -> None:
    gained, lost, left = world.spawn(Body()), world.spawn(Legs()), world.spawn(Legs())
    if asked_before:
        roster = world.roster(Legs)
        assert roster == (lost, left)
        world.spawn(Body())
        assert world.roster(Legs) is roster  # a roster is reused until it changes
    world.detach(lost, Legs)
    assert world.roster(Legs) == (left,)
    world.despawn(left)
    assert world.roster(Legs) == ()
    world.attach(gained, Legs())
    came = world.spawn(Legs())
    assert world.roster(Legs) == (gained, came)
    assert world.roster(Body, Legs) == (gained,)


def test_two_event_classes_may_have_the_same_name(world: World) -> None:
    another: type[Notice] = event(type("Dawn", (Notice,), {}))
    assert world.publish(another(world.root)).done
    assert world.publish(Dawn(world.root)).done


@pytest.mark.parametrize("seed", [1.5, "abc", True, None, 1 << 2000, -(1 << 2000)])
def test_seed_is_a_whole_number_that_a_journal_can_begin_with(
    seed: Any, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RegistrationError) as error:
        World(seed=seed, components=[])
    if seed == 1 << 2000:
        assert str(error.value) == snapshot


def test_repr_of_a_world_shows_its_turn_and_numbers(world: World) -> None:
    world.spawn(Legs())
    world.publish(Dawn(world.root))
    assert repr(world) == "<World turn=0 entities=2 events=1>"
