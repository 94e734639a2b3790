"""Point 5: what is added during a dispatch waits, what is removed is skipped at once."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Change,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import UnknownEntityError
from eventcore.handler import COMMIT
from eventcore.outcome import DONE, GONE
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

Act = Callable[["Stir", World], object]


@event
class Stir(Notice):
    """A fact that carries what is to be done to the world in the middle of its chain."""

    act: Act | None = None
    log: list[str] = attrs.field(factory=list)


@component
class Deed(Component):
    """Does what a Stir carries, before the others hear of it."""

    @handles(Stir, APPLY)
    def do(self, stir: Stir, world: World) -> None:
        stir.log.append("deed")
        if stir.act is not None:
            stir.act(stir, world)


Bark = component_of("Bark", hear=says("bark", Stir))
Moss = component_of("Moss", hear=says("moss", Stir))
Leaf = component_of("Leaf", hear=says("leaf", Stir, via="owner"))
Season = component_of("Season", hear=says("season", Stir, via="world"))


ALL = (Deed, Bark, Moss, Leaf, Season)


def stir(world: World, entity: Entity, act: Act | None = None) -> list[str]:
    """Publish a Stir in whose chain something is done, and say who was called."""
    return world.publish(Stir(entity, act)).log


def test_a_component_added_waits_for_the_next_event(make_world: MakeWorld) -> None:
    world = make_world(Moss, *(cls for cls in ALL if cls is not Moss))
    tree = world.spawn(Deed())
    for cls in (Bark, Moss):  # Moss comes to stand before the others
        before = stir(world, tree)
        assert stir(world, tree, lambda s, w, cls=cls: w.attach(s.enactor, cls())) == before
    assert stir(world, tree) == ["deed", "moss", "bark"]


def test_a_nested_event_hears_what_was_just_added(make_world: MakeWorld) -> None:
    nested: list[str] = []

    def grow(stirred: Stir, world: World) -> None:
        world.attach(stirred.enactor, Bark())
        nested.extend(stir(world, stirred.enactor))

    world = make_world(*ALL)
    assert stir(world, world.spawn(Deed()), grow) == ["deed"]
    assert nested == ["deed", "bark"]


def test_a_component_removed_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree = world.spawn(Deed(), Bark(), Moss())
    assert stir(world, tree, lambda s, w: w.detach(s.enactor, Bark)) == ["deed", "moss"]
    assert Bark not in tree


def test_a_component_removed_and_attached_again_waits(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree = world.spawn(Deed(), Bark(), Moss())

    def regrow(_: Stir, world: World) -> None:
        world.attach(tree, world.detach(tree, Bark))

    assert stir(world, tree, regrow) == ["deed", "moss"]
    assert stir(world, tree) == ["deed", "bark", "moss"]


def test_several_changes_in_one_chain_all_count(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree, leaf = world.spawn(Deed(), Bark()), world.spawn(Leaf())
    world.set_owner(leaf, tree)

    def storm(_: Stir, world: World) -> None:
        world.attach(tree, Moss())
        world.detach(tree, Bark)
        world.set_owner(leaf, None)
        world.attach(tree, Bark())
        world.detach(tree, Moss)
        world.set_owner(leaf, tree)
        world.attach(tree, Moss())

    assert stir(world, tree, storm) == ["deed"]
    assert stir(world, tree) == ["deed", "bark", "moss", "leaf"]


def test_removal_in_a_nested_chain_is_seen_by_every_chain_in_flight(make_world: MakeWorld) -> None:
    logs: dict[int, list[str]] = {}

    def dig(stirred: Stir, world: World) -> None:
        if stirred.depth < 2:
            logs[stirred.depth + 1] = stir(world, stirred.enactor, dig)
        else:
            world.detach(stirred.enactor, Bark)

    world = make_world(*ALL)
    assert stir(world, world.spawn(Deed(), Bark(), Moss()), dig) == ["deed", "moss"]
    assert logs == {1: ["deed", "moss"], 2: ["deed", "moss"]}


def test_a_thing_given_waits_for_the_next_event(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree, leaf = world.spawn(Deed()), world.spawn(Leaf())
    assert stir(world, tree, lambda s, w: w.set_owner(leaf, s.enactor)) == ["deed"]
    assert stir(world, tree) == ["deed", "leaf"]


def test_a_thing_taken_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree, one, two = world.spawn(Deed()), world.spawn(Leaf()), world.spawn(Leaf())
    world.set_owner(one, tree)
    world.set_owner(two, tree)
    assert stir(world, tree, lambda s, w: w.set_owner(one, None)) == ["deed", "leaf"]
    assert tree.owned == (two,)


def test_thing_given_again_to_its_owner_hears_on_and_comes_last_from_the_next_event(
    make_world: MakeWorld,
) -> None:
    @component
    class Bead(Component):
        colour: str = ""

        @handles(Stir, via="owner")
        def shine(self, stir: Stir, world: World) -> None:
            stir.log.append(self.colour)

    world = make_world(Bead, *ALL)
    tree, red, blue = world.spawn(Deed()), world.spawn(Bead("red")), world.spawn(Bead("blue"))
    for bead in (red, blue):
        world.set_owner(bead, tree)
    assert stir(world, tree, lambda s, w: w.set_owner(red, tree)) == ["deed", "red", "blue"]
    assert tree.owned == (blue, red)
    assert stir(world, tree) == ["deed", "blue", "red"]


def test_component_detached_from_an_owned_thing_is_skipped_at_once(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree, leaf = world.spawn(Deed(), Moss()), world.spawn(Leaf())
    world.set_owner(leaf, tree)
    assert stir(world, tree, lambda s, w: w.detach(leaf, Leaf)) == ["deed", "moss"]


def test_component_attached_to_an_owned_thing_waits(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree, twig = world.spawn(Deed()), world.spawn()
    world.set_owner(twig, tree)
    assert stir(world, tree, lambda s, w: w.attach(twig, Leaf())) == ["deed"]
    assert stir(world, tree) == ["deed", "leaf"]


def test_a_rule_added_waits_and_a_rule_removed_is_skipped(make_world: MakeWorld) -> None:
    world = make_world(*ALL)
    tree = world.spawn(Deed(), Bark())
    assert stir(world, tree, lambda s, w: w.attach(w.root, Season())) == ["deed", "bark"]
    assert stir(world, tree) == ["deed", "season", "bark"]
    assert stir(world, tree, lambda s, w: w.detach(w.root, Season)) == ["deed", "bark"]


@component
class Mortal(Component):
    """Dies of any blow."""

    dropped: int = 0

    @handles(Hit, APPLY, role="target")
    def die(self, hit: Hit, world: World) -> None:
        hit.log.append("die")
        world.despawn(self.entity)
        world.despawn(self.entity)  # once is enough

    @handles(Hit, REACT, role="target")
    def drop_what_it_held(self, hit: Hit, world: World) -> None:
        hit.log.append("drop")
        for thing in self.entity.owned:
            world.set_owner(thing, None)
            self.dropped += 1


def test_the_dying_hear_the_event_out_and_can_drop_what_they_hold(make_world: MakeWorld) -> None:
    world = make_world(Mortal, Bark)
    goblin, coin = world.spawn(Mortal()), world.spawn(Bark())
    world.set_owner(coin, goblin)
    seen: list[bool] = []
    world.observe(Hit, lambda hit: seen.append(goblin.alive))
    assert world.publish(Hit(world.root, goblin)).log == ["die", "drop"]
    assert seen == [goblin.alive] == [False]
    assert goblin[Mortal].dropped == 1
    assert (coin.alive, coin.owner) == (True, None)


@component
class Nest(Component):
    """Publishes a Hit upon someone, and looks at what has become of them."""

    victim: Any = None

    @handles(Dawn, APPLY)
    def strike(self, dawn: Dawn, world: World) -> None:
        dawn.log += world.publish(Hit(self.entity, self.victim)).log
        dawn.log.append("alive" if self.victim.alive else "gone")


def test_entity_that_dies_in_a_nested_event_is_gone_when_that_has_settled(
    make_world: MakeWorld,
) -> None:
    world = make_world(Mortal, Nest)
    goblin = world.spawn(Mortal())
    assert world.publish(Dawn(world.spawn(Nest(goblin)))).log == ["die", "drop", "gone"]


def test_entity_despawned_in_the_outer_event_lives_through_the_nested_ones(
    make_world: MakeWorld,
) -> None:
    @component
    class Curse(Component):
        @handles(Dawn, APPLY)
        def doom(self, dawn: Dawn, world: World) -> None:
            world.despawn(self.entity)
            dawn.log += world.publish(Fade(self.entity)).log
            dawn.log.append("alive" if self.entity.alive else "gone")

    world, cursed = alone(make_world, Curse, Body)
    assert world.publish(Dawn(cursed)).log == ["body", "alive"]
    assert not cursed.alive


def test_the_deferred_events_of_the_dying_find_them_gone(make_world: MakeWorld) -> None:
    later: list[Fade] = []

    @component
    class Curse(Component):
        @handles(Dawn, APPLY)
        def doom(self, dawn: Dawn, world: World) -> None:
            world.despawn(self.entity)
            later.append(Fade(self.entity))
            world.defer(later[0])

    world = make_world(Curse, Body)
    world.publish(Dawn(world.spawn(Curse(), Body())))
    assert later[0].reason == GONE


def test_change_upon_nobody_is_upon_its_enactor(make_world: MakeWorld) -> None:
    @event
    class Curse(Change):
        target: Entity | None = role(default=None)

    Law = component_of("Law", curse=does(lambda *_: None, Curse, APPLY, via="world"))
    world = make_world(Law)
    world.attach(world.root, Law())
    witch, victim = world.spawn(), world.spawn()
    later = [world.schedule(Curse(witch, one), 1) for one in (None, victim)]
    assert world.publish(Curse(witch)).done
    world.despawn(witch)
    assert world.publish(Curse(witch)).reason == GONE
    assert world.preview(Curse(witch)).reason == GONE
    assert world.publish(Curse(witch, victim)).done
    assert [one.pending for one in later] == [False, True]


def test_outside_a_dispatch_despawning_is_immediate(make_world: MakeWorld) -> None:
    world, tree = alone(make_world, Bark)
    world.despawn(tree)
    assert not tree.alive
    with pytest.raises(UnknownEntityError):
        world.despawn(tree)


def test_things_of_the_gone_are_free_and_the_gone_are_owned_by_nobody(
    make_world: MakeWorld,
) -> None:
    world = make_world(Leaf, Bark)
    tree, twig, leaf = world.spawn(Bark()), world.spawn(Leaf()), world.spawn(Leaf())
    world.set_owner(twig, tree)
    world.set_owner(leaf, twig)
    world.despawn(twig)
    assert (leaf.owner, twig.owner, tree.owned, twig.owned) == (None, None, (), ())
    assert stir(world, tree) == ["bark"]


def test_what_is_gone_can_still_be_read(make_world: MakeWorld) -> None:
    world = make_world(Body)
    goblin = world.spawn(Body(wounds=3))
    world.despawn(goblin)
    assert goblin[Body].wounds == 3
    assert goblin[Body].entity is goblin


@component
class Everything(Component):
    """Hears all there is, whatever becomes of it."""

    above = says("above", Walk, VALIDATE, always=True)
    below = says("below", Walk, REACT, always=True)
    hurt = says("hurt", Hit, VALIDATE, role="target", always=True)
    hurt_later = says("hurt later", Hit, REACT, role="target", always=True)
    faded = says("faded", Fade, COMMIT, always=True)
    weight = says("weight", Weight, VALIDATE, always=True)
    dawn = says("dawn", Dawn, always=True)


@component
class Law(Component):
    walk = says("law", Walk, VALIDATE, via="world", always=True)
    hit = says("law", Hit, VALIDATE, via="world", always=True)
    dawn = says("law", Dawn, via="world")


@pytest.fixture
def graveyard(make_world: MakeWorld) -> World:
    world = make_world(Everything, Law, Body, Legs)
    world.attach(world.root, Law())
    return world


def the_gone(world: World) -> Entity:
    entity = world.spawn(Everything(), Body(), Legs())
    world.despawn(entity)
    return entity


def test_what_is_done_by_or_to_the_gone_fails_before_any_handler_runs(graveyard: World) -> None:
    gone = the_gone(graveyard)
    done = [
        graveyard.publish(Walk(gone)),
        graveyard.publish(Hit(graveyard.spawn(Legs()), gone)),
        graveyard.publish(Fade(gone)),
        graveyard.ask(Weight(gone)),
    ]
    assert [(one.reason, one.failed_by, one.log) for one in done] == [(GONE, None, [])] * 4
    assert GONE == "gone"  # a code that journals and rules hold


def test_change_or_notice_by_the_gone_still_happens(graveyard: World) -> None:
    victim = graveyard.spawn(Body())
    hit = graveyard.publish(Hit(the_gone(graveyard), victim))
    assert (hit.outcome, hit.log) == (DONE, ["law", "body"])
    assert graveyard.publish(Dawn(the_gone(graveyard))).log == ["law"]
    assert victim[Body].wounds == 1


def test_the_gone_cannot_be_changed(graveyard: World) -> None:
    gone = the_gone(graveyard)
    living = graveyard.spawn()
    attempts: list[Callable[[], object]] = [
        lambda: graveyard.attach(gone, Law()),
        lambda: graveyard.detach(gone, Body),
        lambda: graveyard.set_owner(gone, living),
        lambda: graveyard.set_owner(living, gone),
        lambda: graveyard.set_owner(gone, None),
        lambda: graveyard[gone.id],
    ]
    for attempt in attempts:
        with pytest.raises(UnknownEntityError):
            attempt()
