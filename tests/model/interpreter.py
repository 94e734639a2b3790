"""A simple model of the behaviour that dispatch.md, agenda.md and timers.md describe.

The model shares no code with the library, but has the same public names. It has no indexes or
caches, and rejects only the mistakes that the programs of programs.py make.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

COMMIT, APPLY, REACT, TURN = 400, 700, 1000, 100


class Record(SimpleNamespace):  # a record is equal only to itself
    __eq__, __hash__ = object.__eq__, object.__hash__  # type: ignore[assignment]


class Thing(Record):
    def get(self, kind: type) -> Any:
        return next((part for part in self.components if type(part) is kind), None)


class Event(Record):  # an event, a query, or a copy for a preview
    def fail(self, reason: str) -> None:
        self.decide(outcome="failed", reason=reason)

    def replace(self, other: Event) -> None:
        self.decide(outcome="replaced", replacement=other)

    def decide(self, **decision: Any) -> None:  # only the first decision counts
        if self.outcome == "done":
            raise PermissionError
        if self.outcome == "continue":
            vars(self).update(decision, failed_by=self.handler)

    def subject(self) -> Any:  # the target of a Change, otherwise the enactor
        second = self.roles[1] if "Change" in self.kinds and self.roles[1:] else "enactor"
        return getattr(self, second) or self.enactor


class World:  # its handlers are sorted by class, then by order of definition
    def __init__(self, events: Any, handlers: list[Any], limit: int) -> None:
        self.events, self.handlers, self.limit = events, handlers, limit
        self.things, self.timers = list[Thing](), dict[tuple[Thing, str], Any]()
        self.outer: Any = None  # the event, query or preview whose chain is running
        self.watch: Any = None  # called with "settled" or "observed", and an event
        self.sequence, self.gifts, self.agenda = 0, 0, Agenda(now=0, entries=[])
        self.root = self.spawn()

    def roster(self) -> list[Thing]:
        return [thing for thing in self.things if thing.alive]

    def spawn(self, *parts: Any) -> Thing:
        thing = Thing(id=len(self.things) + 1, components=[], alive=True, owner=None)
        thing.moves = thing.given = 0  # count of owner changes; position in the order of gifts
        self.things.append(thing)
        for part in parts:
            self.attach(thing, part)
        return thing

    def attach(self, thing: Thing, part: Any) -> None:
        part.entity = thing
        thing.components.append(part)

    def detach(self, thing: Thing, kind: type) -> None:
        part = thing.get(kind)
        part.entity = None
        thing.components.remove(part)

    def set_owner(self, thing: Thing, owner: Thing | None) -> None:
        thing.moves += thing.owner is not owner
        thing.owner, thing.given = owner, self.gifts
        self.gifts += 1

    def despawn(self, thing: Thing) -> None:
        if self.outer:
            self.outer.despawned.append(thing)  # the entity leaves when the event settles
        else:
            self.leave(thing)

    def leave(self, thing: Thing) -> None:
        thing.alive = False
        for each in self.things:
            if each is thing or each.owner is thing:
                self.set_owner(each, None)
        self.timers = {key: timer for key, timer in self.timers.items() if key[0] is not thing}

    def make(self, name: str, *players: Thing | None, **fields: Any) -> Event:
        kinds, roles = self.events[name]
        fields |= {"name": name, "kinds": kinds, "roles": roles, "outcome": "continue"}
        fields |= dict(zip(roles, players, strict=True)) | {"sequence": 0, "origin": 0}
        fields |= dict.fromkeys(("reason", "failed_by", "replacement", "cause", "previewed"))
        return Event(despawned=[], deferred=[], settled=[], follows=[], **fields)

    def chain(self, event: Event) -> list[Any]:  # sorted as dispatch.md describes
        calls: list[Any] = []
        broadcast, things = "Broadcast" in event.kinds, self.roster()
        for index, handler in enumerate(self.handlers):
            owned = handler.via == "owner"
            for thing in things if handler.hears in event.kinds else []:
                rank, place, player = 0, thing.id, thing.owner if owned else thing
                if handler.via == "world":
                    hears = thing is self.root
                elif broadcast:
                    rank, hears = 1, player is not None
                else:
                    rank, place = 1 + event.roles.index(handler.role), thing.given
                    hears = player is not None and player is getattr(event, handler.role)
                if hears and (part := thing.get(handler.part)):
                    key = handler.priority, rank, owned, index, place
                    calls.append((key, handler, part, thing.moves))
        return [call[1:] for call in sorted(calls, key=lambda call: call[0])]

    def run(self, event: Event, until: int) -> None:  # run the chain up to a priority
        if event.kinds & {"Action", "Change", "Query"} and not event.subject().alive:
            event.outcome, event.reason = "failed", "gone"
            return
        calls = self.chain(event)
        self.call(event, [call for call in calls if call[0].priority < COMMIT])
        if event.outcome == "continue":
            event.outcome = "done"
            effects = [h for h, *_ in calls if COMMIT <= h.priority < REACT and not h.always]
            if event.kinds & {"Action", "Change"} and not effects:
                event.outcome, event.reason = "failed", "unhandled"
        self.call(event, [call for call in calls if COMMIT <= call[0].priority < until])

    def call(self, event: Event, calls: list[Any]) -> None:
        gone = event.despawned if "Broadcast" in event.kinds else []
        for handler, part, moves in calls:
            thing, standing = part.entity, event.outcome in ("continue", "done")
            hears = thing and thing.alive and thing not in gone and (standing or handler.always)
            if handler.via == "owner":
                hears = hears and thing.moves == moves and thing.owner not in gone
            if hears:
                event.handler = handler.label
                handler.act(part, event, self)
            if standing and event.outcome == "replaced":
                event.replacement = self.publish(event.replacement)
                if event.replacement.outcome == "failed":
                    event.outcome, event.reason = "failed", event.replacement.reason

    def play(self, event: Event, cause: Any, until: int) -> Event:
        event.cause, event.depth = cause, cause.depth + 1 if cause else 0
        if event.depth > self.limit:
            raise RecursionError
        if not (event.previewed or "Query" in event.kinds):
            event.sequence = self.sequence = self.sequence + 1
        before, self.outer = self.outer, event
        try:
            self.run(event, until)
        finally:
            self.outer = before
        return event

    def ask(self, query: Event) -> Event:
        return self.play(query, self.outer, COMMIT)

    def preview(self, event: Event) -> Event:  # previews nested events too
        event = Event(**vars(event) | {"follows": [], "previewed": True})
        return self.play(event, self.outer, APPLY)

    def publish(self, event: Event) -> Event:
        outer = event.cause = self.outer
        if outer and (outer.outcome == "continue" or "Query" in outer.kinds):
            raise PermissionError  # no event may be published above the line
        if outer and outer.previewed:
            outer.follows.append(self.preview(event))
            return outer.follows[-1]  # type: ignore[no-any-return]
        queue, settled = [event], list[Event]()  # deferred events join the outermost queue
        for each in queue:
            each.outcome = "continue"
            self.play(each, each.cause, REACT + 1)
            for thing in each.despawned:
                self.leave(thing)
            self.watch("settled", each)
            (outer.deferred if outer else queue).extend(each.deferred)
            (outer.settled if outer else settled).extend([*each.settled, each])
        for each in sorted(settled, key=lambda event: event.sequence):
            self.watch("observed", each)
        return event

    def defer(self, event: Event) -> None:
        if self.outer.previewed:
            self.publish(event)
        else:
            event.cause, event.outcome = self.outer, "scheduled"
            self.outer.deferred.append(event)

    def schedule(self, event: Event, delay: int, priority: int) -> Any:
        event.outcome, event.origin = "scheduled", self.outer.sequence if self.outer else 0
        return self.agenda.schedule(event.subject(), delay, priority, event)

    def next_actor(self, until: int) -> Any:  # publish what is due before the turn
        while (coming := self.agenda.coming()) and coming[0].due <= until:
            first, self.agenda.now = coming[0], max(self.agenda.now, coming[0].due)
            if first.event and first.cancel():
                self.publish(first.event)
            elif first.owner is not self.root:
                return first.owner
            else:
                self.agenda.delay(self.root, TURN)
                self.publish(self.make("Tick", self.root))
        self.agenda.now = max(self.agenda.now, until)


class Entry(Record):  # a turn or a scheduled event, and also the handle of the event
    pending = True

    def cancel(self) -> bool:
        pending, self.pending = self.pending and self.owner.alive, False
        return bool(pending)


class Agenda(Record):  # its entries are sorted by time, priority and insertion
    def schedule(self, owner: Thing, delay: int, priority: int, event: Any = None) -> Any:
        due = self.now + delay
        self.entries.append(Entry(owner=owner, event=event, due=due, priority=priority))
        return self.entries[-1]

    def coming(self) -> list[Entry]:
        pending = [entry for entry in self.entries if entry.pending and entry.owner.alive]
        return sorted(pending, key=lambda entry: (entry.due, entry.priority))

    def __contains__(self, actor: Thing) -> bool:
        return any(entry.owner is actor and not entry.event for entry in self.coming())

    def delay(self, actor: Thing, cost: int) -> None:
        entry = next(e for e in self.coming() if e.owner is actor and not e.event)
        entry.cancel()
        self.schedule(actor, entry.due + cost - self.now, entry.priority)


class Timers(Record):  # the rules that start, run and end timers
    def refuse_missing(self, stop: Event, world: World) -> None:
        if not world.timers.get((stop.target, stop.kind)):
            stop.fail("no timer")

    def refuse_shorter(self, start: Event, world: World) -> None:
        timer = world.timers.get((start.target, start.kind))
        extends = self.kinds[start.kind]["stacking"] == "extend"
        if timer and not extends and start.duration <= timer.ends - timer.lived:
            start.fail("already")

    def start(self, start: Event, world: World) -> None:
        key, turn = (start.target, start.kind), world.agenda.now // TURN
        start.began = key not in world.timers or self.kinds[start.kind]["stacking"] != "extend"
        new = Record(kind=start.kind, owner=start.target, duration=0, ends=0, lived=0)
        timer = world.timers.setdefault(key, new)
        if not start.began:
            timer.duration += start.duration
            timer.ends += start.duration
            return
        timer.source, timer.origin = start.enactor, start.sequence
        if start.duration >= timer.ends - timer.lived:
            timer.duration, timer.ends = start.duration, turn + start.duration
            timer.lived, timer.halved = turn, False

    def tell_start(self, start: Event, world: World) -> None:
        if start.began and (timer := world.timers.get((start.target, start.kind))):
            self.tell("start", timer, world)

    def tell(self, moment: str, timer: Any, world: World) -> None:  # the owner plays the last role
        if packet := self.kinds[timer.kind]["packets"].get(moment):
            players = [timer.source, timer.owner][-len(world.events[packet[0]][1]) :]
            event = world.make(packet[0], *players, **packet[1])
            event.origin = timer.origin
            world.publish(event)

    def tick(self, tick: Event, world: World) -> None:
        turn = world.agenda.now // TURN
        for timer in world.timers.values():
            timer.lived = max(timer.lived, turn - 1)  # even if an error interrupted the turn
        for timer in [timer for timer in world.timers.values() if timer.lived < turn]:
            if timer in world.timers.values() and timer.lived < turn:
                timer.lived = turn
                self.tell("tick", timer, world)
            half = timer.ends - timer.duration // 2
            if timer in world.timers.values() and half <= turn and not timer.halved:
                timer.halved = True
                self.tell("half", timer, world)
            if timer in world.timers.values() and timer.ends <= turn:
                del world.timers[timer.owner, timer.kind]
                self.tell("end", timer, world)

    def stop(self, stop: Event, world: World) -> None:
        if timer := world.timers.get((stop.target, stop.kind)):
            del world.timers[timer.owner, timer.kind]
            if not stop.quiet:
                self.tell("end", timer, world)


TIMER_RULES: list[tuple[str, int, Any]] = [
    ("StartTimer", COMMIT - 1, Timers.refuse_shorter),
    ("StartTimer", APPLY, Timers.start),
    ("StartTimer", REACT, Timers.tell_start),
    ("StopTimer", 100, Timers.refuse_missing),
    ("StopTimer", APPLY, Timers.stop),
    ("Tick", APPLY, Timers.tick),
]
