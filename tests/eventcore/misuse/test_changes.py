"""Every public call that changes the world is rejected where no change is allowed."""

import threading
from collections.abc import Callable
from typing import Any

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
    component,
    event,
    handles,
    save_world,
)
from eventcore.errors import DispatchError
from eventcore.outcome import DONE
from eventcore.phase import COMMIT
from eventcore.state.digest import state_digest
from eventcore.testing import MakeWorld
from eventcore.time import Scheduled, next_actor, run, start_clock
from eventcore.time.agenda import Agenda
from tests.eventcore.worlds.bodies import component_of, does
from tests.eventcore.worlds.clones import clone_world

Act = Callable[[Any], object]


@event
class Go(Action):
    """Holds functions, keyed by the priority at which a handler calls them."""

    acts: dict[int, Act] = attrs.field(factory=dict)


@event
class Ask(Query):
    """Holds a function that the answering handler calls, even if the query was refused."""

    act: Act = str
    refused: bool = False


@event
class Bell(Notice):
    """An event that can be scheduled."""


@event
class Toll(Notice):
    """Holds a function that a handler calls."""

    act: Act


def acting(priority: int) -> Any:
    """Make a handler that calls the function that a Go holds for the handler's priority."""
    return does(lambda go, world: go.acts.get(priority, str)(world), Go, priority)


@component
class Doer(Component):
    handle: Scheduled | None = None
    hear = does(lambda bell, world: None, Bell)
    toll = does(lambda toll, world: toll.act(world), Toll, APPLY)
    refuse = does(lambda ask, world: ask.refused and ask.fail("no"), Ask, VALIDATE)
    answer = does(lambda ask, world: ask.act(world), Ask, MODIFY, always=True)
    validate = acting(VALIDATE)
    last_above = acting(COMMIT - 1)
    first_below = acting(COMMIT)
    resolve = acting(RESOLVE)
    apply = acting(APPLY)

    @handles(Go, APPLY)
    def schedule(self, go: Go, world: World) -> None:
        self.handle = world.schedule(Bell(self.entity), 10)


Badge = component_of("Badge")
CONSEQUENCES: dict[str, Callable[[World], object]] = {
    "World.advance": lambda w: w.advance(),
    "World.attach": lambda w: w.attach(w[3], Badge()),
    "World.defer": lambda w: w.defer(Bell(w[2])),
    "World.despawn": lambda w: w.despawn(w[3]),
    "World.detach": lambda w: w.detach(w[3], Doer),
    "World.publish": lambda w: w.publish(Bell(w[2])),
    "World.schedule": lambda w: w.schedule(Bell(w[3]), 1),
    "World.set_owner": lambda w: w.set_owner(w[3], w.root),
    "World.spawn": lambda w: w.spawn(),
    "Agenda.cancel": lambda w: w.agenda.cancel(w[2]),
    "Agenda.delay": lambda w: w.agenda.delay(w[2]),
    "Agenda.every": lambda w: w.agenda.every(5, Bell(w[3])),
    "Agenda.freeze": lambda w: w.agenda.freeze(w[2]),
    "Agenda.schedule": lambda w: w.agenda.schedule(w[4]),
    "Agenda.thaw": lambda w: w.agenda.thaw(w[3]),
    "Scheduled.cancel": lambda w: handle(w).cancel(),
    "next_actor": next_actor,
}
"""Calls that are allowed in handlers below the commit line."""
OTHERS: dict[str, Callable[[World], object]] = {
    "World.observe": lambda w: w.observe(Go, print),
    "World.signal": lambda w: w.signal(Go),
    "World.tap": lambda w: w.tap(Tap()),
    "World.untap": lambda w: w.untap(Tap()),
    "Agenda.restore": lambda w: w.agenda.restore(100, 0, 0, [], [], w.__getitem__, 0, [], {}),
    "run": run,
    "start_clock": start_clock,
}
"""Calls that set up or drive a world."""
DRAWS: dict[str, Callable[[Stream], object]] = {
    "Stream.below": lambda s: s.below(6),
    "Stream.chance": lambda s: s.chance(1, 2),
    "Stream.exponential": lambda s: s.exponential(9),
    "Stream.normal": lambda s: s.normal(9, 2),
    "Stream.pick": lambda s: s.pick("ab"),
    "Stream.roll": lambda s: s.roll(1, 6),
    "Stream.shuffle": lambda s: s.shuffle([1, 2]),
    "Stream.shuffled": lambda s: s.shuffled([1, 2]),
    "Stream.weighted": lambda s: s.weighted("ab", [1, 1]),
}
READS = {
    "World": "ask claim draws having plan preview roster stream",
    "Agenda": "due frozen frozen_places places scheduled",
    "Scheduled": "",
    # test_random_draw_is_refused_where_changes_are_forbidden also tests restore().
    "Stream": "copy_to restore state update_class",
    "Entity": "get",
}


@pytest.mark.parametrize("cls", [World, Agenda, Scheduled, Stream, Entity])
def test_every_public_method_is_listed_as_changing_state_or_read_only(cls: type) -> None:
    names = {name for name in dir(cls) if not name.startswith("_") and callable(getattr(cls, name))}
    changing = {
        name.removeprefix(f"{cls.__name__}.")
        for name in (*CONSEQUENCES, *OTHERS, *DRAWS)
        if name.startswith(f"{cls.__name__}.")
    }
    assert names == changing | {*READS[cls.__name__].split()}


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    """Make a world in which entity 2 has a turn and a scheduled event, and entity 3 is frozen."""
    world = make_world(Doer, Badge)
    doer, frozen, _ = world.spawn(Doer()), world.spawn(Doer()), world.spawn(Doer())
    world.agenda.schedule(doer, delay=7)
    world.agenda.freeze(frozen)
    world.publish(Go(doer))
    return world


def handle(world: World) -> Any:
    return world[2][Doer].handle


def state(world: World) -> tuple[object, ...]:
    """Return everything that a change to the world could affect."""
    return save_world(world), state_digest(world), world.agenda.now, handle(world).pending


def structure(world: World) -> list[object]:
    """Return everything that a change to the world could affect, except the event number."""
    agenda = world.agenda
    entities = [(one.id, len(one.components), one.owner, agenda.frozen(one)) for one in world]
    due = agenda.due(world[2]) if world[2] in agenda else None
    return [entities, agenda.now, agenda.planned, due, handle(world).pending]


def at(priority: int, verb: str = "publish") -> Callable[[World, Act], object]:
    """Return a function that calls another function in a handler of the given priority."""
    return lambda w, act: getattr(w, verb)(Go(w[2], {priority: act}))


def by_an_observer(world: World, act: Act) -> None:
    end = world.observe(Bell, lambda _: act(world))
    try:
        world.publish(Bell(world[2]))
    finally:
        end()


def by_another_thread(world: World, act: Act) -> None:
    errors: list[BaseException] = []

    def do() -> None:
        try:
            act(world)
        except DispatchError as error:
            errors.append(error)

    def wait(_: World) -> None:
        thread = threading.Thread(target=do)
        thread.start()
        thread.join()

    world.publish(Toll(world[2], wait))
    for error in errors:
        raise error


PLACES: dict[str, Callable[[World, Act], object]] = {
    "above the line": at(VALIDATE),
    "last above the line": at(COMMIT - 1),
    "question": lambda w, act: w.ask(Ask(w[2], act)),
    "refused question": lambda w, act: w.ask(Ask(w[2], act, refused=True)),
    "question below the line": lambda w, act: at(COMMIT)(w, lambda v: v.ask(Ask(v[2], act))),
    "observer": by_an_observer,
    "another thread": by_another_thread,
}
PREVIEWS: dict[str, Callable[[World, Act], object]] = {
    "preview above the line": at(VALIDATE, "preview"),
    "preview below the line": at(RESOLVE, "preview"),
    "preview past its world": lambda w, act: at(RESOLVE, "preview")(w, lambda _: act(w)),
}


@pytest.mark.parametrize("call", CONSEQUENCES)
@pytest.mark.parametrize("place", PLACES)
def test_consequence_is_refused_where_changes_are_forbidden(
    world: World, call: str, place: str
) -> None:
    before = structure(world)
    with pytest.raises(DispatchError):
        PLACES[place](world, CONSEQUENCES[call])
    assert structure(world) == before
    assert world.publish(Bell(world[2])).depth == 0


@pytest.mark.parametrize("call", CONSEQUENCES)
def test_consequence_is_allowed_from_the_commit_line_on(world: World, call: str) -> None:
    for priority in (COMMIT, APPLY):
        clone = clone_world(world)
        before = structure(clone), clone.sequence + 1
        assert clone.publish(Go(clone[2], {priority: CONSEQUENCES[call]})).done
        assert (structure(clone), clone.sequence) != before


@pytest.mark.parametrize("call", CONSEQUENCES | OTHERS)
@pytest.mark.parametrize("place", PREVIEWS)
def test_change_is_refused_in_a_preview(world: World, call: str, place: str) -> None:
    if call in ("World.publish", "World.defer"):
        place = "preview past its world"  # in a preview, publish() only previews the event
    before = state(world)
    with pytest.raises(DispatchError):
        PREVIEWS[place](world, (CONSEQUENCES | OTHERS)[call])
    assert state(world) == before


@pytest.mark.parametrize("draw", [*DRAWS, "Stream.restore"])
@pytest.mark.parametrize(
    "place", [place for place in (*PLACES, *PREVIEWS) if place != "another thread"]
)
@pytest.mark.parametrize("kept", [True, False])
def test_random_draw_is_refused_where_changes_are_forbidden(
    world: World, draw: str, place: str, kept: bool
) -> None:
    changes: dict[str, Act] = {**DRAWS, "Stream.restore": lambda stream: stream.restore([3, 3])}
    if kept:
        luck = world.stream("luck")
        luck.normal(0, 9)
    before = world.draws()
    with pytest.raises(DispatchError):
        (PLACES | PREVIEWS)[place](
            world, lambda given: changes[draw](luck if kept else given.stream("luck"))
        )
    assert dict(world.draws()).get("luck", 0) == dict(before).get("luck", 0)


@pytest.mark.parametrize("draw", DRAWS)
def test_random_draw_is_allowed_in_apply_in_failed_events_and_between_events(
    world: World, draw: str
) -> None:
    def roll(_: object = None) -> None:
        DRAWS[draw](luck)
        drawn.append(luck.draws)

    luck, drawn = world.stream("luck"), [0]
    world.publish(Go(world[2], {APPLY: roll}))
    world.ask(Ask(world[2], lambda _: None))
    roll()
    assert sorted({*drawn}) == drawn


@pytest.mark.parametrize("change", ["connect", "disconnect", "end"])
def test_preview_rejects_changes_to_observers_and_receivers(world: World, change: str) -> None:
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
        at(RESOLVE, "preview")(world, changes[change])
    world.publish(Go(world[2]))
    assert sorted(heard) == ["observer", "signal"]


def test_handler_may_change_the_world_after_a_preview(world: World) -> None:
    def look_ahead(given: World) -> None:
        assert given.preview(Go(world[2])).outcome is DONE
        given.spawn()

    assert world.publish(Go(world[2], {APPLY: look_ahead})).done
    assert len(world) == 5
