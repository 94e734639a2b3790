"""Peril: how a fight with the foes in view is likely to go."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bidden.ai.wits import Wits
from bidden.events.effects import Affect
from bidden.events.minds import Rouse
from bidden.events.turns import NORMAL
from bidden.perception.cards.harms import blow_of, blows_to_end
from bidden.perception.foretold.peril import Fight, fight_with
from bidden.perception.foretold.peril import peril_of as peril_of_all
from bidden.session import Session
from bidden.view import Peril
from bidden.worldgen.plan import Placement
from eventcore import Entity
from eventcore.time import StopTimer
from tests.bidden.scenes import Changes, MakeSession, put, wear


def peril_of(foe: Entity, session: Session) -> Peril:
    """Return the peril of a single foe."""
    weighed = fight_with(foe, session.player, session.world)
    return Peril.NONE if weighed is None else weighed.peril


def fight(make_session: MakeSession, *, hp: int, of: int) -> tuple[Session, Entity]:
    """Place a troll beside the player, with set hit points for both."""
    health = {"Health": {"hp": hp, "most": 40}}, {"Health": {"hp": of, "most": of}}
    session = make_session("#@........#", you=health[0], troll=health[1])
    return session, put(session, Placement("troll", 2, 0))


@pytest.mark.parametrize(
    ("hp", "of", "peril", "blows"),
    [
        (30, 7, Peril.NONE, (8, 3)),
        (30, 10, Peril.HARD, (8, 4)),
        (30, 17, Peril.HARD, (8, 7)),
        (30, 20, Peril.DEADLY, (8, 8)),
        (12, 3, Peril.HARD, (3, 2)),
        (8, 3, Peril.DEADLY, (2, 2)),
    ],
)
def test_peril_compares_the_blows_that_each_side_needs(
    make_session: MakeSession, hp: int, of: int, peril: Peril, blows: tuple[int, int]
) -> None:
    session, troll = fight(make_session, hp=hp, of=of)
    world, player = session.world, session.player
    theirs, mine = blow_of(troll, player, world), blow_of(player, troll, world)
    assert theirs is not None
    assert mine is not None
    assert (
        blows_to_end(theirs, player, world).empty,
        blows_to_end(mine, troll, world).death,
    ) == blows
    assert peril_of(troll, session) is peril


def test_foe_that_the_player_cannot_hurt_is_rated_deadly(make_session: MakeSession) -> None:
    session = make_session("#@........#", troll={"Resistances": {"percent": {"blow": 100}}})
    troll = put(session, Placement("troll", 2, 0))
    assert peril_of(troll, session) is Peril.DEADLY


def test_several_easy_foes_are_deadly_together(make_session: MakeSession) -> None:
    session, first = fight(make_session, hp=30, of=7)  # each takes 3 blows, the player 8
    told = [(Peril.NONE, Peril.NONE)]
    for place in (3, 4):
        troll = put(session, Placement("troll", place, 0))
        view = session.view(weighs=True)
        assert {foe.peril for foe in view.foes_seen} == {Peril.NONE}
        told.append((view.peril, view.outnumbered))
    # 3/8, then 3/8 + 6/8, then that + 9/8
    assert told == [(Peril.NONE, Peril.NONE), *[(Peril.DEADLY, Peril.DEADLY)] * 2]
    assert session.view().peril is Peril.NONE
    for effect in ("paralysis", "knock-out"):
        for one in (first, troll):
            session.world.publish(Affect(one, one, effect))
        assert session.view(weighs=True).peril is Peril.NONE
        for one in (first, troll):
            session.world.publish(StopTimer(one, one, effect))
        assert session.view(weighs=True).peril is Peril.DEADLY
    for one in (first, troll):
        session.world.attach(one, Wits(state="asleep"))
    assert session.view(weighs=True).peril is Peril.NONE


def test_peril_assumes_the_cheapest_order() -> None:
    weak = Fight(Fraction(1, 4), Fraction(1))
    tough = Fight(Fraction(1, 100), Fraction(30))
    assert peril_of_all([weak, tough]) is peril_of_all([tough, weak]) is Peril.HARD
    assert peril_of_all([weak, tough, Fight(Fraction(1, 8), None)]) is Peril.DEADLY


def test_sneak_attack_counts_only_once(make_session: MakeSession) -> None:
    asleep: Changes = {"Wits": {"state": "asleep"}, "Health": {"hp": 40, "most": 40}}
    session = make_session("#@......#", troll=asleep)
    wear(session, "dagger")
    troll, world = put(session, Placement("troll", 2, 0)), session.world
    hits = []
    for _ in range(2):
        fight = fight_with(troll, session.player, world)
        assert fight is not None
        assert fight.moments is not None
        hits.append(fight.moments * NORMAL)
        world.publish(Rouse(world.root, troll, 1, 0))
    assert 1 <= hits[1] - hits[0] <= 2
