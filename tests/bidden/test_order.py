"""The order of component classes: all of them, rules first, plain data last."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

import bidden
from bidden.events.combat import Attack, Die, Hit, TakeDamage, Wound
from bidden.events.movement import Close, Move, Open, Shut
from bidden.events.places import Climb
from bidden.events.things import Grab, PickUp, Quaff
from bidden.order import COMPONENTS
from eventcore import Component, Event, plan_of_classes
from eventcore.time import Timers


def names(kind: type[Event]) -> list[str]:
    return [step.handler.label for step in plan_of_classes(kind, COMPONENTS).steps]


def written() -> set[type[Component]]:
    """Every component class that a module of the game defines."""
    found: set[type[Component]] = set()
    for module in walk_packages(bidden.__path__, "bidden."):
        if not module.name.startswith(("bidden.frontend", "bidden.cli", "bidden.__main__")):
            found |= {
                value
                for value in vars(import_module(module.name)).values()
                if isinstance(value, type)
                and issubclass(value, Component)
                and value.__module__ == module.name
            }
    return found


def test_every_component_of_the_game_has_its_place_and_one_place_only() -> None:
    assert len(set(COMPONENTS)) == len(COMPONENTS)
    assert set(COMPONENTS) == written() | {Timers}


def test_rules_come_first_and_what_hears_nothing_comes_last() -> None:
    rules = [cls.__module__.startswith(("bidden.rules.", "eventcore.")) for cls in COMPONENTS]
    silent = [not cls._handlers_ for cls in COMPONENTS]
    assert rules == sorted(rules, reverse=True)
    assert silent == sorted(silent)
    assert any(rules)
    assert any(silent)


@pytest.mark.parametrize(
    ("kind", "handlers"),
    [
        (
            Move,
            [
                "Sway.act_against_ones_will",
                "Conditions.lead_astray",
                "Step.aim_at_a_tile",
                "Step.insist_on_one_step",
                "Bump.strike_or_open",
                "Conditions.hold_the_paralysed",
                "Conditions.hold_who_is_caught",
                "Rooted.stay",
                "Collision.stop_at_walls",
                "Collision.stop_at_what_is_solid",
                "Step.step",
                "Occupancy.follow_the_walker",
                "Snares.spring_under_feet",
                "Climber.take_the_stair",
            ],
        ),
        (
            Climb,
            [
                "Stairway.stop_where_there_is_no_room",
                "Stairway.go_to_the_other_end",
                "Stairway.let_time_pass_where_the_hero_is",
            ],
        ),
        (
            Attack,
            [
                "Sway.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Strike.reach",
                "Strike.put_weight_behind_it",
                "Slaying.strike_harder",
                "Guard.turn_aside",
                "Strike.land_the_blow",
                "Stomach.tire_of_striking",
            ],
        ),
        (
            Hit,
            [
                "Brand.harm_besides",
                "Brand.harm_besides",
                "Venom.seep_in",
                "Venom.seep_in",
                "Cruel.wound",
                "Cruel.wound",
                "Breakable.break_at_the_blow",
                "Breakable.break_under_the_blow",
            ],
        ),
        (
            Wound,
            ["Vigour.bleed", "Health.begin_anew", "Vigour.die_of_the_last"],
        ),
        (TakeDamage, ["Health.resist", "Health.lose_hit_points", "Health.die_of_it"]),
        (
            Die,
            [
                "Vigour.take_a_wound_instead",
                "Mortal.depart",
                "Effects.let_go_of_the_dead",
                "Occupancy.forget_the_dead",
                "Lookout.see_who_dies",
                "Remains.leave_a_corpse",
                "Experience.learn_from_the_kill",
                "Pack.drop_all",
            ],
        ),
        (
            Grab,
            ["Sway.act_against_ones_will", "Pack.find_the_thing", "Conditions.hold_the_paralysed"],
        ),
        (
            Quaff,
            [
                "Sway.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Pack.reach_to_use",
                "Magic.aim",
                "Magic.let_it_out",
                "Scholar.taste",
                "Magic.be_used_up",
            ],
        ),
        (
            PickUp,
            [
                "Sway.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Pack.reach_to_take",
                "Pack.take_up",
            ],
        ),
        (
            Close,
            ["Sway.act_against_ones_will", "Hands.find_the_door", "Conditions.hold_the_paralysed"],
        ),
        (
            Open,
            [
                "Sway.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Hands.reach_to_open",
                "Hinge.open_only_once",
                "Hinge.swing_open",
                "Vision.look_anew_when_a_door_opens",
                "Ways.go_through_when_a_door_opens",
            ],
        ),
        (
            Shut,
            [
                "Sway.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Hands.reach_to_shut",
                "Hinge.shut_only_when_free",
                "Hinge.swing_shut",
                "Vision.look_anew_when_a_door_shuts",
                "Ways.go_round_when_a_door_shuts",
            ],
        ),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_chain_runs_in_this_order(kind: type[Event], handlers: list[str]) -> None:
    assert names(kind) == handlers
