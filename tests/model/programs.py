"""Random programs as plain data: classes of components, what their handlers do, things and steps.

`do` performs an act or a step in any world, the library's or the model's, by its public names.
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
FREEZING = ["Freeze", "Thaw"]
TIMER_ACTS = (
    ["StartTimer"] * 5 + ["StopTimer", "ExtendTimer", "HoldTimer", "ReleaseTimer"] + FREEZING
)
MOST_THINGS = 8
FLOOR = {
    "priority": 700,
    "role": "enactor",
    "via": "self",
    "always": False,
    "when": None,
    "acts": [],
}
VIA = ["self", "self", "self", "owner", "owner", "world"]

# Acts, in a world of either side


def name_of(found: Any) -> str:
    return getattr(found, "name", None) or type(found).__name__


def number(thing: Any) -> int | None:
    return None if thing is None else thing.id


def measure(event: Any) -> str | None:
    """The field that acts read and write; how long a timer lasts, only while that may fail."""
    fields = ("amount", "duration", "turns") if outcome(event) == "continue" else ("amount",)
    return next((field for field in fields if hasattr(event, field)), None)


def outcome(found: Any) -> str:
    return str(getattr(found.outcome, "value", found.outcome))


def amount(event: Any) -> int | None:
    field = measure(event)
    return None if field is None else getattr(event, field)


def told(found: Any) -> list[Any]:
    """What became of an event or a preview."""
    event = getattr(found, "event", found)
    follows = [told(each) for each in getattr(found, "follows", ())]
    return [name_of(event), outcome(found), found.reason, amount(event), *follows]


def find(ref: Any, part: Any, event: Any, side: Any) -> Any:
    """The thing that a program means, or None."""
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
            links = (
                [each.link for each in picked.components if hasattr(each, "link")] if picked else []
            )
            return next((link for link in links if link), None)
    return getattr(event, ref, None) if ref else None


def make(spec: Any, part: Any, event: Any, side: Any) -> Any:
    """Make the event that a program describes; None if nobody enacts it or the fuel is spent."""
    name, refs, fields = spec
    spare = 3 if event is None or name_of(event) == "Tick" else 0
    fuel = getattr(event, "fuel", spare) - 1
    players = [find(ref, part, event, side) for ref in refs]
    if fuel < 0 or players[0] is None or (name not in EVENTS and None in players):
        return None
    return side.create(name, players, ({"fuel": fuel} if name in EVENTS else {}) | fields)


def perform(
    handler: dict[str, Any], label: str, part: Any, event: Any, world: Any, side: Any
) -> None:
    """Do what a handler of a program does, and write down that it was called."""
    side.log.append([label, part.entity.id, name_of(event), event.sequence, amount(event)])
    match handler["when"]:
        case ["n", divisor, rest] if part.n % divisor != rest:
            return
        case ["amount", least] if (amount(event) or 0) < least:
            return
    for act in handler["acts"]:
        do(act, part, event, world, side)


def do(act: Any, part: Any, event: Any, world: Any, side: Any) -> None:
    def thing(ref: Any) -> Any:
        return find(ref, part, event, side)

    field = event and measure(event)
    match act:
        case ["amount", k] if field:
            setattr(event, field, getattr(event, field) + k)
        case ["read"] if field:
            setattr(event, field, getattr(event, field) + part.n)
        case ["write"] if field:
            part.n = getattr(event, field)
        case ["n", k]:
            part.n += k
        case ["link", ref]:
            part.link = thing(ref)
        case ["fail", reason]:
            event.fail(reason)
        case ["fail", reason, cost]:
            event.fail(reason, cost=cost)
        case ["cost", cost]:
            event.cost = cost
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
            side.log.append(["published", *told(world.publish(other))[:4]])
        case ["defer", spec] if other := make(spec, part, event, side):
            world.defer(other)
        case ["ask", spec] if other := make(spec, part, event, side):
            side.log.append(["answered", *told(world.ask(other))[:4]])
            if field:
                setattr(event, field, getattr(event, field) + other.amount)
        case ["preview", spec, follows] if other := make(spec, part, event, side):
            preview = world.preview(other, follows=follows)
            side.log.append(["previewed", *told(preview), told(other)])
            if preview.reason and event is not None and outcome(event) == "continue":
                event.fail("unwise")
        case ["schedule", spec, delay, priority] if other := make(spec, part, event, side):
            if EVENTS.get(name_of(other), [""])[0] in ("Action", "Hit") and other.amount > 2:
                other.cost = 10 * other.amount
            handle = world.schedule(other, delay, priority=priority)
            if part is not None:
                part.handle = handle
        case ["cancel handle"] if part.handle:
            side.log.append(["cancelled", part.handle.cancel()])
        case ["spawn", names, keep] if len(side.living()) < MOST_THINGS:
            spawned = world.spawn(*(side.part(name) for name in names))
            side.log.append(["spawned", spawned.id])
            if keep:
                part.link = spawned
        case ["despawn", ref] if thing(ref):
            world.despawn(thing(ref))
        case ["attach", ref, name] if thing(ref):
            world.attach(thing(ref), side.part(name))
        case ["detach", ref, name] if thing(ref):
            world.detach(thing(ref), side.classes[name])
        case ["give", ref, owner] if thing(ref):
            world.set_owner(thing(ref), thing(owner))
        case ["enlist", ref, delay, priority] if thing(ref):
            world.agenda.schedule(thing(ref), delay=delay, priority=priority)
        case ["dismiss", ref] if thing(ref):
            world.agenda.cancel(thing(ref))
        case ["put off", ref, cost, speed] if thing(ref):
            world.agenda.delay(thing(ref), cost, speed)
        case ["freeze", ref] if thing(ref):
            world.agenda.freeze(thing(ref))
        case ["thaw", ref] if thing(ref):
            world.agenda.thaw(thing(ref))
        case ["turn"]:
            world.advance()
            world.publish(side.create("Tick", [world.root], {}))
        case ["pass", units, spec]:
            side.actor = side.next_actor(world.agenda.now + units)
            side.log.append(["next", number(side.actor)])
            if side.actor and (other := make(spec, part, event, side)):
                action = world.publish(other)
                side.log.append(["acted", *told(action)[:4], action.cost])
                if side.actor in world.agenda:
                    world.agenda.delay(side.actor, action.cost)


# Generating


class Maker:
    """Draws one program from a seed; the next seed has the same classes of components."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed // 2)
        self.timed = self.random.random() < 0.7
        self.clock = self.random.random() < 0.8
        self.events = self.random.sample(PUBLISHED, 4)
        self.names = ["A", "B", "C", "D"][: self.random.randint(2, 4)]
        self.classes = self.draw_classes()
        self.random = Random(seed)

    def likely(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def small(self, least: int = -2, most: int = 3) -> int:
        return self.random.randint(least, most)

    def name(self) -> str:
        return self.random.choice([*self.names, "Floor"])

    def ref(self, inside: bool) -> Any:
        pick = ["pick", self.small(0, 2)]
        near = ["me", "me", "enactor", "target", "owner", "link", "item"] if inside else []
        return self.random.choice([*near, pick, pick, ["linked", self.small(0, 2)], "root"])

    def spec(self, inside: bool, names: list[str] | None = None) -> Any:
        if names is None and self.timed and self.likely(35):
            return self.timer_spec(inside)
        name = self.random.choice(names or self.events)
        refs = [self.ref(inside) for _ in ["enactor", *EVENTS[name][1]]]
        refs[1:] = [None if self.likely(15) else ref for ref in refs[1:]]
        return [name, refs, {"amount": self.small(0, 4)}]

    def timer_spec(self, inside: bool) -> Any:
        name = self.random.choice(TIMER_ACTS)
        fields: dict[str, Any] = {} if name in FREEZING else {"kind": self.random.choice("xxxxy")}
        if name == "StartTimer":
            fields |= {"duration": self.small(1, 4), "level": self.small(1, 3)}
        elif name == "ExtendTimer":
            fields["turns"] = self.small(1, 3)
        elif name == "StopTimer":
            fields["quiet"] = self.likely(30)
        target = self.ref(inside) if self.likely(20) else ["pick", 0]
        return [name, [self.ref(inside), target], fields]

    def act(self, hears: str, priority: int, always: bool) -> Any:
        """Draw what the contract allows at a priority, and now and then what it refuses."""
        action = hears in ("Action", "Hit", "Shove", "Swap", "Wait")
        deaf = hears in ("Event", "Notice", "Word", "Tick")
        spec, ref = self.spec(True), self.ref(True)
        publish = [["publish", spec], ["publish", spec], ["defer", spec]]
        ask = ["ask", self.spec(True, ["Ask"])]
        choices: list[Any] = [["amount", self.small()], ["amount", self.small()], ["read"], ask]
        if priority < 400:
            if not deaf:
                choices += [["fail", self.random.choice(["wall", "web"])]] * 2
                choices += [["preview", spec, self.likely(60)]]
            if not deaf and hears not in ("Query", "Ask"):
                choices += [["replace", self.spec(True, ["Hit", "Shove", "Wait", "Hurt", "Rain"])]]
            if action:
                choices += [["fail", "mud", 40], ["cost", self.random.choice([0, 50, 150])]]
            choices += [["publish", spec]] * (6 if always else self.likely(10))
        elif priority < 700:
            choices += publish * 2 + [["try", publish[0]], ["amount", self.small()]]
            choices += [["spawn", [self.name()], False]] * self.likely(20)
        else:
            choices += [
                *publish,
                *[["try", publish[0]]] * 2,
                ["n", self.small()],
                ["n", 1],
                ["write"],
            ]
            choices += [self.change(True)] * 5 + [["link", ref]]
            if action:
                choices += [["cost", self.random.choice([0, 50, 150])]]
            choices += [["raise"]] * self.small(0, 2) + [["fail", "late"]] * (
                not deaf and self.likely(10)
            )
        return self.random.choice(choices)

    def change(self, inside: bool) -> Any:
        """Draw what changes the structure of the world or the agenda."""
        ref, when = self.ref(inside), [self.small(0, 4) * 50, self.small(-1, 1)]
        event = self.spec(inside)
        if not inside and self.likely(60):
            event[1][:2] = [["pick", self.small(0, 1)] for _ in event[1][:2]]
        soon = ref if inside else ["pick", self.small(0, 1)]
        choices: list[Any] = [
            ["spawn", self.parts(), inside],
            ["despawn", ref],
            ["despawn", ref],
            ["attach", ref, self.name()],
            ["detach", ref, self.name()],
            ["give", ref, self.ref(inside) if self.likely(75) else None],
            *[["schedule", event, *when]] * (3 if inside else 8),
            ["enlist", ref, *when],
            ["dismiss", ref],
            ["put off", soon, self.small(0, 3) * 50, self.random.choice([50, 100, 130, 200])],
            *[["freeze", soon], ["thaw", soon]] * (1 if inside else 3),
        ]
        return self.random.choice(choices + [["cancel handle"]] * inside)

    def handler(self, via: str) -> dict[str, Any]:
        hears = self.random.choice(
            [*self.events * 3, "Ask", "Event", "Action", "Change", "Notice"]
            + (
                ["Tick", "Tick", "StartTimer", "ExtendTimer", "ChangeTimer", "Freeze"]
                if self.timed
                else []
            )
        )
        above = [1, 50, 100, 300, 399] if self.likely(20) else [100, 300]
        below = [400, 500, 699, 700, 999, 1000] if self.likely(20) else [500, 700, 1000]
        question = hears in ("Query", "Ask")
        priority = self.random.choice(above if question or self.likely(40) else below)
        always = hears not in ("Query", "Ask") and self.likely(15)
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

    def parts(self) -> list[str]:
        return [name for name in [*self.names, "Floor"] if self.likely(65)]

    def kind(self) -> dict[str, Any]:
        moments = {
            moment: [
                self.random.choice(["Hurt", "Grow", "Word", "Wait"]),
                {"amount": self.small(1, 3), "fuel": fuel},
            ]
            for moment, fuel in [("start", 0), ("tick", 1), ("half", 0), ("end", 0)]
            if self.likely(75)
        }
        stackings = ["refresh", "intensify", "extend"] * 2 + ["ignore"]
        stacking = self.random.choice(stackings)
        return moments | {"stacking": stacking, "most": self.random.choice([3, 6, 1000])}

    def step(self) -> Any:
        name, _, fields = self.spec(False, ["Wait", "Hit"])
        refs = ["actor", self.ref(False)][: 1 + len(EVENTS[name][1])]
        timed = self.timed and self.likely(65)
        passing = ["pass", self.random.choice([50, 100, 100, 230]), [name, refs, fields]]
        return self.random.choice(
            [["publish", self.timer_spec(False) if timed else self.spec(False)]] * 16
            + [["preview", self.spec(False), self.likely(70)]] * 2
            + [["turn"] if self.timed and not self.clock else passing] * 5
            + [["ask", self.spec(False, ["Ask"])], ["mark"], ["back"], *[["save"], ["clone"]] * 3]
            + [self.change(False)] * 10
        )

    def draw_classes(self) -> dict[str, Any]:
        classes: dict[str, Any] = {"Floor": [FLOOR | {"hears": name} for name in PUBLISHED]}
        classes["Floor"].append(FLOOR | {"hears": "Ask", "priority": 300})
        for name in self.names:
            others = [self.handler(self.random.choice(VIA)) for _ in range(self.small(1, 5))]
            classes[name] = [*others, self.handler("self")]
        if self.timed:
            classes["Timers"] = []
        return dict(self.random.sample([*classes.items()], len(classes)))

    def program(self) -> dict[str, Any]:
        actors = [["enlist", ["pick", k], 50 * self.small(0, 4), self.small(-1, 1)] for k in (0, 1)]
        steps = actors + [self.step() for _ in range(self.small(12, 18))]
        number = self.small(3, 5)
        return {
            "classes": self.classes,
            "rules": [name for name in self.names if self.likely(50)],
            "things": [self.parts() for _ in range(number)],
            "owners": [self.small(0, 1) if self.likely(50) else None for _ in range(number)],
            "kinds": {name: self.kind() for name in "xy"} if self.timed else {},
            "clock": self.clock,
            "limit": self.random.choice([2, 3, 100, 100, 100]),
            "watch": self.random.choice(["observers", "tap", None]),
            "steps": steps,
        }
