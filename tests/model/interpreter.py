"""A naive model of docs/dispatch.md: things, components, chains, refusals, cascades and previews.

It shares no code with the library, keeps no index and no cache, and has the library's public names,
so that the programs of programs.py run on both. `clock.py` models the agenda and the timers.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

COMMIT, APPLY, REACT = 400, 700, 1000
CORE = dict.fromkeys(("Action", "Change", "Notice", "Query", "Broadcast"), "Event")


class Failure(Exception):
    """An error of the world, by the name of the library's type."""


@dataclass(eq=False)
class Thing:
    id: int
    components: list[Part] = field(default_factory=list)
    owner: Thing | None = None
    owned: list[Thing] = field(default_factory=list)
    alive: bool = True
    moves: int = 0  # how often its owner became another

    def get(self, name: str) -> Part | None:
        return next((part for part in self.components if part.name == name), None)


@dataclass(eq=False)
class Part:
    name: str
    n: int = 0
    link: Thing | None = None
    handle: Any = None
    holder: Thing | None = None

    @property
    def entity(self) -> Thing:
        if self.holder is None:
            raise Failure("DispatchError")
        return self.holder


@dataclass(eq=False)
class Handler:
    label: str
    part: str
    hears: str
    priority: int
    act: Callable[[Any, Any, Any], None]
    role: str = "enactor"
    via: str = "self"
    always: bool = False


class Event:
    began: bool  # of one that starts a timer: whether its start is told
    risen: bool

    def __init__(
        self, kinds: list[str], players: dict[str, Thing | None], fields: dict[str, Any]
    ) -> None:
        self.name, self.kinds, self.roles = kinds[0], kinds, list(players)
        vars(self).update(players, **fields)
        self.outcome = "continue"
        self.reason: str | None = None
        self.failed_by: str | None = None
        self.handler: str | None = None  # the one that runs
        self.replacement: Event | None = None
        self.previewed = ""  # what a preview is to tell
        self.deciding = False  # the handler that failed or replaced it has not returned yet
        self.cause: Event | None = None
        self.sequence = self.origin = self.depth = 0
        self.price: int | None = None
        self.doomed: list[Thing] = []
        self.follows: list[Event] = []

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def is_a(self, *kinds: str) -> bool:
        return any(kind in self.kinds for kind in kinds)

    @property
    def cost(self) -> int:
        if self.replacement and self.replacement.is_a("Action"):
            return self.replacement.cost
        return self.price if self.price is not None else 100 * (self.outcome != "failed")

    @cost.setter
    def cost(self, cost: int) -> None:
        self.price = cost

    def fail(self, reason: str, cost: int = 0) -> None:
        """Let the event fail, unless it has failed or become another before."""
        if self.outcome == "done":
            raise Failure("DispatchError")
        if self.outcome == "continue":
            self.outcome, self.reason, self.failed_by = "failed", reason, self.handler
            self.price, self.deciding = cost, True

    def come_to(self, outcome: str, reason: str | None = None) -> None:
        """The bus decides, where no handler has."""
        self.outcome, self.reason = outcome, reason

    def replace(self, other: Event) -> None:
        if self.outcome == "done":
            raise Failure("DispatchError")
        if self.outcome == "continue":
            self.outcome, self.replacement, self.failed_by = "replaced", other, self.handler
            self.deciding = True


class World:
    def __init__(
        self,
        events: dict[str, tuple[str, list[str]]],
        classes: dict[str, list[Handler]],
        limit: int,
    ) -> None:
        self.bases = CORE | {name: base for name, (base, _) in events.items()}
        self.roles = {name: ["enactor", *roles] for name, (_, roles) in events.items()}
        self.classes, self.limit = list(classes), limit
        self.handlers = [handler for handlers in classes.values() for handler in handlers]
        self.things: list[Thing] = []
        self.flight: list[Event] = []  # events, queries and previews, the innermost last
        self.deferred: list[Event] = []
        self.settled: list[Event] = []
        self.sequence = 0
        self.observer: Callable[[Event], None] = lambda event: None
        self.tap: Callable[[Event], None] = lambda event: None
        self.root = self.spawn()

    # Structure: what may be changed outside a dispatch, or below the commit line.

    def allow(self) -> None:
        self.allow_to_publish()
        if self.previewing():
            raise Failure("DispatchError")

    def allow_to_publish(self) -> None:
        """Refuse above the commit line, unless the event was refused by a handler before."""
        for event in self.flight[-1:]:
            if event.outcome == "continue" or event.deciding or event.is_a("Query"):
                raise Failure("DispatchError")

    def previewing(self) -> bool:
        return any(event.previewed for event in self.flight)

    def allow_for(self, *things: Thing) -> None:
        self.allow()
        if not all(thing.alive for thing in things):
            raise Failure("UnknownEntityError")

    def roster(self) -> list[Thing]:
        return [thing for thing in self.things if thing.alive]

    def spawn(self, *parts: Part) -> Thing:
        self.allow()
        self.things.append(Thing(len(self.things) + 1))
        for part in parts:
            self.attach(self.things[-1], part)
        return self.things[-1]

    def attach(self, thing: Thing, part: Part) -> None:
        self.allow_for(thing)
        if thing.get(part.name):
            raise Failure("RegistrationError")
        part.holder = thing
        thing.components.append(part)
        thing.components.sort(key=lambda part: self.classes.index(part.name))

    def detach(self, thing: Thing, name: str) -> None:
        self.allow_for(thing)
        part = thing.get(name)
        if part is None:
            raise Failure("MissingComponentError")
        thing.components.remove(part)
        part.holder = None

    def set_owner(self, thing: Thing, owner: Thing | None) -> None:
        self.allow_for(thing, *([owner] if owner else []))
        holder = owner
        while holder is not None:
            if holder is thing:
                raise Failure("RegistrationError")
            holder = holder.owner
        self.move(thing, owner)

    def move(self, thing: Thing, owner: Thing | None) -> None:
        thing.moves += thing.owner is not owner
        if thing.owner:
            thing.owner.owned.remove(thing)
        thing.owner = owner
        if owner:
            owner.owned.append(thing)

    def despawn(self, thing: Thing) -> None:
        self.allow_for(thing)
        if thing is self.root:
            raise Failure("RegistrationError")
        if self.flight:
            self.flight[-1].doomed.append(thing)
        else:
            self.leave(thing)

    def leave(self, thing: Thing) -> None:
        """A thing leaves the world; its components can still be read."""
        thing.alive = False
        for each in [thing, *thing.owned]:
            self.move(each, None)

    # The chain of an event

    def lineage(self, name: str) -> list[str]:
        return [name, *(self.lineage(self.bases[name]) if name in self.bases else [])]

    def make(self, name: str, *players: Thing | None, **fields: Any) -> Event:
        roles = self.roles[name]
        return Event(self.lineage(name), dict(zip(roles, players, strict=True)), fields)

    def chain(self, event: Event) -> list[tuple[Handler, list[Part]]]:
        """List the handlers in order, each with the components that it is called for."""
        found = []
        for index, handler in enumerate(self.handlers):
            if event.is_a(handler.hears):
                for place, (rank, parts) in enumerate(self.hearers(event, handler)):
                    found.append(((handler.priority, *rank, index, place), handler, parts))
        return [(handler, parts) for _, handler, parts in sorted(found, key=lambda step: step[0])]

    def hearers(self, event: Event, handler: Handler) -> list[tuple[tuple[int, int], list[Part]]]:
        """List components by rank: rules, then roles, each with its own before what it owns."""

        def parts_of(things: list[Thing]) -> list[Part]:
            return [part for thing in things if (part := thing.get(handler.part))]

        if handler.via == "world":
            return [((0, 0), [part]) for part in parts_of([self.root])]
        own = handler.via == "self"
        if event.is_a("Broadcast"):
            return [((1, not own), parts_of([t for t in self.roster() if own or t.owner]))]
        player = getattr(event, handler.role)
        if player is None or not player.alive:
            return []
        rank = (1 + event.roles.index(handler.role), not own)
        return [(rank, [part]) for part in parts_of([player] if own else player.owned)]

    def still_hears(self, event: Event, handler: Handler, part: Part, moves: int) -> bool:
        """Return whether a component is still there, and still owned if it hears for an owner."""
        thing, owned = part.holder, handler.via == "owner"
        if thing is None or not thing.alive or (owned and thing.moves != moves):
            return False
        skipped = event.doomed if event.is_a("Broadcast") else []
        return thing not in skipped and not (owned and thing.owner in skipped)

    def is_gone(self, event: Event) -> bool:
        subject = event.enactor
        if event.is_a("Change") and len(event.roles) > 1:
            subject = getattr(event, event.roles[1]) or subject
        return event.is_a("Action", "Change", "Query") and not subject.alive

    def run(self, event: Event, until: int) -> None:
        """Call all handlers before a priority, and decide the outcome at the commit line."""
        if self.is_gone(event):
            event.come_to("failed", "gone")
            return
        chain = self.chain(event)
        moves = {part: part.entity.moves for _, parts in chain for part in parts}
        for handler, parts in [step for step in chain if step[0].priority < until]:
            if handler.priority >= COMMIT:
                self.commit(event, chain)
            for part in parts:
                standing = event.outcome in ("continue", "done")
                if (standing or handler.always) and self.still_hears(
                    event, handler, part, moves[part]
                ):
                    event.handler = handler.label
                    handler.act(part, event, self)
                    event.deciding = False
                    if standing and event.replacement:
                        event.replacement = other = self.publish(event.replacement)
                        if other.outcome == "failed":
                            event.outcome, event.reason = "failed", other.reason
        self.commit(event, chain)

    def commit(self, event: Event, chain: list[tuple[Handler, list[Part]]]) -> None:
        if event.outcome == "continue":
            effective = [h for h, _ in chain if COMMIT <= h.priority < REACT and not h.always]
            if event.is_a("Action", "Change") and not effective:
                event.come_to("failed", "nothing")
            else:
                event.come_to("done")

    # What starts a chain

    def publish(self, event: Event) -> Event:
        self.allow_to_publish()
        if self.previewing():
            outer = self.flight[-1]
            outer.follows.append(self.preview(event, outer.previewed != "refusals"))
            return outer.follows[-1]
        outermost = not self.flight
        event.cause = self.flight[-1] if self.flight else None
        try:
            self.send(event)
            while outermost and self.deferred:
                self.send(self.deferred.pop(0))
        except Exception:
            if outermost:
                self.deferred, self.settled = [], []
            raise
        if outermost:
            told, self.settled = sorted(self.settled, key=lambda event: event.sequence), []
            for each in told:
                self.observer(each)
        return event

    def enter(self, event: Event, cause: Event | None, until: int) -> None:
        """Run the chain of an event, as deep as its cause has it."""
        event.depth = cause.depth + 1 if cause else 0
        if event.depth > self.limit:
            raise Failure("CascadeError")
        if not (event.previewed or event.is_a("Query")):
            self.sequence += 1
            event.sequence = self.sequence
        self.flight.append(event)
        try:
            self.run(event, until)
        finally:
            self.flight.pop()

    def send(self, event: Event) -> None:
        """Run the chain of an event; then those leave who were despawned in it."""
        event.outcome = "continue"
        deferred, settled = len(self.deferred), len(self.settled)
        try:
            self.enter(event, event.cause, REACT + 1)
        except Exception:
            del self.deferred[deferred:], self.settled[settled:]
            raise
        for thing in event.doomed:
            if thing.alive:
                self.leave(thing)
        self.settled.append(event)
        self.tap(event)

    def defer(self, event: Event) -> None:
        if self.previewing() or not self.flight:
            self.publish(event)
            return
        self.allow()
        event.cause, event.outcome = self.flight[-1], "scheduled"
        self.deferred.append(event)

    def ask(self, query: Event) -> Event:
        self.enter(query, self.flight[-1] if self.flight else None, COMMIT)
        return query

    def preview(self, event: Event, follows: bool = True) -> Event:
        """Run what lies before APPLY, on a copy. What it would publish is judged likewise."""
        event = copy(event)
        event.follows, event.previewed = [], "follows" if follows else "refusals"
        cause = self.flight[-1] if self.flight else None
        self.enter(event, cause, APPLY if follows else COMMIT)
        return event
