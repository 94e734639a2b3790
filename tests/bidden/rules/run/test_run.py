"""The run: five bindings, their tasks, payment and terms, and the endings."""

from collections import Counter
from typing import Final

import pytest

from bidden.bindings import Binding, Task
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.boons.boons import Boons
from bidden.components.magic.casting import Mana
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Offer
from bidden.components.run.goals import Awaits, Bearer, Hunted, Hunting, Sought
from bidden.components.things.gear import Quality
from bidden.components.things.pack import Pack, things_at
from bidden.events.body import Heal
from bidden.events.combat import Die, TakeDamage
from bidden.events.places import Climb, MakeLevel, Spawn
from bidden.events.pursuit import ComeAfter, HowSoon
from bidden.events.run import BurnTheBound, FeelTheTerm
from bidden.events.things import LetGo
from bidden.intents import Bind, Search
from bidden.perception.cards.card import OnTile
from bidden.rules.run.calling import summoners
from bidden.rules.run.settling import ending_of
from bidden.session import Session
from bidden.state import Gate, Key, Side, Stair, is_somebody, name_of
from bidden.view import Ending
from eventcore import Event
from tests.bidden.rules.run.runs import (
    begun,
    bound,
    campaign_of,
    go_down,
    last_of_all,
    only,
    put_beside,
    settle,
    step_onto,
    take_the_gate,
)
from tests.bidden.scenes import catalogue, wait

STEPS = catalogue().level("run").run
FACTIONS = catalogue().factions
GOALS: Final[dict[Task, type]] = {"hunt": Hunted, "seek": Sought, "bear": Awaits}


@pytest.mark.parametrize("seed", range(4))
def test_three_of_five_factions_offer_each_something_else(seed: int) -> None:
    session = Session(seed, level="run")
    offers = [one[Offer].binding for one in summoners(session.world)]
    assert len(offers) == 3
    for field in ("summoner", "faction", "task", "land", "place"):
        assert len({getattr(one, field) for one in offers}) == 3
    assert sorted(one.danger for one in offers) == STEPS[0].dangers == [1, 1, 2]
    for one in offers:
        assert one.place != FACTIONS[one.faction].place  # no faction sets a task in its own place
        assert one.term == (1250 if one.task == "hunt" else 1000)
        assert (one.levels, one.uses) == (2, 1)
        assert bool(one.gift) == (one.danger > 1)
        name, _, office = one.summoner.partition(", ")
        assert name in FACTIONS[one.faction].names
        assert office in FACTIONS[one.faction].offices


def test_accepted_offer_leads_to_its_land() -> None:
    session = begun(land="desert", levels=2)
    [first, *_] = [one[Offer].binding for one in summoners(session.world)]
    assert session.perform(Bind(0)).done
    campaign, view = campaign_of(session), session.view()
    assert (campaign.bound, campaign.first, campaign.due) == (first, 2, first.term)
    assert (view.level, view.place, view.offers) == (2, "desert", ())
    assert view.bond is not None
    assert (view.bond.summoner, view.bond.last) == (first.summoner, 3)
    assert not summoners(session.world)


@pytest.mark.parametrize("task", ["hunt", "seek", "bear"])
def test_fulfilled_task_gives_its_rewards(task: Task) -> None:
    session = bound(task, danger=2, gift="sword")
    session.player[Wounds].taken = ["hand", "leg"]
    settle(session, task)
    campaign = campaign_of(session)
    assert (campaign.fulfilled, campaign.served) == (True, ["elevated"])
    assert campaign.standing == {"elevated": 2, "beastly": -1}
    # Laying a champion to rest also closes a wound.
    assert session.player[Wounds].taken == ([] if task == "hunt" else ["hand"])
    names = [name_of(one) for one in session.player[Pack].things.values()]
    assert "sword" in names
    assert not {"fang of the summoner", "sealed lamp"} & {*names}
    assert Bearer not in session.player


@pytest.mark.parametrize("faction", ["elevated", "ancient", "divine", "beastly", "mutated"])
def test_bond_task_and_pack_use_the_same_name_for_the_burden(faction: str) -> None:
    session = begun(task="bear", faction=faction)
    assert session.perform(Bind(0)).done
    bond = session.view().bond
    assert bond is not None
    assert bond.task in [f"carry the {one.each} to the altar" for one in session.view().pack]


def test_relic_is_picked_up_in_words_before_the_gift_that_takes_its_slot() -> None:
    session = bound("seek", gift="sword")
    settle(session, "seek")
    told = [line.text for line in session.messages.lines if "(a)" in line.text]
    assert told == ["You pick up the fang of the summoner (a).", "You pick up a sword (a)."]


@pytest.mark.parametrize("wounds", [[], ["hand", "eye"]])
def test_payment_restores_hit_points_and_mana(wounds: list[str]) -> None:
    session = bound("seek")
    you, mana = session.player[Health], session.player[Mana]
    session.player[Wounds].taken = wounds
    you.hp, mana.mana, heard = 7, 3, list[Heal]()
    session.world.observe(Heal, heard.append)
    settle(session, "seek")
    [healed] = [heal.gained for heal in heard if heal.source == "binding"]
    assert healed >= you.most - 7  # nearby foes may have struck by now
    assert mana.mana == mana.most
    assert session.player[Wounds].taken == wounds[:-1]


def test_hunt_is_fulfilled_whoever_kills_the_quarry() -> None:
    session = bound("hunt")
    quarry = only(session, Hunted)
    session.world.publish(Die(quarry, quarry, "spittle"))
    assert campaign_of(session).fulfilled


def test_quarry_is_a_champion_or_is_named_after_the_summoner() -> None:
    session = bound("hunt")
    quarry = only(session, Hunted)
    assert is_somebody(name_of(quarry))
    assert name_of(quarry) == "Ulf the Unasked, wolf champion"
    assert quarry[Health].most == 12  # one and a half times a wolf's 8
    summoner = "Oru Vane, Warden of the High Stair"
    session = bound("hunt", free=True, summoner=summoner, called=summoner)
    quarry = only(session, Hunted)
    assert name_of(quarry) == summoner
    assert quarry[Health].most == 20
    place = quarry[Position]
    there = Position(place.x, place.y, place.level)
    session.world.publish(Die(session.player, quarry))
    lying = things_at(there, session.world)
    assert "wolf corpse" in [name_of(one) for one in lying]


def test_burden_must_be_held_at_the_altar() -> None:
    session = bound("bear")
    who, burden = session.player, session.player[Bearer].thing
    assert name_of(burden) == "sealed lamp"
    bond = session.view().bond
    assert bond is not None
    assert bond.task == "carry the sealed lamp to the altar"
    session.world.publish(LetGo(who, who, burden))
    put_beside(session, altar := only(session, Awaits))
    step_onto(session, altar)
    assert not campaign_of(session).fulfilled


def test_altar_asks_for_a_burden_only_until_the_task_is_done() -> None:
    session = bound("bear")
    altar = only(session, Awaits)
    there = altar[Position].x, altar[Position].y
    put_beside(session, altar)
    before = session.about(*there)
    settle(session, "bear")
    put_beside(session, altar)
    session.perform(Search())
    assert campaign_of(session).fulfilled
    assert before not in ("", session.about(*there))
    told = [line.text for line in session.view().lines]
    assert any(line.startswith("You put the sealed lamp on the altar. Task com") for line in told)


def test_card_of_a_summoner_describes_the_offer() -> None:
    session = begun()
    there = summoners(session.world)[0][Position]
    card = session.card(OnTile(there.x, there.y))
    assert card is not None
    assert card.lines


@pytest.mark.parametrize(("by_hand", "more"), [(True, 3), (False, 2)])
def test_killing_the_quarry_personally_gives_one_extra_use_of_each_boon(
    by_hand: bool, more: int
) -> None:
    session = bound("hunt", uses=2)
    assert Hunting in session.player
    before = session.player[Boons].uses
    quarry = only(session, Hunted)
    killer = session.player if by_hand else session.world.root
    session.world.publish(Die(killer, quarry))
    assert session.player[Boons].uses == [uses + more for uses in before]
    assert Hunting not in session.player


def test_keys_crumble_on_leaving_a_land() -> None:
    session, keys = bound("hunt"), ["iron key", "brass key"]
    who = session.player
    for key in keys:
        parts = [*catalogue().make(key), Key(who[Position].level)]
        assert session.world.publish(Spawn(who, who, key, parts=parts)).done
    put_beside(session, only(session, Hunted))
    settle(session, "hunt")
    [gate] = [one for one in session.world.having(Gate) if one[Position].level > 1]
    step_onto(session, gate)
    held = [*who[Pack].things.values()]
    assert [name_of(one) for one in held if Key in one] == keys
    assert session.perform(Bind(0)).done
    assert [one for one in who[Pack].things.values() if one in held] == held[len(keys) :]


def test_gate_leads_back_to_the_circle_with_new_offers() -> None:
    session = bound("hunt")
    put_beside(session, only(session, Hunted))
    before = session.player[Position].level
    settle(session, "hunt")
    gates = [one for one in session.world.having(Gate) if one[Position].level == before]
    assert [(gate[Stair].to, gate[Position].distance(session.player[Position])) for gate in gates]
    [gate] = gates
    assert gate[Stair].to == 1
    assert gate[Position].distance(session.player[Position]) == 1
    step_onto(session, gate)
    view = session.view()
    assert (view.level, len(view.offers)) == (1, 3)
    assert sorted(one.danger for one in view.offers) == STEPS[1].dangers
    assert session.perform(Bind(1)).done
    assert (session.view().level, campaign_of(session).first) == (4, 4)


def called_again(session: Session) -> tuple[Binding, ...]:
    """Fulfil a task, return to the circle, and return the new offers."""
    settle(session, "hunt")
    here = session.player[Position].level
    [gate] = [
        one
        for one in session.world.having(Gate)
        if one[Position].level == here and one[Stair].to == 1
    ]
    assert session.world.publish(Climb(session.player, gate)).done
    return tuple(one[Offer].binding for one in summoners(session.world))


@pytest.mark.parametrize("seed", range(2))
def test_next_offers_lead_to_other_places(seed: int) -> None:
    session = bound("hunt", seed)
    for offer in called_again(session):
        assert offer.land != "cave"
        assert offer.place != "labyrinth"


@pytest.mark.parametrize("seed", range(2))
def test_best_liked_faction_offers_first(seed: int) -> None:
    session = bound("hunt", seed)
    campaign_of(session).standing = {"divine": 1, "mutated": 9}
    offers = called_again(session)
    assert offers[0].faction == "mutated"
    assert len({one.faction for one in offers}) == 3


@pytest.mark.parametrize("danger", [2, 3, 4, 5])
def test_more_dangerous_bindings_pay_better_rewards(danger: int) -> None:
    session = bound("hunt", danger=danger, gift="crossbow")
    before = [*session.player[Pack].things.values()]
    settle(session, "hunt")
    [paid] = [one for one in session.player[Pack].things.values() if one not in before]
    assert name_of(paid) == "crossbow"
    if danger >= 4:
        assert paid[Quality].better > 0


def test_term_gives_a_warning_and_then_burns_more_every_ten_turns() -> None:
    session = bound("seek", term=40)
    turns = dict[str, list[int]]()

    def note(event: Event) -> None:
        turns.setdefault(type(event).__name__, []).append(session.world.turn)

    for kind in (FeelTheTerm, BurnTheBound):
        session.world.observe(kind, note)
    session.player[Health].hp = session.player[Health].most = 10_000
    lost = list[int]()
    session.world.observe(
        TakeDamage, lambda harm: lost.extend([harm.dealt] * (harm.source == "the bond"))
    )
    wait(session, 70)
    assert turns["FeelTheTerm"] == [30]
    assert turns["BurnTheBound"] == [40, 50, 60, 70]
    assert lost == [1, 2, 3, 4]
    assert campaign_of(session).burns == 4
    told = [line.text for line in session.messages.lines if "bond burns" in line.text]
    assert told == [f"The bond burns you for {n}! Your term has run out." for n in (1, 2, 3, 4)]


def test_bond_burn_message_shows_the_hit_points_lost() -> None:
    session = bound("seek", term=40)
    campaign_of(session).burns, session.player[Health].hp = 9, 4
    session.world.publish(BurnTheBound(session.world.root, session.player))
    told = [line.text for line in session.messages.lines if "bond" in line.text]
    assert told[-1] == "The bond burns you for 4! Your term has run out."


@pytest.mark.parametrize(
    ("task_done", "left_for"),
    [(False, "to finish your task and enter the gate"), (True, "to return")],
)
def test_itching_bond_message_says_what_the_remaining_turns_are_for(
    task_done: bool, left_for: str
) -> None:
    session = bound("hunt", term=40)
    session.player[Health].hp = session.player[Health].most = 10_000
    if task_done:
        settle(session, "hunt")
    wait(session, 35)
    [told] = [line.text for line in session.messages.lines if "bond itches" in line.text]
    assert f"10 turns left {left_for}" in told


def test_late_task_loses_favour_and_says_why() -> None:
    session = bound("hunt")
    campaign_of(session).burns = 1
    settle(session, "hunt")
    assert campaign_of(session).standing == {"elevated": -1, "beastly": -1}
    told = "You were late: your standing with the "
    assert any(line.text.startswith(told) for line in session.messages.lines)


def test_term_runs_until_the_player_is_back_at_the_circle() -> None:
    session = bound("hunt", term=40)
    session.player[Health].hp = session.player[Health].most = 10_000
    put_beside(session, only(session, Hunted))
    settle(session, "hunt")
    bond = session.view().bond
    assert bond is not None
    assert (bond.fulfilled, bond.runs) == (True, True)
    burns = list[int]()
    session.world.observe(BurnTheBound, lambda burning: burns.append(session.world.turn))
    wait(session, 50)
    assert burns == [40, 50]
    assert campaign_of(session).standing["elevated"] == 2  # the task was completed in time
    take_the_gate(session)
    bond = session.view().bond
    assert bond is not None
    assert (bond.runs, bond.presses) == (False, 0)
    wait(session, 20)
    assert burns == [40, 50]
    refused = session.world.publish(BurnTheBound(session.world.root, session.player))
    assert refused.reason == "no term"


def test_last_task_gives_no_reward_except_the_ending() -> None:
    session = bound("seek", uses=0)
    session.player[Wounds].taken = ["hand"]
    session.player[Health].hp = 7  # nearby foes may strike meanwhile
    campaign_of(session).served = ["divine", "divine", "ancient", "mutated"]
    settle(session, "seek")
    assert session.player[Wounds].taken == ["hand"]
    assert session.player[Health].hp <= 7
    names = [name_of(one) for one in session.player[Pack].things.values()]
    assert "fang of the summoner" not in names


@pytest.mark.parametrize(
    ("standing", "free", "ending"),
    [
        ({}, False, "bound"),
        ({"elevated": -3}, False, "feared"),
        ({"divine": 3}, False, "bound"),
        ({}, True, "free"),
    ],
)
def test_fifth_binding_ends_the_run(standing: dict[str, int], free: bool, ending: str) -> None:
    session = bound("hunt", free=free)
    campaign_of(session).standing = standing
    last_of_all(session, "divine", "divine", "ancient", "mutated")
    assert (session.ending, campaign_of(session).ending) == (None, "")
    assert take_the_gate(session).done
    assert session.ending is Ending.WON
    assert not session.view().offers
    assert campaign_of(session).ending == ending == ending_of(campaign_of(session))


@pytest.mark.parametrize(
    ("served", "offers"),
    [
        (("divine", "ancient", "mutated"), 4),
        (("divine", "divine", "mutated"), 3),
        (("elevated", "ancient", "mutated"), 3),
    ],
)
def test_freedom_is_offered_after_four_factions(served: tuple[str, ...], offers: int) -> None:
    session = bound("hunt")
    put_beside(session, only(session, Hunted))
    last_of_all(session, *served)
    [gate] = [one for one in session.world.having(Gate) if one[Position].level == 3]
    step_onto(session, gate)
    view = session.view()
    assert len(view.offers) == offers
    if offers == 4:
        own = campaign_of(session).bound
        assert own is not None
        session.perform(Bind(3))
        bound_by = campaign_of(session).bound
        assert bound_by is not None
        assert (bound_by.free, bound_by.called) == (True, own.summoner)


def sides(session: Session, level: int) -> Counter[str]:
    creatures = session.world.having(Side, Position)
    others = (one for one in creatures if one is not session.player)
    return Counter(one[Side].name for one in others if one[Position].level == level)


def test_friendly_faction_sends_allies() -> None:
    friends, all_told = 0, 0
    for seed in range(6):
        session = begun(seed, task="hunt", what="wolf", land="cave", place="labyrinth", danger=3)
        campaign_of(session).standing = {"beastly": 3}
        session.perform(Bind(0))
        go_down(session)
        there = sides(session, 3)
        friends += there["bidden"]
        all_told += there["bidden"] + there["beastly"]
        assert only(session, Hunted)[Side].name == "beastly"
    assert 0.15 < friends / all_told < 0.45  # 30 of 100


@pytest.mark.parametrize(
    ("standing", "turns", "hunter", "sender"),
    [
        ({}, 900, "black hound", ""),
        ({"divine": 1}, 900, "black hound", ""),
        ({"divine": -1}, 750, "inquisitor", "divine"),
        ({"divine": -1, "mutated": -3}, 450, "stalker", "mutated"),
        ({"mutated": -2, "elevated": -2}, 600, "sky hunter", "elevated"),
        ({"ancient": -9}, 300, "revenant", "ancient"),
    ],
)
def test_wronged_faction_sends_its_own_hunter_sooner(
    standing: dict[str, int], turns: int, hunter: str, sender: str
) -> None:
    session = begun(3, task="hunt", what="wolf", land="cave", place="labyrinth", danger=1)
    campaign_of(session).standing = standing
    session.perform(Bind(0))
    go_down(session)
    assert session.world.ask(HowSoon(session.world.root, 900)).turns == turns
    after = [ComeAfter(session.world.root, session.player) for _ in range(2)]
    told = [(one.what, one.sender) for one in map(session.world.publish, after)]
    assert told == [(hunter, sender), ("headhunter", "")]


@pytest.mark.parametrize("seed", range(2))
def test_goals_are_on_the_last_level(seed: int) -> None:
    for task, cls in GOALS.items():
        session = bound(task, seed, levels=3)
        assert not [*session.world.having(cls)]
        go_down(session)
        assert only(session, cls)[Position].level == 4
        below = session.world.publish(MakeLevel(session.player, 5))
        assert below.reason == "bottom"
