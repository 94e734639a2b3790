"""What is invisible: who strikes unseen, and what lets one see them; and what knocks one out."""

from __future__ import annotations

import pytest

from bidden.components.combat.venom import Venom
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Affect, what_is
from bidden.events.places import MakeLevel, Spawn
from bidden.intents import Intent, Move, PutOn, Quaff, Read, Wait
from bidden.session import Session
from bidden.state import Invisible, name_of
from eventcore import Entity
from eventcore.replay import Source
from eventcore.testing.properties import check_replays, check_saves
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.magic.test_powers import STOUT, creature
from tests.bidden.scenes import MakeSession, hp, map_of


def phantom(session: Session, x: int) -> Entity:
    made = session.world.publish(Spawn(session.world.root, None, "phantom", x, 0, 1)).made
    assert made is not None
    session.world.agenda.cancel(made)
    return made


def told(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def test_what_is_invisible_is_not_shown_until_ones_eyes_are_washed(
    make_session: MakeSession,
) -> None:
    session = make_session("#@....#")
    phantom(session, 4)
    assert map_of(session.view()) == "#@....#"
    assert (session.view().foes, session.view().foes_at) == (0, ())
    give(session, "vial of eyebright")
    assert session.perform(Quaff("a")).done
    assert map_of(session.view()) == "#@..p.#"
    assert session.view().foes_at == ((4, 0),)
    for _ in range(51):
        session.perform(Wait())
    assert map_of(session.view()) == "#@....#"


def test_its_blows_are_something_s_and_striking_back_hits_something(
    make_session: MakeSession,
) -> None:
    session = make_session("#@....#")
    one = phantom(session, 2)
    session.world.publish(Attack(one, session.player))
    assert any(line.startswith("Something hits you for ") for line in told(session)[-2:])
    assert session.forecast(Move(1, 0)).targets == ()
    session.perform(Move(1, 0))
    assert hp(one) < 9
    assert told(session)[-1].startswith("You hit something for ")


def test_the_closest_foe_is_the_closest_that_is_seen(make_session: MakeSession) -> None:
    session = make_session("#@...z#", zombie=STOUT)
    one = phantom(session, 3)
    give(session, "scroll of lightning")
    session.perform(Read("a"))
    assert (hp(one), hp(creature(session, 5))) == (9, 10)


def test_a_cudgel_knocks_out_for_five_turns(make_session: MakeSession) -> None:
    session = make_session("#@z...#", zombie={"Health": {"hp": 300, "most": 300}})
    zombie = creature(session, 2)
    give(session, "cudgel")
    session.perform(PutOn("a"))
    (cudgel,) = session.player.owned
    assert (cudgel[Venom].effect, cudgel[Venom].percent) == ("knock-out", 15)
    while "The zombie is knocked out." not in told(session):
        session.perform(Move(1, 0))
        assert hp(zombie) > 0
    before = hp(session.player)
    assert what_is(session.world, zombie, "sight") < 0
    for _ in range(4):
        session.perform(Wait())
    assert hp(session.player) >= before


def test_who_is_knocked_out_does_nothing_and_comes_to(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    session.world.publish(Affect(session.player, session.player, "knock-out"))
    for _ in range(5):
        session.perform(Move(1, 0))
    assert session.player[Position].x == 1
    assert "You come to." in told(session)
    session.perform(Move(1, 0))
    assert session.player[Position].x == 2


def test_a_journey_has_what_knocks_out_charms_and_is_invisible_or_shows_it() -> None:
    met: dict[str, int] = {}
    wanted = ("cudgel", "scroll of charming", "phantom", "vial of eyebright")
    for seed in range(12):
        session = Session(seed)
        for level in (2, 3, 4):
            session.world.publish(MakeLevel(session.world.root, level))
        names = {name_of(one) for one in session.world.having(Position)}
        for name in wanted:
            met[name] = met.get(name, 0) + (name in names)
    assert all(met[name] >= 3 for name in wanted), met


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_with_the_unseen_is_replayed_and_saved_the_same(seed: int) -> None:
    games = Source(lambda: Session(seed, level="unseen"), Session.restore)
    assert any(Invisible in one for one in games.begin().world.having(Position))
    script: list[Intent] = [Wait()] * 40
    check_replays(games, script)
    check_saves(games, script)


def test_who_comes_to_is_not_knocked_out_again_for_ten_turns(make_session: MakeSession) -> None:
    session = make_session("#@....#")
    knock = Affect(session.player, session.player, "knock-out", 2)
    assert session.world.publish(knock).applied
    while "You come to." not in told(session):
        session.perform(Wait())
    assert "Your head is clear: nothing will knock you out for a while." in told(session)
    for _ in range(9):
        session.perform(Wait())
        again = session.world.publish(Affect(session.player, session.player, "knock-out"))
        assert again.reason == "nothing"
    while told(session)[-1] != "You could be knocked out again.":
        session.perform(Wait())
    assert session.world.publish(Affect(session.player, session.player, "knock-out")).applied
