"""A forecast includes what bursts or leaks when its target dies."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from bidden.events.effects import Affect
from bidden.intents import Move, Read, Throw
from bidden.perception.foretold.forecast import Forecast, ShiftForecast, TargetForecast
from bidden.session import Session
from bidden.worldgen.plan import Placement
from tests.bidden.perception.foretold.forecasts import nearly_dead
from tests.bidden.scenes import MakeSession, creature, give, put


def leaks(session: Session) -> str:
    return next(
        name
        for name, parts in session.catalogue.blueprints.items()
        for cls, fields in parts
        if cls.__name__ == "Leaks" and fields["kind"] == "poison gas"
    )


def test_burst_at_death_is_forecast_with_its_victims(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.......#", bloater={"Mind": None})
    nearly_dead(session, "bloater", 2)
    put(session, Placement("zombie", 4, 0))
    told = session.forecast(Move(1, 0))
    (burst,) = told.bursts
    assert (burst.name, burst.reached) == ("the bloater", ("you", "the zombie"))
    assert burst.tiles == ((1, 0), (2, 0), (3, 0), (4, 0))
    assert str(told) == snapshot


def test_forecast_of_a_death_names_the_allies_that_its_last_words_help(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.......#", martyr={"Mind": None}, penitent={"Mind": None})
    nearly_dead(session, "martyr", 2)
    assert str(session.forecast(Move(1, 0))) == "the martyr takes 1–5 damage and dies"
    put(session, Placement("penitent", 4, 0))
    told = str(session.forecast(Move(1, 0)))
    assert "the martyr prays with its last breath for the penitent: +6 HP; " in told


def test_burst_is_forecast_with_the_resistance_of_the_player(make_session: MakeSession) -> None:
    session = make_session("#@.......#", bloater={"Mind": None, "Bursts": {"effects": ("fire",)}})
    nearly_dead(session, "bloater", 2)
    assert session.forecast(Move(1, 0)).bursts[0].does == "12 fire damage"
    session.world.publish(Affect(session.player, session.player, "resist fire"))
    assert session.forecast(Move(1, 0)).bursts[0].does == "12 fire damage (you take 6)"


def test_own_movement_is_told_before_the_damage_that_it_does() -> None:
    harm, run = TargetForecast("you", 1, 8), ShiftForecast("you", "run 2 tiles and fall")
    told = str(Forecast(targets=(harm,), shifts=(run,)))
    assert told == "you run 2 tiles, fall and take 1–8 damage"


def test_forecast_includes_gas_that_a_dying_creature_releases(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    nearly_dead(session, leaks(session), 2)
    (ground,) = session.forecast(Move(1, 0)).ground
    assert (ground.kind, ground.reached, ground.spared) == ("poison gas", ("you",), ())
    assert str(ground).startswith(f"if the {leaks(session)} dies, its poison gas ")


def test_oil_of_the_dead_adds_no_second_fire_to_a_fire_pot(make_session: MakeSession) -> None:
    session = make_session("#@.......#")
    nearly_dead(session, "censer bearer", 6)
    give(session, "fire pot")
    (fire,) = session.forecast(Throw("a", 6, 0)).ground
    assert fire.kind == "fire"
    assert (6, 0) in fire.tiles
    nearly_dead(session, "censer bearer", 2)
    told = session.forecast(Move(1, 0))
    assert [one.kind for one in told.ground] == ["fire"]
    assert "burning oil covers" in str(told)


def test_unseen_creatures_do_not_change_the_forecast_of_a_burst(make_session: MakeSession) -> None:
    told = list[Forecast]()
    for hidden in ((), ("phantom",)):
        session = make_session("#@.......#", bloater={"Mind": None})
        nearly_dead(session, "bloater", 2)
        for name in hidden:
            put(session, Placement(name, 3, 0))
        told.append(session.forecast(Move(1, 0)))
    assert told[0] == told[1]


def test_harm_to_allies_is_forecast(make_session: MakeSession, snapshot: SnapshotAssertion) -> None:
    session = make_session("#@.z.....#", zombie={"Mind": {"plan": [], "radius": 7}})
    session.world.publish(Affect(session.player, creature(session, 3), "charm"))
    give(session, "scroll of fireball")
    told = session.forecast(Read("a", 5, 0))
    assert told.own == snapshot
    assert [one.fellow for one in told.targets] == [True]
    assert session.forecast(Read("a", 3, 0)).own == snapshot


def test_shield_counts_in_the_odds_of_death(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.......#", zombie={"Mind": None})
    zombie = nearly_dead(session, "zombie", 2)
    assert session.forecast(Move(1, 0)).targets == (TargetForecast("the zombie", 1, 5, 100),)
    buckler = session.world.spawn(*session.catalogue.make("buckler"))
    session.world.set_owner(buckler, zombie)
    (told,) = session.forecast(Move(1, 0)).targets
    assert told.block == 10
    assert told.death == 90
    assert str(told) == snapshot
