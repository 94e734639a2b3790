"""Cards: what is told of creatures, things and spells, and what is not."""

from __future__ import annotations

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.pack import Pack
from bidden.events.effects import Affect
from bidden.events.magic import INSTANT_EFFECTS, LearnSpell
from bidden.events.minds import GiveUp, Rouse
from bidden.intents import PutOn, Quaff, Read
from bidden.perception.cards.card import Card, InPack, OfSpell, OnTile, Underfoot
from bidden.perception.cards.effects import _INSTANTS, effect_told
from bidden.perception.cards.harms import blow_of
from bidden.perception.senses.names import look_of
from bidden.session import Session
from bidden.state import Unidentified, name_of
from bidden.worldgen.plan import Placement
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.magic.test_powers import creature
from tests.bidden.scenes import MakeSession, catalogue, put

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


def test_a_creature_tells_what_it_does_to_you_and_you_to_it(make_session: MakeSession) -> None:
    session = make_session("#@......#", troll={"Health": {"hp": 9, "most": 24}})
    put(session, Placement("troll", 3, 0))
    card = card_of(session, 3)
    assert (card.title, card.glyph) == ("a troll", "T")
    assert lines(card) == [
        "Strikes harder than most. Shoot it as it comes.",
        "9 of 24 hp, badly hurt.",
        "A foe that has not noticed you.",
        "Hits you for 1–7 hp, about 4: a wound in about 7 blows, death in about 25."
        " 7 % wound outright.",
        "You hit it for 1–4 hp, about 3: you kill it in about 4 blows.",
        "As fast as you.",
        "No armour takes more than 50 % off its blows.",
        "Its blows wound outright: 7 % for each tenth of your hit points that they take.",
        "Heals: 1 hp about every 5 turns.",
    ]
    assert card.brief == (
        "its blow costs you 1–7 hp and wounds you in about 7; yours 1–4, and kills in about 4"
    )


def test_with_the_last_wound_to_come_a_blow_kills(make_session: MakeSession) -> None:
    session = make_session("#@......#", you={"Wounds": {"taken": ["hand", "leg", "eye", "voice"]}})
    put(session, Placement("zombie", 3, 0))
    (blow,) = [line for line in lines(card_of(session, 3)) if line.startswith("Hits you")]
    assert "kills you in about" in blow
    assert "wound" not in blow


def test_no_blow_is_said_to_wound_outright_whom_the_next_wound_kills(
    make_session: MakeSession,
) -> None:
    told = []
    for taken in (["hand", "leg", "eye"], ["hand", "leg", "eye", "voice"]):
        session = make_session("#@......#", you={"Wounds": {"taken": taken}})
        put(session, Placement("troll", 3, 0))
        told += [line for line in lines(card_of(session, 3)) if line.startswith("Hits you")]
    assert ["outright" in line for line in told] == [True, False]


def test_who_is_asleep_or_up_to_something_is_told(make_session: MakeSession) -> None:
    told = []
    for state in ("asleep", "fleeing", "searching", "wandering"):
        session = make_session("#@.z....#", zombie={"Wits": {"state": state}})
        told.append(lines(card_of(session, 3))[2])
    assert told == [
        "A foe, asleep.",
        "A foe, fleeing.",
        "A foe, looking for whom it lost.",
        "A foe that has not noticed you.",
    ]


def test_who_is_after_you_is_told(make_session: MakeSession) -> None:
    session = make_session("#@.z....#")
    zombie, told = creature(session, 3), list[str]()
    for x in (5, 1):
        session.world.publish(Rouse(session.world.root, zombie, x, 0))
        told.append(lines(card_of(session, 3))[2])
        session.world.publish(GiveUp(zombie))
    assert told == ["A foe, on its way to what it saw or heard.", "A foe, hunting you."]


def test_whom_one_is_bound_to_hunt_is_told_to(make_session: MakeSession) -> None:
    session = make_session("#@.z....#", zombie={"Hunted": {}})
    assert lines(card_of(session, 3))[2].startswith("Whom you are bound to hunt. A foe")


def test_who_serves_you_is_told_to(make_session: MakeSession) -> None:
    session = make_session("#@.z....#", zombie={"Mind": {"plan": [], "radius": 7}})
    zombie = creature(session, 3)
    session.world.publish(Affect(session.player, zombie, "charm"))
    assert lines(card_of(session, 3))[2] == "On your side, and serves you."
    assert "Upon it: charm." in lines(card_of(session, 3))


def test_what_a_creature_is_weak_to_and_spared_is_told(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("skeleton", 3, 0))
    put(session, Placement("zombie", 4, 0))
    told = "Nothing comes of poison against it. It is spared 50 % of cold."
    assert told in lines(card_of(session, 3))
    assert "It is weak to fire (+50 %)." in lines(card_of(session, 4))


def test_a_breath_tells_how_far_it_is(make_session: MakeSession) -> None:
    breath = (
        "Draws breath for 2 turns, then breathes up to 6 tiles away, and 1 around: -12 hp of fire."
        " Rests 5 turns after it."
    )
    for state, told in (
        ({}, breath),
        ({"drawn": 2}, f"{breath} It is drawn: it comes next."),
        ({"out_for": 3}, f"{breath} It is out of breath for 3 turns."),
    ):
        session = make_session("#@......#", dragon={"Breath": state})
        put(session, Placement("dragon", 6, 0))
        assert told in lines(card_of(session, 6))


def test_whom_a_trick_is_meant_for_is_told_once(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    put(session, Placement("acolyte", 3, 0))
    (told,) = [one for one in lines(card_of(session, 3)) if "fellows" in one]
    assert told.startswith("Prays for its fellows, up to 6 tiles away: ")


def test_who_is_faster_is_told(make_session: MakeSession) -> None:
    session = make_session("#@.z....#", zombie={"Mind": {"plan": [], "radius": 7}})
    zombie = creature(session, 3)
    session.world.publish(Affect(zombie, zombie, "speed"))
    assert "Faster than you: acts 2 times while you act once." in lines(card_of(session, 3))
    session.world.publish(Affect(session.player, session.player, "speed"))
    assert "As fast as you." in lines(card_of(session, 3))


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
    assert len({*told}) == len(told)  # nothing twice


def test_every_effect_is_told_in_words() -> None:
    kinds = catalogue().effects
    assert all(effect_told(name, kinds) for name in kinds)
    assert _INSTANTS.keys() == INSTANT_EFFECTS.keys()
    names = ("fire", "poison", "zeal", "gale", "falcons", "blood to mana")
    assert [effect_told(name, kinds) for name in names] == [
        "-12 hp of fire",
        "poison: -1 hp a turn for 20 turns",
        "zeal: attack +2 and speed +25 % for 6 turns",
        "throws 2 tiles back",
        "calls up to 2 falcons",
        "hit points become mana, down to the last one; "
        "then thin blood: no blood turns to mana for 300 turns",
    ]


@pytest.mark.parametrize(
    ("turns", "told"),
    [(0, "for 20 turns"), (10, "for 10 turns"), (1, "for 1 turn")],
)
def test_how_long_an_effect_lasts_is_told_once(turns: int, told: str) -> None:
    assert effect_told("poison", catalogue().effects, turns) == f"poison: -1 hp a turn {told}"


@pytest.mark.parametrize(
    ("name", "told"),
    [("dagger", "You wield it."), ("buckler", "You bear it."), ("leather armour", "You wear it.")],
)
def test_what_one_does_with_what_is_put_on_is_told_by_its_kind(
    make_session: MakeSession, name: str, told: str
) -> None:
    session = make_session("#@......#")
    give(session, name)
    assert session.perform(PutOn("a")).done
    assert told in lines(session.card(InPack("a")))


def test_a_weapon_is_compared_with_what_is_wielded(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    give(session, "dagger")
    give(session, "sword")
    dagger, sword = session.player[Pack].things.values()
    bare = lines(session.card(InPack("b")))
    assert bare.count("Adds +4 attack.") == bare.count("You wield nothing now.") == 1
    assert session.perform(PutOn("a")).done
    assert "+2 attack against your dagger." in lines(session.card(InPack("b")))
    assert "You wield it." in lines(session.card(InPack("a")))
    assert {name_of(dagger), name_of(sword)} == {"dagger", "sword"}


@pytest.mark.parametrize("name", ["dagger", "sword", "great axe", "halberd", "bow"])
def test_a_weapon_tells_how_hard_one_would_strike_with_it(
    make_session: MakeSession, name: str
) -> None:
    session = make_session("#@......#")
    zombie = put(session, Placement("zombie", 2, 0))
    give(session, "dagger")
    assert session.perform(PutOn("a")).done
    thing = give(session, name) if name != "dagger" else session.player[Pack].things["a"]
    (slot,) = [slot for slot, one in session.player[Pack].things.items() if one is thing]
    before = [line for line in lines(session.card(InPack(slot))) if line.startswith("Your blows")]
    if name != "dagger":
        assert session.perform(PutOn(slot)).done
    blow = blow_of(session.player, zombie, session.world)
    assert blow is not None
    assert before == [f"Your blows with it cost up to {blow.parts[0].most} hp, less defence."]


def test_how_often_gear_breaks_is_told(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    told = []
    for slot, name in zip("ab", ("sword", "scale mail"), strict=True):
        give(session, name)
        told += [one for one in lines(session.card(InPack(slot))) if one.startswith("Cracks")]
    (sword,), (mail,) = (
        [fields for cls, fields in catalogue().blueprints[name] if cls.__name__ == "Breakable"]
        for name in ("sword", "scale mail")
    )
    assert told == [
        f"Cracks, then breaks, in {sword['striking']} of 1000 blows, in more against what is hard.",
        f"Cracks, then breaks, in {mail['struck']} of 1000 blows at you, in more by what is heavy.",
    ]


def test_who_serves_you_is_not_told_to_strike_you(make_session: MakeSession) -> None:
    session = make_session("#@.z....#", zombie={"Mind": {"plan": [], "radius": 7}})
    session.world.publish(Affect(session.player, creature(session, 3), "charm"))
    assert not any("you for" in line or "hit it" in line for line in lines(card_of(session, 3)))


def test_of_who_is_felt_and_not_seen_no_more_than_that_is_told(make_session: MakeSession) -> None:
    session = make_session("#@..#..z#")
    assert session.card(OnTile(7, 0)) is None
    session.world.publish(Affect(session.player, session.player, "detection"))
    assert lines(session.card(OnTile(7, 0))) == [
        session.catalogue.abouts["zombie"],
        "You feel that it is there, and do not see it.",
    ]


def test_of_ones_own_tile_the_card_is_of_what_lies_there(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    assert card_of(session, 1).title == "you"
    put(session, Placement("rock", 1, 0))
    assert card_of(session, 1).title == "a rock"


def test_of_what_is_not_known_nothing_is_told(make_session: MakeSession) -> None:
    cards = []
    for name in ("potion of health", "potion of poison"):
        session = make_session("#@......#")
        give(session, name, known=False)
        card = session.card(InPack("a"))
        assert card is not None
        assert look_of(name, session.world) in card.title
        cards.append(lines(card))
    may_be = (
        "It may be a potion of health, mending, mana, the warrior, speed, keen sight, slow healing,"
        " poison, confusion or blindness."
    )
    assert cards == [["You do not know what it does.", may_be]] * 2


def test_what_is_known_already_is_not_what_an_unknown_thing_may_be(
    make_session: MakeSession,
) -> None:
    session = make_session("#@......#")
    for name in ("scroll of lightning", "scroll of sleep", "scroll of terror"):
        give(session, name)
    give(session, "scroll of fireball", known=False)
    assert lines(session.card(InPack("d")))[1:] == [
        "It may be a scroll of fireball, confusion, blinking or charming."
    ]


def test_of_what_was_tried_it_is_told_that_it_showed_nothing(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    give(session, "potion of health", known=False)
    give(session, "potion of health", known=False)
    assert session.perform(Quaff("a")).done
    assert not session.player[ItemKnowledge].known
    assert lines(session.card(InPack("a"))) == [
        "You do not know what it does.",
        "You have tried one, and it showed nothing of what it is.",
        "It may be a potion of health, mending, mana or poison, as the others always show.",
    ]


def test_whatever_shows_nothing_is_among_what_it_may_be_then(make_session: MakeSession) -> None:
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
        told = lines(session.card(InPack("a")))[2]
        assert name.partition(" of ")[2] in told
    assert len(shown) == 9  # seven potions, and the scrolls of fireball and blinking


def test_what_lies_there_and_underfoot_has_a_card(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("rock", 1, 0))
    put(session, Placement("potion of health", 4, 0))
    rock = session.card(Underfoot(0))
    assert rock is not None
    assert rock.title == "a rock"
    assert session.card(Underfoot(1)) is None
    assert lines(card_of(session, 4))[0] == "You do not know what it does."


def test_a_spell_tells_what_it_costs_and_what_it_does(make_session: MakeSession) -> None:
    session = make_session("#@......#", you={"Mana": {"mana": 3, "most": 8}})
    assert session.card(OfSpell("blink")) is None
    session.world.publish(LearnSpell(session.player, session.player, "blink"))
    card = session.card(OfSpell("blink"))
    assert lines(card) == [
        "Upon yourself, for a free tile you choose, up to 5 tiles away: a leap of up to 5 tiles.",
        "Costs 6 mana; you have 3, 3 too few.",
    ]
    assert session.card(OfSpell("no such spell")) is None


def test_a_card_as_text_is_its_title_and_its_lines(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    assert str(card_of(session, 0)) == "a wall"
    assert str(card_of(session, 1)).startswith("you\nYourself.\n40 of 40 hp, unhurt")


def test_of_what_is_unknown_there_is_no_card(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    assert session.card(OnTile(60, 15)) is None
    assert session.card(InPack("z")) is None
