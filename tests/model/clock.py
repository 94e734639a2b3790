"""A naive model of docs/agenda.md and of the timers in docs/dispatch.md#time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.model.interpreter import Event, Failure, Handler, Part, Thing, World

TURN = 100
EVENTS: dict[str, tuple[str, list[str]]] = {
    "Tick": ("Notice", []),
    "StartTimer": ("Change", ["target"]),
    "ChangeTimer": ("Change", ["target"]),
    "StopTimer": ("ChangeTimer", ["target"]),
    "ExtendTimer": ("ChangeTimer", ["target"]),
    "HoldTimer": ("ChangeTimer", ["target"]),
    "ReleaseTimer": ("ChangeTimer", ["target"]),
    "Freeze": ("Change", ["target"]),
    "Thaw": ("Change", ["target"]),
}


@dataclass(eq=False)
class Entry:
    """A place on the agenda: of an actor, of a scheduled event, or of the next turn."""

    agenda: Agenda
    owner: Thing | None
    event: Event | None
    time: int
    rank: int
    order: int
    left: int | None = None  # how far off it is, while its owner is frozen
    rest: int = 0  # what its speed left over of the last cost

    @property
    def pending(self) -> bool:
        return self in self.agenda.entries

    @property
    def priority(self) -> int:
        return self.rank if self.pending else 0

    @property
    def held(self) -> bool:
        return self.pending and self.left is not None

    @property
    def due(self) -> int:
        if not self.pending:
            return 0
        return self.time if self.left is None else self.agenda.now + self.left

    def cancel(self) -> bool:
        self.agenda.world.allow()
        pending = self.pending
        if pending:
            self.agenda.entries.remove(self)
        return pending


class Agenda:
    def __init__(self, world: World) -> None:
        self.world = world
        self.now = self.orders = 0
        self.entries: list[Entry] = []
        self.still: list[Thing] = []

    @property
    def turn(self) -> int:
        return self.now // TURN

    def put(self, owner: Thing | None, event: Event | None, time: int, priority: int) -> Entry:
        self.orders += 1
        entry = Entry(self, owner, event, time, priority, self.orders)
        if owner in self.still:
            entry.left = time - self.now
        self.entries.append(entry)
        return entry

    def of(self, who: Thing) -> list[Entry]:
        return [entry for entry in self.entries if entry.owner is who]

    def place(self, actor: Thing) -> Entry | None:
        return next((entry for entry in self.of(actor) if entry.event is None), None)

    def __contains__(self, actor: Thing) -> bool:
        return self.place(actor) is not None

    def known(self, actor: Thing) -> Entry:
        entry = self.place(actor)
        if entry is None:
            raise Failure("ScheduleError")
        return entry

    def due(self, actor: Thing) -> int:
        return self.known(actor).due

    def frozen(self, who: Thing) -> bool:
        return who in self.still

    def schedule(self, actor: Thing, delay: int = 0, priority: int = 0) -> None:
        self.world.allow()
        if actor in self or not actor.alive or actor in self.still:
            raise Failure("ScheduleError")
        self.put(actor, None, self.now + delay, priority)

    def cancel(self, actor: Thing) -> None:
        self.world.allow()
        self.entries.remove(self.known(actor))

    def delay(self, actor: Thing, cost: int = TURN, speed: int = 100) -> None:
        self.world.allow()
        entry = self.known(actor)
        self.orders += 1
        put_off, entry.rest = divmod(cost * 100 + entry.rest, speed)
        entry.time, entry.order = entry.time + put_off, self.orders
        entry.left = None if entry.left is None else entry.left + put_off

    def freeze(self, who: Thing) -> None:
        self.world.allow()
        if who in self.still or not who.alive:
            raise Failure("ScheduleError")
        self.still.append(who)
        for entry in self.of(who):
            entry.left = max(0, entry.time - self.now)

    def thaw(self, who: Thing) -> None:
        self.world.allow()
        if who not in self.still:
            raise Failure("ScheduleError")
        for entry in sorted(self.of(who), key=lambda entry: (entry.event is not None, entry.order)):
            self.orders += 1
            entry.time, entry.left, entry.order = entry.due, None, self.orders
        self.still.remove(who)

    def scheduled(self) -> list[Entry]:
        coming = [entry for entry in self.entries if entry.event and entry.left is None]
        return sorted(coming, key=lambda entry: (entry.due, entry.priority, entry.order))

    def held(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.event and entry.left is not None]

    def forget(self, who: Thing) -> None:
        self.entries = [entry for entry in self.entries if entry.owner is not who]
        if who in self.still:
            self.still.remove(who)


@dataclass(eq=False)
class Facts:
    """What an event of a timer is told about it."""

    kind: str
    source: Thing
    level: int
    duration: int
    remaining: int
    risen: bool


@dataclass(eq=False)
class Timer:
    number: int
    kind: str
    owner: Thing
    source: Thing
    origin: int
    duration: int
    ends: int  # in which turn, while it runs
    level: int
    lived: int  # the turn that it has lived through last
    held: int = 0  # how many turns are left, while its time stands still
    waned: bool = False
    paused: bool = False


class Model(World):
    """A world with an agenda and, if one of its classes is Timers, with timers."""

    def __init__(
        self,
        events: dict[str, tuple[str, list[str]]],
        classes: dict[str, list[Handler]],
        kinds: dict[str, Any],
        limit: int,
    ) -> None:
        self.timers: list[Timer] = []
        self.count = 0
        self.told = (0, 0)  # up to which timer all have been told, in which turn
        self.kinds = kinds
        self.agenda = Agenda(self)
        if "Timers" in classes:
            classes = classes | {"Timers": self.timer_handlers()}
        super().__init__(events | EVENTS, classes, limit)
        if "Timers" in classes:
            self.attach(self.root, Part("Timers"))

    @property
    def turn(self) -> int:
        return self.agenda.turn

    def advance(self) -> None:
        self.allow()
        self.agenda.now = (self.turn + 1) * TURN

    def leave(self, thing: Thing) -> None:
        super().leave(thing)
        self.agenda.forget(thing)
        self.timers = [timer for timer in self.timers if timer.owner is not thing]

    def schedule(self, event: Event, delay: int, priority: int) -> Entry:
        self.allow()
        owner = event.enactor
        if event.is_a("Change") and len(event.roles) > 1:
            owner = getattr(event, event.roles[1]) or owner
        if not owner.alive:
            raise Failure("ScheduleError")
        event.outcome = "scheduled"
        event.origin = self.flight[-1].sequence if self.flight else 0
        return self.agenda.put(owner, event, self.agenda.now + delay, priority)

    def start_clock(self) -> None:
        self.agenda.put(self.root, None, (self.turn + 1) * TURN, -1000)

    def next_actor(self, until: int) -> Thing | None:
        """Let time go by until somebody's turn has come, at most until a time."""
        agenda = self.agenda
        while True:
            ready = [e for e in agenda.entries if e.left is None and e.due <= until]
            if not ready:
                agenda.now = max(agenda.now, until)
                return None
            first = min(ready, key=lambda entry: (entry.due, entry.rank, entry.order))
            agenda.now = max(agenda.now, first.due)
            if first.event is None and first.owner is not self.root:
                return first.owner
            if first.event is None:
                agenda.delay(self.root)
            else:
                agenda.entries.remove(first)
            self.publish(first.event or self.make("Tick", self.root))

    # Timers: rules of the world

    def timer_handlers(self) -> list[Handler]:
        rules = [
            ("StartTimer", 100, self.refuse_another),
            ("StartTimer", 399, self.refuse_too_little),
            ("StartTimer", 700, self.arm),
            ("StartTimer", 1000, self.tell_the_start),
            ("ChangeTimer", 100, self.refuse_missing),
            ("StopTimer", 700, self.stop),
            ("ExtendTimer", 399, self.refuse_too_little),
            ("ExtendTimer", 700, self.extend),
            ("HoldTimer", 101, self.refuse_held),
            ("HoldTimer", 700, self.hold),
            ("ReleaseTimer", 101, self.refuse_held),
            ("ReleaseTimer", 700, self.hold),
            ("Freeze", 100, self.refuse_frozen),
            ("Freeze", 700, self.freeze),
            ("Thaw", 100, self.refuse_frozen),
            ("Thaw", 700, self.freeze),
        ]
        tick = Handler("Timers", "Timers", "Tick", 700, self.let_time_pass)
        return [tick, *(Handler("Timers", "Timers", *rule, via="world") for rule in rules)]

    def find(self, event: Event) -> Timer | None:
        for timer in self.timers:
            if timer.owner is event.target and timer.kind == event.kind:
                return timer
        return None

    def last_lived(self, timer: Timer) -> int:
        """The last turn that a timer lived through; one without a Tick is still to come."""
        turn, number = self.told
        return max(timer.lived, turn - (timer.number > number))

    def left(self, timer: Timer) -> int:
        """How many turns are left, this one too if its tick has yet to come."""
        return timer.held or timer.ends - self.last_lived(timer)

    def hold_or_release(self, timer: Timer) -> None:
        """Stop a timer whose time is to stand still, or let it go on."""
        stands_still = timer.paused or self.agenda.frozen(timer.owner)
        if stands_still and not timer.held:
            timer.held = self.left(timer)
        elif timer.held and not stands_still:
            timer.lived = self.last_lived(timer)
            timer.ends, timer.held = timer.lived + timer.held, 0

    def refuse_another(self, part: Part, start: Event, world: World) -> None:
        if self.find(start) and self.kinds[start.kind]["stacking"] == "ignore":
            start.fail("already")

    def raised(self, timer: Timer, start: Event) -> int:
        """The level of a timer, once it is started again."""
        kind = self.kinds[timer.kind]
        level: int = start.level + (timer.level if kind["stacking"] == "intensify" else 0)
        return max(timer.level, min(level, int(kind["most"])))

    def refuse_too_little(self, part: Part, event: Event, world: World) -> None:
        if event.name == "ExtendTimer":
            if event.turns < 1:
                event.fail("short")
        elif event.duration < 1 or event.level < 1:
            event.fail("short")
        elif timer := self.find(event):
            extends = self.kinds[timer.kind]["stacking"] == "extend"
            longer, higher = (
                event.duration > self.left(timer),
                self.raised(timer, event) > timer.level,
            )
            if not (extends or longer or higher):
                event.fail("already")

    def arm(self, part: Part, start: Event, world: World) -> None:
        timer = self.find(start)
        start.began = timer is None or self.kinds[start.kind]["stacking"] != "extend"
        if timer is None:
            self.count += 1
            names = start.kind, start.target, start.enactor, start.sequence
            ends, level = (
                self.turn + start.duration,
                min(start.level, self.kinds[start.kind]["most"]),
            )
            timer = Timer(self.count, *names, start.duration, ends, level, self.turn)
            self.timers.append(timer)
            self.hold_or_release(timer)
            return
        if not start.began:
            self.lengthen(timer, start.duration)
            return
        level = self.raised(timer, start)
        start.risen, timer.level = level > timer.level, level
        timer.source, timer.origin = start.enactor, start.sequence
        if start.duration >= self.left(timer):
            timer.duration, timer.waned = start.duration, False
            timer.ends, timer.lived = self.turn + start.duration, self.turn
            timer.held = timer.held and start.duration
            self.hold_or_release(timer)

    def lengthen(self, timer: Timer, turns: int) -> None:
        timer.duration += turns
        if timer.held:
            timer.held += turns
        else:
            timer.ends += turns
        self.hold_or_release(timer)

    def tell_the_start(self, part: Part, start: Event, world: World) -> None:
        timer = self.find(start)
        if start.began and timer:
            self.tell(timer, "start", self.left(timer), start.risen)

    def tell(self, timer: Timer, moment: str, remaining: int, risen: bool = False) -> None:
        """Publish what the kind of a timer says for a moment; its owner plays the second role."""
        packet = self.kinds[timer.kind].get(moment)
        if packet is None:
            return
        name, fields = packet
        facts = Facts(timer.kind, timer.source, timer.level, timer.duration, remaining, risen)
        several = len(self.roles[name]) > 1
        players = [timer.source, timer.owner] if several else [timer.owner]
        nobody = [None] * (len(self.roles[name]) - len(players))
        event = self.make(name, *players, *nobody, **fields, timer=facts)
        event.origin = timer.origin
        self.publish(event)

    def let_time_pass(self, part: Part, tick: Event, world: World) -> None:
        self.told = (self.turn, 0)
        while True:
            running = [
                timer
                for timer in self.timers
                if timer.number > self.told[1] and timer.lived < self.turn and not timer.held
            ]
            if not running:
                break
            self.told = (self.turn, running[0].number)
            self.pass_turn(running[0])
        self.told = (self.turn, self.count)

    def pass_turn(self, timer: Timer) -> None:
        timer.lived = self.turn
        left = timer.ends - self.turn
        self.tell(timer, "tick", max(1, left + 1))
        runs = timer in self.timers and not timer.held
        if runs and self.left(timer) <= timer.duration // 2 and not timer.waned:
            timer.waned = True
            self.tell(timer, "half", max(0, self.left(timer)))
        if timer in self.timers and self.left(timer) <= 0:
            self.timers.remove(timer)
            self.tell(timer, "end", 0)

    def refuse_missing(self, part: Part, change: Event, world: World) -> None:
        if self.find(change) is None:
            change.fail("no timer")

    def stop(self, part: Part, stop: Event, world: World) -> None:
        if timer := self.find(stop):
            self.timers.remove(timer)
            if not stop.quiet:
                self.tell(timer, "end", self.left(timer))

    def extend(self, part: Part, extend: Event, world: World) -> None:
        if timer := self.find(extend):
            self.lengthen(timer, extend.turns)

    def refuse_held(self, part: Part, change: Event, world: World) -> None:
        holds = change.name == "HoldTimer"
        if (timer := self.find(change)) and timer.paused == holds:
            change.fail("held" if holds else "not held")

    def hold(self, part: Part, change: Event, world: World) -> None:
        if timer := self.find(change):
            timer.paused = change.name == "HoldTimer"
            self.hold_or_release(timer)

    def refuse_frozen(self, part: Part, event: Event, world: World) -> None:
        freezes = event.name == "Freeze"
        if self.agenda.frozen(event.target) == freezes:
            event.fail("frozen" if freezes else "not frozen")

    def freeze(self, part: Part, event: Event, world: World) -> None:
        if event.name == "Freeze":
            self.agenda.freeze(event.target)
        else:
            self.agenda.thaw(event.target)
        for timer in [timer for timer in self.timers if timer.owner is event.target]:
            self.hold_or_release(timer)
