"""Previews change nothing: every public call that changes anything is refused in one."""

from collections.abc import Callable
from typing import Any, Literal

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    RESOLVE,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    Query,
    Stream,
    Tap,
    World,
    clone_world,
    component,
    event,
    handles,
    save_world,
    state_digest,
)
from eventcore.errors import DispatchError
from eventcore.outcome import DONE
from eventcore.testing.plugin import MakeWorld
from eventcore.time import Scheduled, next_actor, run, start_clock
from eventcore.time.agenda import Agenda

Act = Callable[[Any], object]


@event
class Go(Action):
    """Has its enactor do something at a priority."""

    acts: dict[int, Act] = attrs.field(factory=dict)


@event
class Bell(Notice):
    pass


@event
class Number(Query):
    pass


@component
class Doer(Component):
    handle: Scheduled | None = None

    @handles(Bell)
    def hear(self, bell: Bell, world: World) -> None:
        pass

    @handles(Number, MODIFY)
    def answer(self, number: Number, world: World) -> None:
        pass

    @handles(Go, VALIDATE)
    def validate(self, go: Go, world: World) -> None:
        go.acts.get(VALIDATE, str)(world)

    @handles(Go, RESOLVE)
    def resolve(self, go: Go, world: World) -> None:
        go.acts.get(RESOLVE, str)(world)

    @handles(Go, APPLY)
    def apply(self, go: Go, world: World) -> None:
        go.acts.get(APPLY, str)(world)

    @handles(Go, APPLY)
    def schedule(self, go: Go, world: World) -> None:
        self.handle = world.schedule(Bell(self.entity), 10)


@component
class Badge(Component):
    pass


def handle(world: World) -> Any:
    return world[2][Doer].handle


CHANGES: dict[str, Callable[[World], object]] = {
    "World.advance": lambda w: w.advance(),
    "World.attach": lambda w: w.attach(w[3], Badge()),
    "World.attach_all": lambda w: w.attach_all(w[3], [Badge()]),
    "World.despawn": lambda w: w.despawn(w[3]),
    "World.detach": lambda w: w.detach(w[3], Doer),
    "World.observe": lambda w: w.observe(Go, print),
    "World.schedule": lambda w: w.schedule(Bell(w[3]), 1),
    "World.set_owner": lambda w: w.set_owner(w[3], w.root),
    "World.signal": lambda w: w.signal(Go),
    "World.spawn": lambda w: w.spawn(),
    "World.tap": lambda w: w.tap(Tap()),
    "World.untap": lambda w: w.untap(Tap()),
    "Agenda.cancel": lambda w: w.agenda.cancel(w[2]),
    "Agenda.delay": lambda w: w.agenda.delay(w[2]),
    "Agenda.freeze": lambda w: w.agenda.freeze(w[2]),
    "Agenda.next": lambda w: w.agenda.next(),
    "Agenda.restore": lambda w: w.agenda.restore(100, 0, 0, 0, [], [], w.__getitem__),
    "Agenda.restore_events": lambda w: w.agenda.restore_events(0, []),
    "Agenda.schedule": lambda w: w.agenda.schedule(w[4]),
    "Agenda.thaw": lambda w: w.agenda.thaw(w[3]),
    "Scheduled.cancel": lambda w: handle(w).cancel(),
    "next_actor": next_actor,
    "run": run,
    "start_clock": start_clock,
}
PUBLISHING: dict[str, Callable[[World], object]] = {
    "World.publish": lambda w: w.publish(Bell(w[2])),
    "World.defer": lambda w: w.defer(Bell(w[2])),
}
DRAWS: dict[str, Callable[[Stream], object]] = {
    "Stream.below": lambda s: s.below(6),
    "Stream.chance": lambda s: s.chance(1, 2),
    "Stream.exponential": lambda s: s.exponential(9),
    "Stream.normal": lambda s: s.normal(9, 2),
    "Stream.pick": lambda s: s.pick("ab"),
    "Stream.roll": lambda s: s.roll(1, 6),
    "Stream.shuffle": lambda s: s.shuffle([1, 2]),
    "Stream.shuffled": lambda s: s.shuffled([1, 2]),
    "Stream.shuffled_at_once": lambda s: s.shuffled_at_once(range(9)),
    "Stream.triangular": lambda s: s.triangular(1, 9, 3),
    "Stream.weighted": lambda s: s.weighted("ab", [1, 1]),
}
READS = {
    "World": "ask claim draws having plan preview roster stream",
    "Agenda": "check coming due frozen held is_idle places scheduled still",
    "Scheduled": "",
    "Stream": "go_on_from going_on restore share state",  # the one in a preview is thrown away
    "Entity": "get",
}


@pytest.mark.parametrize("cls", [World, Agenda, Scheduled, Stream, Entity])
def test_all_public_calls_are_known_to_change_something_or_nothing(cls: type) -> None:
    names = {name for name in dir(cls) if not name.startswith("_") and callable(getattr(cls, name))}
    changing = {
        name.removeprefix(f"{cls.__name__}.")
        for name in (*CHANGES, *PUBLISHING, *DRAWS)
        if name.startswith(f"{cls.__name__}.")
    }
    assert names == changing | {*READS[cls.__name__].split()}


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """One who acts, has a turn and an event to come; one for whom no time passes; and one more."""
    world = make_world(Doer, Badge)
    doer, frozen, _ = world.spawn(Doer()), world.spawn(Doer()), world.spawn(Doer())
    world.agenda.schedule(doer, delay=7)
    world.agenda.freeze(frozen)

    world.publish(Go(doer))
    return world


Reach = Literal["given", "kept"]


def reached(world: World, reach: Reach, call: Act) -> Act:
    """Call by the world that the handler is given, or by one that it has kept."""
    return call if reach == "given" else lambda _: call(world)


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(("reach", "priority"), [("given", VALIDATE), ("kept", RESOLVE)])
def test_change_is_refused_in_a_preview(
    world: World, name: str, priority: int, reach: Reach
) -> None:
    go = Go(world[2], {priority: reached(world, reach, CHANGES[name])})
    before = save_world(world), state_digest(world), world.agenda.now, handle(world).pending
    with pytest.raises(DispatchError):
        world.preview(go)
    after = save_world(world), state_digest(world), world.agenda.now, handle(world).pending
    assert after == before


@pytest.mark.parametrize("name", PUBLISHING)
@pytest.mark.parametrize("priority", [VALIDATE, RESOLVE])
def test_publishing_past_the_world_that_is_given_is_refused_in_a_preview(
    world: World, name: str, priority: int
) -> None:
    go = Go(world[2], {priority: lambda _: PUBLISHING[name](world)})
    sequence = world.sequence
    with pytest.raises(DispatchError):
        world.preview(go)
    assert world.sequence == sequence


@pytest.mark.parametrize("name", DRAWS)
def test_draw_is_refused_in_a_preview(world: World, name: str) -> None:
    go = Go(world[2], {RESOLVE: lambda given: DRAWS[name](given.stream("luck"))})
    with pytest.raises(DispatchError):
        world.preview(go)
    with pytest.raises(DispatchError):
        world.preview(Go(world[2], {RESOLVE: lambda _: world.stream("luck")}))
    assert world.draws() == []


@pytest.mark.parametrize("name", [*DRAWS, "Stream.restore"])
def test_draw_from_a_kept_stream_is_refused_and_undone(world: World, name: str) -> None:
    changes: dict[str, Act] = {**DRAWS, "Stream.restore": lambda stream: stream.restore([3, 3])}
    change = changes[name]
    luck = world.stream("luck")
    luck.normal(0, 9)
    luck.roll(1, 1 << 90)
    before = world.draws(), state_digest(world)
    twin = clone_world(world)
    with pytest.raises(DispatchError):
        world.preview(Go(world[2], {VALIDATE: lambda _: change(luck)}))
    assert (world.draws(), state_digest(world)) == before
    assert [luck.below(99) for _ in range(9)] == [twin.stream("luck").below(99) for _ in range(9)]


@pytest.mark.parametrize("change", ["connect", "disconnect", "end"])
def test_observers_stay_the_same_in_a_preview(world: World, change: str) -> None:
    heard: list[str] = []

    def receiver(sender: Entity, event: Go) -> None:
        heard.append("signal")

    def other(sender: Entity, event: Go) -> None:
        heard.append("other")

    end = world.observe(Go, lambda go: heard.append("observer"))
    signal = world.signal(Go)
    signal.connect(receiver)
    changes: dict[str, Act] = {
        "connect": lambda _: signal.connect(other),
        "disconnect": lambda _: signal.disconnect(receiver),
        "end": lambda _: end(),
    }
    with pytest.raises(DispatchError):
        world.preview(Go(world[2], {RESOLVE: changes[change]}))
    world.publish(Go(world[2]))
    assert sorted(heard) == ["observer", "signal"]


@pytest.mark.parametrize("name", [name for name in CHANGES if name.startswith(("A", "S", "n"))])
def test_agenda_is_not_changed_above_the_commit_line_of_a_dispatch(world: World, name: str) -> None:
    go = Go(world[2], {VALIDATE: CHANGES[name]})
    with pytest.raises(DispatchError):
        world.publish(go)
    assert (world.agenda.now, handle(world).pending) == (0, True)


@pytest.mark.parametrize("reach", ["given", "kept"])
def test_question_is_answered_in_a_preview(world: World, reach: Reach) -> None:
    asked: list[Number] = []
    ask = reached(world, reach, lambda w: asked.append(w.ask(Number(world[2]))))
    go = Go(world[2], {VALIDATE: ask})
    assert world.preview(go).outcome is DONE
    assert asked[0].done


def test_handler_may_change_the_world_after_a_preview(world: World) -> None:
    spawned: list[Entity] = []

    def look_ahead(given: World) -> None:
        assert given.preview(Go(world[2])).outcome is DONE
        spawned.append(given.spawn())

    assert world.publish(Go(world[2], {APPLY: look_ahead})).done
    assert spawned[0].alive
