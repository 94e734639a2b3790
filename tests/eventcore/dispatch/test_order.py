"""Plans: what lies above the line and below it, and the overview for people."""

import pytest

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Event,
    World,
    component,
)
from eventcore.dispatch.order import plan_of_classes
from eventcore.handler import COMMIT
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Hit,
    Legs,
    Trade,
    Walk,
    Weight,
    component_of,
    says,
)


@component
class Bands(Component):
    react = says("react", Walk, REACT)
    apply = says("apply", Walk, APPLY)
    resolve = says("resolve", Walk, RESOLVE)
    line = says("line", Walk, COMMIT)
    modify = says("modify", Walk, MODIFY)
    validate = says("validate", Walk, VALIDATE)


def names(steps: object) -> list[str]:
    assert isinstance(steps, tuple)
    return [step.handler.name for step in steps]


def test_the_commit_line_divides_a_plan() -> None:
    world = World(components=[Bands])
    plan = world.plan(Walk, world.spawn(Bands()))
    assert names(plan.above) == ["validate", "modify"]
    assert names(plan.below) == ["line", "resolve", "apply", "react"]
    assert names(plan.steps) == names(plan.above) + names(plan.below)


@component
class Reacts(Component):
    react = says("react", Walk, REACT)
    insist = says("insist", Walk, APPLY, always=True)


Applies = component_of("Applies", apply=says("apply", Walk, REACT - 1))


@pytest.mark.parametrize(
    ("kind", "components", "idle"),
    [
        (Walk, [], True),
        (Walk, [Reacts()], True),
        (Walk, [Applies()], False),
        (Fade, [], True),
        (Dawn, [], False),
        (Weight, [], False),
    ],
)
def test_an_action_or_change_is_idle_if_nobody_would_apply_it(
    kind: type[Event], components: list[Component], idle: bool
) -> None:
    world = World(components=[Reacts, Applies])
    assert world.plan(kind, world.spawn(*(type(c)() for c in components))).idle is idle


@pytest.mark.parametrize(
    ("kind", "gone", "fails"),
    [
        (Walk, "enactor", True),
        (Fade, "enactor", True),
        (Hit, "enactor", False),
        (Hit, "target", True),
        (Dawn, "enactor", False),
        (Trade, "target", False),
        (Weight, "enactor", True),
    ],
)
def test_plan_says_if_whoever_acts_or_suffers_is_gone(
    kind: type[Event], gone: str, fails: bool
) -> None:
    world = World(components=[])
    dead = world.spawn()
    world.despawn(dead)
    roles = [dead if role == gone else world.root for role in kind._roles_]
    assert world.plan(kind, *roles).gone is fails


def test_plans_of_the_same_steps_are_equal() -> None:
    world = World(components=[Legs, Body])
    one = world.plan(Walk, world.spawn(Legs()))
    two = world.plan(Walk, world.spawn(Legs(), Body()))
    assert one == two
    assert one != world.plan(Walk, world.root)


def test_roles_not_given_to_a_plan_stay_empty_but_for_the_enactor() -> None:
    world = World(components=[Legs, Body])
    victim = world.spawn(Body())
    assert names(world.plan(Hit, world.root, victim).steps) == ["bleed"]
    assert names(world.plan(Hit, victim).steps) == []
    world.attach(world.root, Legs())
    assert names(world.plan(Walk).steps) == ["step"]


Rule = component_of("Rule", law=says("law", Event, APPLY, via="world"))


@component
class Charm(Component):
    glow = says("glow", Hit, APPLY, role="target", via="owner")
    mine = says("mine", Hit, APPLY)
    never = says("never", Weight, MODIFY)


def test_the_overview_orders_all_handlers_of_all_classes() -> None:
    plan = plan_of_classes(Hit, [Charm, Body, Rule])
    assert [(step.handler.label, step.role, step.slot) for step in plan.steps] == [
        ("Rule.law", "world", -1), ("Charm.mine", "enactor", -1), ("Body.bleed", "target", -1),
        ("Charm.glow", "target", -1),
    ]  # fmt: skip


def test_the_overview_of_a_query_ends_at_the_line() -> None:
    assert names(plan_of_classes(Weight, [Rule, Charm]).steps) == ["never"]


def test_a_handler_of_every_event_hears_a_query_only_above_the_line() -> None:
    for priority, heard in ((COMMIT - 1, ["all"]), (COMMIT, []), (APPLY, [])):
        Ear = component_of("Ear", all=says("all", Event, priority))
        world = World(components=[Ear])
        assert names(world.plan(Weight, world.spawn(Ear())).steps) == heard
