"""The character: each stat is told with what it comes of, and the parts make up the whole."""

from __future__ import annotations

from bidden.components.knowledge.memory import Memory
from bidden.events.body import Earn
from bidden.events.combat import Wound
from bidden.events.effects import Affect, WhatIs, what_is
from bidden.intents import Improve
from bidden.state import Fighter
from eventcore.time import StartTimer
from tests.bidden.components.things.test_gear import wear
from tests.bidden.scenes import MakeSession


def test_a_stat_is_made_of_nature_gear_effects_and_experience(make_session: MakeSession) -> None:
    session = make_session("#@#")
    you, world = session.player, session.world
    wear(session, "sword")
    wear(session, "dragonhide")
    world.publish(StartTimer(you, you, "warrior", 9, 1))
    world.publish(StartTimer(you, you, "sickness", 9, 3))
    world.publish(Earn(you, you, 50, "ox"))
    session.perform(Improve("attack"))
    stats = {stat.name: stat for stat in session.character().stats}
    assert stats["attack"].parts == (
        ("base", 5), ("warrior", 5), ("fever", -3), ("sword", 4), ("experience", 1),
    )  # fmt: skip
    assert stats["defence"].parts == (
        ("base", 1), ("warrior", 5), ("fever", -3), ("suit of dragonhide", 2),
    )  # fmt: skip
    assert stats["fire resistance"].parts == (("suit of dragonhide", 50),)
    assert "cold resistance" not in stats
    assert all(stat.value == sum(part for _, part in stat.parts) for stat in stats.values())
    assert stats["attack"].value == what_is(world, you, "attack", you[Fighter].attack) == 12
    assert stats["sight"].value == what_is(world, you, "sight") == you[Memory].radius == 9


def test_where_something_takes_all_no_number_is_told(make_session: MakeSession) -> None:
    session = make_session("#@#")
    session.world.publish(StartTimer(session.player, session.player, "stopped regeneration", 9, 1))
    (stat,) = [one for one in session.character().stats if one.name == "regeneration"]
    assert (stat.told, stat.made_of) == ("none", "base 40, stopped regeneration")


def test_to_tell_the_parts_does_not_change_the_sum(make_session: MakeSession) -> None:
    session = make_session("#@#")
    wear(session, "sword")
    told = session.world.ask(WhatIs(session.player, "attack", 5, []))
    assert (told.value, told.parts) == (9, [("sword", 4)])
    assert session.world.ask(WhatIs(session.player, "attack", 5)).parts is None


def test_the_stores_and_kills_are_told(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Mana": {"mana": 3}, "Stomach": {"food": 100}})
    for name in ("zombie", "ox", "zombie"):
        session.world.publish(Earn(session.player, session.player, 20, name))
    you, view = session.character(), session.view()
    assert (you.mana, you.max_mana, you.food, you.max_food) == (3, 8, 100, 1000)
    assert you.food_about.endswith("At 0 you starve.")
    assert (you.level, you.experience, you.next_level_at) == (2, 60, 150)
    assert you.kills == (("zombie", 2), ("ox", 1))
    assert (view.hunger, view.improvements_due, len(view.improvements)) == ("hungry", 1, 7)


def test_who_has_no_such_parts_has_no_such_lines(make_session: MakeSession) -> None:
    none = {"Mana": None, "Stomach": None, "Experience": None, "Wounds": None, "Recovery": None}
    session = make_session("#@#", you=none)
    view, you = session.view(), session.character()
    assert (view.max_wounds, view.hunger, view.improvements) == (0, "", ())
    assert (you.max_mana, you.max_food, you.kills, you.level) == (0, 0, (), 1)
    assert you.food_about == ""
    assert [stat.name for stat in you.stats] == ["attack", "defence", "strength", "sight", "speed"]


def test_how_fast_points_come_back_is_told(make_session: MakeSession) -> None:
    session = make_session("#@......#", you={"Recovery": {"health": 30, "mana": 10}})
    you = session.character()
    assert (you.heals_every, you.recovers_every) == (34, 100)
    session.world.publish(Affect(session.player, session.player, "stopped regeneration"))
    you = session.character()
    assert (you.heals_every, you.recovers_every) == (0, 0)


def test_what_a_wound_takes_is_told_without_sums(make_session: MakeSession) -> None:
    session = make_session("#@#")
    for kind in ("eye", "hand"):
        session.world.publish(Wound(session.player, session.player, kind=kind))
    stats = {stat.name: (stat.told, stat.made_of) for stat in session.character().stats}
    assert stats["aim"] == ("4 tiles", "eye wound")
    assert stats["melee damage"] == ("\N{MINUS SIGN}25%", "hand wound")
