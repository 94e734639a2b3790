"""Snapshots: a world goes on from one as the copied world did, and neither touches the other."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from eventcore import (
    APPLY,
    Broadcast,
    Change,
    Component,
    Digest,
    DispatchError,
    Entity,
    Fixed,
    Keeping,
    RegistrationError,
    Snapshot,
    World,
    clone_world,
    component,
    event,
    handles,
    load_world,
    role,
    save_world,
    state_digest,
)
from eventcore.testing.plugin import MakeWorld
from eventcore.time import (
    Packet,
    Scheduled,
    StartTimer,
    Tick,
    TimerFacts,
    TimerKind,
    Timers,
    add_timers,
    run,
    start_clock,
)
from tests.eventcore.worlds.bodies import Legs, Walk

if TYPE_CHECKING:
    pass


class Hue(Enum):
    RED = "red"


@attrs.frozen
class Mark:
    at: int
    by: Entity | None = None


@attrs.define
class Heap:
    stones: list[int] = attrs.field(factory=list)
    under: Heap | None = None


@event
class Grow(Change):
    target: Entity = role()
    by: int = 1
    notes: list[str] = attrs.field(factory=list)


@event
class Fade(Change):
    target: Entity = role()
    timer: TimerFacts | None = None


@component
class Plain(Component):
    """State of every kind that can be saved."""

    number: Annotated[int, Meta(ge=0)] = 0
    words: list[str] = attrs.field(factory=list)
    rows: list[list[int]] = attrs.field(factory=list)
    counts: dict[str, int] = attrs.field(factory=dict)
    friends: dict[str, Entity] = attrs.field(factory=dict)
    friend: Entity | None = None
    marks: list[Mark] = attrs.field(factory=list)
    heap: Heap | None = None
    pair: tuple[int, Entity] | None = None
    chosen: list[int] = attrs.field(factory=list)
    hue: Hue = Hue.RED
    either: list[int] | dict[str, Entity] | None = None
    table: Fixed[str, int] = attrs.field(factory=Fixed)
    coming: Scheduled | None = None

    @handles(Grow, APPLY, role="target")
    def grow(self, grow: Grow, world: World) -> None:
        self.number += grow.by + world.stream("growth").below(100)
        self.words.append(str(self.number))


@component
class Caching(Component):
    """Keeps something besides its state."""

    seen: int = 0
    _known: list[int] = attrs.field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._known.append(-self.seen)

    @handles(Grow, APPLY, role="target")
    def note(self, grow: Grow, world: World) -> None:
        self.seen += 1
        self._known.append(self.seen)


@component
class Ring(Component):
    """Hears for its owner."""

    heard: int = 0

    @handles(Grow, APPLY, via="owner", role="target")
    def hear(self, grow: Grow, world: World) -> None:
        self.heard += 1


@component
class Law(Component):
    """A rule of the world, that comes and goes."""

    heard: int = 0

    @handles(Grow, APPLY, via="world")
    def hear(self, grow: Grow, world: World) -> None:
        self.heard += 1


@component
class Ebb(Component):
    """Hears each turn and each timer that ends."""

    ticks: int = 0
    ended: list[str] = attrs.field(factory=list)

    @handles(Tick, APPLY)
    def tick(self, tick: Tick, world: World) -> None:
        self.ticks += 1

    @handles(Fade, APPLY, via="world")
    def end(self, fade: Fade, world: World) -> None:
        self.ended.append(f"{world.turn} {fade.target.id}")


CLASSES = (Timers, Plain, Caching, Ring, Law, Ebb)


@pytest.fixture
def full(make_world: MakeWorld) -> World:
    """A world in which there is something of all there can be."""
    return filled(make_world(*CLASSES, seed=3))


def filled(world: World) -> World:
    add_timers(world, {"glow": TimerKind(end=Packet("Fade", {}))})
    world.attach(world.root, Ebb())
    start_clock(world)
    first = world.spawn(Plain(1, ["a"], [[1], [2, 3]], {"x": 1}), Caching(4))
    gone = world.spawn(Plain(7))
    ring = world.spawn(Ring())
    world.set_owner(ring, first)
    second = world.spawn(
        Plain(
            2,
            friends={"one": first},
            friend=gone,
            marks=[Mark(1), Mark(2, first), Mark(3, gone)],
            heap=Heap([1], Heap([2])),
            pair=(5, first),
            chosen=[3, 1],
            either={"it": first},
            table=Fixed({"a": 1}),
        )
    )
    world.publish(Grow(first, second, 3))
    world.publish(StartTimer(first, first, "glow", 4))
    world.agenda.schedule(first, delay=30)
    coming = world.schedule(Grow(first, second, 5, ["later"]), 250)
    held = world.schedule(Grow(second, first, 9), 130)
    with writing(world):
        second[Plain].coming = coming
        first[Plain].coming = held
    world.agenda.freeze(first)
    world.despawn(gone)
    return world


class writing:  # reads as a statement
    """Lets a test write state, also in debug mode."""

    def __init__(self, world: World) -> None:
        self._guard = world._guard

    def __enter__(self) -> None:
        if self._guard is not None:
            self._before = self._guard.enter("by a test", open=True)

    def __exit__(self, *_: object) -> None:
        if self._guard is not None:
            self._guard.leave(self._before)
            self._guard.remember(None)


def go_on(world: World, steps: int = 12) -> str:
    """Play a world on, and give the digest of all that happens."""
    digest = Digest(world)
    for step in range(steps):
        first, second = world[2], world[5]
        world.publish(Grow(first, second, step))
        if step == 3 and world.agenda.frozen(first):
            world.agenda.thaw(first)
        if step == 5 and Law not in world.root:
            world.attach(world.root, Law())
        if step == 7:
            world.spawn(Plain(step, friend=first))
        run(world, world.agenda.now + 60, act=lambda who: world.agenda.delay(who, 70))
        digest.seal()
    world.untap(digest)
    return digest.value + state_digest(world)


def test_a_clone_is_in_the_same_state_byte_by_byte(full: World) -> None:
    clone = clone_world(full)
    assert save_world(clone) == save_world(full)
    assert state_digest(clone) == state_digest(full)
    assert (clone.debug, clone.components) == (full.debug, full.components)


def test_a_clone_goes_on_as_the_original_does_and_touches_it_not(full: World) -> None:
    before = save_world(full)
    clone, loaded = clone_world(full), load_world(before, components=CLASSES, debug=full.debug)
    gone_on = go_on(clone)
    assert save_world(full) == before
    assert gone_on == go_on(loaded) == go_on(full)
    assert save_world(clone) == save_world(full) != before


def test_a_snapshot_is_put_in_as_often_as_one_likes(full: World) -> None:
    snapshot, before = Snapshot(full), save_world(full)
    ways = []
    for _ in range(3):
        ways.append(go_on(full))
        snapshot.put_into(full)
        assert save_world(full) == before
    assert len({*ways}) == 1


def test_a_world_goes_back_from_wherever_it_is(full: World) -> None:
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


def test_entities_of_the_world_stay_the_objects_they_are(full: World) -> None:
    first, second = full[2], full[5]
    snapshot = Snapshot(full)
    full.despawn(second)
    born = full.spawn(Plain())
    snapshot.put_into(full, known=[second])
    assert full[2] is first
    assert full[5] is second
    assert second.alive
    assert second[Plain].friends == {"one": first}
    assert not born.alive
    other = snapshot.make_world()
    other.despawn(other[2])
    assert first.alive


def test_observers_and_taps_of_the_world_hear_on(full: World) -> None:
    told: list[int] = []
    first, second = full[2], full[5]
    full.observe(Grow, lambda grow: told.append(grow.by), role="target", entity=second)
    snapshot = Snapshot(full)
    full.publish(Grow(first, second, 1))
    full.despawn(second)
    snapshot.put_into(full, known=[second])
    full.publish(Grow(first, second, 2))
    assert told == [1, 2]


def test_what_a_component_keeps_besides_its_state_is_made_anew(full: World) -> None:
    clone = clone_world(full)
    full.publish(Grow(full[2], full[2], 1))
    assert full[2][Caching]._known == [-4, 5]
    assert clone[2][Caching]._known == [-4]


def test_the_gone_are_remembered_and_stay_gone(full: World) -> None:
    clone = clone_world(full)
    friend = clone[5][Plain].friend
    assert friend is not None
    assert (friend.id, friend.alive, friend[Plain].number) == (3, False, 7)
    assert friend is not full[5][Plain].friend
    assert clone[5][Plain].marks[2].by is friend


def test_what_cannot_change_is_shared_and_all_else_is_not(full: World) -> None:
    one, other = full[5][Plain], clone_world(full)[5][Plain]
    assert other.table is one.table
    assert other.marks[0] is one.marks[0]
    assert other.marks[1] is not one.marks[1]
    for name in ("words", "rows", "counts", "friends", "marks", "heap", "chosen", "either"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert theirs is not mine, name
        assert type(theirs) is type(mine), name
    assert other.heap is not None
    assert other.heap.under == Heap([2])
    assert one.heap is not None
    assert other.heap.under is not one.heap.under
    assert other.either == {"it": other.friends["one"]}


def test_a_handle_of_a_clone_cancels_the_event_of_the_clone(full: World) -> None:
    clone = clone_world(full)
    handle = clone[5][Plain].coming
    assert handle is not None
    assert (handle.due, handle.pending) == (250, True)
    assert handle.cancel()
    original = full[5][Plain].coming
    assert original is not None
    assert original.pending
    assert [one.number for one in clone.agenda.scheduled()] == []


def test_streams_of_both_go_on_from_the_same_place(full: World) -> None:
    stream = full.stream("growth")
    clone = clone_world(full)
    mine = [stream.below(1000) for _ in range(5)]
    again = clone_world(full)
    assert [clone.stream("growth").below(1000) for _ in range(5)] == mine
    more = [stream.below(1000) for _ in range(5)]
    assert [again.stream("growth").below(1000) for _ in range(5)] == more
    assert stream.state() == again.stream("growth").state()


def test_a_stream_that_is_shared_draws_all_it_can_as_one_that_is_not(make_world: MakeWorld) -> None:
    draws: list[Callable[[Any], object]] = [
        lambda stream: stream.below(7),
        lambda stream: stream.below(1 << 90),
        lambda stream: stream.normal(0, 1000),
        lambda stream: stream.exponential(1000),
        lambda stream: stream.shuffled_at_once(range(20)),
        lambda stream: stream.shuffled_at_once(range(5000)),
        lambda stream: stream.state(),
    ]
    for draw in draws:
        world = make_world()
        world.stream("dice").below(5)
        clones = [clone_world(world), clone_world(world)]
        found = [draw(one.stream("dice")) for one in (*clones, world)]
        assert found[0] == found[1] == found[2]
        assert len({tuple(one.stream("dice").state()) for one in (*clones, world)}) == 1


def test_a_stream_that_was_begun_after_a_snapshot_begins_anew_once_it_is_put_in(
    make_world: MakeWorld,
) -> None:
    world = make_world()
    snapshot = Snapshot(world)
    drawn = world.stream("new").below(1 << 30)
    snapshot.put_into(world)
    assert world.draws() == []
    assert world.stream("new").below(1 << 30) == drawn


def test_a_muted_handler_is_muted_in_a_clone(make_world: MakeWorld) -> None:
    world = World(components=[Plain], mute=["Plain.grow"])
    plant = world.spawn(Plain(1))
    clone = clone_world(world)
    assert clone.publish(Grow(clone[plant.id], clone[plant.id])).reason == "nothing"


def test_rules_that_came_later_are_gone_from_the_chains_again(make_world: MakeWorld) -> None:
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


def test_none_is_taken_or_put_in_during_a_dispatch(make_world: MakeWorld) -> None:
    asked: list[str] = []

    def look(grow: Grow) -> None:
        for what in (Snapshot, before.put_into, clone_world):
            with pytest.raises(DispatchError) as caught:
                what(world)
            asked.append(str(caught.value))

    world = make_world(Plain)
    before = Snapshot(world)
    plant = world.spawn(Plain())
    world.observe(Grow, look)
    world.publish(Grow(plant, plant))
    assert asked == [
        "Snapshot(world) during a dispatch: take it when it is over",
        "put_into(world) during a dispatch: do it when it is over",
        "Snapshot(world) during a dispatch: take it when it is over",
    ]


def test_it_fits_no_world_of_other_components(make_world: MakeWorld) -> None:
    with pytest.raises(RegistrationError, match="the same classes in the same order"):
        Snapshot(make_world(Plain)).put_into(make_world(Law))


# Whatever is done to a world and its clones, in any order, each goes its own way: the one that a
# world of its own would go that is only ever given the same.
@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["grow", "clone", "back", "spawn"]))))
def test_worlds_and_clones_each_go_their_own_way(does: list[tuple[int, str]]) -> None:
    def perform(world: World, deed: str) -> None:
        first = world[2]
        if deed == "grow":
            world.publish(Grow(first, first, 1))
        else:
            world.spawn(Plain(friend=first))

    worlds, deeds = [filled(World(components=CLASSES, seed=3))], [list[str]()]
    kept = [(Snapshot(worlds[0]), list[str]())]
    for which, deed in does:
        place = which % len(worlds)
        if deed == "clone":
            worlds.append(clone_world(worlds[place]))
            deeds.append([*deeds[place]])
            kept.append((Snapshot(worlds[place]), [*deeds[place]]))
        elif deed == "back":
            snapshot, done = kept[which % len(kept)]
            snapshot.put_into(worlds[place])
            deeds[place] = [*done]
        else:
            perform(worlds[place], deed)
            deeds[place].append(deed)
    for world, done in zip(worlds, deeds, strict=True):
        alone = filled(World(components=CLASSES, seed=3))
        for deed in done:
            perform(alone, deed)
        assert save_world(world) == save_world(alone)


@event
class Rain(Broadcast):
    """It rains on everyone."""


@component
class Wet(Component):
    """Counts how often it was rained on."""

    times: int = 0

    @handles(Rain, APPLY)
    def get_wet(self, rain: Rain, world: World) -> None:
        self.times += 1


def test_who_is_there_again_is_found_and_hears_what_everyone_does(make_world: MakeWorld) -> None:
    world = make_world(Plain, Wet)
    first, second = world.spawn(Plain(), Wet()), world.spawn(Plain(), Wet())
    world.publish(Rain(world.root))
    snapshot = Snapshot(world)
    world.despawn(first)
    third = world.spawn(Plain(), Wet())
    assert world.roster(Plain) == (*world.having(Wet),) == (second, third)
    world.publish(Rain(world.root))
    snapshot.put_into(world, known=[first])
    assert world.roster(Plain) == (*world.having(Wet),) == (first, second)
    world.publish(Rain(world.root))
    assert [one[Wet].times for one in (first, second)] == [2, 2]
    assert (third.alive, len(world)) == (False, 3)


def test_what_was_worked_out_of_another_state_is_forgotten(make_world: MakeWorld) -> None:
    world = make_world(Plain)
    Keeping(world, quiet=[])
    snapshot = Snapshot(world)
    world.kept["strength"] = 5
    snapshot.put_into(world)
    assert not world.kept


def test_clone_keeps_what_a_scheduled_action_costs(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    walk = Walk(world.spawn(Legs()))
    walk.cost = 30
    world.schedule(walk, 5)
    for other in (clone_world(world), load_world(save_world(world), components=[Legs])):
        (handle,) = other.agenda.scheduled()
        assert isinstance(handle.event, Walk)
        assert handle.event.cost == 30
