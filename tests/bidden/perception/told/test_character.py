"""The character sheet: every stat is the sum of the parts it lists."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.components.knowledge.memory import Memory
from bidden.events.body import Earn
from bidden.events.effects import what_is
from bidden.intents import Improve, Wait
from bidden.state import Fighter
from eventcore.time import StartTimer
from tests.bidden.scenes import MakeSession, wear


def test_stat_adds_up_base_value_gear_effects_and_experience(make_session: MakeSession) -> None:
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
        ("base", 5), ("warrior", 5), ("fever", -3), ("sword", 4), ("upgrades", 1),
    )  # fmt: skip
    assert stats["defence"].parts == (
        ("base", 1), ("warrior", 5), ("fever", -3), ("suit of dragonhide", 2),
    )  # fmt: skip
    assert stats["fire resistance"].parts == (("suit of dragonhide", 50),)
    assert "cold resistance" not in stats
    assert all(stat.value == sum(part for _, part in stat.parts) for stat in stats.values())
    assert stats["attack"].value == what_is(world, you, "attack", you[Fighter].attack) == 12
    assert stats["sight"].value == what_is(world, you, "sight") == you[Memory].radius == 9


def test_suppressed_stat_is_shown_as_none(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@#")
    session.world.publish(StartTimer(session.player, session.player, "stopped regeneration", 9, 1))
    (stat,) = [one for one in session.character().stats if one.name == "regeneration"]
    assert (stat.told, stat.made_of) == snapshot


def test_lasting_effect_is_explained_by_what_it_does_now(make_session: MakeSession) -> None:
    session = make_session("#@#")
    you, world = session.player, session.world
    for kind, turns, level in (("hunger", 12, 1), ("poison", 9, 2), ("might", 4, 1)):
        world.publish(StartTimer(you, you, kind, turns, level))
    for _ in range(2):  # until half of the might is gone
        session.perform(Wait())
    assert dict(session.character().effects) == {
        "craving": "\N{MINUS SIGN}5 food a turn (10 turns left)",
        "bad poison": "2 poison damage a turn (7 turns left)",
        "might": "+5 Strength, giving +1 Attack in melee (2 turns left)",
    }


def test_character_view_shows_mana_food_experience_and_kills(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@#", you={"Mana": {"mana": 3}, "Stomach": {"food": 100}})
    for name in ("zombie", "ox", "zombie"):
        session.world.publish(Earn(session.player, session.player, 20, name))
    you, view = session.character(), session.view()
    assert (you.mana, you.max_mana, you.food, you.max_food) == (3, 8, 100, 1000)
    assert you.food_about == snapshot
    assert (you.level, you.experience, you.next_level_at) == (2, 60, 150)
    assert you.kills == (("zombie", 2), ("ox", 1))
    assert (view.hunger, view.improvements_due, len(view.improvements)) == ("hungry", 1, 7)
