"""Draw random programs, which list component classes, handlers, entities and steps.

The ``do`` function performs an act or a step in a world of the library or of the model.
"""

from __future__ import annotations

from random import Random
from typing import Any

EVENTS: dict[str, tuple[str, list[str]]] = {
    "Hit": ("Action", ["target"]),
    "Shove": ("Hit", ["target"]),
    "Swap": ("Action", ["target", "item"]),
    "Wait": ("Action", []),
    "Hurt": ("Change", ["target"]),
    "Burn": ("Hurt", ["target"]),
    "Grow": ("Change", []),
    "Word": ("Notice", ["target"]),
    "Rain": ("Broadcast", []),
    "Ask": ("Query", ["target"]),
}
PUBLISHED = [name for name in EVENTS if name != "Ask"]
ROLES = ("enactor", "target", "item")
RULEBOOK_SEEDS = 4  # the number of programs that share component classes
MOST_THINGS = 8
CHANGES = ["spawn", "despawn", "despawn", "attach", "detach", "give", "give", "enlist"]


def name_of(found: Any) -> str:
    return getattr(found, "name", None) or type(found).__name__


def outcome(found: Any) -> str:
    return str(getattr(found.outcome, "value", found.outcome))


def amount(event: Any) -> int | None:
    return getattr(event, "amount", None)


def summary(found: Any) -> list[Any]:
    """Return the result of an event or a preview."""
    event = getattr(found, "event", found)
    follows = [summary(each) for each in getattr(found, "follows", ())]
    return [name_of(event), outcome(found), found.reason, amount(event), *follows]


def parts_of(thing: Any) -> dict[str, Any]:
    """Return the entity's components that the program defines, sorted by name."""
    parts = {type(part).__name__: part for part in thing.components if hasattr(part, "link")}
    return dict(sorted(parts.items()))


def find(ref: Any, part: Any, event: Any, side: Any) -> Any:
    """Return the entity that a reference in a program means, or None."""
    match ref:
        case "root":
            return side.world.root
        case "actor":
            return side.actor
        case "me" | "owner" | "link":
            thing = part and part.entity
            return thing and {"me": thing, "owner": thing.owner, "link": part.link}[ref]
        case ["pick", k]:
            living = side.living()
            return living[k % len(living)] if living else None
        case ["linked", k]:
            picked = find(["pick", k], part, event, side)
            parts = parts_of(picked).values() if picked else []
            return next((each.link for each in parts if each.link), None)
    return getattr(event, ref, None) if ref else None


def make(spec: Any, part: Any, event: Any, side: Any) -> Any:
    """Make the event that a program describes, or return None if it lacks an entity or fuel."""
    name, refs, fields = spec
    spare = 3 if event is None or name_of(event) == "Tick" else 0
    fuel = getattr(event, "fuel", spare) - 1
    cast = [find(ref, part, event, side) for ref in refs]
    if fuel < 0 or cast[0] is None or (name not in EVENTS and None in cast):
        return None
    return side.create(name, cast, ({"fuel": fuel} if name in EVENTS else {}) | fields)


def perform(handler: Any, label: str, part: Any, event: Any, world: Any, side: Any) -> None:
    """Log a handler call, and perform the handler's acts until the event's outcome changes."""
    me, before = part.entity, outcome(event)
    side.log.append([label, me.id, name_of(event), event.sequence, amount(event)])
    match handler["when"]:
        case ["n", divisor, rest] if part.n % divisor != rest:
            return
        case ["amount", least] if (amount(event) or 0) < least:
            return
    for act in handler["acts"]:
        if any(each is part for each in me.components) and outcome(event) == before:
            do(act, part, event, world, side)


def do(act: Any, part: Any, event: Any, world: Any, side: Any) -> None:
    def living(ref: Any) -> Any:
        thing = find(ref, part, event, side)
        return thing if thing is not None and thing.alive else None

    measured = amount(event) is not None
    match act:
        case ["amount", k] if measured:
            event.amount += k
        case ["read"] if measured:
            event.amount += part.n
        case ["write"] if measured:
            part.n = event.amount
        case ["n", k]:
            part.n += k
        case ["link", ref]:
            part.link = find(ref, part, event, side)
        case ["fail", reason]:
            event.fail(reason)
        case ["raise"]:
            raise ZeroDivisionError
        case ["try", inner]:
            try:
                do(inner, part, event, world, side)
            except Exception as error:
                side.log.append(["caught", side.error(error)])
        case ["replace", spec] if other := make(spec, part, event, side):
            event.replace(other)
        case ["publish", spec] if other := make(spec, part, event, side):
            side.log.append(["published", *summary(world.publish(other))[:4]])
        case ["defer", spec] if other := make(spec, part, event, side):
            world.defer(other)
        case ["ask", spec] if other := make(spec, part, event, side):
            side.log.append(["answered", *summary(world.ask(other))[:4]])
            if measured:
                event.amount += other.amount
        case ["preview", spec] if other := make(spec, part, event, side):
            preview = world.preview(other)
            side.log.append(["previewed", *summary(preview), summary(other)])
            if preview.reason and event is not None and outcome(event) == "continue":
                event.fail("unwise")
        case ["schedule", spec, delay, priority] if other := make(spec, part, event, side):
            cast = [getattr(other, role, None) for role in ROLES]
            if all(thing is None or thing.alive for thing in cast):
                handle = world.schedule(other, delay, priority=priority)
                if part is not None:
                    part.handle = handle
        case ["cancel"] if part.handle:
            side.log.append(["cancelled", part.handle.cancel()])
        case ["spawn", names, keep] if len(side.living()) < MOST_THINGS:
            spawned = world.spawn(*(side.classes[name]() for name in names))
            side.log.append(["spawned", spawned.id])
            if keep:
                part.link = spawned
        case ["despawn", ref] if (thing := living(ref)) and thing is not world.root:
            world.despawn(thing)
        case ["attach", ref, name] if (thing := living(ref)) and not thing.get(side.classes[name]):
            world.attach(thing, side.classes[name]())
        case ["detach", ref, name] if (thing := living(ref)) and thing.get(side.classes[name]):
            world.detach(thing, side.classes[name])
        case ["give", ref, to] if thing := living(ref):
            owner = living(to)
            if owner is None or owner.id < thing.id:
                world.set_owner(thing, owner)
        case ["enlist", ref, delay, priority] if thing := living(ref):
            if thing in world.agenda:
                world.agenda.delay(thing, delay)
            else:
                world.agenda.schedule(thing, delay=delay, priority=priority)
        case ["pass", units, spec, cost]:
            side.actor = side.next_actor(world, until=world.agenda.now + units)
            side.log.append(["next", side.actor and side.actor.id])
            if side.actor and (other := make(spec, part, event, side)):
                side.log.append(["acted", *summary(world.publish(other))[:4]])
                if side.actor in world.agenda:
                    world.agenda.delay(side.actor, cost)


class Maker:
    """Draws the parts of a program."""

    def __init__(self, seed: int, book: dict[str, Any]) -> None:
        self.random, self.book = Random(seed), book

    def likely(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def small(self, least: int = -2, most: int = 3) -> int:
        return self.random.randint(least, most)

    def parts(self) -> list[str]:
        return [name for name in [*self.book["names"], "Floor"] if self.likely(65)]

    def ref(self, inside: bool) -> Any:
        near = ["me", "me", "enactor", "target", "owner", "link", "item"] if inside else []
        ref = self.random.choice([*near, "pick", "pick", "linked", "root"])
        return [ref, self.small(0, 2)] if ref in ("pick", "linked") else ref

    def spec(self, inside: bool, names: list[str] | None = None) -> Any:
        if names is None and self.book["timed"] and self.likely(35):
            return self.timer_spec(inside)
        name = self.random.choice(names or self.book["events"])
        refs = [self.ref(inside) for _ in ["enactor", *EVENTS[name][1]]]
        refs[1:] = [None if self.likely(15) else ref for ref in refs[1:]]
        return [name, refs, {"amount": self.small(0, 4)}]

    def timer_spec(self, inside: bool) -> Any:
        starts = self.likely(75)
        more = ("duration", self.small(1, 4)) if starts else ("quiet", self.likely(30))
        refs = [self.ref(inside), self.ref(inside) if self.likely(20) else ["pick", 0]]
        fields = dict([("kind", self.random.choice("xxy")), more])
        return ["StartTimer" if starts else "StopTimer", refs, fields]

    def draw(self, name: str, inside: bool = True) -> Any:
        """Draw an act or a step with the given name."""
        ref, when = self.ref(inside), [self.small(0, 4) * 50, self.small(-1, 1)]
        match name:
            case "amount" | "n":
                return [name, self.small()]
            case "fail":
                return [name, self.random.choice(["wall", "web"])]
            case "ask":
                return [name, self.spec(inside, ["Ask"])]
            case "replace":
                return [name, self.spec(inside, ["Hit", "Shove", "Wait", "Hurt", "Rain"])]
            case "try":
                return [name, self.draw("publish")]
            case "link" | "despawn":
                return [name, ref]
            case "attach" | "detach":
                return [name, ref, self.random.choice([*self.book["names"], "Floor"])]
            case "give":
                return [name, ref, self.ref(inside) if self.likely(75) else None]
            case "spawn":
                return [name, self.parts(), inside]
            case "enlist":
                return [name, ref, *when]
            case "publish" | "defer" | "preview" | "schedule":
                return [name, self.spec(inside), *(when if name == "schedule" else [])]
            case "pass":
                event = self.spec(False, ["Wait", "Hit"])
                event[1][0] = "actor"
                units, cost = self.random.choice([50, 100, 100, 230]), self.random.choice([50, 100])
                return [name, units, event, cost]
        return [name]

    def act(self, hears: str, priority: int, always: bool) -> Any:
        """Draw an act that the contract allows at a priority, and occasionally a forbidden one."""
        deaf = hears in ("Event", "Notice", "Word", "Tick")
        names = ["amount", "amount", "read", "ask"]
        if priority < 400:
            names += ["publish"] * (6 if always else self.likely(10))
            names += [] if deaf else ["fail", "fail", "preview"]
            names += [] if deaf or hears in ("Query", "Ask") else ["replace"]
        elif priority < 700:
            names += ["publish"] * 4 + ["defer"] * 2 + ["try", "amount"]
        else:
            names = names * 2 + ["publish"] * 4 + ["defer", "try", "n", "write", "link"] * 2
            names += [*CHANGES, "schedule", "cancel", *["raise"] * self.small(0, 3)]
            names += ["fail"] * (not deaf and self.likely(10))
        return self.draw(self.random.choice(names))

    def step(self) -> Any:
        names = ["publish"] * 18 + ["pass"] * 5 + CHANGES + ["schedule"] * 4
        name = self.random.choice([*names, "preview", "preview", "ask", "save", "clone"])
        timed = name == "publish" and self.book["timed"] and self.likely(50)
        return [name, self.timer_spec(False)] if timed else self.draw(name, inside=False)

    def handler(self, via: str, hears: str) -> dict[str, Any]:
        above = [1, 50, 100, 300, 399] if self.likely(20) else [100, 300]
        below = [400, 500, 699, 700, 999, 1000] if self.likely(20) else [500, 700, 1000]
        question = hears in ("Query", "Ask")
        priority = self.random.choice(above if question or self.likely(40) else below)
        always = not question and self.likely(15)
        roles = ["enactor", *(EVENTS.get(hears, ("", []))[1] if via != "world" else [])]
        return {
            "hears": hears,
            "priority": priority,
            "role": self.random.choice(roles),
            "via": via,
            "always": always,
            "when": self.random.choice([None, None, ["n", 2, 0], ["amount", 2]]),
            "acts": [self.act(hears, priority, always) for _ in range(self.small(1, 2))],
        }

    def draw_book(self) -> dict[str, Any]:
        """Draw the events and component classes that several programs share."""
        self.book = {
            "timed": self.likely(70),
            "events": self.random.sample(PUBLISHED, 4),
            "names": ["A", "B", "C", "D"][: self.small(2, 4)],
        }
        plain = {"role": "enactor", "via": "self", "always": False, "when": None, "acts": []}
        floor = [plain | {"hears": name, "priority": 700} for name in PUBLISHED]
        classes: dict[str, Any] = {"Floor": [*floor, plain | {"hears": "Ask", "priority": 300}]}
        heard = [*self.book["events"] * 3, "Ask", "Event", "Action", "Change", "Notice"]
        if self.book["timed"]:
            classes["Timers"] = []
            heard += ["StartTimer", "StopTimer"]
            # Only the root may have a component that handles Tick.
            classes["Hours"] = [self.handler(via, "Tick") for via in ("self", "world", "self")]
        for name in self.book["names"]:
            vias = self.random.choices(["self", "owner", "world"], [3, 2, 1], k=self.small(1, 5))
            hears = self.random.choices(heard, k=len(vias) + 1)
            classes[name] = [*map(self.handler, [*vias, "self"], hears)]
        self.book["classes"] = dict(self.random.sample([*classes.items()], len(classes)))
        return self.book

    def kind(self) -> dict[str, Any]:
        """Draw a kind of timer: the rule for a second start, and the events to publish."""
        packets: dict[str, Any] = {}
        for moment in ("start", "tick", "half", "end"):
            if self.likely(75):
                fields = {"amount": self.small(1, 3), "fuel": int(moment == "tick")}
                packets[moment] = [self.random.choice(["Hurt", "Grow", "Word", "Wait"]), fields]
        return {"stacking": "extend" if self.likely(40) else "refresh", "packets": packets}


def draw_program(seed: int) -> dict[str, Any]:
    """Draw a program: component classes, a world, and the steps to perform in the world."""
    book = Maker(seed // RULEBOOK_SEEDS, {}).draw_book()
    draw = Maker(seed, book)
    things, rules = draw.small(3, 5), [*book["names"], "Hours"]
    actors = [["enlist", ["pick", k], 50 * draw.small(0, 4), draw.small(-1, 1)] for k in (0, 1)]
    return {
        "classes": book["classes"],
        "rules": [name for name in book["classes"] if name in rules and draw.likely(50)],
        "things": [draw.parts() for _ in range(things)],
        "owners": [draw.small(0, 1) if draw.likely(50) else None for _ in range(things)],
        "kinds": {name: draw.kind() for name in "xy"} if book["timed"] else {},
        "clock": book["timed"] or draw.likely(50),
        "limit": draw.random.choice([2, 3, 100, 100, 100]),
        "watch": draw.random.choice(["observed", "settled", None]),
        "steps": actors + [draw.step() for _ in range(draw.small(9, 13))],
    }
