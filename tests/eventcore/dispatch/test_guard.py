"""Debug mode: state that changes where nothing may change is caught."""

from collections.abc import Callable
from typing import Any, Tuple  # noqa: UP035

import attrs
import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Fixed,
    Notice,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import DispatchError, StateError
from eventcore.handler import COMMIT
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Walk,
    alone,
    component_of,
    does,
)


def checked(*components: type[Component]) -> World:
    return World(components=components, debug=True)


@event
class Poke(Notice):
    """Carries what is to be done to the bag of whoever is poked."""

    act: Callable[["Bag"], object]


@event
class Peek(Query):
    """The same as a question."""

    act: Callable[["Bag"], object]


@component
class Bag(Component):
    coins: int = 0
    things: list[str] = attrs.field(factory=list)
    counts: dict[str, int] = attrs.field(factory=dict)
    marks: dict[str, None] = attrs.field(factory=dict)
    _seen: int = attrs.field(default=0, init=False)


def poked_at(priority: int, *, via: Any = "self", role: str = "enactor") -> type[Component]:
    """Make a component that does what a Poke carries, at some priority."""

    @component
    class Poked(Component):
        @handles(Poke, priority, via=via, role=role)
        def do(self, poke: Poke, world: World) -> None:
            poke.act(poke.enactor[Bag])

    return Poked


def fill(bag: Bag) -> None:
    bag.coins = 1


INSIDE: dict[str, Callable[[Bag], object]] = {
    "list": lambda bag: bag.things.append("coin"),
    "dict": lambda bag: bag.counts.update(coin=1),
    "dict of names": lambda bag: bag.marks.setdefault("a"),
}


@pytest.mark.parametrize("priority", [AIM, VALIDATE, MODIFY, COMMIT, RESOLVE, APPLY - 1])
def test_state_changed_before_apply_is_caught_on_its_line(priority: int) -> None:
    world, bag = alone(checked, poked_at(priority), Bag)
    with pytest.raises(StateError) as caught:
        world.publish(Poke(bag, fill))
    assert str(caught.value).startswith("Bag.coins of Entity(2) changed by Poked.do (")
    assert str(caught.value).endswith("): change state only in a handler at APPLY or later")
    assert caught.traceback[-2].name == "fill"
    assert bag[Bag].coins == 0


@pytest.mark.parametrize("priority", [APPLY, REACT])
@pytest.mark.parametrize("change", [fill, *INSIDE.values()])
def test_state_may_change_from_apply_on(priority: int, change: Callable[[Bag], object]) -> None:
    world, bag = alone(checked, poked_at(priority), Bag)
    world.publish(Poke(bag, change))
    world.publish(Poke(bag, lambda _: None))


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("priority", [AIM, VALIDATE, MODIFY, COMMIT - 1, COMMIT, RESOLVE])
def test_state_changed_inside_a_container_before_apply_is_caught(
    inside: str, priority: int
) -> None:
    world, bag = alone(checked, poked_at(priority), Bag)
    with pytest.raises(StateError) as caught:
        world.publish(Poke(bag, INSIDE[inside]))
    assert str(caught.value).startswith("component state was changed by Poked.do (")
    assert "inside a list, set or dict: change state only in a handler at APPLY" in str(
        caught.value
    )


def test_a_rule_that_changes_its_own_containers_above_the_line_is_caught() -> None:
    @component
    class Ledger(Component):
        names: list[str] = attrs.field(factory=list)

        @handles(Walk, VALIDATE, via="world")
        def write(self, walk: Walk, world: World) -> None:
            self.names.append("walk")

    world = checked(Ledger, Legs)
    world.attach(world.root, Ledger())
    with pytest.raises(StateError, match=r"was changed by Ledger\.write"):
        world.publish(Walk(world.spawn(Legs())))


def test_a_owned_thing_that_changes_its_own_containers_above_the_line_is_caught() -> None:
    @component
    class Ring(Component):
        dents: list[int] = attrs.field(factory=list)

        @handles(Hit, MODIFY, role="target", via="owner")
        def dent(self, hit: Hit, world: World) -> None:
            self.dents.append(1)

    world = checked(Ring, Body)
    victim, ring = world.spawn(Body()), world.spawn(Ring())
    world.set_owner(ring, victim)
    with pytest.raises(StateError, match=r"was changed by Ring\.dent"):
        world.publish(Hit(world.root, victim))


@pytest.mark.parametrize("change", [fill, *INSIDE.values()])
def test_a_query_changes_nothing(change: Callable[[Bag], object]) -> None:
    @component
    class Peeked(Component):
        @handles(Peek, MODIFY)
        def do(self, peek: Peek, world: World) -> None:
            peek.act(peek.enactor[Bag])

    world = checked(Peeked, Bag)
    with pytest.raises(StateError):
        world.ask(Peek(world.spawn(Peeked(), Bag()), change))


def test_a_query_asked_in_apply_changes_nothing_either() -> None:
    @component
    class Peeked(Component):
        @handles(Peek, MODIFY)
        def do(self, peek: Peek, world: World) -> None:
            peek.act(peek.enactor[Bag])

        @handles(Dawn, APPLY)
        def ask(self, dawn: Dawn, world: World) -> None:
            dawn.enactor[Bag].coins = 7
            world.ask(Peek(self.entity, fill))

    world, bag = alone(checked, Peeked, Bag)
    with pytest.raises(StateError, match=r"changed by Peeked\.do"):
        world.publish(Dawn(bag))
    assert bag[Bag].coins == 7


def test_after_a_nested_event_apply_may_go_on_changing() -> None:
    @component
    class Busy(Component):
        @handles(Walk, APPLY)
        def step(self, walk: Walk, world: World) -> None:
            self.entity[Bag].coins += 1
            world.publish(Dawn(self.entity))
            self.entity[Bag].coins += 1

        look = does(lambda dawn, _: None, Dawn, VALIDATE)

    world, busy = alone(checked, Busy, Bag)
    world.publish(Walk(busy))
    assert busy[Bag].coins == 2


def test_a_nested_event_may_apply_what_a_resolve_handler_may_not() -> None:
    @component
    class Busy(Component):
        @handles(Walk, RESOLVE)
        def resolve(self, walk: Walk, world: World) -> None:
            world.publish(Poke(self.entity, fill))
            self.entity[Bag].coins = 5

    poked = poked_at(APPLY)
    world, busy = alone(checked, Busy, poked, Bag)
    with pytest.raises(StateError, match=r"changed by Busy\.resolve"):
        world.publish(Walk(busy))
    assert busy[Bag].coins == 1


def test_state_changed_outside_a_dispatch_is_caught_on_its_line() -> None:
    world = checked(Bag)
    bag = world.spawn(Bag())[Bag]
    with pytest.raises(StateError) as caught:
        bag.coins = 3
    assert str(caught.value) == (
        "Bag.coins of Entity(2) changed outside any dispatch: "
        "change state only in a handler at APPLY or later"
    )


@pytest.mark.parametrize("inside", INSIDE)
def test_state_changed_inside_a_container_between_dispatches_is_caught(inside: str) -> None:
    world, entity = alone(checked, Bag)
    world.publish(Dawn(entity))
    INSIDE[inside](entity[Bag])
    with pytest.raises(StateError) as caught:
        world.publish(Dawn(entity))
    assert str(caught.value) == (
        "component state was changed since the last dispatch, inside a list, set or dict: "
        "change state only in a handler at APPLY or later"
    )


@pytest.mark.parametrize(
    "restructure",
    [
        lambda w: w.spawn(),
        lambda w: w.attach(w.root, Legs()),
        lambda w: w.advance(),
        lambda w: w.despawn(w[2]),
    ],
)
def test_what_was_changed_before_a_change_of_structure_is_caught_there(
    restructure: Callable[[World], object],
) -> None:
    world = checked(Bag, Legs)
    bag = world.spawn(Bag())[Bag]
    world.publish(Dawn(world.root))
    bag.things.append("coin")
    with pytest.raises(StateError, match="since the last dispatch"):
        restructure(world)


@pytest.mark.parametrize("change", [fill, *INSIDE.values()])
def test_state_changed_by_an_observer_is_caught(change: Callable[[Bag], object]) -> None:
    world = checked(Bag)
    world.observe(Dawn, lambda dawn: change(dawn.enactor[Bag]))
    with pytest.raises(StateError, match="by an observer"):
        world.publish(Dawn(world.spawn(Bag())))


def test_an_observer_that_draws_from_a_stream_of_the_world_is_caught() -> None:
    world = checked()
    end = world.observe(Dawn, lambda _: world.stream("sparkle").roll(1, 6))
    with pytest.raises(StateError) as caught:
        world.publish(Dawn(world.root))
    assert str(caught.value) == (
        "an observer used a stream of the world: chance that only looks has a Stream of its own, "
        "outside the world"
    )
    end()
    world.observe(Dawn, lambda _: world.stream("sparkle").roll(1, 6))
    with pytest.raises(StateError):
        world.publish(Dawn(world.root))


def test_an_observer_that_only_looks_is_left_alone() -> None:
    world = checked(Bag)
    world.stream("ai").roll(1, 6)
    seen: list[object] = []
    world.observe(Dawn, lambda dawn: seen.append(list(dawn.enactor[Bag].things)))
    for _ in range(2):
        world.publish(Dawn(world.spawn(Bag(things=["coin"]))))
    assert seen == [["coin"], ["coin"]]


def test_a_tap_that_changes_state_is_caught() -> None:
    class Meddler(Tap):
        def settled(self, event: Any) -> None:
            event.enactor[Bag].coins = 9

    world = checked(Bag)
    world.tap(Meddler())
    with pytest.raises(StateError, match="changed outside any dispatch"):
        world.publish(Dawn(world.spawn(Bag())))


def test_state_changed_in_a_preview_is_caught() -> None:
    world, bag = alone(checked, poked_at(RESOLVE), Bag)
    with pytest.raises(StateError, match="changed in a preview"):
        world.preview(Poke(bag, fill))


def test_a_preview_in_an_apply_handler_is_shut_and_opens_again() -> None:
    @component
    class Mind(Component):
        @handles(Dawn, APPLY)
        def think(self, dawn: Dawn, world: World) -> None:
            with pytest.raises(StateError, match="changed in a preview"):
                world.preview(Poke(self.entity, fill))
            self.entity[Bag].coins = 4

    poked = poked_at(RESOLVE)
    world, thinker = alone(checked, Mind, poked, Bag)
    world.publish(Dawn(thinker))
    assert thinker[Bag].coins == 4


def test_normal_set_up_is_not_flagged(make_world: MakeWorld) -> None:
    world = make_world(Bag, Legs)
    bag = Bag()
    bag.coins = 3
    bag.things.append("coin")
    entity = world.spawn(bag)
    world.attach(entity, Legs())
    world.set_owner(world.spawn(Bag(things=["ring"])), entity)
    world.publish(Walk(entity))
    legs = world.detach(entity, Legs)
    legs.steps = 100
    world.attach(entity, legs)
    world.spawn(Bag())
    world.stream("level").roll(1, 6)
    world.advance()
    world.publish(Walk(entity))
    world.despawn(entity)
    world.publish(Dawn(world.root))
    assert legs.steps == 101


def test_set_up_inside_containers_before_the_first_event_is_not_flagged() -> None:
    world, entity = alone(checked, Bag)
    entity[Bag].things.append("coin")
    assert world.publish(Dawn(entity)).done


def test_after_an_error_nothing_is_held_against_the_state_it_left() -> None:
    @component
    class Bang(Component):
        @handles(Walk, APPLY)
        def explode(self, walk: Walk, world: World) -> None:
            self.entity[Bag].things.append("splinter")
            raise ValueError("bang")

    world, bomb = alone(checked, Bang, Bag)
    world.publish(Dawn(bomb))
    with pytest.raises(ValueError, match="bang"):
        world.publish(Walk(bomb))
    assert world.publish(Dawn(bomb)).done


def test_bookkeeping_may_change_anywhere() -> None:
    world = checked(Bag)
    bag = world.spawn(Bag())[Bag]
    bag._seen = 3
    assert bag._seen == 3


def test_a_watched_component_is_what_it_was() -> None:
    world = checked(Bag)
    entity = world.spawn(Bag(coins=2))
    bag = entity[Bag]
    assert isinstance(bag, Bag)
    assert type(bag).__name__ == "Bag"
    assert type(bag).__doc__ == Bag.__doc__
    assert repr(bag) == "Bag(coins=2, things=[], counts={}, marks={}, _seen=0)"
    assert type(world.detach(entity, Bag)) is Bag


def test_converters_and_validators_run_watched_or_not(debug: bool) -> None:
    @event
    class SetTo(Change):
        value: Any = 0

    @component
    class Counter(Component):
        n: int = attrs.field(default=0, converter=int, validator=attrs.validators.ge(0))

        @handles(SetTo, APPLY)
        def set_to(self, change: SetTo, world: World) -> None:
            self.n = change.value

    world = World(components=[Counter], debug=debug)
    counter = world.spawn(Counter())
    world.publish(SetTo(counter, "5"))
    assert counter[Counter].n == 5
    with pytest.raises(ValueError, match=">= 0"):
        world.publish(SetTo(counter, -1))


@pytest.mark.parametrize("priority", [VALIDATE, RESOLVE])
def test_chance_drawn_before_apply_is_caught(priority: int) -> None:
    Gambler = component_of(
        "Gambler", gamble=does(lambda _, world: world.stream("luck").below(6), Walk, priority)
    )
    world = checked(Gambler, Legs)
    with pytest.raises(StateError, match=r"^Gambler\.gamble .* drew a random number"):
        world.publish(Walk(world.spawn(Gambler(), Legs())))


@pytest.mark.parametrize("priority", [VALIDATE, RESOLVE, APPLY, REACT])
def test_a_role_given_to_another_is_caught(priority: int) -> None:
    @component
    class Thief(Component):
        @handles(Hit, priority)
        def swap(self, hit: Hit, world: World) -> None:
            hit.target = world.root

    world = checked(Thief, Body)
    with pytest.raises(DispatchError, match=r"Thief\.swap .* changed the role 'target'"):
        world.publish(Hit(world.spawn(Thief()), world.spawn(Body())))


def test_an_observer_that_writes_on_the_packet_is_caught() -> None:
    world = checked(Legs)
    world.observe(Walk, lambda walk: walk.log.append("seen"))
    with pytest.raises(StateError, match="an observer changed an event"):
        world.publish(Walk(world.spawn(Legs())))


def test_what_hears_of_a_refusal_may_have_consequences() -> None:
    """An ``always`` handler publishes; what the nested event changed is no breach."""

    @component
    class Alarm(Component):
        refuse = does(lambda walk, _: walk.fail("locked"), Walk, VALIDATE)
        sound = does(lambda walk, w: w.publish(Fade(walk.enactor)), Walk, VALIDATE + 1, always=True)
        heard: list[str] = attrs.field(factory=list)

        @handles(Fade, APPLY)
        def note(self, fade: Fade, world: World) -> None:
            self.heard.append("alarm")

    for debug in (False, True):
        world = World(components=[Alarm], debug=debug)
        thing = world.spawn(Alarm())
        assert world.publish(Walk(thing)).reason == "locked"
        assert thing[Alarm].heard == ["alarm"]


@attrs.frozen
class Outline:
    points: list[int] = attrs.field(factory=list)


@component
class Drawn(Component):
    shape: Any = None
    cells: Tuple = ()  # type: ignore[type-arg]  # noqa: UP006  # as somebody may write it
    table: Fixed[str, int] = attrs.field(factory=Fixed)


@pytest.mark.parametrize(
    "act",
    [lambda drawn: drawn.shape.points.append(1), lambda drawn: drawn.cells[0].append(1)],
    ids=["in a field of anything", "in a tuple of anything"],
)
def test_what_a_declaration_does_not_rule_out_is_watched(act: Callable[[Drawn], object]) -> None:
    @component
    class Poked(Component):
        @handles(Poke, VALIDATE)
        def do(self, poke: Poke, world: World) -> None:
            act(poke.enactor[Drawn])

    world = checked(Poked, Drawn)
    drawn = world.spawn(Poked(), Drawn(Outline([0]), ([0],)))
    with pytest.raises(StateError, match=r"was changed by Poked\.do .* inside a list, set or dict"):
        world.publish(Poke(drawn, fill))


DICT = r"Drawn\.table is declared a fixed table, and is given \{'a': 1\}: make it one, with Fixed"


def test_a_dict_in_place_of_a_fixed_table_is_caught() -> None:
    loose: Any = {"a": 1}

    @component
    class Poked(Component):
        @handles(Poke, APPLY)
        def do(self, poke: Poke, world: World) -> None:
            poke.enactor[Drawn].table = loose

    world = checked(Poked, Drawn)
    with pytest.raises(StateError, match=DICT):
        world.spawn(Drawn(table=loose))
    drawn = world.spawn(Poked(), Drawn())
    with pytest.raises(StateError, match=DICT):
        world.publish(Poke(drawn, fill))
    assert type(drawn[Drawn].table) is Fixed


@pytest.mark.parametrize("known", [False, True], ids=["first of its kind", "like others"])
def test_components_of_a_refused_spawn_are_free_again(known: bool) -> None:
    loose: Any = {"a": 1}
    world = checked(Legs, Drawn)
    if known:
        world.spawn(Legs(), Drawn())
    legs, drawn = Legs(), Drawn(table=loose)
    with pytest.raises(StateError):
        world.spawn(legs, drawn)
    with pytest.raises(StateError):
        world.attach_all(world.root, [legs, drawn])
    drawn.table = Fixed(loose)
    one = world.spawn(legs, drawn)
    assert one.id == 2 + known
    assert (legs.entity, drawn.entity) == (one, one)
