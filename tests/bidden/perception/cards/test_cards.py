"""Cards of creatures, items and spells reveal only what the player can know."""

from __future__ import annotations

import math
import re

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.events.combat import Wound
from bidden.events.effects import Affect
from bidden.events.ground import GoOut
from bidden.events.magic import LearnSpell
from bidden.events.minds import GiveUp, Rouse
from bidden.intents import PutOn, Quaff, Read
from bidden.perception.cards.card import Card, InPack, OfSpell, OnTile
from bidden.perception.cards.effects import effect_told
from bidden.perception.cards.harms import harms_of
from bidden.perception.senses.names import look_of
from bidden.session import Session
from bidden.shown.gear import gain_told
from bidden.state import Side, Unidentified
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import Changes, MakeSession, catalogue, creature, give, put, wear

CREATURES = [
    name
    for name, parts in catalogue().blueprints.items()
    if {"Look", "Fighter", "Side"} <= {cls.__name__ for cls, _ in parts} and name != "you"
]
THINGS = [
    name
    for name, parts in catalogue().blueprints.items()
    if {"Look", "Item"} <= {cls.__name__ for cls, _ in parts}
]


def card_of(session: Session, x: int) -> Card:
    card = session.card(OnTile(x, 0))
    assert card is not None
    return card


def lines(card: Card | None) -> list[str]:
    assert card is not None
    return [line.text for line in card.lines]


def test_card_of_a_creature_compares_it_with_the_player(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#", troll={"Health": {"hp": 9, "most": 24}})
    put(session, Placement("troll", 3, 0))
    card = card_of(session, 3)
    assert card.glyph == "T"
    assert (card.title, card.brief, lines(card)) == snapshot


def test_card_of_a_torch_in_use_tells_whether_it_burns(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    torch = wear(session, "torch")
    slot = session.view().pack[0].slot
    assert any("Light radius 6. " in line for line in lines(session.card(InPack(slot))))
    assert "light" in session.view().pack[0].traits
    session.world.publish(GoOut(session.player, torch))
    (held,) = session.view().pack
    assert any("wield it again" in line for line in lines(session.card(InPack(slot))))
    assert "light" not in held.traits


def test_card_of_a_tile_lists_all_that_lies_there(make_session: MakeSession) -> None:
    session = make_session("#@.....#")
    for name in ("sword", "rock", "troll"):
        put(session, Placement(name, 3, 0))
    card = card_of(session, 3)
    assert card.title == "a troll"
    assert lines(card)[-1] == "Also here: a sword and a rock."
    put(session, Placement("rock", 3, 0))
    assert lines(card_of(session, 3))[-1] == "Also here: a sword and two rocks."
    put(session, Placement("rock", 1, 0))
    assert not any("Also here" in line for line in lines(card_of(session, 1)))


def test_card_of_a_shard_shows_how_it_changes_each_boon(make_session: MakeSession) -> None:
    boons = {"carried": ["ward", "pass"], "uses": [1, 1], "warps": ["", ""]}
    session = make_session("#@#", you={"Boons": boons})
    give(session, "hollow shard")
    card = session.card(InPack(session.view().pack[0].slot))
    assert card is not None
    active, other = card.lines[:2]
    assert (active.tone, other.tone) == ("news", "plain")
    assert "ward of oblivion" in active.text.lower()
    assert other.text.startswith("If you switch boons first: ")
    assert "parting" in other.text.lower()


def test_card_shows_the_creatures_current_behaviour(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    told = {}
    for state in ("asleep", "fleeing", "searching", "wandering"):
        session = make_session("#@.z....#", zombie={"Wits": {"state": state}})
        told[state] = lines(card_of(session, 3))[2]
    session = make_session("#@.z....#")
    zombie = creature(session, 3)
    for heard, x in (("a noise", 5), ("the player", 1)):
        session.world.publish(Rouse(session.world.root, zombie, x, 0))
        told[f"after {heard}"] = lines(card_of(session, 3))[2]
        session.world.publish(GiveUp(zombie))
    session.world.publish(Affect(session.player, zombie, "charm"))
    told["charmed"] = lines(card_of(session, 3))[2]
    session = make_session("#@.z....#", zombie={"Hunted": {}})
    told["hunted by the player"] = lines(card_of(session, 3))[2]
    assert told == snapshot


@pytest.mark.parametrize(
    ("effect", "state"),
    [
        ("oblivion", "unaware"),
        ("paralysis", "unable to act"),
        ("knock-out", "unable to act"),
        ("fear", "fleeing"),
        ("speed", "chasing you"),
    ],
)
def test_creature_card_shows_the_state_that_fits_its_effects(
    make_session: MakeSession, effect: str, state: str
) -> None:
    session = make_session("#@.z....#")
    zombie = creature(session, 3)
    session.world.publish(Rouse(session.world.root, zombie, 1, 0))
    session.world.publish(Affect(zombie, zombie, effect))
    assert lines(card_of(session, 3))[2] == f"Enemy, {state}."


def test_rooted_creature_is_aware_of_the_player_and_never_chases(make_session: MakeSession) -> None:
    session = make_session("#@.z....#", zombie={"Rooted": {}})
    session.world.publish(Rouse(session.world.root, creature(session, 3), 1, 0))
    told = lines(card_of(session, 3))
    assert told[2] == "Enemy, aware of you."
    assert "It can't move." in told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mace", "dazed: \N{MINUS SIGN}3 Defence for 4 turns."),
        ("cudgel", "knocked out for 5 turns."),
        ("venomous dagger", "poisoned: 1 poison damage a turn for 10 turns."),
    ],
)
def test_item_card_names_the_enemy_in_the_effect_of_hits(
    make_session: MakeSession, name: str, told: str
) -> None:
    session = make_session("#@......#")
    give(session, name)
    card = session.card(InPack(session.view().pack[0].slot))
    assert any("of hits, the enemy is " in line and line.endswith(told) for line in lines(card))


@pytest.mark.parametrize("name", ["skeleton", "acolyte"])
def test_card_describes_the_nature_and_tricks_of_a_creature(
    make_session: MakeSession, name: str, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    put(session, Placement(name, 3, 0))
    assert lines(card_of(session, 3)) == snapshot


def test_card_says_how_soon_the_breath_attack_comes(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    told = list[list[str]]()
    for state in ({}, {"drawn": 2}, {"out_for": 3}):
        session = make_session("#@......#", dragon={"Breath": state})
        put(session, Placement("dragon", 6, 0))
        told.append(lines(card_of(session, 6)))
    resting, drawn, spent = (set(each) for each in told)
    assert [*(resting - drawn), *(drawn - resting), *(spent - resting)] == snapshot


def test_card_compares_a_creatures_speed_with_the_players(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.z....#", zombie={"Mind": {"plan": [], "radius": 7}})
    even = {*lines(card_of(session, 3))}
    session.world.publish(Affect(creature(session, 3), creature(session, 3), "speed"))
    faster = {*lines(card_of(session, 3))}
    session.world.publish(Affect(session.player, session.player, "speed"))
    assert [sorted(faster - even), sorted(even - faster)] == snapshot
    assert (even - faster) <= {*lines(card_of(session, 3))}


@pytest.mark.parametrize("name", CREATURES)
def test_every_creature_has_a_card(make_session: MakeSession, name: str) -> None:
    session = make_session("#@......#")
    put(session, Placement(name, 5, 0))
    card = session.card(OnTile(5, 0))
    assert card is not None
    assert all(line.text and "None" not in line.text for line in card.lines)


@pytest.mark.parametrize("name", THINGS)
def test_every_thing_has_a_card(make_session: MakeSession, name: str) -> None:
    session = make_session("#@......#")
    give(session, name)
    told = lines(session.card(InPack("a")))
    assert all(text and "None" not in text for text in told)
    assert len({*told}) == len(told)  # no duplicates


def test_every_effect_has_a_description(snapshot: SnapshotAssertion) -> None:
    kinds = catalogue().effects
    assert all(effect_told(name, kinds) for name in kinds)
    names = ("fire", "poison", "zeal", "gale", "falcons", "blood to mana")
    assert [effect_told(name, kinds) for name in names] == snapshot
    assert effect_told("dart", kinds) == "4 missile damage"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("howler", "Howls (range 7): you flee for 3 turns. At most once every 8 turns."),
        ("constrictor", "On 60% of its hits: you can't step away for 3 turns."),
        (
            "censer bearer",
            "Swings its censer (allies, range 5): +2 Attack and +25% speed for 6 turns.",
        ),
    ],
)
def test_ability_names_the_player_if_it_is_aimed_at_the_player(
    make_session: MakeSession, name: str, told: str
) -> None:
    session = make_session("#@......#")
    put(session, Placement(name, 3, 0))
    assert any(line.startswith(told) for line in lines(card_of(session, 3)))


def test_card_tells_the_odds_of_a_wound_by_the_hardest_hit(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("constrictor", 3, 0))
    wound = "Its hits can wound your voice even at full HP (up to {}% per hit). "
    wound += "The wound: 50% of scrolls and spells fail."
    most = session.player[Health].most
    (blow, *_) = harms_of(creature(session, 3), session.player, session.world)
    assert wound.format(round(7 * 10 * blow.worst / most)) in lines(card_of(session, 3))
    for _ in range(session.player[Wounds].most - 1):  # the next one would kill
        session.world.publish(Wound(session.world.root, session.player))
    assert not any("may wound your" in line for line in lines(card_of(session, 3)))


def test_look_and_card_state_the_same_worst_damage_and_wound_of_a_charge(
    make_session: MakeSession,
) -> None:
    session = make_session("#@......#")
    put(session, Placement("minotaur", 3, 0))
    card = card_of(session, 3)
    (told,) = (line for line in lines(card) if line.startswith("Hits you for "))
    damage, ends = told.removeprefix("Hits you for ").split(": ")
    assert card.brief.startswith(f"It hits you for {damage.partition(' (')[0]}: ")
    assert ", usually 1" in damage
    assert ends.partition(",")[0] in card.brief
    assert "to wound you" in ends


def test_card_tells_once_that_quills_strike_back(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("quill boar", 3, 0))
    told = lines(card_of(session, 3))
    assert [line for line in told if "2 damage" in line] == [
        "Each time you hit it, you take 2 damage."
    ]
    assert not any("attacker suffers" in line for line in told)


def test_card_tells_what_a_hit_does_to_a_creature_that_also_returns_damage(
    make_session: MakeSession,
) -> None:
    session = make_session("#@......#", penitent={"Thorns": {"percent": 34}})
    put(session, Placement("penitent", 3, 0))
    told = lines(card_of(session, 3))
    assert "Each time it is hit: +1 Attack for 30 turns." in told
    assert any(line.startswith("Each time you hit it, you take ") for line in told)
    assert not any(line.startswith("Returns ") for line in told)


def test_card_of_an_ally_tells_whether_it_takes_orders(make_session: MakeSession) -> None:
    side = make_session("#@z#").player[Side].name
    session = make_session("#@.z....#", zombie={"Side": {"name": side}})
    assert "Ally, but it takes no orders." in lines(card_of(session, 3))


def test_knock_out_is_told_as_one_effect() -> None:
    assert effect_told("knock-out", catalogue().effects).startswith("is knocked out for 5 turns")


def test_effect_description_shows_healing_as_one_rate() -> None:
    told = effect_told("inner strength", catalogue().effects)
    assert "inner strength: +1 HP every ~4 turns, " in told  # 26% of the turns


def test_weapon_is_compared_with_what_is_wielded(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    give(session, "dagger")
    give(session, "sword")
    bare = lines(session.card(InPack("b")))
    assert session.perform(PutOn("a")).done
    assert (bare, lines(session.card(InPack("b"))), lines(session.card(InPack("a")))) == snapshot


def test_comparison_of_weapons_has_the_reach(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    give(session, "spear")
    give(session, "sword")
    assert session.perform(PutOn("b")).done
    held = next(one for one in session.view().pack if one.slot == "a")
    told = gain_told(held, session.view().pack)
    assert f"Compared with your sword: {told}." in lines(session.card(InPack("a")))


def test_card_of_a_creature_sensed_by_detection_shows_nothing_more(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@..#..z#")
    assert session.card(OnTile(7, 0)) is None
    session.world.publish(Affect(session.player, session.player, "detection"))
    assert lines(session.card(OnTile(7, 0))) == snapshot


def test_unknown_potions_have_the_same_card(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    cards = []
    for name in ("potion of health", "potion of poison"):
        session = make_session("#@......#")
        give(session, name, known=False)
        card = session.card(InPack("a"))
        assert card is not None
        assert look_of(name, session.world) in card.title
        cards.append(lines(card))
    assert cards[0] == cards[1] == snapshot


def test_potion_without_visible_effect_rules_out_kinds_that_always_show_one(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    give(session, "potion of health", known=False)
    give(session, "potion of health", known=False)
    assert session.perform(Quaff("a")).done
    assert not session.player[ItemKnowledge].known
    told = lines(session.card(InPack("a")))
    assert [name in told[-1] for name in ("health", "poison", "speed")] == [True, True, False]
    assert told == snapshot


def test_item_used_without_a_visible_effect_stays_among_the_guesses(
    make_session: MakeSession,
) -> None:
    shown = []
    for name in THINGS:
        parts = dict(catalogue().blueprints[name])
        if Unidentified not in parts:
            continue
        session = make_session("#@......#")
        for _ in range(2):
            give(session, name, known=False)
        intent = Quaff("a") if parts[Unidentified]["appearance"] == "potion" else Read("a")
        assert session.perform(intent).done
        if name in session.player[ItemKnowledge].known:
            shown.append(name)
            continue
        told = lines(session.card(InPack("a")))[-1]
        assert name.partition(" of ")[2] in told
    assert len(shown) == 9  # seven potions, and the scrolls of fireball and blinking


def test_spell_tells_what_it_costs_and_what_it_does(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#", you={"Mana": {"mana": 3, "most": 8}})
    assert session.card(OfSpell("blink")) is None
    session.world.publish(LearnSpell(session.player, session.player, "blink"))
    card = session.card(OfSpell("blink"))
    assert lines(card) == snapshot
    assert session.card(OfSpell("no such spell")) is None


def test_card_as_text_is_its_title_and_its_lines(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    card = card_of(session, 1)
    assert str(card) == "\n".join([card.title, *lines(card)])
    assert (str(card_of(session, 0)), str(card)) == snapshot


def test_only_the_first_hit_on_a_sleeper_is_a_sneak_attack(make_session: MakeSession) -> None:
    asleep: Changes = {"Wits": {"state": "asleep"}, "Health": {"hp": 20, "most": 20}}
    session = make_session("#@......#", zombie=asleep)
    wear(session, "dagger")
    put(session, Placement("zombie", 2, 0))
    card = card_of(session, 2)
    (sneak,) = (line for line in lines(card) if line.startswith("You hit it for "))
    first, then = (re.findall(rf"1–(\d+)[^–]*{word}", sneak)[0] for word in ("sleeps", "kill"))
    hits = 1 + math.ceil((20 - (1 + int(first)) / 2) / ((1 + int(then)) / 2))
    assert sneak.endswith(f": ~{hits} hits to kill it.")
    told = f"You hit it for 1–{first} while it sleeps, then 1–{then}: ~{hits} hits to kill it."
    assert card.brief.endswith(told)
    session.world.publish(Rouse(session.world.root, creature(session, 2), 1, 0))
    assert "sleeps" not in card_of(session, 2).brief


def test_card_of_an_ally_does_not_say_how_to_fight_it(make_session: MakeSession) -> None:
    session = make_session("#@..b...#", bat={"Mind": None})
    put(session, Placement("bat", 3, 0))
    assert session.about(3, 0) == "Flits about and bites weakly. Let it come to you."
    assert lines(card_of(session, 3))[0] == "Let it come to you."  # a part says the rest
    session.world.publish(Affect(session.player, creature(session, 3), "charm"))
    assert lines(card_of(session, 3))[0] == "Flits about and bites weakly."
    assert session.about(3, 0) == "Flits about and bites weakly."


def test_card_of_another_creature_says_what_its_effects_do(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("troll", 3, 0))
    for effect in ("slowness", "zeal"):
        session.world.publish(Affect(session.player, creature(session, 3), effect))
    (told,) = (line for line in lines(card_of(session, 3)) if line.startswith("Effects: "))
    assert "zeal (+2 Attack and +25% speed, 6 turns left)" in told
    assert "slowness (" in told
