"""Tricks that follow a blow, for the attacker and for the target."""

import pytest

from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.components.tricks.after_hits import Thief
from bidden.components.tricks.strong_blows import Charge
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect, CanAffect, what_is
from bidden.events.magic import Shove, Summon
from bidden.events.minds import WhatMind
from bidden.events.movement import Move
from bidden.events.places import Spawn
from bidden.events.things import Break, LetGo, PickUp, StartWearing
from bidden.events.tricks import Erupt, Imitate, Steal
from bidden.state import Fighter, Look, name_of
from eventcore.time import Timers
from tests.bidden.scenes import MakeSession, hp, place
from tests.bidden.tricksters import heard, hurt, of_kind, put, struck

ROOM = "#######\n#.....#\n#.@...#\n#.....#\n#######"


def test_gale_spirit_hit_knocks_its_target_back_two_tiles_or_up_to_a_wall(
    make_session: MakeSession,
) -> None:
    session = make_session("#....@..#")
    spirit = put(session, "gale spirit", 6)
    struck(session, spirit, session.player)
    assert place(session.player) == (3, 0)
    struck(session, spirit, session.player)
    assert place(session.player) == (1, 0)
    (shove,) = of_kind(struck(session, spirit, session.player), Shove)
    assert (shove.reason, place(session.player)) == ("nothing", (1, 0))


def test_harpy_springs_back_if_there_is_room(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    harpy = put(session, "harpy", 2)
    struck(session, harpy, session.player)
    assert (place(harpy), place(session.player)) == ((3, 0), (1, 0))
    cornered = make_session("#.@.#")
    harpy = put(cornered, "harpy", 3)
    struck(cornered, harpy, cornered.player)
    assert place(harpy) == (3, 0)


def test_wolves_bite_harder_together(make_session: MakeSession) -> None:
    session = make_session(ROOM)
    wolf = put(session, "wolf", 3, 2)
    alone = session.world.publish(Attack(wolf, session.player)).strength
    for x, y in ((1, 1), (2, 1), (3, 1), (1, 2)):
        put(session, "wolf", x, y)
    assert session.world.publish(Attack(wolf, session.player)).strength == alone + 3 * 2
    put(session, "bloodhound", 1, 3)  # same faction, but at most three allies count
    assert session.world.publish(Attack(wolf, session.player)).strength == alone + 3 * 2


def test_charge_adds_to_the_minotaurs_blow(make_session: MakeSession) -> None:
    session = make_session("#@.......#\n#........#")
    minotaur = put(session, "minotaur", 7)
    for _ in range(5):
        assert session.world.publish(Move(minotaur, -1, 0)).done
    attack = session.world.publish(Attack(minotaur, session.player))
    assert (attack.strength, minotaur[Charge].run) == (6 - 1 + 3 * 4, 0)
    assert session.world.publish(Attack(minotaur, session.player)).strength == 6 - 1


def test_bat_heals_when_it_bites_and_glutton_grows(make_session: MakeSession) -> None:
    session = make_session("#.@.#")
    bat, glutton = put(session, "vampire bat", 1), put(session, "glutton", 3)
    hurt(session, bat, 5)
    struck(session, bat, session.player)
    assert hp(bat) == 4
    for times in (1, 2, 3, 4, 5):
        struck(session, glutton, session.player, 1)
        assert what_is(session.world, glutton, "attack", 4) == 4 + min(times, 4)
    assert not of_kind(struck(session, glutton, session.player, 0), Affect)


def test_bronze_mirror_returns_half_the_damage_of_a_hit(make_session: MakeSession) -> None:
    session = make_session("#.@.#")
    mirror = put(session, "bronze mirror", 3)
    (back,) = of_kind(struck(session, session.player, mirror, 7), TakeDamage)
    assert (back.target, back.dealt, hp(session.player)) == (session.player, 3, 37)
    (least,) = of_kind(struck(session, session.player, mirror, 1), TakeDamage)
    assert least.dealt == 1
    spell = TakeDamage(session.player, mirror, 1, sure=True, kind="fire")
    assert len(of_kind(heard(session, spell), TakeDamage)) == 1  # a spell is not reflected


def test_an_ooze_splits_while_it_lives(make_session: MakeSession) -> None:
    session = make_session("#.@...#")
    ooze = put(session, "ooze", 3)
    (summon,) = of_kind(struck(session, session.player, ooze), Summon)
    assert [name_of(one) for one in summon.come] == ["oozeling"]
    ear = heard(session, TakeDamage(session.player, ooze, 30, sure=True))
    assert not of_kind(ear, Summon)
    burn = put(session, "ooze", 5)
    fire = TakeDamage(session.player, burn, 5, sure=True, kind="fire")
    assert not of_kind(heard(session, fire), Summon)


@pytest.mark.parametrize(
    ("name", "effect"),
    [("mummy", "stopped regeneration"), ("constrictor", "coils"), ("plague rat", "sickness")],
)
def test_blows_bring_lasting_effects(make_session: MakeSession, name: str, effect: str) -> None:
    session = make_session("#.@...#")
    one = put(session, name, 3)
    for _ in range(12):
        struck(session, one, session.player, 1)
    assert effect in [timer.kind for timer in session.world.root[Timers].of(session.player)]


def test_rust_breaks_the_weapon_in_the_hand_and_no_other(make_session: MakeSession) -> None:
    session = make_session("#.@...#")
    you, world = session.player, session.world
    wight = put(session, "rust wight", 3)
    assert not world.ask(CanAffect(you, "rust")).would  # nothing to rust is worn or wielded yet
    for name in ("leather armour", "sword", "dagger"):
        world.publish(Spawn(you, you, name))
    armour, sword, dagger = you[Pack].things.values()
    for thing in (armour, sword):
        world.publish(StartWearing(you, you, thing))
    assert world.ask(CanAffect(you, "rust")).would
    broken = [of_kind(struck(session, wight, you, 1), Break) for _ in range(25)]
    assert [one.item for many in broken for one in many] == [sword]
    assert [*you[Pack].things.values()] == [armour, dagger]


def test_thief_steals_runs_and_drops_loot_when_hurt(make_session: MakeSession) -> None:
    session = make_session("#.@...#")
    you, world = session.player, session.world
    thief = put(session, "cutpurse", 3)
    assert [one.reason for one in of_kind(struck(session, thief, you, 1), Steal)] == ["nothing"]
    for name in ("sword", "ration"):
        world.publish(Spawn(you, you, name))
    sword, ration = you[Pack].things.values()
    world.publish(StartWearing(you, you, sword))
    ear = struck(session, thief, you, 1)
    assert [one.item for one in of_kind(ear, Steal)] == [ration]
    assert [type(one) for one in ear.events[-4:]].count(PickUp) == 1
    assert (thief[Thief].loot, [*thief[Pack].things.values()]) == (ration, [ration])
    assert world.ask(WhatMind(thief, ["hunt"])).plan == ["flee", "rest"]
    assert not of_kind(struck(session, thief, you, 1), Steal)  # it already has its loot
    (drop,) = of_kind(struck(session, you, thief, 1), LetGo)
    assert (drop.item, thief[Thief].loot, ration[Position].x) == (ration, None, 3)
    assert world.ask(WhatMind(thief, ["hunt"])).plan == ["hunt"]


def test_skinshifter_imitates_the_target_that_it_hits(make_session: MakeSession) -> None:
    session = make_session("#.@...#", skinshifter={"Fighter": {"strength": 3}})
    shifter, troll = put(session, "skinshifter", 3), put(session, "wild troll", 4)
    (first,) = of_kind(struck(session, shifter, session.player, 1), Imitate)
    assert first.done
    mine = shifter[Fighter]
    assert (mine.attack, mine.defence, mine.strength) == (5, 1, 10)
    assert shifter[Look].look == "you"
    (again,) = of_kind(struck(session, shifter, session.player, 1), Imitate)
    assert again.reason == "same"
    struck(session, shifter, troll, 1)
    assert (shifter[Fighter].attack, shifter[Look].glyph) == (7, "T")


def test_bloaters_burst_in_a_chain_and_poison_everything_nearby(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    first, second, far = (put(session, "bloater", x) for x in (3, 5, 7))
    for one in (second, far):
        hurt(session, one, 6)
    ear = heard(session, TakeDamage(session.player, first, 30, sure=True))
    (burst,) = of_kind(ear, Erupt)
    assert (burst.who, burst.x, burst.y, burst.radius) == (first, 3, 0, 2)
    assert burst.targets == [session.player, second]
    timers = session.world.root[Timers]
    assert [[t.kind for t in timers.of(one)] for one in (session.player, second, far)] == [
        ["foul gas"],
        ["foul gas"],
        [],
    ]


def test_a_martyr_heals_its_fellows_and_nobody_else(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    martyr, judge = put(session, "martyr", 3), put(session, "judge", 4)
    hurt(session, judge, 10)
    hurt(session, session.player, 35)
    session.world.publish(TakeDamage(session.player, martyr, 30, sure=True))
    assert (hp(judge), hp(session.player)) == (11, 5)
    assert what_is(session.world, judge, "attack", 5) == 7


def test_shield_bearer_takes_a_blow_aimed_at_an_adjacent_ally(make_session: MakeSession) -> None:
    session = make_session("#######\n#.@...#\n#.....#\n#######")
    shield, archer = put(session, "shield-bearer", 3, 1), put(session, "arbalester", 3, 2)
    attack = session.world.publish(Attack(session.player, archer))
    replacement = attack.replacement
    assert isinstance(replacement, Attack)
    assert (replacement.target, hp(archer)) == (shield, 10)
    away = put(session, "harpy", 1, 2)  # adjacent to the player but not to the shield
    assert session.world.publish(Attack(session.player, away)).replacement is None
    put(session, "shield-bearer", 2, 2)
    assert session.world.publish(Attack(session.player, shield)).replacement is None
