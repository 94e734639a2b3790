"""The order of component classes: all of them, rules first, plain data last."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

import bidden
from bidden.events.bodies import LiveOn, Pose, Sever
from bidden.events.body import Refill
from bidden.events.combat import Attack, Die, Hit, TakeDamage, Wound
from bidden.events.knowledge import Tell
from bidden.events.movement import Close, Displace, Move, Open
from bidden.events.places import Climb, Find, MakeLevel, Search, Spawn, Spring
from bidden.events.pursuit import ComeAfter
from bidden.events.queries import WhichKey
from bidden.events.things import PickUp, Quaff
from bidden.events.turns import BeginGame, SpendTime, TakeTurn, Win
from bidden.order import COMPONENTS
from eventcore import Component, Event
from eventcore.dispatch.order import plan_of_classes
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
                "MindControl.act_against_ones_will",
                "Conditions.lead_astray",
                "Position.aim_at_a_tile",
                "Position.insist_on_one_step",
                "Bump.strike_or_open",
                "Reach.strike_from_afar",
                "Talking.talk_to_who_is_there",
                "Conditions.hold_the_paralysed",
                "Conditions.hold_who_is_caught",
                "Rooted.stay",
                "Gait.lie_where_it_fell",
                "Collision.stop_at_walls",
                "Burrows.stop_at_the_edge",
                "Collision.stop_at_what_is_solid",
                "Position.step",
                "Gait.count_the_step",
                "Charge.run_on",
                "Water.wade",
                "Frail.limp",
                "Hiding.show_by_a_step",
                "Searching.notice_on_the_way",
                "Chasms.fall_by_a_step",
                "Torches.carry_it_there",
                "Fire.burn_who_steps_into_it",
                "Noticing.be_seen_on_the_way",
                "Bearer.deliver_it",
                "Slither.draw_after",
                "Occupancy.follow_the_walker",
                "Traps.spring_under_feet",
                "UsesStairs.take_the_stair",
            ],
        ),
        (
            Climb,
            [
                "Stairs.stop_where_there_is_no_room",
                "Body.stay_on_the_level",
                "Stairs.go_to_the_other_end",
                "Pursuit.wait_where_a_stair_led",
                "Following.be_followed",
                "Following.leave_others_behind",
                "Term.end_at_the_circle",
                "LastWay.win_at_the_circle",
                "Calling.call_again",
                "Passing.go_on_where_a_stair_led",
            ],
        ),
        (
            Attack,
            [
                "MindControl.act_against_ones_will",
                "Bodyguards.step_in",
                "Ward.turn_it_back",
                "Body.take_it_with_a_part",
                "Conditions.hold_the_paralysed",
                "Strike.reach",
                "Strike.put_weight_behind_it",
                "PackHunter.strike_together",
                "Charge.strike_with_the_run",
                "Frail.strike_weakly",
                "Slaying.strike_harder",
                "Ambush.strike_who_sleeps",
                "Piercing.come_through",
                "Guard.turn_aside",
                "Strike.land_the_blow",
                "Sweep.strike_another",
                "Charge.stop_at_the_blow",
                "Deeds.count_a_blow",
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
                "Wounding.wound",
                "Wounding.wound",
                "Retort.answer",
                "Relish.feed_on_it",
                "Thorns.return_it",
                "Skirmish.spring_back",
                "Thief.snatch",
                "Breakable.break_at_the_blow",
                "Thief.drop_it_when_hurt",
                "Imitates.take_after",
                "Breakable.break_under_the_blow",
            ],
        ),
        (
            Wound,
            [
                "Maiming.spare_who_cannot_be_wounded",
                "Wounds.refuse_two_of_one_blow",
                "Maiming.say_which",
                "Wounds.bleed",
                "Health.sink",
                "Gear.slip_from_a_bad_hand",
                "Deeds.count_a_wound",
                "Wounds.die_of_the_last_or_go_on",
            ],
        ),
        (
            Refill,
            ["Health.tell_what_refills", "Health.refuse_the_unhurt", "Health.regain_hit_points"],
        ),
        (
            Spawn,
            [
                "Spawning.look_up_the_components",
                "Pack.refuse_what_there_is_no_slot_for",
                "LevelMaking.be_at_home",
                "Favour.take_sides",
                "Spawning.make",
                "Beginning.note_who_is_played",
                "Pack.hold_what_came_to_be",
                "Champions.let_some_be_champions",
                "Masterworks.let_some_be_better",
                "Spawning.arrive",
            ],
        ),
        (
            MakeLevel,
            [
                "LevelMaking.make_each_once",
                "LevelMaking.draw_the_level",
                "LevelMaking.lay_what_covers_it",
                "LevelMaking.fill_the_level",
                "Pursuit.begin_to_wait",
                "Sleep.let_some_sleep",
                "Calling.call_at_first",
                "HavingBoons.give_the_first",
                "Deeds.count_a_level",
                "Winning.win_where_nobody_was",
            ],
        ),
        (
            BeginGame,
            ["Beginning.start_the_clock", "Appearances.shuffle", "Beginning.make_the_first_level"],
        ),
        (SpendTime, ["Pacing.tell_how_fast", "Pacing.delay_the_next_action"]),
        (
            Win,
            [
                "Winning.win_once",
                "Winning.win",
                "Deeds.count_the_end",
            ],
        ),
        (
            Displace,
            [
                "Position.leave",
                "Position.be_elsewhere",
                "Charge.be_thrown_off",
                "Position.arrive",
            ],
        ),
        (
            TakeDamage,
            [
                "Ward.have_the_credit",
                "Health.resist",
                "Water.lead_lightning",
                "Health.lose_hit_points",
                "HollowBoons.show_by_harm",
                "Hiding.show_by_harm",
                "Disguise.be_touched",
                "Peaceful.keep_it_no_longer",
                "Kindling.kindle_beneath_who_burns",
                "Limb.share_the_harm",
                "Wits.turn_on_who_did_it",
                "Wits.turn_to_flee",
                "Noises.be_heard_doing_harm",
                "Health.die_of_it",
            ],
        ),
        (
            TakeTurn,
            [
                "Breath.recover_breath",
                "Knack.rest_from_it",
                "Mind.look_out",
                "Scent.smell",
                "Wits.take_stock",
                "Tracker.follow_the_trail",
                "Spores.let_one_ripen",
                "Disguise.wake",
                "Wits.lose_patience",
                "Mind.act",
                "Wits.wait_for_something_to_do",
                "Gait.move_the_joints",
                "Pacing.end_the_turn",
            ],
        ),
        (
            Die,
            [
                "Wounds.take_a_wound_instead",
                "Limb.come_off_instead",
                "LeavesCorpse.depart",
                "Limb.depart",
                "Deeds.count_a_death",
                "Triumphs.close_a_wound",
                "Hunting.take_the_trophy",
                "Body.fall_apart",
                "Hunted.settle_the_hunt",
                "HavingBoons.let_a_victory_warp",
                "Winning.win_by_the_last_death",
                "Leaks.leak",
                "Bursts.burst",
                "Corpses.leave_a_corpse",
                "Limb.leave_something",
                "Effects.let_go_of_the_dead",
                "Occupancy.forget_the_dead",
                "NearestFoe.see_who_dies",
                "Noticing.see_who_dies",
                "Experience.learn_from_the_kill",
                "Pack.drop_all",
            ],
        ),
        (
            Quaff,
            [
                "MindControl.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Pack.reach_to_use",
                "Magic.aim",
                "Frail.aim_no_further",
                "Witnesses.note_who_does_not_know_it",
                "Magic.release_the_power",
                "Kindling.kindle_by_a_thing",
                "Deeds.count_a_potion",
                "Witnesses.remember_what_was_tried",
                "ItemKnowledge.taste",
                "Magic.be_used_up",
            ],
        ),
        (
            PickUp,
            [
                "MindControl.act_against_ones_will",
                "Drawing.reach_into_it",
                "Conditions.hold_the_paralysed",
                "Pack.reach_to_pick_up",
                "Pack.pick_up",
                "Deeds.count_a_masterwork",
                "Winning.win_by_the_prize",
                "Sought.settle_the_search",
            ],
        ),
        (
            Open,
            [
                "MindControl.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Door.open_only_once",
                "Lock.stay_locked",
                "Door.swing_open",
                "Lock.be_unlocked",
                "Noises.be_heard_opening",
                "Vision.look_anew_when_a_door_opens",
                "Pathfinding.go_through_when_a_door_opens",
            ],
        ),
        (
            Search,
            [
                "MindControl.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "Searching.look_closely",
                "Unmasking.look_twice",
                "Searching.reveal_what_is_found",
            ],
        ),
        (
            Find,
            [
                "Searching.be_a_secret_no_more",
                "Vision.look_anew_when_a_door_is_found",
                "Pathfinding.go_through_a_door_that_is_found",
                "Memory.mark_what_is_found",
            ],
        ),
        (
            ComeAfter,
            [
                "Pursuit.choose_the_hunter",
                "Grudges.send_their_own",
                "Pursuit.find_the_way_in",
                "Pursuit.let_it_come",
                "Pursuit.be_tougher",
                "Noises.be_heard_coming",
                "Pursuit.wait_for_the_next",
            ],
        ),
        (
            Spring,
            [
                "Trap.aim",
                "Trap.work",
                "Kindling.kindle_by_a_trap",
                "Traps.be_known_to_who_sees_it",
                "Trap.be_used_up",
            ],
        ),
        (
            Tell,
            ["Witnesses.look_who_hears", "Witnesses.be_understood", "Noises.be_heard_telling"],
        ),
        (
            Pose,
            [
                "Body.tell_where_all_are",
                "Slither.follow",
                "Gait.hold_the_joints",
                "Body.go_there",
                "Gait.keep_the_angles",
            ],
        ),
        (
            Sever,
            [
                "Wounds.take_a_wound_instead",
                "Limb.come_off_instead",
                "Body.tell_how_much_comes_off",
                "LeavesCorpse.depart",
                "Limb.depart",
                "Gait.lose_a_leg",
                "Deeds.count_a_death",
                "Triumphs.close_a_wound",
                "Hunting.take_the_trophy",
                "Body.fall_apart",
                "Body.let_go",
                "Limb.take_the_body_along",
                "Hunted.settle_the_hunt",
                "HavingBoons.let_a_victory_warp",
                "Winning.win_by_the_last_death",
                "Leaks.leak",
                "Bursts.burst",
                "Corpses.leave_a_corpse",
                "Limb.leave_something",
                "Effects.let_go_of_the_dead",
                "Occupancy.forget_the_dead",
                "NearestFoe.see_who_dies",
                "Noticing.see_who_dies",
                "Experience.learn_from_the_kill",
                "Pack.drop_all",
                "Gait.fall_over",
            ],
        ),
        (LiveOn, ["LivingOn.find_room_for_the_head", "LivingOn.grow_a_head"]),
        (WhichKey, ["Pack.look_for_a_key"]),
        (
            Close,
            [
                "MindControl.act_against_ones_will",
                "Conditions.hold_the_paralysed",
                "UsesDoors.look_for_the_door",
                "Door.close_only_when_free",
                "Door.swing_shut",
                "Vision.look_anew_when_a_door_shuts",
                "Pathfinding.go_round_when_a_door_shuts",
            ],
        ),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_chain_runs_in_this_order(kind: type[Event], handlers: list[str]) -> None:
    assert names(kind) == handlers
