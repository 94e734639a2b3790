"""Roles decide which entities handle an event, and cannot change during its dispatch."""

from typing import Any

import attrs
import pytest

from eventcore import (
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Action,
    Change,
    Component,
    Entity,
    Event,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError
from eventcore.testing import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Trade,
    Walk,
    alone,
    component_of,
    says,
)


@component
class Trader(Component):
    enactor = says("enactor", Trade)
    target = says("target", Trade, role="target")


Gem = component_of("Gem", shine=says("gem", Trade, role="target", via="owner"))
Rule = component_of("Rule", watch=says("rule", Trade, via="world"))


def test_entity_in_a_field_that_is_not_a_role_does_not_receive_the_event(
    make_world: MakeWorld,
) -> None:
    @event
    class Speak(Notice):
        about: Entity
        log: list[str] = attrs.field(factory=list)

    Ears = component_of("Ears", burn=says("burn", Speak))
    world = make_world(Ears)
    assert world.publish(Speak(world.spawn(), world.spawn(Ears()))).log == []


def test_component_handles_only_events_in_which_its_entity_has_the_role(
    make_world: MakeWorld,
) -> None:
    world = make_world(Trader)
    trader, other = world.spawn(Trader()), world.spawn()
    assert world.publish(Trade(trader, other)).log == ["enactor"]
    assert world.publish(Trade(other, trader)).log == ["target"]
    assert world.publish(Trade(other, other, trader)).log == []
    assert world.publish(Trade(other, other, other)).log == []


def test_handler_of_a_change_listens_to_the_target_by_default(
    make_world: MakeWorld,
) -> None:
    @component
    class Skin(Component):
        hits: int = 0

        @handles(Hit, REACT)
        def feel(self, hit: Hit, world: World) -> None:
            self.hits += 1

    world = make_world(Skin, Body)
    one, other = world.spawn(Skin(), Body()), world.spawn(Skin(), Body())
    world.publish(Hit(one, other))
    assert (one[Skin].hits, other[Skin].hits) == (0, 1)


def test_role_with_a_default_may_stay_empty(make_world: MakeWorld) -> None:
    world, trader = alone(make_world, Trader)
    assert world.publish(Trade(trader)).log == ["enactor"]
    assert world.publish(Trade(trader, None, trader)).log == ["enactor"]
    assert world.publish(Trade(world.root, trader, None)).log == ["target"]


def test_owned_thing_hears_the_role_of_its_owner_only(make_world: MakeWorld) -> None:
    world = make_world(Gem, Trader)
    owner, gem, other = world.spawn(), world.spawn(Gem(), Trader()), world.spawn()
    world.set_owner(gem, owner)
    assert world.publish(Trade(other, owner)).log == ["gem"]
    assert world.publish(Trade(owner, other)).log == []
    assert world.publish(Trade(owner, gem)).log == ["target"]


def test_owned_entity_hears_events_of_its_owner_but_not_of_the_owners_owner(
    make_world: MakeWorld,
) -> None:
    world = make_world(Gem)
    hero, bag, gem = world.spawn(), world.spawn(), world.spawn(Gem())
    world.set_owner(gem, bag)
    world.set_owner(bag, hero)
    assert world.publish(Trade(world.root, hero)).log == []
    assert world.publish(Trade(world.root, bag)).log == ["gem"]


def test_component_attached_to_an_owned_thing_hears_for_the_owner(make_world: MakeWorld) -> None:
    world = make_world(Gem)
    owner, thing = world.spawn(), world.spawn()
    world.set_owner(thing, owner)
    world.attach(thing, Gem())
    assert world.publish(Trade(world.root, owner)).log == ["gem"]
    world.detach(thing, Gem)
    assert world.publish(Trade(world.root, owner)).log == []


def test_world_rule_hears_every_event_of_its_type(make_world: MakeWorld) -> None:
    world = make_world(Rule, Trader)
    world.attach(world.root, Rule())
    assert world.publish(Trade(world.spawn(), world.spawn())).log == ["rule"]
    assert world.publish(Trade(world.root)).log == ["rule"]
    world.attach(world.root, Trader())
    assert world.publish(Trade(world.root)).log == ["rule", "enactor"]


@pytest.mark.parametrize(
    ("kind", "heard"),
    [(Walk, ["event", "action"]), (Fade, ["event", "change"]), (Dawn, ["event", "notice"])],
)
def test_handler_for_a_base_event_class_receives_all_events_of_that_kind(
    make_world: MakeWorld, kind: Any, heard: list[str]
) -> None:
    @component
    class Ears(Component):
        all = says("event", Event, MODIFY)
        actions = says("action", Action, MODIFY)
        changes = says("change", Change, MODIFY)
        notices = says("notice", Notice, MODIFY)
        queries = says("query", Query, MODIFY)

    world = make_world(Ears, Legs, Body)
    assert world.publish(kind(world.spawn(Ears()))).log == heard


def test_subclass_has_the_roles_of_its_parent_and_its_own(make_world: MakeWorld) -> None:
    @event
    class Stab(Hit):
        weapon: Entity | None = role(default=None)

    Blade = component_of("Blade", cut=says("blade", Stab, RESOLVE, role="weapon"))
    world = make_world(Blade, Body)
    victim = world.spawn(Body())
    stab = world.publish(Stab(world.root, victim, weapon=world.spawn(Blade())))
    assert stab.log == ["blade", "body"]
    assert [step.role for step in world.plan(Stab, world.root, victim).steps] == ["target"]


@component
class Decoy(Component):
    stand_in: Any = None

    @handles(Hit, VALIDATE, role="target")
    def step_aside(self, hit: Hit, world: World) -> None:
        hit.target = self.stand_in


def test_role_is_not_reassigned_in_flight(debug: bool) -> None:
    world = World(components=[Decoy, Body], debug=debug)
    other = world.spawn(Body())
    decoy = world.spawn(Decoy(other), Body())
    if debug:
        with pytest.raises(DispatchError):
            world.publish(Hit(world.root, decoy))
        return
    assert world.publish(Hit(world.root, decoy)).log == ["body"]
    assert (decoy[Body].wounds, other[Body].wounds) == (1, 0)


def test_handler_can_listen_to_several_roles(make_world: MakeWorld) -> None:
    @component
    class Nosy(Component):
        @handles(Trade, REACT, role="enactor")
        @handles(Trade, REACT, role="target")
        def hear(self, trade: Trade, world: World) -> None:
            trade.log.append("nosy")

    world, nosy = alone(make_world, Nosy)
    assert world.publish(Trade(nosy)).log == ["nosy"]
    assert world.publish(Trade(nosy, nosy)).log == ["nosy", "nosy"]
