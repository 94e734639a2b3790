"""Harms: the range of a blow, a shot, a breath or a knack."""

from __future__ import annotations

import pytest

from bidden.events.combat import Attack, Impact, Shoot
from bidden.perception.cards.harms import Harm, blow_of, harms_of
from bidden.session import Session
from bidden.state import name_of
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.scenes import MakeSession, catalogue, give, put

CREATURES = [
    name
    for name, parts in catalogue().blueprints.items()
    if {"Strike", "Mind"} <= {cls.__name__ for cls, _ in parts} and name != "you"
]


def beside(session: Session, what: str, x: int = 2) -> Entity:
    return put(session, Placement(what, x, 0))


def ranges(harms: tuple[Harm, ...]) -> dict[str, tuple[int, int, int]]:
    return {one.how: (one.least, one.most, one.worst) for one in harms}


@pytest.mark.parametrize("what", CREATURES)
def test_computed_attack_strength_matches_a_preview_of_the_attack(
    make_session: MakeSession, what: str
) -> None:
    session = make_session("#@........#")
    one, player, world = beside(session, what), session.player, session.world
    for by, to in ((one, player), (player, one)):
        blow = blow_of(by, to, world)
        assert blow is not None
        seen = world.preview(Attack(by, to))
        hurts = [follow.event for follow in seen.follows if not follow.event.failed]
        if seen.event.replacement is not None or not blow.parts:
            continue
        assert blow.parts[0].most == max(1, hurts[0].strength), (name_of(by), name_of(to))


def test_forecast_counts_damage_reduced_by_armour_and_hits_blocked_by_a_shield(
    make_session: MakeSession,
) -> None:
    session = make_session("#@........#")
    troll = beside(session, "troll")
    for name in ("coat of mail", "buckler"):
        thing = give(session, name)
        session.world.set_owner(thing, session.player)
    blow = blow_of(troll, session.player, session.world)
    assert blow is not None
    assert blow.most < 7
    assert blow.block > 0
    assert blow.mean == sum(part.mean for part in blow.parts) * (100 - blow.block) // 100


def test_worst_blow_counts_a_run_up_and_packmates(make_session: MakeSession) -> None:
    session = make_session("#@........#")
    falcon, wolf = beside(session, "falcon", 6), beside(session, "wolf", 8)
    told = [ranges(harms_of(one, session.player, session.world))["blow"] for one in (falcon, wolf)]
    assert [(most, worst) for _, most, worst in told] == [(1, 7), (2, 8)]


SPITS = next(
    name
    for name, parts in catalogue().blueprints.items()
    for cls, fields in parts
    if cls.__name__ == "Knack" and "spittle" in fields["power"].effects
)


@pytest.mark.parametrize(
    ("what", "how", "costs"),
    [
        ("dragon", "breath", (12, 12, 12)),
        (SPITS, "knack", (3, 3, 3)),
        ("goblin", "throw", (1, 14, 14)),
    ],
)
def test_breath_knack_and_throw_show_the_correct_damage_range(
    make_session: MakeSession, what: str, how: str, costs: tuple[int, int, int]
) -> None:
    session = make_session("#@........#", goblin={"StartingGear": None})
    one = beside(session, what, 6)
    assert ranges(harms_of(one, session.player, session.world))[how] == costs


def test_card_shows_the_same_shot_strength_as_a_preview(make_session: MakeSession) -> None:
    session = make_session("#@........#")
    archer, player = beside(session, "arbalester", 6), session.player
    shot = ranges(harms_of(archer, player, session.world))["shot"]
    seen = session.world.preview(Shoot(archer, 1, 0))
    (impact,) = [one for one in seen.follows if isinstance(one.event, Impact)]
    assert shot == (1, impact.event.strength, impact.event.strength)
