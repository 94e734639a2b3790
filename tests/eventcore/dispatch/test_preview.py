"""A preview finds out what an event would do, without changing anything."""

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
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
    Query,
    Snapshot,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError
from eventcore.outcome import CONTINUE, DONE, FAILED, UNHANDLED
from eventcore.phase import COMMIT
from eventcore.state.digest import state_digest
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Legs,
    Walk,
    alone,
    component_of,
    does,
    fails,
    refuser,
    says,
)


@event
class Strength(Query):
    amount: int = 0


@event
class Strike(Action):
    target: Entity = role()
    amount: int = 0
    marks: list[str] = attrs.field(factory=list)
    notes: dict[str, list[str]] = attrs.field(factory=dict)
    seen: set[int] = attrs.field(factory=set)


@event
class Hurt(Change):
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


def test_preview_shows_the_packet_and_what_it_would_publish(world: World) -> None:
    fighter, victim = world.spawn(Arm()), world.spawn(Flesh())
    previewed = world.preview(Strike(fighter, victim))
    assert (previewed.outcome, previewed.reason) == (DONE, None)
    (hurt,) = previewed.follows
    assert (previewed.event.amount, hurt.event.amount) == (3, 2)
    assert (hurt.event.cause, hurt.event.target) == (previewed.event, victim)
    shallow = world.preview(Strike(fighter, victim), follows=False)
    assert (shallow.outcome, shallow.event.amount, shallow.follows) == (DONE, 3, ())
    asked = world.preview(Strength(fighter))
    assert (asked.event.amount, asked.outcome) == (3, DONE)


def test_preview_leaves_no_trace_and_the_event_unused(world: World) -> None:
    told: list[object] = []
    world.observe(Strike, told.append)
    strike = Strike(world.spawn(Arm()), world.spawn(Flesh()))
    strike.notes["arm"] = ["raised"]
    before = state_digest(world)
    for _ in range(3):
        world.preview(strike)
    assert state_digest(world) == before
    assert (world.sequence, world.draws(), told) == (0, [], [])
    assert (strike.outcome, strike.amount, strike.sequence) == (CONTINUE, 0, 0)
    assert (strike.marks, strike.notes, strike.seen) == ([], {"arm": ["raised"]}, set())
    world.publish(strike)
    assert (strike.amount, strike.marks, strike.seen) == (3, ["aimed"], {0})
    assert strike.notes == {"arm": ["raised", "aimed"]}


@component
class Wall(Component):
    stop = fails("wall", Walk, VALIDATE)
    insist = says("insist", Walk, RESOLVE, always=True)
    react = says("react", Walk, REACT, always=True)


def test_refusal_is_previewed(make_world: MakeWorld) -> None:
    world = make_world(Wall, Legs)
    walker = world.spawn(Wall(), Legs())
    for follows, log in ((True, ["wall", "insist"]), (False, ["wall"])):
        previewed = world.preview(Walk(walker), follows=follows)
        assert (previewed.outcome, previewed.reason) == (FAILED, "wall")
        assert refuser(previewed.event) == "Wall.stop"
        assert previewed.event.log == log
    assert world.preview(Walk(world.root)).reason == UNHANDLED


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
    assert previewed.event.log == ["399", "400", "699"]


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
    """Return the full state of a value as text, including the contents of each Box."""
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


def test_parts_of_the_world_are_not_copied_in_a_preview(make_world: MakeWorld) -> None:
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


def test_handler_reads_the_world_in_a_preview(make_world: MakeWorld) -> None:
    seen: list[Any] = []

    def look(walk: Walk, w: World) -> None:
        seen.append((w.root, w.turn, w.seed, len(w), [*w], w[2], [*w.having(Legs)], w.agenda.now))

    Curious = component_of("Curious", look=does(look, Walk, RESOLVE))
    world, curious = alone(make_world, Curious, Legs)
    world.advance()
    world.preview(Walk(curious))
    world.publish(Walk(curious))
    assert seen == [(world.root, 1, 0, 2, [world.root, curious], curious, [curious], 100)] * 2


@pytest.mark.parametrize("follows", [True, False])
@pytest.mark.parametrize("kind", [Walk, Strength])
def test_error_in_a_preview_names_the_handler(
    kind: Any, follows: bool, make_world: MakeWorld
) -> None:
    def answer(event: Any, world: World) -> None:
        if isinstance(event, kind):
            world.spawn()

    Eager = component_of(
        "Eager",
        ask=does(lambda walk, world: world.ask(Strength(walk.enactor)), Walk, MODIFY),
        check=does(answer, Walk, VALIDATE),
        answer=does(answer, Strength, MODIFY),
    )
    world = make_world(Eager, Legs)
    with pytest.raises(DispatchError, match=r"^spawn\(\) in a preview: ") as error:
        world.preview(Walk(world.spawn(Legs(), Eager())), follows=follows)
    handler = "Eager.check (VALIDATE 100)" if kind is Walk else "Eager.answer (MODIFY 300)"
    name = kind.__name__
    assert error.value.__notes__ == [
        f"while previewing {name} of Entity(2) in {handler}; cascade: {name}"
    ]
