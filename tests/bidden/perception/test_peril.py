"""Peril: how a fight with each foe would go is told where it would not be easy."""

from __future__ import annotations

import pytest

from bidden.perception.cards.blows import blows_to_end
from bidden.perception.cards.harms import blow_of
from bidden.perception.peril import peril_of
from bidden.session import Session
from bidden.view import Peril
from bidden.worldgen.plan import Placement
from eventcore import Entity
from eventcore.time import StartTimer
from tests.bidden.scenes import MakeSession, put


def fight(make_session: MakeSession, *, hp: int, of: int) -> tuple[Session, Entity]:
    """Have a troll of so many hit points stand before a player of so many."""
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
def test_it_goes_by_who_is_done_for_first(
    make_session: MakeSession, hp: int, of: int, peril: Peril, blows: tuple[int, int]
) -> None:
    session, troll = fight(make_session, hp=hp, of=of)
    world, player = session.world, session.player
    theirs, mine = blow_of(troll, player, world), blow_of(player, troll, world)
    assert theirs is not None
    assert mine is not None
    assert (
        blows_to_end(theirs, player, world).wound,
        blows_to_end(mine, troll, world).death,
    ) == blows
    assert peril_of(troll, player, world) is peril


def test_who_is_twice_as_fast_needs_half_the_time(make_session: MakeSession) -> None:
    session, troll = fight(make_session, hp=30, of=3)
    assert peril_of(troll, session.player, session.world) is Peril.NONE
    assert session.world.publish(StartTimer(troll, troll, "speed", 9, 3)).done
    assert peril_of(troll, session.player, session.world) is Peril.HARD


def test_who_cannot_be_hurt_is_more_than_a_match(make_session: MakeSession) -> None:
    session = make_session("#@........#", troll={"Resistances": {"percent": {"blow": 100}}})
    troll = put(session, Placement("troll", 2, 0))
    assert peril_of(troll, session.player, session.world) is Peril.DEADLY


def test_who_does_no_harm_is_no_peril(make_session: MakeSession) -> None:
    session = make_session("#@........#", troll={"Strike": None})
    troll = put(session, Placement("troll", 2, 0))
    assert peril_of(troll, session.player, session.world) is Peril.NONE


def test_it_is_told_in_a_view_that_is_asked_to_weigh(make_session: MakeSession) -> None:
    session, _ = fight(make_session, hp=1, of=9)
    assert [foe.peril for foe in session.view().foes_seen] == [Peril.NONE]
    assert [foe.peril for foe in session.view(weighs=True).foes_seen] == [Peril.DEADLY]
