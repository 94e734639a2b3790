"""During a dispatch, added handlers wait, and removed handlers are skipped at once."""

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
from eventcore.outcome import DONE, GONE
from eventcore.phase import COMMIT
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Walk,
    Weight,
    component_of,
    does,
    says,
)

Act = Callable[["Stir", World], object]


@event
class Stir(Notice):
    """A notice with a function that changes the world in the middle of the chain."""

    act: Act | None = None
    log: list[str] = attrs.field(factory=list)


@component
class Deed(Component):
    """Calls the function of a Stir before the other handlers run."""

    @handles(Stir, APPLY)
    def do(self, stir: Stir, world: World) -> None:
        stir.log.append("deed")
        if stir.act is not None:
            stir.act(stir, world)


Bark = component_of("Bark", hear=says("bark", Stir))
Moss = component_of("Moss", hear=says("moss", Stir))
Leaf = component_of("Leaf", hear=says("leaf", Stir, via="owner"))
Season = component_of("Season", hear=says("season", Stir, via="world"))


ALL = (Moss, Deed, Bark, Leaf, Season)  # handlers of equal priority run in this order


def stir(world: World, entity: Entity, act: Act | None = None) -> list[str]:
    """Publish a Stir with a function, and return the log of the handlers that ran."""
    return world.publish(Stir(entity, act)).log


@pytest.fixture
def forest(make_world: MakeWorld) -> World:
    """Make a tree (2) that owns a leaf (3) and a twig (4), and another leaf (5)."""
    world = make_world(*ALL)
    tree, leaf, twig, _ = world.spawn(Deed(), Bark()), *(world.spawn() for _ in range(3))
    world.set_owner(leaf, tree)
    world.set_owner(twig, tree)
    for number in (3, 5):
        world.attach(world[number], Leaf())
    return world


def storm(_: Stir, world: World) -> None:
    world.attach(world[2], Moss())
    world.detach(world[2], Bark)
    world.set_owner(world[3], None)
    world.attach(world[2], Bark())
    world.detach(world[2], Moss)
    world.set_owner(world[3], world[2])
    world.attach(world[2], Moss())


CHANGES: dict[str, tuple[Act, str, str]] = {
    "nothing": (lambda _, w: None, "deed bark leaf", "deed bark leaf"),
    "attach": (lambda _, w: w.attach(w[2], Moss()), "deed bark leaf", "deed moss bark leaf"),
    "detach": (lambda _, w: w.detach(w[2], Bark), "deed leaf", "deed leaf"),
    "reattach": (lambda _, w: w.attach(w[2], w.detach(w[2], Bark)), "deed leaf", "deed bark leaf"),
    "give": (lambda _, w: w.set_owner(w[5], w[2]), "deed bark leaf", "deed bark leaf leaf"),
    "take": (lambda _, w: w.set_owner(w[3], None), "deed bark", "deed bark"),
    "give away": (lambda _, w: w.set_owner(w[3], w[5]), "deed bark", "deed bark"),
    "despawn a thing": (lambda _, w: w.despawn(w[3]), "deed bark leaf", "deed bark"),
    "attach to a thing": (
        lambda _, w: w.attach(w[4], Leaf()), "deed bark leaf", "deed bark leaf leaf",
    ),
    "detach from a thing": (lambda _, w: w.detach(w[3], Leaf), "deed bark", "deed bark"),
    "attach a rule": (
        lambda _, w: w.attach(w.root, Season()), "deed bark leaf", "deed season bark leaf",
    ),
    "all at once": (storm, "deed", "deed moss bark leaf"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_added_handlers_wait_and_removed_handlers_are_skipped_at_once(
    forest: World, change: str
) -> None:
    act, in_flight, after = CHANGES[change]
    assert stir(forest, forest[2], act) == in_flight.split()
    assert stir(forest, forest[2]) == after.split()


@pytest.mark.parametrize("change", CHANGES)
def test_nested_event_sees_the_changes_made_before_it(forest: World, change: str) -> None:
    nested: list[str] = []
    act, in_flight, after = CHANGES[change]

    def act_and_stir(stirred: Stir, world: World) -> None:
        act(stirred, world)
        nested.extend(stir(world, world[2]))

    assert stir(forest, forest[2], act_and_stir) == in_flight.split()
    assert nested == (in_flight if change == "despawn a thing" else after).split()


@component
class Mortal(Component):
    dropped: int = 0

    @handles(Hit, APPLY, role="target")
    def die(self, hit: Hit, world: World) -> None:
        hit.log.append("die")
        world.despawn(self.entity)
        world.despawn(self.entity)  # the second call has no effect

    @handles(Hit, REACT, role="target")
    def drop_what_it_held(self, hit: Hit, world: World) -> None:
        hit.log.append("drop")
        for thing in self.entity.owned:
            world.set_owner(thing, None)
            self.dropped += 1


def test_entity_despawned_in_an_event_still_handles_it_and_drops_items(
    make_world: MakeWorld,
) -> None:
    world = make_world(Mortal, Bark)
    goblin, coin = world.spawn(Mortal()), world.spawn(Bark())
    world.set_owner(coin, goblin)
    seen: list[bool] = []
    world.observe(Hit, lambda hit: seen.append(goblin.alive))
    assert world.publish(Hit(world.root, goblin)).log == ["die", "drop"]
    assert seen == [goblin.alive] == [False]
    assert goblin[Mortal].dropped == 1
    assert (coin.alive, coin.owner) == (True, None)


def test_change_without_a_target_fails_once_its_enactor_is_despawned(make_world: MakeWorld) -> None:
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


def test_despawning_frees_things_and_leaves_the_owner(make_world: MakeWorld) -> None:
    world = make_world(Leaf, Bark)
    tree, twig, leaf = world.spawn(Bark()), world.spawn(Leaf()), world.spawn(Leaf())
    world.set_owner(twig, tree)
    world.set_owner(leaf, twig)
    world.despawn(twig)
    assert (leaf.owner, twig.owner, tree.owned, twig.owned) == (None, None, (), ())
    assert stir(world, tree) == ["bark"]


@component
class Everything(Component):
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


def test_action_or_change_of_the_despawned_fails_before_any_handler_runs(graveyard: World) -> None:
    gone = the_gone(graveyard)
    done: list[Any] = [
        graveyard.publish(Walk(gone)),
        graveyard.publish(Hit(graveyard.spawn(Legs()), gone)),
        graveyard.publish(Fade(gone)),
        graveyard.ask(Weight(gone)),
    ]
    assert [(one.reason, one.failed_by, one.log) for one in done] == [(GONE, None, [])] * 4
    assert GONE == "gone"  # journals and rules rely on this value


def test_change_or_notice_enacted_by_a_despawned_entity_still_happens(graveyard: World) -> None:
    victim = graveyard.spawn(Body())
    hit = graveyard.publish(Hit(the_gone(graveyard), victim))
    assert (hit.outcome, hit.log) == (DONE, ["law", "body"])
    assert graveyard.publish(Dawn(the_gone(graveyard))).log == ["law"]
    assert victim[Body].wounds == 1


def test_despawned_entity_cannot_be_changed(graveyard: World) -> None:
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
