"""Aftermath: of whom a blow may kill, it is told what bursts or leaks, and upon whom."""

from __future__ import annotations

from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.intents import Move, Read
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.session import Session
from bidden.worldgen.plan import Placement
from eventcore import Entity
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.magic.test_powers import creature
from tests.bidden.scenes import MakeSession, put


def leaks(session: Session) -> str:
    return next(
        name
        for name, parts in session.catalogue.blueprints.items()
        for cls, fields in parts
        if cls.__name__ == "Leaks" and fields["kind"] == "poison gas"
    )


def nearly_dead(session: Session, what: str, x: int) -> Entity:
    one = put(session, Placement(what, x, 0))
    hp = session.catalogue.make(what)
    most = next(part.hp for part in hp if type(part).__name__ == "Health")  # type: ignore[attr-defined]
    session.world.publish(TakeDamage(session.world.root, one, most - 1, sure=True))
    return one


def test_who_bursts_by_dying_is_told_with_whom_that_reaches(make_session: MakeSession) -> None:
    session = make_session("#@.......#", bloater={"Mind": None})
    nearly_dead(session, "bloater", 2)
    put(session, Placement("zombie", 4, 0))
    told = session.forecast(Move(1, 0))
    (burst,) = told.bursts
    assert (burst.name, burst.reached) == ("the bloater", ("the zombie", "you"))
    assert burst.tiles == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert str(told).endswith(
        "if it dies, the bloater bursts upon the zombie and you: foul gas: -1 hp a turn for 6 turns"
    )


def test_who_cannot_die_of_it_does_not_burst(make_session: MakeSession) -> None:
    session = make_session("#@.......#", bloater={"Mind": None, "Health": {"hp": 99, "most": 99}})
    put(session, Placement("bloater", 2, 0))
    assert session.forecast(Move(1, 0)).bursts == ()


def test_what_leaks_by_dying_is_told(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    nearly_dead(session, leaks(session), 2)
    (ground,) = session.forecast(Move(1, 0)).ground
    assert (ground.kind, ground.reached[-1]) == ("poison gas", "you")


def test_of_who_is_not_seen_nothing_bursts_and_nobody_is_reached(
    make_session: MakeSession,
) -> None:
    told = list[Forecast]()
    for hidden in ((), ("phantom",)):
        session = make_session("#@.......#", bloater={"Mind": None})
        nearly_dead(session, "bloater", 2)
        for name in hidden:
            put(session, Placement(name, 3, 0))
        told.append(session.forecast(Move(1, 0)))
    assert told[0] == told[1]


def test_who_is_on_ones_side_is_told_to_be_harmed(make_session: MakeSession) -> None:
    session = make_session("#@.z.....#", zombie={"Mind": {"plan": [], "radius": 7}})
    session.world.publish(Affect(session.player, creature(session, 3), "charm"))
    give(session, "scroll of fireball")
    told = session.forecast(Read("a", 5, 0))
    assert told.own == ("the zombie, on your side",)
    assert [one.fellow for one in told.targets] == [True]
    assert session.forecast(Read("a", 3, 0)).own == ("you", "the zombie, on your side")


def test_what_a_shield_stops_is_told_and_counted_in_the_odds(make_session: MakeSession) -> None:
    session = make_session("#@.......#", zombie={"Mind": None})
    zombie = nearly_dead(session, "zombie", 2)
    assert session.forecast(Move(1, 0)).targets == (TargetForecast("the zombie", 1, 5, 100),)
    buckler = session.world.spawn(*session.catalogue.make("buckler"))
    session.world.set_owner(buckler, zombie)
    (told,) = session.forecast(Move(1, 0)).targets
    assert told.block == 10
    assert told.death == 90
    assert "blocked in 10 %" in str(told)
