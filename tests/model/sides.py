"""A side runs a program, either in the model or in the library, in one of its modes."""

from __future__ import annotations

import json
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

import eventcore as library
from eventcore import time
from tests.model import interpreter as model
from tests.model.programs import EVENTS, ROLES, amount, do, name_of, outcome, parts_of, perform

ERRORS = {
    "DispatchError": "PermissionError",
    "CascadeError": "RecursionError",
    "ZeroDivisionError": "ZeroDivisionError",
}
"""The names of the errors that a program may raise, and of the errors of the model."""
OF_TIME: dict[str, tuple[str, list[str]]] = {
    "Tick": ("Notice", []),
    "StartTimer": ("Change", ["target"]),
    "StopTimer": ("Change", ["target"]),
}


class Side:
    """A world that runs a program, and a log of what happens in it."""

    current: Side  # the side that is performing a step
    world: Any
    create: Any  # a function that makes an event
    next_actor: Any
    coming: Any  # a function that lists scheduled events
    timers: Any

    def __init__(self, program: dict[str, Any], classes: dict[str, Any]) -> None:
        self.program, self.classes = program, classes
        self.log: list[Any] = []
        self.actor: Any = None

    def populate(self) -> None:
        link = None
        for names in self.program["things"]:
            parts = [self.classes[name]() for name in names]
            for part in parts:
                part.link = link
            link = self.world.spawn(*parts)
        things = self.living()
        for index, owner in enumerate(self.program["owners"]):
            if owner is not None and owner < index:
                self.world.set_owner(things[index], things[owner])
        for name in self.program["rules"]:
            self.world.attach(self.world.root, self.classes[name]())

    def living(self) -> Any:
        return self.world.roster()[1:]

    def go_on(self, how: str) -> None:
        """Continue in a loaded save of the world, or in a clone."""

    def error(self, error: Exception) -> str:
        """Return the name of an expected error, or raise an unexpected error."""
        name = type(error).__name__
        if name not in ERRORS and name not in ERRORS.values():
            raise error
        return ERRORS.get(name, name)

    def step(self, step: Any) -> tuple[list[Any], list[Any]]:
        """Perform a step, and return the log and the state after the step."""
        Side.current, self.log, self.actor = self, [], None
        try:
            if step[0] in ("save", "clone"):
                self.go_on(step[0])
            else:
                do(step, None, None, self.world, self)
        except Exception as error:
            self.log.append(["error", self.error(error)])
        return self.log, self.state()

    def state(self) -> list[Any]:
        """Return the time, the timers, and the entities that are alive or referred to."""
        things, rows = [self.world.root, *self.living()], []
        for thing in things:
            parts = parts_of(thing)
            links = dict.fromkeys(p.link for p in parts.values() if p.link)
            things += [link for link in links if link not in things]
            seen = [[n, p.n, number(p.link), seen_handle(p.handle)] for n, p in parts.items()]
            acts = thing in self.world.agenda
            rows.append([thing.id, thing.alive, number(thing.owner), acts, seen])
        coming = [seen_scheduled(handle) for handle in self.coming()]
        timers = sorted(seen_timer(timer) for timer in self.timers())
        return [self.world.sequence, self.world.agenda.now, timers, coming, *sorted(rows)]

    def tell(self, how: str, event: Any) -> None:
        if how == self.program["watch"]:
            self.log.append([how, *seen_event(event)])


def number(found: Any) -> Any:
    return found and (found.id if hasattr(found, "id") else found.sequence)


def seen_handle(handle: Any) -> Any:
    owner = getattr(handle, "owner", None)  # only the model's handles have owners
    return handle and handle.pending and (owner is None or owner.alive) and [handle.due]


def seen_scheduled(handle: Any) -> list[Any]:
    event = handle.event
    return [handle.due, name_of(event), amount(event), event.origin]


def seen_timer(timer: Any) -> list[Any]:
    return [timer.owner.id, timer.kind, timer.source.id, timer.duration, timer.ends]


def seen_event(event: Any) -> list[Any]:
    by = getattr(event.failed_by, "label", event.failed_by)
    result = [outcome(event), event.reason, by and by.split(".refuse")[0], amount(event)]
    came = [event.sequence, number(event.cause), event.origin, event.depth]
    return [name_of(event), result, came, [number(getattr(event, role, None)) for role in ROLES]]


FIELDS = {"n": 0, "link": None, "handle": None}  # the default fields of each component


class ModelSide(Side):
    next_actor = staticmethod(model.World.next_actor)

    def __init__(self, program: dict[str, Any]) -> None:
        classes: dict[str, Any] = {"Timers": model.Timers}
        classes |= {n: type(n, (), {**FIELDS}) for n in program["classes"] if n != "Timers"}
        super().__init__(program, classes)
        rules = program["classes"] | ({"Timers": TIMER_RULES} if program["kinds"] else {})
        handlers = [
            self.handler(name, index, data)
            for name, each in rules.items()
            for index, data in enumerate(each)
        ]
        self.world = model.World(model_events(), handlers, program["limit"])
        self.world.watch = lambda how, event: Side.current.tell(how, event)
        self.populate()
        if program["kinds"]:
            self.world.attach(self.world.root, model.Timers(kinds=program["kinds"]))
        if program["clock"]:
            self.world.agenda.schedule(self.world.root, model.TURN, -1000)

    def handler(self, name: str, index: int, data: dict[str, Any]) -> Any:
        def act(part: Any, event: Any, world: Any) -> None:
            perform(data, label, part, event, world, Side.current)

        label = name if name == "Timers" else f"{name}.h{index}"
        return SimpleNamespace(**{"act": act} | data, label=label, part=self.classes[name])

    def create(self, name: str, cast: list[Any], fields: dict[str, Any]) -> Any:
        defaults = {"amount": 0, "fuel": 0} if name in EVENTS else {}
        return self.world.make(name, *cast, **defaults | fields)

    def coming(self) -> list[Any]:
        return [entry for entry in self.world.agenda.coming() if entry.event]

    def timers(self) -> list[Any]:
        return list(self.world.timers.values())


@lru_cache
def model_events() -> dict[str, Any]:
    """Return the base classes and the roles of each event type."""
    events, made = OF_TIME | EVENTS, {}
    for name, (_, roles) in events.items():
        kinds = [name]
        while kinds[-1] in events:
            kinds.append(events[kinds[-1]][0])
        made[name] = frozenset([*kinds, "Event"]), ["enactor", *roles]
    return made


TIMER_RULES = [
    {"hears": hears, "priority": priority, "role": "enactor", "always": False, "act": act}
    | {"via": "self" if hears == "Tick" else "world"}
    for hears, priority, act in model.TIMER_RULES
]


class LibrarySide(Side):
    next_actor = staticmethod(time.next_actor)

    def __init__(self, program: dict[str, Any], mode: str) -> None:
        super().__init__(program, component_types(json.dumps(program["classes"])))
        self.mode, how = mode, {"debug": mode == "debug", "depth_limit": program["limit"]}
        self.world = library.World(components=[*self.classes.values()], **how)
        self.populate()
        if program["kinds"]:
            time.add_timers(self.world, {name: kind(k) for name, k in program["kinds"].items()})
        if program["clock"]:
            time.start_clock(self.world)
        self.watch()

    def watch(self) -> None:
        if self.program["watch"] == "observed":
            self.world.observe(library.Event, lambda event: Side.current.tell("observed", event))
        if self.program["watch"] == "settled":
            self.world.tap(Settled())

    def create(self, name: str, cast: list[Any], fields: dict[str, Any]) -> Any:
        return KINDS[name](*cast, **fields)

    def coming(self) -> Any:
        return [handle for handle in self.world.agenda.scheduled() if not handle.held]

    def timers(self) -> list[Any]:
        timers = self.world.root.get(time.Timers)
        return [t for thing in self.world.roster() for t in timers.of(thing)] if timers else []

    def go_on(self, how: str) -> None:
        world, types = self.world, self.world.components
        other = library.Snapshot(world).make_world()
        if how == "save":
            data, debug = library.save_world(world), world.debug
            other = library.load_world(data, components=types, debug=debug)
            other.depth_limit = world.depth_limit
        if self.mode == "compiled":  # keep the world, which caches its chains
            library.Snapshot(other).put_into(world)
        else:
            self.world = other
            self.watch()


class Settled(library.Tap):
    def settled(self, event: Any) -> None:
        Side.current.tell("settled", event)


def kind(data: dict[str, Any]) -> time.TimerKind:
    packets: Any = {moment: time.Packet(*packet) for moment, packet in data["packets"].items()}
    return time.TimerKind(stacking=time.Stacking(data["stacking"]), **packets)


def event_types() -> dict[str, Any]:
    names = ("Action", "Broadcast", "Change", "Event", "Notice", "Query")
    kinds: dict[str, Any] = {name: getattr(library, name) for name in names}
    kinds |= {name: getattr(time, name) for name in OF_TIME}
    for name, (base, roles) in EVENTS.items():
        space: dict[str, Any] = {"__module__": __name__, "__annotations__": {}}
        if base not in EVENTS:
            types: dict[str, Any] = dict.fromkeys(roles, library.Entity | None)
            space["__annotations__"] = types | {"amount": int, "fuel": int}
            space |= {each: library.role(default=None) for each in roles}
            space |= {"amount": 0, "fuel": 0}
        kinds[name] = library.event(type(name, (kinds[base],), space))
    return kinds


KINDS = event_types()


@lru_cache(maxsize=4)
def component_types(classes: str) -> dict[str, Any]:
    """Make component classes from a description in JSON."""
    made: dict[str, Any] = {}
    for name, handlers in json.loads(classes).items():
        types = {"n": int, "link": library.Entity | None, "handle": time.Scheduled | None}
        space: dict[str, Any] = {"__module__": __name__, "__annotations__": types} | FIELDS
        for index, data in enumerate(handlers):
            space[f"h{index}"] = method(data, f"{name}.h{index}")
        cls = type(name, (library.Component,), space)
        made[name] = time.Timers if name == "Timers" else library.component(cls)
    return made


def method(data: dict[str, Any], label: str) -> Any:
    def run(self: Any, event: Any, world: Any) -> None:
        perform(data, label, self, event, world, Side.current)

    how = partial(library.handles, role=data["role"], via=data["via"], always=data["always"])
    return how(KINDS[data["hears"]], data["priority"])(run)
