"""Messages of effects, minds, thrown items and tricks."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.metabolism import Stomach
from bidden.events.boons import Warp
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.places import Spawn
from bidden.events.tricks import Steal
from bidden.grid.compass import direction
from bidden.intents import Bid, Move, Read, Wait
from eventcore.time import StopTimer
from tests.bidden.doing import throw
from tests.bidden.narration.telling import told, told_in
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import STOUT, Changes, MakeScene, MakeSession, give, other, wait
from tests.bidden.tricksters import put, struck

STRONG: Changes = {"Wits": {}, "Health": {"hp": 90, "most": 90}}


def test_effect_without_result_is_reported_only_for_the_player(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@z#")
    affects = [Affect(scene["@"], scene[who], "healing") for who in "@z"]
    assert told(scene, *affects) == snapshot
    assert [affect.reason for affect in affects] == ["unhandled", "unhandled"]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("gale", "The blow can't knock you back."),
        ("summons", "The summons pulls at you, but you don't move."),
        ("web", "The web already holds you."),
        ("stopped regeneration", "Rot already stops your regeneration."),
    ],
)
def test_effect_that_fails_on_the_player_names_its_cause(
    make_session: MakeSession, effect: str, words: str
) -> None:
    """The message keeps the tone of a refusal, because bots look for it."""
    session = make_session("#@z#", zombie={"Mind": None})
    zombie, you = other(session), session.player
    for _ in range(2):
        session.world.publish(Affect(zombie, you, effect))
    assert (session.view().lines[-1].text, session.view().lines[-1].tone) == (words, "refusal")


@pytest.mark.parametrize(
    ("effect", "words"),
    [("exhaustion", "You lose 2 mana."), ("mana", "You gain 10 mana.")],
)
def test_change_of_mana_by_an_effect_is_told_with_its_amount(
    make_session: MakeSession, effect: str, words: str
) -> None:
    session = make_session("#@#", you={"Mana": {"mana": 2, "most": 12}})
    session.world.publish(Affect(session.player, session.player, effect))
    assert session.view().lines[-1].text == words


def test_effects_on_other_creatures_are_reported_only_when_seen(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.+z#", zombie={"Mind": None})
    zombie = other(session)
    session.world.publish(Affect(zombie, zombie, "confusion", 2))
    assert told_in(session) == []
    for _ in range(2):
        session.perform(Move(1, 0))
    session.world.publish(Affect(zombie, zombie, "confusion", 1))
    session.perform(Wait())
    assert told_in(session) == snapshot


def test_per_turn_effects_are_announced_only_when_they_begin(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 9, "most": 90}}, zombie={"Mind": None})
    you = session.player
    for effect in ("slow heal", "renewal", "hunger"):
        session.world.publish(Affect(you, you, effect))
    food = you[Stomach].food
    for _ in range(3):
        session.perform(Wait())
    assert you[Stomach].food < food - 10
    assert told_in(session) == snapshot


@pytest.mark.parametrize("effect", ["howl", "fear", "knock-out"])
def test_player_controlled_by_an_effect_gets_a_message(
    make_session: MakeSession, effect: str, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#..@...#")
    session.world.publish(Affect(session.player, session.player, effect))
    before = len(session.messages.lines)
    session.perform(Wait())
    assert told_in(session, before)[0] == snapshot


def test_message_says_when_an_attack_order_has_no_enemy_in_view(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@..z#", zombie=STRONG)
    session.world.publish(Affect(session.player, other(session), "charm", turns=90))
    before = len(session.messages.lines)
    session.perform(Bid("strike"))
    session.perform(Bid("come"))
    assert told_in(session, before) == snapshot


def test_noise_comes_from_the_nearest_of_eight_directions(snapshot: SnapshotAssertion) -> None:
    ways = [(0, 0), (3, 0), (-3, 1), (4, 2), (2, 5), (-2, -4), (0, -1), (5, -5)]
    assert {f"{dx},{dy}": direction(dx, dy) for dx, dy in ways} == snapshot


def test_throw_that_lands_out_of_sight_is_reported(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    near = make_session("#@......#")
    throw(near, "rock", 5)
    far = make_session("#@........#", you={"Memory": {"radius": 3}})
    throw(far, "rock", 7)
    dark = make_session("#@.........#")
    pour(dark, "darkness", *row(0, 5, 6, 7, 8))
    throw(dark, "rock", 8)
    unseen = make_session("#@.....z..#", you={"Memory": {"radius": 3}}, zombie=STOUT)
    throw(unseen, "rock", 7)
    games = {"near": near, "beyond view": far, "in the dark": dark, "at something": unseen}
    lines = {name: told_in(session) for name, session in games.items()}
    assert lines["beyond view"][-1] == lines["in the dark"][-1]
    assert lines["beyond view"][-1] not in lines["near"] + lines["at something"]
    assert lines == snapshot


def test_picking_up_a_stacked_item_reports_the_new_count(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    give(session, "rock")
    give(session, "rock")
    first, then = told_in(session)[-2:]
    assert first == "plain: You pick up a rock (a)."
    assert then == "plain: You now have 2 rocks (a)."


@pytest.mark.parametrize("drawing", ["#@........#", "#@......z.#"])
def test_fireball_tells_what_it_did(
    make_session: MakeSession, drawing: str, snapshot: SnapshotAssertion
) -> None:
    session = make_session(drawing)
    give(session, "scroll of fireball", known=True)
    before = len(session.messages.lines)
    assert session.perform(Read("a", 8, 0)).done
    assert told_in(session, before) == snapshot


@pytest.mark.parametrize("flask", ["flask of bad air", "flask of oil"])
def test_flask_that_hits_nobody_reveals_its_contents(
    make_session: MakeSession, flask: str, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@......#")
    throw(session, flask, 5)
    assert told_in(session) == snapshot


def test_theft_message_appears_only_if_something_is_stolen(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@..#")
    you, thief = session.player, put(session, "cutpurse", 2)
    before = len(session.messages.lines)
    assert session.world.publish(Steal(thief, you)).failed
    assert told_in(session, before) == []
    session.world.publish(Spawn(you, you, "ration"))
    session.world.publish(Steal(thief, you))
    assert told_in(session, before) == snapshot


def test_message_names_the_shape_a_skinshifter_takes(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@...#")
    shifter, troll = put(session, "skinshifter", 3), put(session, "troll", 4)
    before = len(session.messages.lines)
    for whom in (session.player, troll):
        struck(session, shifter, whom, 1)
    assert told_in(session, before) == snapshot


def test_charm_says_how_long_it_lasts(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STRONG)
    session.world.publish(Affect(session.player, other(session), "charm"))
    assert told_in(session)[-1] == "plain: The zombie is charmed for 20 turns."
    session.world.publish(StopTimer(session.player, other(session), "charm"))
    assert told_in(session)[-1] == "plain: The zombie is no longer your ally."


def test_ally_is_told_apart_from_an_enemy_of_its_kind(make_session: MakeSession) -> None:
    session = make_session("#@....#", zombie={**STRONG, "Mind": None})
    ally, enemy = put(session, "zombie", 2), put(session, "zombie", 3)
    session.world.publish(Affect(session.player, ally, "charm"))
    before = len(session.messages.lines)
    for by, to in ((ally, enemy), (enemy, ally)):
        session.world.publish(TakeDamage(by, to, 3, sure=True))
    assert told_in(session, before) == [
        "plain: Your zombie hits the zombie for 3.",
        "plain: The zombie hits your zombie for 3.",
    ]


def test_messages_call_an_acting_ally_your_creature(make_session: MakeSession) -> None:
    session = make_session("#@z...#", zombie={**STRONG, "Mind": None})
    troll, ally, second = other(session), put(session, "zombie", 3), put(session, "zombie", 4)
    for one in (ally, second):
        session.world.publish(Affect(session.player, one, "charm"))
    before = len(session.messages.lines)
    for by, to in ((ally, troll), (ally, second), (troll, session.player)):
        session.world.publish(TakeDamage(by, to, 3, sure=True))
    assert told_in(session, before) == [
        "plain: Your zombie hits the zombie for 3.",
        "plain: Your zombie hits another zombie for 3.",
        "harm: The zombie hits you for 3.",
    ]


def test_messages_about_growing_anger_stop_at_the_strongest_anger(
    make_session: MakeSession,
) -> None:
    session = make_session("#@z#", zombie=STRONG)
    for _ in range(6):
        session.world.publish(Affect(other(session), other(session), "frenzy"))
        wait(session)
    told = [line for line in told_in(session) if "angr" in line]
    angrier = "plain: The zombie grows angrier."
    assert told == ["plain: The zombie grows angry.", angrier, angrier]


@pytest.mark.parametrize("hold", ["coils", "web"])
def test_coils_and_webs_are_said_not_to_hold_a_player_with_free_action(
    hold: str, make_session: MakeSession
) -> None:
    session = make_session("#@z#", zombie={"Mind": None})
    session.world.publish(Affect(session.player, session.player, "free action"))
    session.world.publish(Affect(other(session), session.player, hold))
    assert told_in(session)[-1] == f"refusal: The {hold} can't hold you."


@pytest.mark.parametrize(
    ("drawing", "own", "tells"),
    [("#@...z#", True, True), ("#@...z#", False, False), ("#@z...#", False, True)],
)
def test_immunity_of_a_creature_is_announced_if_near_or_hit_by_the_player(
    drawing: str, own: bool, tells: bool, make_session: MakeSession
) -> None:
    immune: Changes = {"Resistances": {"percent": {"poison": 100}}, "Mind": None}
    session = make_session(drawing, zombie=immune)
    zombie = other(session)
    session.world.publish(TakeDamage(session.player if own else zombie, zombie, 3, kind="poison"))
    assert ("plain: The zombie is immune to poison." in told_in(session)) is tells


def test_messages_say_that_rot_stops_regeneration_until_it_ends(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Mind": None})
    session.world.publish(Affect(other(session), session.player, "stopped regeneration", turns=4))
    for _ in range(5):
        session.perform(Wait())
    told = [line for line in told_in(session) if "egenerat" in line]
    assert told == [
        "news: Rot stops your regeneration!",
        "news: The rot lasts another 2 turns: you can't regenerate until then.",
        "news: You begin to regenerate again.",
    ]


def test_thorns_message_names_the_owner_of_the_thorns(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={**STRONG, "Thorns": {"percent": 50}})
    session.perform(Move(1, 0))
    assert any(
        line.startswith("harm: The zombie's thorns hurt you for ") for line in told_in(session)
    )


def test_gorged_creature_is_said_to_grow_stronger(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STRONG)
    for _ in range(2):
        session.world.publish(Affect(other(session), other(session), "gorged"))
    assert told_in(session)[-1] == "plain: The zombie swells and grows stronger."


@pytest.mark.parametrize(
    ("effect", "flees"), [("", True), ("paralysis", False), ("knock-out", False)]
)
def test_creature_that_cannot_act_is_not_said_to_flee(
    effect: str, flees: bool, make_session: MakeSession
) -> None:
    session = make_session("#@.z...#", zombie={"Wits": {"flees_below": 99}})
    zombie = other(session)
    if effect:
        session.world.publish(Affect(zombie, zombie, effect))
    session.world.publish(TakeDamage(session.player, zombie, 1, sure=True))
    assert ("news: The zombie flees." in told_in(session)) is flees


def test_warping_a_boon_shows_a_loud_message(make_session: MakeSession) -> None:
    boons = {"carried": ["strike"], "uses": [3], "warps": [""]}
    session = make_session("#@...#", you={"Boons": boons})
    session.world.publish(Warp(session.player, session.player, "ember"))
    (line,) = (line for line in session.view().lines if "Your active boon" in line.text)
    assert line.loud
