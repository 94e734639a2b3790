"""Wounds: wounds in place of death, until there are too many."""

from typing import Any

import pytest

from bidden import intents
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.magic.mana import Mana
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.content.catalogue import load_catalogue
from bidden.events.body import Heal, Mend, Refill
from bidden.events.combat import Attack, Die, TakeDamage, Wound
from bidden.events.effects import Affect
from bidden.events.magic import Cast
from bidden.events.movement import Move
from bidden.events.places import Spawn
from bidden.events.things import Read
from bidden.intents import Quaff
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Title, is_somebody, name_of
from eventcore import Change
from eventcore.outcome import DONE, REPLACED
from eventcore.time import TURN
from tests.bidden.components.magic.test_magic import drink, give, said
from tests.bidden.scenes import MakeScene, MakeSession, Meddler, draws, hp, refusing

KINDS = load_catalogue(COMPONENTS).wounds
FOUR = ["hand", "leg", "eye", "voice"]


def with_wounds(*kinds: str, **more: Any) -> Any:
    """What of the player is other than whole."""
    return {"Wounds": {"taken": [*kinds]}, **more}


def test_emptied_vigour_costs_a_wound_and_half_of_it_comes_back(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert scene.kinds == ["TakeDamage", "Die", "Wound", "Refill"]
    assert (scene.last(Die).outcome, scene.last(Wound).outcome) == (REPLACED, DONE)
    taken = scene["@"][Wounds].taken
    assert (len(taken), hp(scene["@"])) == (1, 15 if taken == ["heart"] else 20)


def test_the_fifth_wound_kills_and_keeps_what_it_came_of(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    left = []
    for _ in range(5):
        scene.world.publish(TakeDamage(scene["z"], scene["@"], 99, sure=True, source="poison"))
        left.append((scene["@"].alive, scene["@"][Wounds].count))
    assert left == [(True, n) for n in (1, 2, 3, 4)] + [(False, 5)]
    assert sorted(scene["@"][Wounds].taken) == sorted(KINDS)
    die = scene.last(Die)
    assert (die.enactor, die.source, die.outright, die.done) == (scene["z"], "poison", True, True)
    assert die.cause is scene.last(Wound)


def test_hit_points_refill_in_an_event_that_the_wound_causes(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    refill = scene.last(Refill)
    assert refill.cause is scene.last(Wound)
    assert (refill.enactor, refill.target) == (scene["z"], scene["@"])
    assert (refill.amount, refill.gained) == (20, 20)


def test_a_rule_may_let_all_of_them_refill(make_scene: MakeScene) -> None:
    def double(change: Change) -> None:
        if isinstance(change, Refill):
            change.amount *= 2

    scene = make_scene("#@z#", extra=(Meddler,))
    scene.world.attach(scene.world.root, Meddler(double))
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (hp(scene["@"]), scene["@"][Wounds].count) == (40, 1)


def test_a_rule_may_refuse_that_any_refill(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", extra=(Meddler,))
    scene.world.attach(scene.world.root, Meddler(refusing(Refill)))
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (hp(scene["@"]), scene["@"].alive) == (0, True)
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 1))
    assert scene["@"][Wounds].count == 2


def test_monsters_have_hit_points_alone(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(Wound(scene["@"], scene["z"])).reason == "nothing"
    scene.world.publish(TakeDamage(scene["@"], scene["z"], 8, sure=True))
    assert not scene["z"].alive


@pytest.mark.parametrize(("open_wounds", "reason"), [(3, None), (4, "nothing")])
def test_no_blow_that_wounds_outright_takes_the_last_of_what_can_be_borne(
    make_session: MakeSession, open_wounds: int, reason: str | None
) -> None:
    session = make_session("#@#", you=with_wounds(*("hand", "leg", "eye", "voice")[:open_wounds]))
    wound = session.world.publish(Wound(session.world.root, session.player))
    assert wound.reason == reason
    assert session.player.alive
    assert len(session.player[Wounds].taken) == 4


def test_no_wound_stands_for_an_outright_death(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    damage = scene.world.publish(TakeDamage(scene["z"], scene["@"], outright=True))
    assert (damage.dealt, scene["@"].alive, scene["@"][Wounds].count) == (40, False, 0)


def test_a_wound_that_stands_for_no_death_leaves_hit_points_alone(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Health": {"hp": 7}})
    assert scene.world.publish(Wound(scene["z"], scene["@"])).wounds == 1
    assert hp(scene["@"]) == 7


def test_wounds_close_down_to_none(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Wounds": {"taken": ["leg", "eye", "hand"]}})
    you = scene["@"]
    assert scene.world.publish(Mend(you, you, 2)).gained == 2
    assert scene.world.publish(Mend(you, you, 2)).gained == 1
    assert scene.world.publish(Mend(you, you, 2)).reason == "full"
    assert scene.world.publish(Heal(you, you, 1)).reason == "full"


def test_a_potion_of_mending_closes_a_wound_and_is_kept_by_the_unwounded(
    make_session: MakeSession,
) -> None:
    session = make_session("#@#", you={"Wounds": {"taken": ["leg", "heart"]}})
    drink(session, "potion of mending")
    assert session.player[Wounds].count == 1
    assert said(session) == ["You quaff the potion of mending.", "Your heart beats steadily again."]
    drink(session, "potion of mending")
    give(session, "potion of mending")
    assert session.perform(Quaff("a")).reason == "nothing"
    assert list(session.player[Pack].things) == ["a"]


def test_wounds_are_told_and_seen(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 1}, "Wounds": {"taken": ["leg", "heart"]}})
    assert (session.view().wounds, session.view().max_wounds) == (("leg", "heart"), 5)
    session.world.publish(Affect(session.player, session.player, "poison", 1))
    session.world.publish(TakeDamage(session.player, session.player, source="fire", kind="fire"))
    assert len(session.view().wounds) == 3
    texts = [line.text for line in session.messages.lines]
    third = session.player[Wounds].taken[2]
    kind = KINDS[third]
    assert texts[-2:] == ["Fire hurts you for 1.", f"{kind.told} WOUND 3/5: {kind.about}."]


def test_the_last_wound_is_the_end_and_the_epitaph_says_of_what(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": {"taken": FOUR}})
    session.world.publish(TakeDamage(session.player, session.player, 1, source="fire", kind="fire"))
    assert not session.player.alive
    assert session.view().epitaph == "Killed by fire on turn 0."
    assert session.view().death > 0


def test_there_are_no_more_wounds_than_kill() -> None:
    with pytest.raises(ValueError, match="3 wounds are taken, and 2 kill"):
        Wounds(["leg", "eye", "hand"], 2)


def test_who_dies_of_a_wound_has_no_hit_points_left(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Wounds": {"taken": FOUR}})
    scene.world.publish(TakeDamage(scene["z"], scene["@"], 40, sure=True))
    assert (scene["@"].alive, scene["@"][Health].hp) == (False, 0)


def test_no_wound_is_taken_twice_and_which_one_hangs_on_the_harm(make_scene: MakeScene) -> None:
    drawn = []
    for seed in range(60):
        scene = make_scene("#@#", seed=seed, you=with_wounds("heart", "voice"))
        you = scene["@"]
        drawn.append(scene.world.publish(Wound(you, you, harm="cold")).kind)
    assert set(drawn) == {"leg", "hand"}  # a heart is open already, and cold hurts no eye
    assert drawn.count("leg") > drawn.count("hand")


def test_where_all_that_fit_are_open_it_is_any_other(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you=with_wounds("heart"))
    you = scene["@"]
    assert scene.world.publish(Wound(you, you, harm="hunger")).kind in {*FOUR}


def test_a_wound_that_is_named_is_that_one_unless_it_is_open(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    kinds = [scene.world.publish(Wound(you, you, kind="leg")).kind for _ in range(2)]
    assert kinds[0] == "leg" != kinds[1]


def test_the_last_one_taken_closes_first(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you=with_wounds("hand", "leg", "eye"))
    mend = scene.world.publish(Mend(scene["@"], scene["@"], 2))
    assert (mend.closed, scene["@"][Wounds].taken) == (["eye", "leg"], ["hand"])


def test_a_torn_hand_strikes_a_quarter_less_before_defence(make_scene: MakeScene) -> None:
    zombie = {"Fighter": {"defence": 1}}
    whole = make_scene("#@z#", zombie=zombie)
    torn = make_scene("#@z#", zombie=zombie, you=with_wounds("hand"))
    blows = [one.world.publish(Attack(one["@"], one["z"])).strength for one in (whole, torn)]
    assert blows == [4, 3]  # attack 5, three quarters of which are rounded up to 4; less 1


def test_each_step_of_a_lame_one_takes_a_quarter_longer(make_scene: MakeScene) -> None:
    costs = [
        one.world.publish(Move(one["@"], 1, 0)).cost
        for one in (make_scene("#@.#"), make_scene("#@.#", you=with_wounds("leg")))
    ]
    assert costs == [TURN, TURN * 5 // 4]


def test_a_lame_one_gets_no_further_than_four_steps_in_five_turns(
    make_session: MakeSession,
) -> None:
    session = make_session("#@........#", you=with_wounds("leg"))
    for _ in range(4):
        assert session.perform(intents.Move(1, 0)).done
    assert session.world.turn == 5


def test_who_has_a_wounded_eye_sees_three_tiles_less_until_it_closes(
    make_session: MakeSession,
) -> None:
    session = make_session("#@............#")
    you, seen = session.player, [sight_of(session)]
    session.world.publish(Wound(you, you, kind="eye"))
    seen.append(sight_of(session))
    session.world.publish(Mend(you, you, 1))
    seen.append(sight_of(session))
    assert seen == [9, 6, 9]


def sight_of(session: Session) -> int:
    return sum(tile.lit for tile in session.view().tiles[session.player[Position].y]) - 2


@pytest.mark.parametrize(("far", "reason"), [(4, ""), (5, "aim")])
def test_who_has_a_wounded_eye_aims_no_further_than_four(
    make_session: MakeSession, far: int, reason: str
) -> None:
    session = make_session("#@......#", you=with_wounds("eye"))
    give(session, "rock")
    assert session.perform(intents.Throw("a", 1 + far, 0)).reason == (reason or None)
    if reason:
        assert said(session) == ["With that wound you cannot aim so far."]


def test_half_of_what_a_broken_voice_reads_is_spoken_wrong_and_gone(
    make_session: MakeSession,
) -> None:
    session = make_session("#@........#", you=with_wounds("voice"))
    assert session.view().speech == 50
    misspoken = []
    for _ in range(40):
        thing = give(session, "scroll of blinking")
        reading = session.world.publish(Read(session.player, thing))
        assert not thing.alive
        misspoken.append(reading.misspoken)
        assert reading.worked != reading.misspoken
    assert 10 < sum(misspoken) < 30
    lost = [
        line for line in told(session) if line.startswith("You stumble over the words, and the ")
    ]
    assert any(line.endswith(" is lost.") and "scroll" in line for line in lost)


def test_a_spell_that_is_spoken_wrong_costs_its_mana_and_does_nothing(
    make_session: MakeSession,
) -> None:
    more = {
        "Mana": {"mana": 30, "most": 30},
        "Health": {"hp": 1, "most": 200},
        "Caster": {"spells": ["minor heal"]},
        "Recovery": None,
    }
    session = make_session("#@#", you=with_wounds("voice", **more))
    costs = set()
    for _ in range(7):
        before, mana = hp(session.player), session.player[Mana].mana
        cast = session.perform(intents.Cast("minor heal"))
        if cast.reason == "no mana":
            break
        assert isinstance(cast, Cast)
        healed = hp(session.player) > before
        assert healed != cast.misspoken
        costs.add((mana - session.player[Mana].mana, healed))
    assert costs == {(4, True), (4, False)}
    assert "You stumble over the words, and the mana is lost." in told(session)


def test_a_whole_voice_draws_nothing(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "scroll of blinking")
    session.perform(intents.Read("a"))
    assert "voice" not in draws(session.world)


def told(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def test_a_wounded_heart_leaves_ten_hit_points_less_until_it_closes(
    make_scene: MakeScene,
) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    scene.world.publish(Wound(you, you, kind="heart"))
    assert hp(you) == 30
    assert scene.world.publish(Heal(you, you, 5)).reason == "full"
    scene.world.publish(TakeDamage(you, you, 40, sure=True))
    assert hp(you) == 15  # and half of that refills
    scene.world.publish(Mend(you, you, 2))
    assert scene.world.publish(Heal(you, you, 99)).gained == 25


def test_the_character_says_what_each_wound_takes(make_session: MakeSession) -> None:
    session = make_session("#@#", you=with_wounds("heart", "hand"))
    you = session.character()
    assert [name for name, _ in you.wounds] == ["heart", "hand"]
    assert you.wounds[1][1] == KINDS["hand"].about
    stats = {stat.name: (stat.value, stat.parts) for stat in you.stats}
    assert stats["max HP"] == (30, (("base", 40), ("heart wound", -10)))
    assert stats["melee damage"] == (-25, (("hand wound", 0),))
    assert "step time" not in stats


@pytest.mark.parametrize(("who", "closes"), [("headhunter", 1), ("zombie", 0)])
def test_who_puts_a_hunter_to_rest_has_a_wound_close(
    make_session: MakeSession, who: str, closes: int
) -> None:
    session = make_session("#@..#", you=with_wounds("eye", "leg"))
    you, world = session.player, session.world
    foe = world.publish(Spawn(you, None, who, 3, 0, 1)).made
    assert foe is not None
    world.publish(TakeDamage(you, foe, 999, sure=True))
    assert you[Wounds].taken == ["eye", "leg"][: 2 - closes]
    assert ("Your leg bears you again." in told(session)) == bool(closes)


def test_who_puts_a_champion_to_rest_has_a_wound_close(make_session: MakeSession) -> None:
    champion = {"Title": {"name": "Urgal the Lame, zombie champion"}}
    session = make_session("#@z#", you=with_wounds("eye"), zombie=champion)
    foe = next(one for one in session.world.having(Title) if is_somebody(name_of(one)))
    session.world.publish(TakeDamage(session.player, foe, 999, sure=True))
    assert session.player[Wounds].taken == []


def test_wounds_that_were_only_counted_are_brought_up() -> None:
    assert Wounds.upgrade(1, {"wounds": 2, "most": 5}) == {"taken": ["hand", "leg"], "most": 5}


def test_wounds_are_kept_by_a_saved_game(make_session: MakeSession) -> None:
    session = make_session("#@#", you=with_wounds("heart", "hand"))
    again = Session.restore(session.save(), catalogue=session.catalogue)
    assert again.view().wounds == ("heart", "hand")
    assert again.view().max_hp == 30


def test_healing_stops_at_what_a_wounded_heart_leaves(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    you = scene["@"]
    scene.world.publish(Wound(you, you, kind="heart"))
    scene.world.publish(TakeDamage(you, you, 10, sure=True))
    assert scene.world.publish(Heal(you, you, 99)).gained == 10
    assert (hp(you), you[Health].most) == (30, 40)
