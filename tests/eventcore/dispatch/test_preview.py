"""Preview: what an event would do is found out without anything being done."""

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    Preview,
    Query,
    Snapshot,
    World,
    component,
    event,
    handles,
    role,
    state_digest,
)
from eventcore.errors import CascadeError, DispatchError
from eventcore.handler import COMMIT
from eventcore.outcome import CONTINUE, DONE, FAILED, GONE, NOTHING, REPLACED
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Hit,
    Legs,
    Run,
    Walk,
    component_of,
    does,
    fails,
    refuser,
    says,
)


@event
class Strength(Query):
    """How strong is a blow?"""

    amount: int = 0


@event
class Strike(Action):
    """Someone strikes someone."""

    target: Entity = role()
    amount: int = 0
    marks: list[str] = attrs.field(factory=list)
    notes: dict[str, list[str]] = attrs.field(factory=dict)
    seen: set[int] = attrs.field(factory=set)


@event
class Hurt(Change):
    """Someone is hurt."""

    target: Entity = role()
    amount: int = 0


@component
class Arm(Component):
    strength: int = 3

    @handles(Strength, MODIFY)
    def add(self, query: Strength, world: World) -> None:
        query.amount += self.strength

    @handles(Strike, MODIFY)
    def aim(self, strike: Strike, world: World) -> None:
        strike.amount += world.ask(Strength(strike.enactor)).amount
        strike.marks.append("aimed")
        strike.notes.setdefault("arm", []).append("aimed")
        strike.seen.add(world.turn)

    @handles(Strike, RESOLVE)
    def hit(self, strike: Strike, world: World) -> None:
        world.publish(Hurt(strike.enactor, strike.target, strike.amount))

    @handles(Strike, REACT)
    def tire(self, strike: Strike, world: World) -> None:
        self.strength -= 1


@component
class Flesh(Component):
    hp: int = 10

    @handles(Hurt, MODIFY, role="target")
    def soften(self, hurt: Hurt, world: World) -> None:
        hurt.amount -= 1

    @handles(Hurt, APPLY, role="target")
    def bleed(self, hurt: Hurt, world: World) -> None:
        self.hp -= world.stream("combat").roll(1, hurt.amount)


@pytest.fixture
def world(make_world: MakeWorld) -> World:
    return make_world(Arm, Flesh)


def test_a_preview_shows_the_packet_and_what_it_would_publish(world: World) -> None:
    fighter, victim = world.spawn(Arm()), world.spawn(Flesh())
    previewed = world.preview(Strike(fighter, victim))
    assert (previewed.outcome, previewed.reason) == (DONE, None)
    assert isinstance(previewed.event, Strike)
    assert previewed.event.amount == 3
    (hurt,) = previewed.follows
    assert isinstance(hurt.event, Hurt)
    assert hurt.event.amount == 2
    assert (hurt.event.cause, hurt.event.target) == (previewed.event, victim)
    asked = world.preview(Strength(fighter))
    assert isinstance(asked.event, Strength)
    assert (asked.event.amount, asked.outcome) == (3, DONE)


def test_a_preview_leaves_no_trace(world: World) -> None:
    fighter, victim = world.spawn(Arm()), world.spawn(Flesh())
    told: list[object] = []
    world.observe(Strike, told.append)
    before = state_digest(world)
    strike = Strike(fighter, victim)
    world.preview(strike)
    assert state_digest(world) == before
    assert (world.sequence, world.draws(), told) == (0, [], [])
    assert (strike.outcome, strike.amount, strike.sequence) == (CONTINUE, 0, 0)
    assert (strike.marks, strike.notes, strike.seen) == ([], {}, set())


def test_the_event_can_be_published_after_any_number_of_previews(world: World) -> None:
    strike = Strike(world.spawn(Arm()), world.spawn(Flesh()))
    strike.notes["arm"] = ["raised"]
    for _ in range(3):
        world.preview(strike)
    world.publish(strike)
    assert (strike.amount, strike.marks, strike.seen) == (3, ["aimed"], {0})
    assert strike.notes == {"arm": ["raised", "aimed"]}


@component
class Wall(Component):
    stop = fails("wall", Walk, VALIDATE)
    insist = says("insist", Walk, RESOLVE, always=True)
    react = says("react", Walk, REACT, always=True)


def test_a_refusal_is_previewed(make_world: MakeWorld) -> None:
    world = make_world(Wall, Legs)
    previewed = world.preview(Walk(world.spawn(Wall(), Legs())))
    assert (previewed.outcome, previewed.reason) == (FAILED, "wall")
    assert refuser(previewed.event) == "Wall.stop"
    assert isinstance(previewed.event, Walk)
    assert previewed.event.log == ["wall", "insist"]
    assert world.preview(Walk(world.root)).reason == NOTHING


def test_a_replacement_is_previewed(make_world: MakeWorld) -> None:
    @component
    class Bump(Component):
        victim: Any = None

        @handles(Walk, VALIDATE)
        def strike(self, walk: Walk, world: World) -> None:
            walk.replace(Hit(walk.enactor, self.victim))

    world = make_world(Bump, Body, Legs)
    victim = world.spawn(Body())
    bumper = world.spawn(Bump(victim), Legs())
    previewed = world.preview(Walk(bumper))
    assert previewed.outcome is REPLACED
    assert [(type(f.event), f.outcome) for f in previewed.follows] == [(Hit, DONE)]
    assert previewed.event.replacement is previewed.follows[0].event
    world.despawn(victim)
    previewed = world.preview(Walk(bumper))
    assert (previewed.outcome, previewed.reason) == (FAILED, GONE)


VERBS: dict[str, tuple[int, Callable[[World, Entity], object]]] = {
    "publish above the line": (VALIDATE, lambda w, e: w.publish(Dawn(e))),
    "publish a query": (RESOLVE, lambda w, e: w.publish(Strength(e))),  # type: ignore[type-var]  # the mistake
    "ask an action": (RESOLVE, lambda w, e: w.ask(Walk(e))),  # type: ignore[type-var]  # the mistake
    "publish twice": (RESOLVE, lambda w, e: w.publish(w.publish(Dawn(e)))),
    "ask twice": (RESOLVE, lambda w, e: w.ask(w.ask(Strength(e)))),
    "nobody enacts": (RESOLVE, lambda w, e: w.publish(Dawn(None))),  # type: ignore[arg-type]  # the mistake
    "publish a text": (RESOLVE, lambda w, e: w.publish("dawn")),  # type: ignore[type-var]  # the mistake
    "defer a text": (RESOLVE, lambda w, e: w.defer("dawn")),  # type: ignore[arg-type]  # the mistake
    "ask a text": (RESOLVE, lambda w, e: w.ask("dawn")),  # type: ignore[type-var]  # the mistake
}


@pytest.mark.parametrize("mistake", VERBS)
def test_what_the_world_refuses_is_refused_in_a_preview_too(
    make_world: MakeWorld, mistake: str
) -> None:
    priority, verb = VERBS[mistake]
    Careless = component_of(
        "Careless", do=does(lambda walk, world: verb(world, walk.enactor), Walk, priority)
    )
    world = make_world(Careless, Legs)
    careless = world.spawn(Careless(), Legs())
    for attempt in (world.preview, world.publish):
        with pytest.raises(DispatchError):
            attempt(Walk(careless))
    assert world.publish(Run(world.spawn(Legs()))).depth == 0


def test_the_chain_goes_on_with_its_own_event_after_what_follows(make_world: MakeWorld) -> None:
    @component
    class Legion(Component):
        ask = does(lambda walk, world: world.ask(Strength(walk.enactor)), Walk, MODIFY)
        above = says("above", Walk, MODIFY)
        first = does(lambda walk, world: world.publish(Dawn(walk.enactor)), Walk, RESOLVE)
        then = says("then", Walk, RESOLVE)
        second = does(lambda walk, world: world.defer(Dawn(walk.enactor)), Walk, RESOLVE)

    world = make_world(Legion)
    previewed = world.preview(Walk(world.spawn(Legion())))
    assert isinstance(previewed.event, Walk)
    assert previewed.event.log == ["above", "then"]
    assert [(f.event.cause, f.event.depth) for f in previewed.follows] == [(previewed.event, 1)] * 2


def test_a_preview_is_as_deep_as_the_chains_are(make_world: MakeWorld) -> None:
    @component
    class Descent(Component):
        @handles(Walk, RESOLVE)
        def descend(self, walk: Walk, world: World) -> None:
            if walk.depth < 3:
                world.publish(Walk(self.entity))

    world = make_world(Descent)
    previewed: Preview[Walk] | None = world.preview(Walk(world.spawn(Descent())))
    depths = []
    while previewed is not None:
        depths.append(previewed.event.depth)
        previewed = previewed.follows[0] if previewed.follows else None
    assert depths == [0, 1, 2, 3]
    shallow = make_world(Descent, depth_limit=2)
    with pytest.raises(CascadeError):
        shallow.preview(Walk(shallow.spawn(Descent())))


def test_handlers_that_apply_or_react_do_not_run(make_world: MakeWorld) -> None:
    @component
    class Bands(Component):
        last = says("399", Walk, COMMIT - 1)
        line = says("400", Walk, COMMIT)
        resolve = says("699", Walk, APPLY - 1)
        apply = says("700", Walk, APPLY)
        react = says("1000", Walk, REACT, always=True)

    world = make_world(Bands)
    previewed = world.preview(Walk(world.spawn(Bands())))
    assert isinstance(previewed.event, Walk)
    assert previewed.event.log == ["399", "400", "699"]


def test_the_stand_in_answers_what_the_world_does(make_world: MakeWorld) -> None:
    answers: list[Any] = []

    @component
    class Curious(Component):
        @handles(Walk, RESOLVE)
        def look(self, walk: Walk, world: World) -> None:
            answers.append(
                (
                    world.root,
                    world.turn,
                    world.seed,
                    world.sequence,
                    len(world),
                    list(world),
                    world[2],
                    list(world.having(Curious)),
                    len(world.plan(Walk, self.entity).steps),
                )
            )

    world = make_world(Curious, seed=4)
    curious = world.spawn(Curious())
    world.advance()
    world.preview(Walk(curious))
    world.publish(Walk(curious))
    seen = (world.root, 1, 4, 0, 2, [world.root, curious], curious, [curious], 1)
    really_seen = (world.root, 1, 4, 1, 2, [world.root, curious], curious, [curious], 1)
    assert answers == [seen, really_seen]


def test_a_handler_may_look_ahead_in_a_dispatch(make_world: MakeWorld) -> None:
    seen: list[Any] = []

    Mind = component_of(
        "Mind",
        think=does(
            lambda dawn, world: seen.append(world.preview(Walk(dawn.enactor)).outcome), Dawn, APPLY
        ),
    )
    world = make_world(Mind, Legs, Wall)
    world.publish(Dawn(world.spawn(Mind(), Legs())))
    world.publish(Dawn(world.spawn(Mind(), Wall())))
    assert seen == [DONE, FAILED]


def test_rules_and_owned_things_are_heard_in_a_preview_too(make_world: MakeWorld) -> None:
    Armour = component_of("Armour", clang=says("clang", Hit, MODIFY, role="target", via="owner"))
    Law = component_of("Law", judge=says("judge", Hit, MODIFY, via="world"))
    world = make_world(Armour, Law, Body)
    world.attach(world.root, Law())
    victim, armour = world.spawn(Body()), world.spawn(Armour())
    world.set_owner(armour, victim)
    previewed = world.preview(Hit(world.root, victim))
    assert isinstance(previewed.event, Hit)
    assert previewed.event.log == ["judge", "clang"]


@attrs.define
class Bill:
    price: int = 100
    parts: list[int] = attrs.field(factory=list)


@dataclass
class Note:
    words: list[str]


class Box:
    def __init__(self) -> None:
        self.inside = [Bill()]


HOLD: dict[str, tuple[Callable[[Entity], Any], Callable[[Any], object]]] = {
    "counter": (lambda _: Counter(a=1), lambda held: held.update("ab")),
    "defaultdict": (lambda _: defaultdict(list), lambda held: held["a"].append(1)),
    "ordered dict": (lambda _: OrderedDict(a=[]), lambda held: held["a"].append(1)),
    "deque of lists": (lambda _: deque([[1]]), lambda held: held[0].append(1)),
    "bytearray": (lambda _: bytearray(b"a"), lambda held: held.extend(b"b")),
    "list in tuple": (lambda _: ([],), lambda held: held[0].append(1)),
    "list in dict in tuple": (lambda _: ({"a": [1]},), lambda held: held[0]["a"].append(1)),
    "attrs object": (lambda _: Bill(), lambda held: setattr(held, "price", 1)),
    "list in attrs object": (lambda _: Bill(), lambda held: held.parts.append(1)),
    "attrs object in list": (lambda _: [Bill()], lambda held: setattr(held[0], "price", 1)),
    "dataclass": (lambda _: Note([]), lambda held: held.words.append("a")),
    "object": (lambda _: Box(), lambda held: held.inside[0].parts.append(1)),
    "component": (lambda _: [Legs()], lambda held: setattr(held[0], "steps", 1)),
    "event": (lambda e: {"walk": Walk(e)}, lambda held: held["walk"].log.append("a")),
    "entities": (lambda e: {e: [e]}, lambda held: held.popitem()[1].clear()),
}


def shown(held: Any) -> str:
    """Write what is held, with what is in objects that do not show it."""
    return repr(held.inside if isinstance(held, Box) else held)


@pytest.mark.parametrize("name", HOLD)
def test_preview_leaves_what_the_event_holds_untouched(make_world: MakeWorld, name: str) -> None:
    hold, change = HOLD[name]

    @event
    class Pay(Action):
        held: Any = None

    Payer = component_of(
        "Payer",
        change=does(lambda pay, _: change(pay.held), Pay, MODIFY),
        pay=does(lambda *_: None, Pay, APPLY),
    )
    world = make_world(Payer, Legs)
    payer = world.spawn(Payer(), Legs())
    pay = Pay(payer, hold(payer))
    before = shown(pay.held)
    seen = [shown(world.preview(pay).event.held) for _ in range(2)]
    assert shown(pay.held) == before
    world.publish(pay)
    assert seen == [shown(pay.held)] * 2
    assert seen[0] != before


def test_what_belongs_to_the_world_stands_for_itself_in_a_previewed_event(
    make_world: MakeWorld,
) -> None:
    @event
    class Show(Action):
        held: Any = None

    world = make_world(Legs)
    one, gone = world.spawn(Legs()), world.spawn()
    world.despawn(gone)
    held = ([one, gone], world, world.agenda, world.stream("luck"), Snapshot(world))
    seen = world.preview(Show(one, held)).event.held
    assert all(copied is kept for copied, kept in zip(seen[1:], held[1:], strict=True))
    assert seen[0] == [one, gone]
    assert seen[0] is not held[0]
    both: list[Any] = []
    both.append(both)
    pair = world.preview(Show(one, [both, both])).event.held
    assert pair[0] is pair[1] is pair[0][0]
    assert pair[0] is not both


def test_event_that_holds_what_cannot_be_copied_is_refused_with_its_field(
    make_world: MakeWorld,
) -> None:
    @event
    class Read(Action):
        source: Any = None

    world = make_world(Legs)
    reader = world.spawn(Legs())
    with pytest.raises(DispatchError):
        world.preview(Read(reader, [iter(()), Lock()]))
    assert world.spawn().alive


@pytest.mark.parametrize("follows", [True, False])
def test_handler_that_previews_can_be_previewed(make_world: MakeWorld, follows: bool) -> None:
    @event
    class Trade(Action):
        price: int = 0

    @event
    class Pay(Action):
        price: int = 0

    @component
    class Purse(Component):
        coins: int = 5

        @handles(Trade, VALIDATE)
        def refuse_what_is_too_dear(self, trade: Trade, world: World) -> None:
            seen = world.preview(Pay(self.entity, trade.price), follows=follows)
            if seen.reason is not None:
                trade.fail(seen.reason)

        @handles(Trade, RESOLVE)
        def trade(self, trade: Trade, world: World) -> None:
            world.publish(Pay(self.entity, trade.price))

        @handles(Pay, VALIDATE)
        def refuse(self, pay: Pay, world: World) -> None:
            if pay.price > self.coins:
                pay.fail("too dear")

        @handles(Pay, APPLY)
        def pay(self, pay: Pay, world: World) -> None:
            self.coins -= pay.price

    world = make_world(Purse)
    buyer = world.spawn(Purse())
    assert world.preview(Trade(buyer, 6)).reason == "too dear"
    seen = world.preview(Trade(buyer, 5))
    assert (seen.outcome, [type(one.event) for one in seen.follows]) == (DONE, [Pay])
    assert world.publish(Trade(buyer, 6)).reason == "too dear"
    assert world.publish(Trade(buyer, 5)).done
    assert buyer[Purse].coins == 0


def test_handler_that_previews_its_own_event_for_ever_is_stopped(make_world: MakeWorld) -> None:
    Thinker = component_of(
        "Thinker", think=does(lambda walk, w: w.preview(Walk(walk.enactor)), Walk, VALIDATE)
    )
    world = make_world(Thinker, depth_limit=20)
    thinker = world.spawn(Thinker())
    for verb in (world.preview, world.publish):
        with pytest.raises(CascadeError):
            verb(Walk(thinker))
    assert world.spawn().alive


def test_whether_an_event_would_be_refused_is_told_without_what_follows(
    make_world: MakeWorld,
) -> None:
    ran: list[str] = []

    @component
    class Striker(Component):
        @handles(Strike, VALIDATE)
        def look(self, strike: Strike, world: World) -> None:
            ran.append("VALIDATE")
            if strike.amount > 9:
                strike.fail("too hard")

        @handles(Strike, RESOLVE)
        def follow(self, strike: Strike, world: World) -> None:
            ran.append("RESOLVE")
            world.publish(Walk(strike.enactor))

    world = make_world(Striker, Legs)
    one = world.spawn(Striker(), Legs())
    for follows, runs in ((True, ["VALIDATE", "RESOLVE"]), (False, ["VALIDATE"])):
        ran.clear()
        seen = world.preview(Strike(one, one), follows=follows)
        assert (seen.outcome, len(seen.follows), ran) == (DONE, len(runs) - 1, runs)
        assert world.preview(Strike(one, one, 10), follows=follows).reason == "too hard"
