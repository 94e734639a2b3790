"""Point 9: observers are told when everything has settled, and change nothing."""

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from eventcore import (
    APPLY,
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Event,
    Preview,
    RegistrationError,
    Tap,
    World,
    component,
    handles,
)
from eventcore.errors import DispatchError
from eventcore.outcome import DONE, FAILED, REPLACED
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Run,
    Trade,
    Walk,
    Weight,
    alone,
    component_of,
    does,
    fails,
    says,
)


@component
class Striker(Component):
    victim: Any = None

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.defer(Fade(self.entity))
        world.publish(Hit(self.entity, self.victim))

    @handles(Walk, REACT)
    def end(self, walk: Walk, world: World) -> None:
        walk.log.append("end")


def test_observers_are_told_after_the_outermost_chain_in_order_of_sequence(
    make_world: MakeWorld,
) -> None:
    world = make_world(Striker, Body)
    striker = world.spawn(Striker(world.spawn(Body())), Body())
    told: list[tuple[str, int, list[str]]] = []
    walk = Walk(striker)
    for kind in (Fade, Hit, Walk):
        world.observe(kind, lambda e: told.append((type(e).__name__, e.sequence, list(walk.log))))
    world.publish(walk)
    assert told == [("Walk", 1, ["end"]), ("Hit", 2, ["end"]), ("Fade", 3, ["end"])]


def test_observers_see_the_world_as_it_has_become(make_world: MakeWorld) -> None:
    Mortal = component_of(
        "Mortal", die=does(lambda hit, w: w.despawn(hit.target), Hit, APPLY, role="target")
    )
    world = make_world(Mortal)
    alive: list[bool] = []
    world.observe(Hit, lambda hit: alive.append(hit.target.alive))
    world.publish(Hit(world.root, world.spawn(Mortal())))
    assert alive == [False]


def test_observers_are_told_of_refused_events_too(make_world: MakeWorld) -> None:
    @component
    class Wall(Component):
        stop = fails("wall", Run, VALIDATE)

        @handles(Walk, VALIDATE)
        def hurry(self, walk: Walk, world: World) -> None:
            if type(walk) is Walk:
                walk.replace(Run(walk.enactor))

    world = make_world(Wall, Legs)
    told: list[tuple[str, object, object]] = []
    world.observe(Walk, lambda walk: told.append((type(walk).__name__, walk.outcome, walk.reason)))
    walker = world.spawn(Wall())
    world.publish(Walk(walker))
    world.publish(Walk(world.root))
    world.despawn(walker)
    world.publish(Walk(walker))
    assert told == [
        ("Walk", FAILED, "wall"), ("Run", FAILED, "wall"), ("Walk", FAILED, "nothing"),
        ("Walk", FAILED, "gone"),
    ]  # fmt: skip


def test_observers_are_told_of_replaced_events_too(make_world: MakeWorld) -> None:
    Detour = component_of(
        "Detour", turn=does(lambda walk, _: walk.replace(Fade(walk.enactor)), Walk, VALIDATE)
    )
    world = make_world(Detour, Body)
    told: list[object] = []
    world.observe(Event, lambda e: told.append(e.outcome))
    world.publish(Walk(world.spawn(Detour(), Body())))
    assert told == [REPLACED, DONE]


def test_observers_of_a_class_are_told_of_its_subclasses(make_world: MakeWorld) -> None:
    world, walker = alone(make_world, Legs, Body)
    told: list[str] = []
    world.observe(Event, lambda e: told.append(f"event {e.sequence}"))
    world.observe(Walk, lambda e: told.append(f"walk {e.sequence}"))
    world.observe(Run, lambda e: told.append(f"run {e.sequence}"))
    world.observe(Change, lambda e: told.append(f"change {e.sequence}"))
    for event in (Walk(walker), Run(walker), Fade(walker)):
        world.publish(event)
    assert sorted(told[:2]) == ["event 1", "walk 1"]
    assert sorted(told[2:5]) == ["event 2", "run 2", "walk 2"]
    assert sorted(told[5:]) == ["change 3", "event 3"]


def test_an_observer_may_ask_for_one_entity_in_one_role(make_world: MakeWorld) -> None:
    world = make_world(Body)
    player, rat, dog = world.spawn(Body()), world.spawn(Body()), world.spawn(Body())
    told: list[str] = []
    world.observe(
        Hit, lambda h: told.append(f"on player {h.sequence}"), role="target", entity=player
    )
    world.observe(Hit, lambda h: told.append(f"by player {h.sequence}"), entity=player)
    world.observe(Hit, lambda h: told.append(f"on any {h.sequence}"), role="target")
    world.publish(Hit(rat, player))
    world.publish(Hit(player, rat))
    world.publish(Hit(rat, dog))
    assert sorted(told) == ["by player 2", "on any 1", "on any 2", "on any 3", "on player 1"]


def test_an_empty_role_is_played_by_nobody(make_world: MakeWorld) -> None:
    world = make_world()
    player = world.spawn()
    told: list[str] = []
    world.observe(Trade, lambda _: told.append("player"), role="item", entity=player)
    world.observe(Trade, lambda _: told.append("anyone"), role="item")
    world.publish(Trade(player))
    assert told == ["anyone"]
    world.publish(Trade(player, None, player))
    assert sorted(told) == ["anyone", "anyone", "player"]


def test_those_who_observe_the_same_are_told_once_each_in_any_order(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[int] = []
    ends = [world.observe(Dawn, lambda _, n=n: told.append(n)) for n in range(8)]  # type: ignore[misc]  # mypy knows no defaults of lambdas
    world.publish(Dawn(world.root))
    assert sorted(told) == [0, 1, 2, 3, 4, 5, 6, 7]
    ends[2]()
    ends[5]()
    told.clear()
    world.publish(Dawn(world.root))
    assert sorted(told) == [0, 1, 3, 4, 6, 7]


def test_one_observer_may_be_told_twice_and_ended_once(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[int] = []

    def observer(dawn: Dawn) -> None:
        told.append(dawn.sequence)

    end = world.observe(Dawn, observer)
    world.observe(Dawn, observer)
    world.publish(Dawn(world.root))
    end()
    end()
    world.publish(Dawn(world.root))
    assert told == [1, 1, 2]


def test_an_observer_stays_though_nobody_else_holds_it(make_world: MakeWorld) -> None:
    class Screen:
        def __init__(self, log: list[int]) -> None:
            self.log = log

        def draw(self, dawn: Dawn) -> None:
            self.log.append(dawn.sequence)

    world = make_world()
    told: list[int] = []
    world.observe(Dawn, Screen(told).draw)
    world.publish(Dawn(world.root))
    assert told == [1]


def test_who_observes_from_within_a_dispatch_is_told_of_the_next(make_world: MakeWorld) -> None:
    told: list[int] = []

    @component
    class Fan(Component):
        @handles(Dawn)
        def look(self, dawn: Dawn, world: World) -> None:
            if dawn.sequence == 1:
                world.observe(Dawn, lambda later: told.append(later.sequence))

    world, fan = alone(make_world, Fan)
    world.publish(Dawn(fan))
    world.publish(Dawn(fan))
    assert told == [2]


def test_an_observer_may_end_itself_while_it_is_told(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[str] = []

    def once(dawn: Dawn) -> None:
        told.append("once")
        end()

    end = world.observe(Dawn, once)
    world.observe(Dawn, lambda _: told.append("always"))
    world.publish(Dawn(world.root))
    world.publish(Dawn(world.root))
    assert sorted(told) == ["always", "always", "once"]


def test_of_two_who_end_each_other_one_is_told(make_world: MakeWorld) -> None:
    world = make_world()
    told: list[int] = []
    ends: list[Callable[[], None]] = []

    def observe(own: int, other: int) -> None:
        def observer(_: Dawn) -> None:
            told.append(own)
            ends[other]()

        ends.append(world.observe(Dawn, observer))

    observe(0, 1)
    observe(1, 0)
    world.publish(Dawn(world.root))
    world.publish(Dawn(world.root))
    assert told in ([0, 0], [1, 1])


def test_observers_may_ask_and_look_ahead(make_world: MakeWorld) -> None:
    @component
    class Stone(Component):
        @handles(Weight, VALIDATE)
        def add(self, weight: Weight, world: World) -> None:
            weight.total += 5

    world, stone = alone(make_world, Stone, Legs)
    told: list[int] = []
    foreseen: list[Preview[Any]] = []
    world.observe(Dawn, lambda dawn: told.append(world.ask(Weight(dawn.enactor)).total))
    world.observe(Dawn, lambda dawn: foreseen.append(world.preview(Walk(dawn.enactor))))
    world.publish(Dawn(stone))
    assert told == [5]
    assert foreseen[0].outcome is DONE
    assert stone[Legs].steps == 0


ATTEMPTS: dict[str, Callable[[World, Any], object]] = {
    "Dawn published": lambda w, e: w.publish(Dawn(e)),
    "Dawn deferred": lambda w, e: w.defer(Dawn(e)),
    "spawn()": lambda w, e: w.spawn(),
    "attach()": lambda w, e: w.attach(e, Legs()),
    "detach()": lambda w, e: w.detach(e, Body),
    "despawn()": lambda w, e: w.despawn(e),
    "set_owner()": lambda w, e: w.set_owner(e, w.root),
    "advance()": lambda w, e: w.advance(),
}


@pytest.mark.parametrize("what", ATTEMPTS)
def test_an_observer_that_would_change_the_world_is_refused(
    make_world: MakeWorld, what: str
) -> None:
    world = make_world(Legs, Body)
    entity = world.spawn(Body())
    end = world.observe(Dawn, lambda dawn: ATTEMPTS[what](world, dawn.enactor))
    with pytest.raises(DispatchError) as caught:
        world.publish(Dawn(entity))
    assert str(caught.value) == (
        f"{what} by an observer: observers change nothing; make it a REACT handler"
    )
    end()
    assert (world.sequence, len(world), world.turn, entity.components[0].entity) == (
        1, 2, 0, entity,
    )  # fmt: skip
    assert world.publish(Dawn(entity)).outcome is DONE


def test_a_question_of_an_observer_may_not_publish_either(make_world: MakeWorld) -> None:
    Sly = component_of(
        "Sly",
        answer=does(lambda weight, world: world.publish(Dawn(weight.enactor)), Weight, VALIDATE),
    )
    world = make_world(Sly)
    world.observe(Dawn, lambda dawn: world.ask(Weight(dawn.enactor)))
    with pytest.raises(DispatchError, match="a question changes nothing"):
        world.publish(Dawn(world.spawn(Sly())))


@pytest.mark.parametrize(
    ("kind", "role", "message"),
    [
        ("Walk", "enactor", "that is no event type"),
        (Component, "enactor", "that is no event type"),
        (Weight, "enactor", "a Query is not observed; observe the Change it serves"),
        (Hit, "item", r"the event has no such role; it has enactor, target"),
    ],
)
def test_what_cannot_be_observed_is_refused(
    make_world: MakeWorld, kind: Any, role: str, message: str
) -> None:
    with pytest.raises(RegistrationError, match=message):
        make_world().observe(kind, lambda _: None, role=role)
    with pytest.raises(RegistrationError, match=message):
        make_world().signal(kind, role=role)


def test_an_event_is_not_observed_but_its_class(make_world: MakeWorld) -> None:
    world = make_world()
    walk: Any = Walk(world.root)
    with pytest.raises(RegistrationError, match=r"that is no event type; give its class, Walk$"):
        world.observe(walk, lambda _: None)


def listens(world: World, kind: type[Event], code: str = "_heard") -> bool:
    """Say whether the chain of an event type keeps settled events for observers."""
    chain: Any = world.root._chains[kind]
    return code in chain.__code__.co_names


async def wait(*_: object, **__: object) -> None:
    raise AssertionError


def yield_(*_: object, **__: object) -> Iterator[None]:
    yield


async def wait_and_yield(*_: object, **__: object) -> AsyncIterator[None]:
    yield


class Waiting:
    async def __call__(self, *_: object, **__: object) -> None:
        raise AssertionError

    async def wait(self, *_: object, **__: object) -> None:
        raise AssertionError

    @classmethod
    async def wait_together(cls, *_: object, **__: object) -> None:
        raise AssertionError


LATER: list[Any] = [
    wait,
    yield_,
    wait_and_yield,
    partial(wait),
    partial(yield_, 1),
    partial(Waiting()),
    Waiting(),
    Waiting().wait,
    Waiting.wait_together,
]


@pytest.mark.parametrize("observer", LATER)
def test_observer_that_would_not_run_when_called_is_refused(
    make_world: MakeWorld, observer: Any
) -> None:
    world = make_world()
    with pytest.raises(RegistrationError, match=r"would not run when it is called: an obs"):
        world.observe(Dawn, observer)
    with pytest.raises(RegistrationError, match=r"leave out async"):
        world.signal(Dawn).connect(observer)


@pytest.mark.parametrize("hook", ["published", "handling", "handled", "settled"])
@pytest.mark.parametrize("later", [wait, yield_, wait_and_yield])
def test_tap_with_a_hook_that_would_not_run_when_called_is_refused(
    make_world: MakeWorld, hook: str, later: Any
) -> None:
    tap: Tap = type("Slow", (Tap,), {hook: later})()
    with pytest.raises(RegistrationError, match=r"would not run when it is called"):
        make_world().tap(tap)


def test_silence_compiles_nothing_in() -> None:
    world = World(components=[])
    world.publish(Dawn(world.root))
    assert not listens(world, Dawn)
    world.signal(Dawn)  # taken, and not listened to
    end = world.observe(Walk, lambda _: None)
    world.publish(Dawn(world.root))
    world.publish(Walk(world.root))
    assert not listens(world, Dawn)
    assert listens(world, Walk)
    end()
    world.publish(Walk(world.root))
    assert not listens(world, Walk)


def test_nothing_is_kept_for_nobody(make_world: MakeWorld) -> None:
    kept: list[int] = []

    Peek = component_of(
        "Peek", peek=does(lambda walk, world: kept.append(len(world._heard)), Walk, APPLY)
    )
    world = make_world(Peek)
    world.observe(Dawn, lambda _: None)
    walker = world.spawn(Peek())
    world.publish(Walk(walker))
    end = world.observe(Walk, lambda _: None)
    world.publish(Walk(walker))
    end()
    world.publish(Walk(walker))
    assert kept == [0, 1, 0]


def test_chains_stand_while_others_come_and_go(make_world: MakeWorld) -> None:
    world = make_world()
    world.observe(Dawn, lambda _: None)
    world.observe(Dawn, lambda _: None)
    world.publish(Dawn(world.root))
    chain = world.root._chains[Dawn]
    world.observe(Dawn, lambda _: None)()
    world.publish(Dawn(world.root))
    assert world.root._chains[Dawn] is chain


def test_what_should_follow_is_a_react_handler(make_world: MakeWorld) -> None:
    @component
    class Scream(Component):
        scream = does(lambda hit, world: world.publish(Dawn(hit.target)), Hit, REACT, role="target")
        heard = says("heard", Dawn)

    world = make_world(Scream, Body)
    told: list[str] = []
    world.observe(Dawn, lambda dawn: told.extend(dawn.log))
    world.publish(Hit(world.root, world.spawn(Scream(), Body())))
    assert told == ["heard"]
