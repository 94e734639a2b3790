"""The sides that perform a program: the library, in each of its modes, and the model."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import lru_cache, partial
from typing import Any

import eventcore.time
from eventcore import (
    Action,
    Broadcast,
    Change,
    Component,
    Entity,
    Event,
    Notice,
    Query,
    Snapshot,
    Tap,
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
from eventcore.time import (
    Packet,
    Scheduled,
    Stacking,
    TimerFacts,
    TimerKind,
    Timers,
    add_timers,
    next_actor,
    start_clock,
)
from tests.model import clock, interpreter
from tests.model.programs import EVENTS, amount, do, name_of, number, outcome, perform

ERRORS = {
    *("DispatchError", "CascadeError", "RegistrationError", "ScheduleError", "TimerError"),
    *("UnknownEntityError", "MissingComponentError", "ZeroDivisionError"),
}
DEFAULTS: dict[str, dict[str, Any]] = {
    **{name: {"amount": 0, "fuel": 0, "timer": None} for name in EVENTS},
    "StartTimer": {"level": 1, "began": False, "risen": False},
    "StopTimer": {"quiet": False},
}


class Side:
    """One world that performs a program, and what was seen of it."""

    world: Any
    classes: dict[str, Any]
    current: Side  # the one that performs a step

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self.log: list[Any] = []
        self.actor: Any = None
        self.marked: Any = None

    def populate(self) -> None:
        link = None
        for names in self.program["things"]:
            parts = [*map(self.part, names)]
            for part in parts:
                part.link = link
            link = self.world.spawn(*parts)
        things = self.living()
        for thing, owner in zip(things, self.program["owners"], strict=True):
            if owner is not None and things[owner] is not thing and things[owner].owner is None:
                self.world.set_owner(thing, things[owner])
        for name in self.program["rules"]:
            self.world.attach(self.world.root, self.part(name))

    def living(self) -> Any:
        return self.world.roster()[1:]

    def part(self, name: str) -> Any:
        raise NotImplementedError

    def create(self, name: str, players: list[Any], fields: dict[str, Any]) -> Any:
        raise NotImplementedError

    def next_actor(self, until: int) -> Any:
        raise NotImplementedError

    def timers(self, thing: Any) -> list[Any]:
        raise NotImplementedError

    def special(self, what: str) -> None:
        raise NotImplementedError

    def error(self, error: Exception) -> str:
        """Name an error that a program may come to; raise any other."""
        name = str(error) if isinstance(error, interpreter.Failure) else type(error).__name__
        if name not in ERRORS:
            raise error
        return name

    def step(self, step: Any) -> tuple[list[Any], list[Any]]:
        """Perform a step; return what was called, told and answered, and the state after it."""
        Side.current, self.log, self.actor = self, [], None
        try:
            if step[0] in ("save", "clone", "mark", "back"):
                self.special(step[0])
            else:
                do(step, None, None, self.world, self)
        except Exception as error:
            self.log.append(["error", self.error(error)])
        return self.log, self.state()

    def state(self) -> list[Any]:
        """The time, and all things that live or that components link, however gone."""
        world, things, rows = self.world, [self.world.root, *self.living()], []
        for thing in things:
            parts = [part for part in thing.components if name_of(part) != "Timers"]
            links = [part.link for part in parts if part.link is not None]
            things += [link for link in dict.fromkeys(links) if link not in things]
            owned = [each.id for each in thing.owned]
            seen = [[name_of(p), p.n, number(p.link), seen_handle(p.handle)] for p in parts]
            due = world.agenda.due(thing) if thing in world.agenda else None
            time = [due, world.agenda.frozen(thing), self.timers(thing)]
            rows.append([thing.id, thing.alive, number(thing.owner), owned, seen, *time])
        coming = [seen_scheduled(each) for each in world.agenda.scheduled()]
        coming += sorted(seen_scheduled(each) for each in world.agenda.held())
        return [world.sequence, world.agenda.now, world.turn, coming, *sorted(rows)]

    def tell(self, how: str, event: Any) -> None:
        self.log.append([how, *seen_event(event)])


def seen_handle(handle: Any) -> Any:
    return handle and [handle.pending, handle.due, handle.held, handle.priority]


def seen_scheduled(handle: Any) -> list[Any]:
    event = handle.event
    when = handle.due, handle.held, handle.priority
    return [handle.owner.id, *when, name_of(event), amount(event), event.origin, cost(event) or 0]


def cost(event: Any) -> int | None:
    is_action = EVENTS.get(name_of(event), [""])[0] in ("Action", "Hit")
    return event.cost if is_action else None


def seen_event(event: Any) -> list[Any]:
    by, facts = getattr(event.failed_by, "label", event.failed_by), getattr(event, "timer", None)
    return [
        [
            name_of(event),
            event.sequence,
            outcome(event),
            event.reason,
            by and by.split(".refuse")[0],
        ],
        [event.cause and event.cause.sequence, event.origin, event.depth, amount(event)],
        [number(getattr(event, role, None)) for role in ("enactor", "target", "item")],
        cost(event),
        facts and [facts.kind, facts.source.id, facts.level, facts.duration, facts.remaining],
        facts and facts.risen,
    ]


class ModelSide(Side):
    def __init__(self, program: dict[str, Any]) -> None:
        super().__init__(program)
        handlers = {
            name: [self.handler(name, index, data) for index, data in enumerate(handlers)]
            for name, handlers in program["classes"].items()
        }
        self.classes = {name: name for name in handlers}
        self.world = clock.Model(EVENTS, handlers, program["kinds"], program["limit"])
        self.populate()
        if program["clock"]:
            self.world.start_clock()
        if program["watch"] == "observers":
            self.world.observer = lambda event: Side.current.tell("observed", event)
        if program["watch"] == "tap":
            self.world.tap = lambda event: Side.current.tell("settled", event)

    def handler(self, name: str, index: int, data: dict[str, Any]) -> interpreter.Handler:
        def act(part: Any, event: Any, world: Any) -> None:
            perform(data, label, part, event, world, Side.current)

        label = f"{name}.h{index}"
        how = data["role"], data["via"], data["always"]
        return interpreter.Handler(label, name, data["hears"], data["priority"], act, *how)

    def part(self, name: str) -> interpreter.Part:
        return interpreter.Part(name)

    def create(self, name: str, players: list[Any], fields: dict[str, Any]) -> Any:
        return self.world.make(name, *players, **DEFAULTS.get(name, {}) | fields)

    def next_actor(self, until: int) -> Any:
        return self.world.next_actor(until)

    def timers(self, thing: Any) -> list[Any]:
        return [seen_timer(each) for each in self.world.timers if each.owner is thing]

    def special(self, what: str) -> None:
        if what == "mark":
            self.marked = deepcopy(self.world)
        elif what == "back" and self.marked:
            self.world = deepcopy(self.marked)


def seen_timer(timer: Any) -> list[Any]:
    time = timer.held, 0 if timer.held else timer.ends, timer.paused
    return [timer.kind, timer.source.id, timer.level, timer.duration, *time]


class Settled(Tap):
    def settled(self, event: Any) -> None:
        Side.current.tell("settled", event)


class LibrarySide(Side):
    def __init__(self, program: dict[str, Any], classes: dict[str, Any], mode: str) -> None:
        super().__init__(program)
        self.classes, self.mode = classes, mode
        self.worlds_left: list[tuple[World, str]] = []
        self.world = World(
            components=[*classes.values()], debug=mode == "debug", depth_limit=program["limit"]
        )
        self.populate()
        if "Timers" in classes:
            add_timers(self.world, {name: kind_of(kind) for name, kind in program["kinds"].items()})
        if program["clock"]:
            start_clock(self.world)
        self.watch()

    def watch(self) -> None:
        if self.program["watch"] == "observers":
            self.world.observe(Event, lambda event: Side.current.tell("observed", event))
        if self.program["watch"] == "tap":
            self.world.tap(Settled())

    def part(self, name: str) -> Component:
        return self.classes[name]()  # type: ignore[no-any-return]

    def create(self, name: str, players: list[Any], fields: dict[str, Any]) -> Any:
        return KINDS[name](*players, **fields)

    def next_actor(self, until: int) -> Entity | None:
        return next_actor(self.world, until=until)

    def timers(self, thing: Entity) -> list[Any]:
        timers = self.world.root.get(Timers)
        return [seen_timer(timer) for timer in timers.of(thing)] if timers else []

    def special(self, what: str) -> None:
        """Go on in a world that was saved or cloned, or back to the world that was marked."""
        world = self.world
        if what == "mark":
            self.marked = Snapshot(world)
        elif what == "back":
            if self.marked:
                self.marked.put_into(world)
        else:
            other = clone_world(world) if what == "clone" else self.load()
            if self.mode == "compiled":  # a world that keeps its chains
                Snapshot(other).put_into(world)
                return
            self.worlds_left.append((world, state_digest(world)))
            self.world = other
            self.watch()

    def load(self) -> World:
        world, data = self.world, save_world(self.world)
        loaded = load_world(
            data, components=world.components, debug=world.debug, depth_limit=world.depth_limit
        )
        assert save_world(loaded) == data
        return loaded

    def digest(self) -> str:
        """The digest of the state; the worlds that were left behind have changed no more."""
        for world, digest in self.worlds_left:
            assert state_digest(world) == digest
        return state_digest(self.world)


def kind_of(kind: dict[str, Any]) -> TimerKind:
    packets = {moment: Packet(*kind[moment]) for moment in MOMENTS if moment in kind}
    return TimerKind(stacking=Stacking(kind["stacking"]), most=kind["most"], **packets)


MOMENTS = ("start", "tick", "half", "end")


def event_types() -> dict[str, Any]:
    kinds: dict[str, Any] = {
        kind.__name__: kind for kind in (Action, Broadcast, Change, Event, Notice, Query)
    } | {name: getattr(eventcore.time, name) for name in clock.EVENTS}
    for name, (base, roles) in EVENTS.items():
        space: dict[str, Any] = {"__module__": __name__, "__annotations__": {}}
        if base not in EVENTS:
            types = dict.fromkeys(roles, Entity | None)
            space["__annotations__"] = types | {
                "amount": int,
                "fuel": int,
                "timer": TimerFacts | None,
            }
            space |= {each: role(default=None) for each in roles}
            space |= {"amount": 0, "fuel": 0, "timer": None}
        kinds[name] = event(type(name, (kinds[base],), space))
    return kinds


KINDS = event_types()


@lru_cache(maxsize=4)
def component_types(classes: str) -> dict[str, Any]:
    """Make component classes of their description as JSON."""
    made: dict[str, Any] = {}
    for name, handlers in json.loads(classes).items():
        types = {"n": int, "link": Entity | None, "handle": Scheduled | None}
        space: dict[str, Any] = {"__module__": __name__, "__annotations__": types}
        space |= {"n": 0, "link": None, "handle": None}
        for index, data in enumerate(handlers):
            space[f"h{index}"] = method(data, f"{name}.h{index}")
        made[name] = component(type(name, (Component,), space)) if name != "Timers" else Timers
    return made


def method(data: dict[str, Any], label: str) -> Any:
    def run(self: Any, event: Any, world: Any) -> None:
        perform(data, label, self, event, world, Side.current)

    how = partial(handles, role=data["role"], via=data["via"], always=data["always"])
    return how(KINDS[data["hears"]], data["priority"])(run)
