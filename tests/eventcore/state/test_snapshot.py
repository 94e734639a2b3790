"""A world made from a snapshot continues like the original world, and shares no state with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Simulation, Snapshot, World, load_world, rehearse, save_world
from eventcore.errors import DispatchError, RegistrationError
from eventcore.state.digest import state_digest
from eventcore.testing import MakeWorld
from tests.eventcore.state.full_world import (
    CLASSES,
    Caching,
    Grow,
    Heap,
    Law,
    Plain,
    full_world,
    go_on,
    remembered,
    remembering,
)
from tests.eventcore.worlds.bodies import Legs, Walk
from tests.eventcore.worlds.clones import clone_world


@pytest.fixture
def full(debug: bool) -> World:
    return full_world(debug)


def test_clone_is_in_the_same_state_and_goes_on_as_the_original(full: World) -> None:
    before, clone = save_world(full), clone_world(full)
    assert save_world(clone) == before
    assert state_digest(clone) == state_digest(full)
    assert (clone.debug, clone.components) == (full.debug, full.components)
    gone_on = go_on(clone)
    assert save_world(full) == before
    assert gone_on == go_on(full)
    assert save_world(clone) == save_world(full) != before


def test_snapshot_restores_a_world_from_any_state(full: World) -> None:
    snapshot, before = Snapshot(full), save_world(full)
    go_on(full)
    later = Snapshot(full)
    after = save_world(full)
    for entity in [*full][1:]:
        full.despawn(entity)
    snapshot.put_into(full)
    assert save_world(full) == before
    later.put_into(full)
    assert save_world(full) == after
    assert go_on(full) == go_on(later.make_world())


def test_restoring_a_snapshot_keeps_entity_objects_and_their_observers(full: World) -> None:
    told: list[int] = []
    first, second = full[2], full[5]
    full.observe(Grow, lambda grow: told.append(grow.by), role="target", entity=second)
    snapshot = Snapshot(full)
    full.publish(Grow(first, second, 1))
    full.despawn(second)
    born = full.spawn(Plain())
    snapshot.put_into(full, known=[second])
    full.publish(Grow(first, second, 2))
    assert told == [1, 2]
    assert (full[2], full[5], second.alive, born.alive) == (first, second, True, False)
    assert second[Plain].friends == {"one": first}
    assert full.roster(Plain) == (*full.having(Plain),) == (first, second)
    other = snapshot.make_world()
    other.despawn(other[2])
    assert first.alive


def test_component_keeps_nothing_besides_its_state(full: World) -> None:
    clone = clone_world(full)
    full.publish(Grow(full[2], full[2], 1))
    assert full[2][Caching].known()[-1] == full[2][Caching].seen
    assert clone[2][Caching].known() == [-clone[2][Caching].seen]


def test_gone_entities_are_remembered_and_stay_gone(full: World) -> None:
    clone = clone_world(full)
    friend = clone[5][Plain].friend
    assert friend is not None
    assert (friend.id, friend.alive, friend[Plain].number) == (3, False, 7)
    assert friend is not full[5][Plain].friend
    assert clone[5][Plain].marks[2].by is friend
    assert remembered(clone_world(remembering(3))) == [(2, False), (1, False), (0, False)]


def test_every_value_that_can_change_is_copied(full: World) -> None:
    one, other = full[5][Plain], clone_world(full)[5][Plain]
    assert other.marks[1] is not one.marks[1]
    for name in ("words", "rows", "counts", "friends", "marks", "heap", "chosen"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert theirs is not mine, name
        assert type(theirs) is type(mine), name
    assert one.heap is not None
    assert other.heap is not None
    assert other.heap.under == Heap([2])
    assert other.heap.under is not one.heap.under


def test_stream_draws_the_same_in_clones() -> None:
    draws: list[Callable[[Any], object]] = [
        lambda stream: stream.below(7),
        lambda stream: stream.below(1 << 90),
        lambda stream: stream.normal(0, 1000),
        lambda stream: stream.exponential(1000),
        lambda stream: stream.shuffled(range(20)),
        lambda stream: stream.state(),
    ]
    for draw in draws:
        world = World(components=[])
        snapshot = Snapshot(world)
        first = world.stream("dice").below(5)
        clones = [clone_world(world), clone_world(world)]
        found = [draw(one.stream("dice")) for one in (*clones, world)]
        assert found[0] == found[1] == found[2]
        assert len({tuple(one.stream("dice").state()) for one in (*clones, world)}) == 1
        snapshot.put_into(world)
        assert (world.draws(), world.stream("dice").below(5)) == ([], first)


def test_snapshot_removes_rules_attached_after_it_was_taken(make_world: MakeWorld) -> None:
    world = make_world(Plain, Law)
    plant = world.spawn(Plain())
    snapshot = Snapshot(world)
    world.publish(Grow(plant, plant))
    law = world.attach(world.root, Law())
    world.publish(Grow(plant, plant))
    snapshot.put_into(world)
    world.publish(Grow(plant, plant))
    assert law.heard == 1
    assert Law not in world.root


def test_snapshot_cannot_be_taken_or_restored_during_a_dispatch(
    snapshot: SnapshotAssertion,
) -> None:
    world = World(components=[Plain])
    before, plant = Snapshot(world), world.spawn(Plain())
    said: list[str] = []

    def look(grow: Grow) -> None:
        for what in (Snapshot, before.put_into):
            with pytest.raises(DispatchError) as error:
                what(world)
            said.append(str(error.value))

    world.observe(Grow, look)
    world.publish(Grow(plant, plant))
    assert said == snapshot


def test_argument_that_is_not_a_world_is_refused_in_one_line() -> None:
    class Street(Simulation):
        components = (Legs,)

    street = Street()
    snapshot, walker = Snapshot(street.world), street.world.spawn(Legs())
    wrong: list[Callable[[Any], object]] = [save_world, Snapshot, snapshot.put_into, rehearse]
    for call in wrong:
        for value in (street, Walk(walker), None):
            with pytest.raises(TypeError, match=r"^.* is not a World: pass one, such as"):
                call(value)


def test_snapshot_is_refused_by_a_world_with_other_component_classes(
    snapshot: SnapshotAssertion,
) -> None:
    with pytest.raises(RegistrationError) as error:
        Snapshot(World(components=CLASSES)).put_into(World(components=[Law]))
    assert str(error.value) == snapshot


def test_scheduled_action_keeps_its_cost_in_a_clone_and_a_save() -> None:
    world = World(components=[Legs])
    walk = Walk(world.spawn(Legs()))
    walk.cost = 30
    world.schedule(walk, 5)
    for other in (clone_world(world), load_world(save_world(world), components=[Legs])):
        (handle,) = other.agenda.scheduled()
        assert isinstance(handle.event, Walk)
        assert handle.event.cost == 30
