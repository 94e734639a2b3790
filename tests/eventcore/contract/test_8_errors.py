"""Point 8: errors pass unchanged, with a note on where they arose."""

from functools import partial
from typing import Any

import pytest

from eventcore import (
    APPLY,
    MODIFY,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    Event,
    Handler,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import CascadeError, DispatchError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Walk,
    Weight,
    alone,
    component_of,
    does,
    says,
)


class OwnError(Exception):
    """An error with a face of its own."""

    def __init__(self, code: int) -> None:
        super().__init__(f"code {code}")
        self.code = code


@component
class Broken(Component):
    @handles(Hit, MODIFY, role="target")
    def think(self, hit: Hit, world: World) -> None:
        raise OwnError(7)


@component
class Striker(Component):
    victim: Any = None

    @handles(Walk, RESOLVE)
    def strike(self, walk: Walk, world: World) -> None:
        world.publish(Hit(self.entity, self.victim))


def raised(world: World, event: Any) -> OwnError:
    with pytest.raises(OwnError) as caught:
        world.ask(event) if isinstance(event, Weight) else world.publish(event)
    return caught.value


def test_an_error_passes_as_the_object_it_is(make_world: MakeWorld) -> None:
    error = OwnError(3)

    def throw(_: object, __: object) -> None:
        raise error

    Thrower = component_of("Thrower", throw_it=does(throw, Walk, APPLY))
    world = make_world(Thrower)
    assert raised(world, Walk(world.spawn(Thrower()))) is error
    assert error.code == 3
    assert error.__cause__ is None


def test_the_note_names_event_enactor_handler_priority_and_cascade(make_world: MakeWorld) -> None:
    world = make_world(Broken)
    error = raised(world, Hit(world.spawn(), world.spawn(Broken())))
    assert error.__notes__ == [
        "while dispatching Hit #1 of Entity(2) in Broken.think (MODIFY 300); cascade: Hit #1"
    ]


def test_the_note_is_made_once_where_the_error_arose(make_world: MakeWorld) -> None:
    world = make_world(Broken, Striker)
    error = raised(world, Walk(world.spawn(Striker(world.spawn(Broken())))))
    assert error.__notes__ == [
        "while dispatching Hit #2 of Entity(3) in Broken.think (MODIFY 300); "
        "cascade: Hit #2 ← Walk #1"
    ]


def test_notes_of_ones_own_stay(make_world: MakeWorld) -> None:
    @component
    class Noted(Component):
        @handles(Walk, APPLY)
        def throw(self, walk: Walk, world: World) -> None:
            error = OwnError(1)
            error.add_note("while thinking of something else")
            raise error

    world = make_world(Noted)
    assert raised(world, Walk(world.spawn(Noted()))).__notes__ == [
        "while thinking of something else",
        "while dispatching Walk #1 of Entity(2) in Noted.throw (APPLY 700); cascade: Walk #1",
    ]


@pytest.mark.parametrize(
    ("priority", "place"),
    [
        (60, "AIM 60"),
        (399, "MODIFY 399"),
        (400, "RESOLVE 400"),
        (700, "APPLY 700"),
        (1000, "REACT 1000"),
    ],
)
@pytest.mark.parametrize("always", [False, True])
def test_every_place_in_a_chain_is_named(
    make_world: MakeWorld, priority: int, place: str, always: bool
) -> None:
    def throw(_: object, __: object) -> None:
        raise OwnError(1)

    @component
    class Thrower(Component):
        before = says("before", Walk, 55)
        throw_it = does(throw, Walk, priority, always=always)
        apply = says("apply", Walk, APPLY)

    world = make_world(Thrower)
    (note,) = raised(world, Walk(world.spawn(Thrower()))).__notes__
    assert f"in Thrower.throw_it ({place});" in note


def test_an_error_in_a_world_rule_names_the_rule(make_world: MakeWorld) -> None:
    def throw(_: object, __: object) -> None:
        raise OwnError(1)

    Rule = component_of("Rule", enforce=does(throw, Walk, VALIDATE, via="world"))
    world = make_world(Rule, Legs)
    world.attach(world.root, Rule())
    (note,) = raised(world, Walk(world.spawn(Legs()))).__notes__
    assert "of Entity(2) in Rule.enforce (VALIDATE 100)" in note


@component
class Scales(Component):
    @handles(Weight, MODIFY)
    def weigh(self, weight: Weight, world: World) -> None:
        raise OwnError(9)

    @handles(Walk, VALIDATE)
    def ask(self, walk: Walk, world: World) -> None:
        world.ask(Weight(self.entity))


def test_an_error_in_a_query_names_who_asked(make_world: MakeWorld) -> None:
    world, scales = alone(make_world, Scales)
    assert raised(world, Weight(scales)).__notes__ == [
        "while dispatching Weight of Entity(2) in Scales.weigh (MODIFY 300); cascade: Weight"
    ]
    assert raised(world, Walk(scales)).__notes__ == [
        "while dispatching Weight of Entity(2) in Scales.weigh (MODIFY 300); "
        "cascade: Weight ← Walk #1"
    ]


@component
class Heavy(Component):
    @handles(Weight, MODIFY)
    def weigh(self, weight: Weight, world: World) -> None:
        raise OwnError(10)


def test_error_in_a_query_of_a_query_names_all_who_asked(make_world: MakeWorld) -> None:
    @event
    class Load(Query):
        deep: int = 1

    @component
    class Cart(Component):
        @handles(Load, MODIFY)
        def add(self, load: Load, world: World) -> None:
            if load.deep > 1:
                world.ask(Load(self.entity, load.deep - 1))
            world.ask(Weight(self.entity))

        @handles(Fade, MODIFY)
        def ask(self, fade: Fade, world: World) -> None:
            world.ask(Load(self.entity, len(fade.log)))

        @handles(Walk, RESOLVE)
        def nest(self, walk: Walk, world: World) -> None:
            world.publish(Fade(self.entity, walk.log))

    world, cart = alone(make_world, Cart, Heavy)

    def cascade(deep: int) -> str:
        (note,) = raised(world, Walk(cart, ["more"] * deep)).__notes__
        return note.partition("cascade: ")[2]

    assert cascade(2) == "Weight ← Load ← Load ← Fade #2 ← Walk #1"
    assert cascade(30) == f"Weight{' ← Load' * 11} ← …"


def test_an_error_in_a_query_of_an_observer_names_the_query(make_world: MakeWorld) -> None:
    world, scales = alone(make_world, Scales)
    world.observe(Dawn, lambda dawn: world.ask(Weight(dawn.enactor)))
    asked, told = raised(world, Dawn(scales)).__notes__
    assert asked.endswith("cascade: Weight")
    assert told.startswith("while telling ")


def test_an_error_of_the_cascade_is_noted_too(make_world: MakeWorld) -> None:
    Again = component_of(
        "Again", again=does(lambda walk, _: walk.replace(Walk(walk.enactor)), Walk, VALIDATE)
    )
    world = make_world(Again, depth_limit=1)
    with pytest.raises(CascadeError) as caught:
        world.publish(Walk(world.spawn(Again())))
    assert caught.value.__notes__ == [
        "while dispatching Walk #2 of Entity(2) in Again.again (VALIDATE 100); "
        "cascade: Walk #2 ← Walk #1"
    ]


def test_a_breach_of_the_contract_is_noted_too(make_world: MakeWorld) -> None:
    Hasty = component_of(
        "Hasty", hurry=does(lambda walk, w: w.publish(Dawn(walk.enactor)), Walk, VALIDATE)
    )
    world = make_world(Hasty)
    with pytest.raises(DispatchError) as caught:
        world.publish(Walk(world.spawn(Hasty())))
    assert caught.value.__notes__ == [
        "while dispatching Walk #1 of Entity(2) in Hasty.hurry (VALIDATE 100); cascade: Walk #1"
    ]


def test_a_replacement_that_cannot_be_published_names_the_handler(make_world: MakeWorld) -> None:
    @component
    class Odd(Component):
        ask = does(lambda walk, _: walk.replace(Walk(3)), Walk, VALIDATE, always=True)  # type: ignore[arg-type]  # on purpose

    world = make_world(Odd)
    with pytest.raises(DispatchError, match=r"Walk\.enactor is 3") as caught:
        world.publish(Walk(world.spawn(Odd())))
    assert "in Odd.ask (VALIDATE 100)" in caught.value.__notes__[0]


def test_what_stops_the_program_passes_too(make_world: MakeWorld) -> None:
    def interrupt(_: object, __: object) -> None:
        raise KeyboardInterrupt

    Impatient = component_of("Impatient", stop=does(interrupt, Walk, APPLY))
    world, impatient = alone(make_world, Impatient, Body)
    with pytest.raises(KeyboardInterrupt) as caught:
        world.publish(Walk(impatient))
    assert "in Impatient.stop" in caught.value.__notes__[0]
    assert world.publish(Fade(impatient)).depth == 0


class LeakyTap(Tap):
    """Fails in one of its hooks."""

    def __init__(self, hook: str) -> None:
        self.hook = hook

    def drip(self, hook: str) -> None:
        if hook == self.hook:
            raise OwnError(1)

    def published(self, event: Event) -> None:
        self.drip("published")

    def handled(self, event: Event, handler: Handler) -> None:
        self.drip("handled")

    def settled(self, event: Event) -> None:
        self.drip("settled")


@pytest.mark.parametrize(
    ("hook", "place"),
    [("published", ""), ("handled", " in Legs.step (APPLY 700)"), ("settled", "")],
)
def test_an_error_in_a_tap_names_the_event(make_world: MakeWorld, hook: str, place: str) -> None:
    world = make_world(Legs)
    world.tap(LeakyTap(hook))
    assert raised(world, Walk(world.spawn(Legs()))).__notes__ == [
        f"while dispatching Walk #1 of Entity(2){place}; cascade: Walk #1"
    ]


def test_an_error_in_an_observer_passes_and_leaves_the_world_usable(make_world: MakeWorld) -> None:
    def throw(_: Dawn) -> None:
        raise OwnError(1)

    world = make_world()
    end = world.observe(Dawn, throw)
    raised(world, Dawn(world.root))
    end()
    assert world.publish(Dawn(world.root)).depth == 0
    world.spawn()


def test_the_note_on_an_observers_error_names_the_observer_and_the_event(
    make_world: MakeWorld,
) -> None:
    def throw(_: Dawn) -> None:
        raise OwnError(1)

    def stumble(sender: Entity, event: Dawn) -> None:
        raise OwnError(2)

    def say(throwing: str) -> list[str]:
        name = f"{where}.{throwing}"
        return [f"while telling {name} of Dawn #{world.sequence} of Entity(1)"]

    where = test_the_note_on_an_observers_error_names_the_observer_and_the_event.__name__
    where += ".<locals>"
    world = make_world()
    end = world.observe(Dawn, throw)
    assert raised(world, Dawn(world.root)).__notes__ == say("throw")
    end()
    world.signal(Dawn).connect(stumble)
    assert raised(world, Dawn(world.root)).__notes__ == say("stumble")


def test_when_an_observer_fails_the_others_are_told_all_the_same(make_world: MakeWorld) -> None:
    told: list[tuple[str, int]] = []

    def throw(event: Event) -> None:
        told.append(("throw", event.sequence))
        raise OwnError(event.sequence)

    world = make_world(Legs, Striker, Body)
    striker = world.spawn(Striker(world.spawn(Body())))
    for number in range(3):
        tell = partial(lambda number, e: told.append((str(number), e.sequence)), number)
        world.observe(Event, throw if number == 1 else tell)
    error = raised(world, Walk(striker))
    assert sorted(told) == [(who, n) for who in ("0", "2", "throw") for n in (1, 2)]
    assert error.code == 1
    first, then = error.__notes__
    assert first.endswith("throw of Walk #1 of Entity(3)")
    assert then.startswith("then OwnError('code 2') while telling ")
    assert then.endswith("throw of Hit #2 of Entity(3)")


def test_an_error_shows_the_line_of_the_chain_it_came_through() -> None:
    world = World(components=[Broken])
    with pytest.raises(OwnError) as caught:
        world.publish(Hit(world.spawn(), world.spawn(Broken())))
    entry = next(e for e in caught.traceback if str(e.path).startswith("<eventcore"))
    assert str(entry.statement).strip() == "target_parts[0].think(event, world)  # h0"
