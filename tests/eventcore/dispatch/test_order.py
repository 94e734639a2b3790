"""A plan lists the handlers of a chain in order, for given entities or for component classes."""

import pytest

from eventcore import APPLY, MODIFY, Component, Event, World, component
from eventcore.dispatch.order import plan_of_classes
from eventcore.phase import COMMIT
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


def names(steps: object) -> list[str]:
    assert isinstance(steps, tuple)
    return [step.handler.name for step in steps]


@pytest.mark.parametrize(
    ("kind", "roles", "gone"),
    [
        (Walk, "gone", True),
        (Fade, "gone", True),
        (Hit, "gone root", False),
        (Hit, "root gone", True),
        (Dawn, "gone", False),
        (Trade, "root gone root", False),
        (Weight, "gone", True),
    ],
)
def test_plan_reports_whether_an_entity_in_a_role_is_gone(
    kind: type[Event], roles: str, gone: bool
) -> None:
    world = World(components=[])
    entities = {"gone": world.spawn(), "root": world.root}
    world.despawn(entities["gone"])
    assert world.plan(kind, *(entities[role] for role in roles.split())).gone is gone


def test_plan_leaves_missing_roles_empty_except_the_enactor() -> None:
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


def test_overview_orders_all_handlers_of_all_classes() -> None:
    plan = plan_of_classes(Hit, [Charm, Body, Rule])
    assert [(step.handler.label, step.role, step.slot) for step in plan.steps] == [
        ("Rule.law", "world", -1), ("Charm.mine", "enactor", -1), ("Body.bleed", "target", -1),
        ("Charm.glow", "target", -1),
    ]  # fmt: skip


def test_handler_for_all_events_runs_for_a_query_only_before_commit() -> None:
    for priority, heard in ((COMMIT - 1, ["all"]), (COMMIT, []), (APPLY, [])):
        Ear = component_of("Ear", all=says("all", Event, priority))
        world = World(components=[Ear])
        assert names(world.plan(Weight, world.spawn(Ear())).steps) == heard
