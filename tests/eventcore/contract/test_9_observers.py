"""Point 9: observers are told when everything has settled, and change nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import (
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Preview,
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


def test_observers_are_told_of_refused_and_replaced_events_too(make_world: MakeWorld) -> None:
    @component
    class Hurry(Component):
        @handles(Walk, VALIDATE)
        def hurry(self, walk: Walk, world: World) -> None:
            if type(walk) is Walk:
                walk.replace(Run(walk.enactor))

    Wall = component_of("Wall", stop=fails("wall", Run, VALIDATE))
    world = make_world(Wall, Hurry, Legs)
    told: list[tuple[str, object, object]] = []
    world.observe(Walk, lambda walk: told.append((type(walk).__name__, walk.outcome, walk.reason)))
    walker = world.spawn(Wall(), Hurry())
    world.publish(Walk(walker))
    world.publish(Walk(world.root))
    world.despawn(walker)
    world.publish(Walk(walker))
    world.publish(Walk(world.spawn(Hurry(), Legs())))
    assert told == [
        ("Walk", FAILED, "wall"), ("Run", FAILED, "wall"), ("Walk", FAILED, "nothing"),
        ("Walk", FAILED, "gone"), ("Walk", REPLACED, None), ("Run", DONE, None),
    ]  # fmt: skip


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


def test_observer_may_be_added_twice_and_ended_once(make_world: MakeWorld) -> None:
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


def test_observer_added_in_a_dispatch_is_told_of_the_next(make_world: MakeWorld) -> None:
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
    "publish": lambda w, e: w.publish(Dawn(e)),
    "defer": lambda w, e: w.defer(Dawn(e)),
    "schedule": lambda w, e: w.schedule(Dawn(e), 1),
    "spawn": lambda w, e: w.spawn(),
    "attach": lambda w, e: w.attach(e, Legs()),
    "attach_all": lambda w, e: w.attach_all(e, [Legs()]),
    "detach": lambda w, e: w.detach(e, Body),
    "despawn": lambda w, e: w.despawn(e),
    "set_owner": lambda w, e: w.set_owner(e, w.root),
    "advance": lambda w, e: w.advance(),
}


@pytest.mark.parametrize("what", ATTEMPTS)
def test_observer_that_would_change_the_world_is_refused(make_world: MakeWorld, what: str) -> None:
    world = make_world(Legs, Body)
    entity = world.spawn(Body())
    end = world.observe(Dawn, lambda dawn: ATTEMPTS[what](world, dawn.enactor))
    with pytest.raises(DispatchError):
        world.publish(Dawn(entity))
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
    with pytest.raises(DispatchError):
        world.publish(Dawn(world.spawn(Sly())))
