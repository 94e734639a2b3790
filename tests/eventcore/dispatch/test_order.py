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
    RegistrationError,
    World,
    component,
)
from eventcore.dispatch.order import Plan, make_plan, plan_of_classes, ranking_of
from eventcore.errors import DispatchError
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
def test_a_plan_says_if_an_event_comes_too_late(kind: type[Event], gone: str, fails: bool) -> None:
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
    assert hash(one) == hash(two)
    assert one != world.plan(Walk, world.root)


def test_roles_not_given_to_a_plan_stay_empty_but_for_the_enactor() -> None:
    world = World(components=[Legs, Body])
    victim = world.spawn(Body())
    assert names(world.plan(Hit, world.root, victim).steps) == ["bleed"]
    assert names(world.plan(Hit, victim).steps) == []
    world.attach(world.root, Legs())
    assert names(world.plan(Walk).steps) == ["step"]


def test_roles_that_an_event_does_not_have_are_not_planned_for() -> None:
    world = World(components=[])
    with pytest.raises(RegistrationError, match=r"plan\(Walk\): 2 entities for 1 roles, enactor"):
        world.plan(Walk, world.root, world.root)


def test_what_is_no_event_type_is_not_planned_for() -> None:
    for kind in (int, 3, World):
        with pytest.raises(RegistrationError, match="that is no event type"):
            World(components=[]).plan(kind)  # type: ignore[arg-type]  # on purpose


def test_an_event_is_not_planned_for_but_its_class() -> None:
    world = World(components=[])
    with pytest.raises(RegistrationError, match=r"that is no event type; give its class, Walk$"):
        world.plan(Walk(world.root))  # type: ignore[arg-type]  # on purpose


def test_an_entity_of_another_world_is_not_planned_for() -> None:
    with pytest.raises(DispatchError, match="Walk of an entity of another world"):
        World(components=[]).plan(Walk, World(components=[]).spawn())


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


def test_the_overview_of_nothing_is_empty() -> None:
    assert plan_of_classes(Hit, []) == Plan(Hit, (), gone=False)


def test_a_plan_takes_an_archetype_for_each_role_and_no_more() -> None:
    world = World(components=[Legs])
    archetype = world.spawn(Legs())._archetype
    for count in (0, 2):
        with pytest.raises(ValueError, match="zip"):
            make_plan(Walk, world.root._archetype, [archetype] * count, ranking_of((Legs,)))


def test_worlds_of_the_same_classes_have_one_plan() -> None:
    one, other = (World(components=[Bands, Body]) for _ in range(2))
    plans = [world.plan(Walk, world.spawn(Bands(), Body())) for world in (one, other)]
    assert plans[0] is plans[1]
    assert World(components=[Body, Bands]).plan(Walk) is not plans[0]
