"""Random little simulations: components whose handlers do anything a handler may do, or may not.

A scenario is data, drawn by Hypothesis; playing it gives a record of all that can be
seen from outside: who was called in which order, what became of each event, what
observers and taps were told, which errors rose, and the digest of the state at the end.
"""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st

from eventcore import (
    APPLY,
    Action,
    Broadcast,
    Change,
    Component,
    Entity,
    Event,
    EventcoreError,
    Handler,
    Notice,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
    role,
    state_digest,
)
from eventcore.event import name_of
from eventcore.handler import COMMIT


@event
class Go(Action):
    """An action of one role."""


@event
class Push(Action):
    """An action of two."""

    target: Entity = role()


@event
class Shove(Push):
    """A kind of Push."""


@event
class Burn(Change):
    """A change of one role."""


@event
class Cut(Change):
    """A change of two."""

    target: Entity = role()


@event
class Told(Notice):
    """A notice of three roles, two of which may be empty."""

    target: Entity | None = role(default=None)
    item: Entity | None = role(default=None)


@event
class Cry(Broadcast):
    """Heard by everyone."""


@event(shuffled="muster")
class Muster(Cry):
    """Heard by everyone, in an order of chance."""


@event
class Never(Notice):
    """Not published: heard by all, so that no component is a rule of the world alone."""


@handles(Never)
def _hear_never(part: Any, never: Never, world: Any) -> None:
    """Hear nothing."""


@event
class Heat(Query):
    """A question of one role."""


@event
class Fit(Query):
    """A question of two."""

    target: Entity = role()


PUBLISHED: list[type[Event]] = [Go, Push, Shove, Burn, Cut, Told, Cry, Muster]
ASKED: list[type[Query]] = [Heat, Fit]
HEARD: list[type[Event]] = [*PUBLISHED, *ASKED, *[Action, Change, Event, Cry] * 3, Notice, Query]
REPLACING: list[type[Event]] = [Go, Push, Shove, Burn, Cut, Cry, Muster]

ROLES: dict[type[Event], list[str]] = {
    **{kind: ["enactor", "target"] for kind in (Push, Shove, Cut, Fit)},
    Told: ["enactor", "target", "item"],
}


def roles_of(kind: type[Event]) -> list[str]:
    return ROLES.get(kind, ["enactor"])


PRIORITIES = [1, 50, 100, 100, 300, 399, 400, 500, 500, 699, 700, 700, 999, 1000, 1000]
BUDGET = 40
"""How many events one play publishes from within handlers; then they only listen."""
CROWD = 60
"""So many entities there are in a play: all who hear a broadcast may spawn another, each time."""


@attrs.frozen
class Command:
    """What a handler does when it is called, besides writing down that it was."""

    verb: str
    kind: type[Event]
    who: tuple[int, int, int]
    part: int


@attrs.frozen
class Hearing:
    """One handler."""

    kind: type[Event]
    priority: int
    role: str
    via: Any
    always: bool
    command: Command


@attrs.frozen
class Scenario:
    """A simulation.

    Attributes:
        tables: The handlers of each component class.
        order: The order of the classes given to the world.
        makes: Which classes each entity has, and who bears it; the first is the root.
        events: What is published or asked from outside, and whether it is previewed before.
        observed: Whether there are observers.
        tapped: Whether there are taps.
        depth_limit: How many causes an event may have.
    """

    tables: list[list[Hearing]]
    order: list[int]
    makes: list[tuple[list[int], int | None]]
    events: list[tuple[Command, bool]]
    observed: bool
    tapped: bool
    depth_limit: int


ABOVE = ["look"] * 30 + ["fail"] * 8 + ["replace"] * 8 + ["ask"] * 6 + ["misuse", "raise"]
BELOW = (
    ["look"] * 16
    + ["publish"] * 16
    + ["defer"] * 8
    + ["ask", "despawn", "detach", "attach", "give", "take", "spawn", "catch"] * 4
    + ["fail", "raise"]
)
CLASSES = 4


@st.composite
def commands(draw: st.DrawFn, verbs: list[str]) -> Command:
    verb = draw(st.sampled_from(verbs))
    pool = ASKED if verb == "ask" else REPLACING if verb == "replace" else PUBLISHED
    number = st.integers(0, 5)
    who = (draw(number), draw(number), draw(number))
    return Command(verb, draw(st.sampled_from(pool)), who, draw(st.integers(0, CLASSES - 1)))


@st.composite
def hearings(draw: st.DrawFn) -> Hearing:
    kind = draw(st.sampled_from(HEARD))
    priorities = [p for p in PRIORITIES if p < COMMIT or not issubclass(kind, Query)]
    priority = draw(st.sampled_from(priorities))
    return Hearing(
        kind,
        priority,
        draw(st.sampled_from(roles_of(kind))),
        draw(st.sampled_from(["self", "self", "self", "owner", "world"])),
        draw(st.sampled_from([False, False, False, True])),
        draw(commands(ABOVE if priority < COMMIT else BELOW)),
    )


def makes() -> st.SearchStrategy[tuple[list[int], int | None]]:
    parts = st.lists(st.integers(0, CLASSES - 1), unique=True, min_size=2, max_size=CLASSES)
    return st.tuples(parts, st.sampled_from([None, None, 1, 2, 3]))


def scenarios() -> st.SearchStrategy[Scenario]:
    """Draw a whole scenario."""
    return st.builds(
        Scenario,
        tables=st.lists(
            st.lists(hearings(), min_size=4, max_size=7), min_size=CLASSES, max_size=CLASSES
        ),
        order=st.permutations(range(CLASSES)),
        makes=st.lists(makes(), min_size=3, max_size=5),
        events=st.lists(
            st.tuples(commands(["publish", "publish", "publish", "ask"]), st.booleans()),
            min_size=4,
            max_size=8,
        ),
        observed=st.booleans(),
        tapped=st.booleans(),
        depth_limit=st.sampled_from([2, 5, 100]),
    )


def summary(settled: Event) -> tuple[object, ...]:
    """What there is to see of an event."""
    cause, replacement = settled.cause, settled.replacement
    return (
        name_of(settled),
        settled.outcome.value,
        settled.reason,
        str(settled.failed_by),
        cause and name_of(cause),
        settled.depth,
        replacement and name_of(replacement),
    )


@component
class Able(Component):
    """Could apply anything, but nobody has it: debug mode would refuse what nobody could apply."""

    @handles(Action, APPLY)
    @handles(Change, APPLY)
    def apply(self, event: Action | Change, world: World) -> None:
        """Apply it."""


class Play:
    """One play of a scenario, in one mode; ``record`` is all that was seen."""

    def __init__(self, scenario: Scenario, *, debug: bool) -> None:
        self.record: list[object] = []
        self.outcomes: set[str] = set()
        self._budget = BUDGET
        self._classes = [self._make_class(n, table) for n, table in enumerate(scenario.tables)]
        self.world = World(
            seed=1,
            components=[*(self._classes[n] for n in scenario.order), Able],
            debug=debug,
            depth_limit=scenario.depth_limit,
        )
        self._entities = [self.world.root]
        self._populate(scenario)
        if scenario.tapped:
            self.world.tap(_Recorder(self.record))
        if scenario.observed:
            self._observe()
        for command, previewed in scenario.events:
            self._begin(command, previewed)
        self.record.append((len(self.world), self.world.sequence, state_digest(self.world)))

    def _make_class(self, number: int, table: list[Hearing]) -> type[Component]:
        body: dict[str, Any] = {"__annotations__": {"n": int}, "n": 0, "never": _hear_never}
        for place, hearing in enumerate(table):
            body[f"h{place}"] = self._make_handler(hearing, f"C{number}.h{place}")
        return component(type(f"C{number}", (Component,), body))

    def _make_handler(self, hearing: Hearing, label: str) -> Any:
        @handles(
            hearing.kind,
            hearing.priority,
            role="enactor" if hearing.via == "world" else hearing.role,
            via=hearing.via,
            always=hearing.always,
        )
        def hear(part: Any, event: Any, world: Any) -> None:
            self.record.append((label, part.entity.id, name_of(event), event.outcome.value))
            if hearing.priority >= APPLY:
                part.n += 1
            self._act(hearing.command, event, world, label)

        return hear

    def _populate(self, scenario: Scenario) -> None:
        for number, (parts, _) in enumerate(scenario.makes):
            made = [self._classes[part]() for part in parts]
            if number:
                self._entities.append(self.world.spawn(*made))
            else:
                for part in made:
                    self.world.attach(self.world.root, part)
        for thing, (_, owner) in zip(self._entities, scenario.makes, strict=True):
            if owner is not None:
                self._give(self.world, thing, self._at(owner))

    def _observe(self) -> None:
        self.world.observe(Event, lambda told: self.record.append(("told", *summary(told))))
        self.world.observe(Push, self._look_on, role="target", entity=self._entities[1])

    def _look_on(self, push: Push) -> None:
        self.record.append(("looked", name_of(push), self.world.ask(Heat(push.enactor)).reason))

    def _begin(self, command: Command, previewed: bool) -> None:
        preview = None
        if previewed:
            before = state_digest(self.world)
            try:
                preview = self.world.preview(self._make(command))
                self.record.append(("preview", *summary(preview.event)))
            except (EventcoreError, ZeroDivisionError) as error:
                self._note(error)
            assert state_digest(self.world) == before, "a preview changes nothing"
        try:
            settled = self._perform(command, self.world)
            if preview is not None:
                assert (settled.outcome, settled.reason) == (preview.outcome, preview.reason)
        except (EventcoreError, ZeroDivisionError) as error:
            self._note(error)

    def _note(self, error: Exception) -> None:
        self.outcomes.add(type(error).__name__)
        self.record.append((type(error), str(error), getattr(error, "__notes__", None)))

    def _perform(self, command: Command, world: World) -> Event:
        made = self._make(command)
        settled = world.ask(made) if isinstance(made, Query) else world.publish(made)
        self.outcomes.add(str(settled.reason or settled.outcome.value))
        self.record.append(("returned", *summary(settled)))
        return settled

    def _act(self, command: Command, event: Any, world: World, label: str) -> None:
        one, two = self._at(command.who[0]), self._at(command.who[1])
        cls = self._classes[command.part]
        match command.verb:
            case "publish" | "defer" | "ask" | "catch" if self._budget:
                self._budget -= 1
                self._send(command, world)
            case "fail" if hasattr(event, "fail"):
                event.fail(label)
            case "replace" if hasattr(event, "replace") and event.depth < 4:
                event.replace(self._make(command))
            case "despawn" if one.alive and one is not world.root:
                world.despawn(one)
            case "attach" if one.alive and cls not in one:
                world.attach(one, cls())
            case "detach" if one.alive and cls in one:
                world.detach(one, cls)
            case "give":
                self._give(world, one, two)
            case "take" if one.alive:
                world.set_owner(one, None)
            case "misuse":
                world.publish(self._make(command)) if command.part % 2 else world.spawn()
            case "spawn" if len(self._entities) < CROWD:
                self._entities.append(world.spawn(cls()))
            case "raise":
                raise ZeroDivisionError(label)

    def _send(self, command: Command, world: World) -> None:
        if command.verb == "defer":
            world.defer(self._make(command))
            return
        try:
            self._perform(command, world)
        except ZeroDivisionError as error:
            if command.verb != "catch":
                raise
            self._note(error)

    def _give(self, world: World, thing: Entity, owner: Entity) -> None:
        holder: Entity | None = owner
        while holder is not None and holder is not thing:
            holder = holder.owner
        if thing.alive and owner.alive and holder is None:
            world.set_owner(thing, owner)

    def _make(self, command: Command) -> Any:
        kind: Any = command.kind
        number = len(roles_of(kind))
        entities: list[Entity | None] = [self._at(who) for who in command.who[:number]]
        if kind is Told:
            entities[1:] = [None if command.who[n] == 5 else entities[n] for n in (1, 2)]
        return kind(*entities)

    def _at(self, number: int) -> Entity:
        return self._entities[number % len(self._entities)]


class _Recorder(Tap):
    """Writes down all that a tap is told."""

    def __init__(self, record: list[object]) -> None:
        self._record = record

    def hears(self, kind: type[Event]) -> bool:
        return kind is not Go

    def published(self, event: Event) -> None:
        self._record.append(("published", name_of(event)))

    def handled(self, event: Event, handler: Handler) -> None:
        self._record.append(("handled", name_of(event), str(handler), event.outcome.value))

    def settled(self, event: Event) -> None:
        self._record.append(("settled", *summary(event)))
