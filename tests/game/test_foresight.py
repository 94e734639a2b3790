"""Foresight: what is told before one commits is what comes then, and telling it changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.forecast import Forecast, Toll
from game.intents import Cast, Intent, Put, Rest, Shoot, Use, Walk
from game.session import Session
from game.state import Fighter, Place
from tests.game.components.test_magic import give
from tests.game.scenes import MakeSession, catalogue, hp
from tests.game.test_powers import STOUT, creature


def foreseen(session: Session, intent: Intent) -> Forecast:
    """What is foreseen, and nothing changed by it."""
    before = session.save()
    forecast = session.foresee(intent)
    assert session.save() == before
    return forecast


def test_a_blow_is_foreseen_with_its_range_and_true_odds(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 4, "most": 8}})
    forecast = foreseen(session, Walk(1, 0))
    # Attack 5 less defence 0: from 1 to 5, of which 4 and 5 kill.
    assert forecast == Forecast(tolls=(Toll("the zombie", 1, 5, 40),))
    assert str(forecast.tolls[0]) == "the zombie: 1–5 hp, dies in 40 %"


@pytest.mark.parametrize(("life", "death"), [(6, 0), (5, 20), (1, 100)])
def test_death_is_certain_or_out_of_the_question_only_where_it_is(
    make_session: MakeSession, life: int, death: int
) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": life, "most": 8}})
    assert foreseen(session, Walk(1, 0)).tolls[0].death == death


def test_all_that_a_throw_does_is_added_up(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison")
    forecast = foreseen(session, Use("a", "throw", 3, 0))
    assert forecast.tolls == (Toll("the zombie", 1, 3, 0, ("poison for 20",)),)
    assert forecast.tiles == ((2, 0), (3, 0))


def test_of_what_is_not_known_only_the_blow_is_told(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison", known=False)
    assert foreseen(session, Use("a", "throw", 3, 0)).tolls == (Toll("the zombie", 1, 3),)
    assert foreseen(session, Use("a", "quaff")).tolls == ()


def test_a_fireball_is_told_with_its_tiles_and_everyone_on_them(make_session: MakeSession) -> None:
    session = make_session("#@..z.#z#", zombie=STOUT)
    give(session, "scroll of fireball")
    forecast = foreseen(session, Use("a", "read", 3, 0))
    assert forecast.tolls == (Toll("you", 12, 12), Toll("the zombie", 12, 12))
    assert forecast.tiles == ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))


def test_of_those_out_of_view_nothing_is_told(make_session: MakeSession) -> None:
    session = make_session("#@...z#", you={"Memory": {"radius": 3}}, zombie=STOUT)
    give(session, "scroll of fireball")
    assert foreseen(session, Use("a", "read", 4, 0)).tolls == (Toll("you", 12, 12),)


@pytest.mark.parametrize(
    ("intent", "refusal"),
    [
        (Walk(-1, 0), "There is a wall in the way."),
        (Shoot(3, 0), "You wield nothing to shoot with."),
        (Use("a", "read", 5, 0), "There is nobody there."),
        (Use("b", "quaff"), "You hold no such thing."),
        (Cast("blink"), "You know no such spell."),
    ],
)
def test_a_refusal_is_foreseen_in_its_words(
    make_session: MakeSession, intent: Intent, refusal: str
) -> None:
    session = make_session("#@.z..#", zombie=STOUT)
    give(session, "scroll of confusion")
    assert foreseen(session, intent) == Forecast(refusal=refusal)
    session.perform(intent)
    assert session.chronicle.lines[-1].text == refusal


def test_the_dead_foresee_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1, "most": 40}})
    while session.player.alive:
        session.perform(Rest())
    assert session.foresee(Walk(1, 0)) == Forecast()


THINGS = ("scroll of lightning", "scroll of fireball", "scroll of confusion", "rock", "bow")
SPOTS = st.tuples(st.integers(0, 30), st.integers(0, 19))
TRIES = st.one_of(
    st.builds(Walk, st.integers(-1, 1), st.integers(-1, 1)),
    st.builds(lambda slot, spot: Use(slot, "throw", *spot), st.sampled_from("abcde"), SPOTS),
    st.builds(lambda slot, spot: Use(slot, "read", *spot), st.sampled_from("abcde"), SPOTS),
    st.builds(lambda slot: Use(slot, "wear"), st.sampled_from("abcde")),
    st.builds(lambda spot: Shoot(*spot), SPOTS),
    st.builds(Put, st.sampled_from("abcde")),
)


@settings(deadline=None, max_examples=25)
@given(tries=st.lists(TRIES, min_size=1, max_size=12), seed=st.integers(0, 50))
def test_what_is_foreseen_is_what_comes(tries: list[Intent], seed: int) -> None:
    session = Session(seed, catalogue=catalogue())
    for name in THINGS:
        give(session, name)
    for intent in tries:
        living = {one: hp(one) for one in session.world.having(Fighter, Place)}
        forecast = session.foresee(intent)
        action = session.perform(intent)
        assert bool(forecast.refusal) == action.failed
        if action.failed or not session.player.alive:
            continue
        for toll in forecast.tolls:
            assert toll.least <= toll.most
            name = toll.name.removeprefix("the ")
            if name != "you":
                lost = sum(before - hp(one) for one, before in living.items())
                assert lost >= min(toll.least, 1)


def test_a_wall_shields_in_the_forecast_as_in_the_blast(make_session: MakeSession) -> None:
    session = make_session("#@..#z#", zombie=STOUT)
    give(session, "scroll of fireball")
    assert foreseen(session, Use("a", "read", 3, 0)).tolls == (Toll("you", 12, 12),)
    session.perform(Use("a", "read", 3, 0))
    assert hp(creature(session, 5)) == 30
