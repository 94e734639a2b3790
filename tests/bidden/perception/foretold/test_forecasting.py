"""Forecasts: what is told before one commits is what comes then, and telling it changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.effects import Affect, Stumble
from bidden.events.movement import Arrive, Displace
from bidden.grid.tiles import free_beside
from bidden.intents import Cast, Intent, Move, PutOn, Quaff, Read, Shoot, Throw, Wait
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.perception.senses.sight import in_view_of
from bidden.session import Session
from bidden.state import Fighter, name_of
from tests.bidden.components.body.test_body import HALL, MINDLESS, stretched
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.magic.test_powers import STOUT, creature
from tests.bidden.scenes import Changes, MakeSession, catalogue, hp
from tests.bidden.tricksters import hurt, put


def forecast_of(session: Session, intent: Intent) -> Forecast:
    """What is forecast, and nothing changed by it."""
    before = session.save()
    forecast = session.forecast(intent)
    assert session.save() == before
    return forecast


def test_a_blow_is_forecast_with_its_range_and_true_odds(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 4, "most": 8}})
    forecast = forecast_of(session, Move(1, 0))
    # Attack 5 less defence 0: from 1 to 5, of which 4 and 5 kill.
    assert forecast == Forecast(targets=(TargetForecast("the zombie", 1, 5, 40),))
    assert str(forecast.targets[0]) == "the zombie: 1–5 hp, dies in 40 %"


@pytest.mark.parametrize(("life", "death"), [(6, 0), (5, 20), (1, 100)])
def test_death_is_certain_or_out_of_the_question_only_where_it_is(
    make_session: MakeSession, life: int, death: int
) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": life, "most": 8}})
    assert forecast_of(session, Move(1, 0)).targets[0].death == death


def test_all_that_a_throw_does_is_added_up(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison")
    forecast = forecast_of(session, Throw("a", 3, 0))
    assert forecast.targets == (TargetForecast("the zombie", 1, 3, 0, ("poison for 20",)),)
    assert forecast.tiles == ((2, 0), (3, 0))


def test_of_what_is_not_known_only_the_blow_is_told(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison", known=False)
    assert forecast_of(session, Throw("a", 3, 0)).targets == (TargetForecast("the zombie", 1, 3),)
    assert forecast_of(session, Quaff("a")).targets == ()


def test_a_fireball_is_told_with_its_tiles_and_everyone_on_them(make_session: MakeSession) -> None:
    session = make_session("#@..z.#z#", zombie=STOUT)
    give(session, "scroll of fireball")
    forecast = forecast_of(session, Read("a", 3, 0))
    assert forecast.targets == (TargetForecast("you", 12, 12), TargetForecast("the zombie", 12, 12))
    assert forecast.tiles == ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))


def test_of_those_out_of_view_nothing_is_told(make_session: MakeSession) -> None:
    session = make_session("#@...z#", you={"Memory": {"radius": 3}}, zombie=STOUT)
    give(session, "scroll of fireball")
    assert forecast_of(session, Read("a", 4, 0)).targets == (TargetForecast("you", 12, 12),)


@pytest.mark.parametrize(
    ("intent", "refusal"),
    [
        (Move(-1, 0), "There is a wall in the way."),
        (Shoot(3, 0), "You wield nothing to shoot with."),
        (Read("a", 5, 0), "There is nobody there."),
        (Quaff("b"), "You hold no such thing."),
        (Cast("blink"), "You know no such spell."),
    ],
)
def test_a_refusal_is_forecast_in_its_words(
    make_session: MakeSession, intent: Intent, refusal: str
) -> None:
    session = make_session("#@.z..#", zombie=STOUT)
    give(session, "scroll of confusion")
    assert forecast_of(session, intent) == Forecast(refusal=refusal)
    session.perform(intent)
    assert session.messages.lines[-1].text == refusal


def test_where_the_confused_will_stumble_nobody_can_forecast(make_session: MakeSession) -> None:
    session = make_session("#z@#", zombie=STOUT)
    give(session, "scroll of confusion")
    session.perform(Read("a", 2, 0))
    assert forecast_of(session, Move(-1, 0)) == Forecast()
    assert isinstance(session.perform(Move(-1, 0)).replacement, Stumble)


def test_the_dead_are_forecast_nothing(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1, "most": 40}})
    while session.player.alive:
        session.perform(Wait())
    assert session.forecast(Move(1, 0)) == Forecast()


THINGS = ("scroll of lightning", "scroll of fireball", "scroll of confusion", "rock", "bow")
NEAR = st.integers(-2, 2)
WAYS = ["walk", "throw", "read", "put on", "shoot"]


def meant(how: str, slot: str, x: int, y: int, dx: int, dy: int) -> Intent:
    """An intent aimed near by."""
    match how:
        case "walk":
            return Move(max(-1, min(1, dx)), max(-1, min(1, dy)))
        case "shoot":
            return Shoot(x + dx, y + dy)
        case "put on":
            return PutOn("e")
        case _:
            return Throw(slot if how == "throw" else "read", x + dx, y + dy)


@settings(deadline=None, max_examples=25)
@given(
    tries=st.lists(
        st.tuples(st.sampled_from(WAYS), st.sampled_from("abcde"), NEAR, NEAR), max_size=12
    ),
    seed=st.integers(0, 50),
)
def test_what_is_forecast_is_what_comes(tries: list[tuple[str, str, int, int]], seed: int) -> None:
    session = Session(seed, catalogue=catalogue())
    for trap in [*session.world.having(Trap)]:  # what is hidden is not forecast
        session.world.despawn(trap)
    for name in THINGS:
        give(session, name)
    for x, y in free_beside(session.player[Position], session.world):
        troll = session.world.spawn(Position(x, y), *session.catalogue.make("troll"))
        session.world.publish(Arrive(troll))
    for how, slot, dx, dy in tries:
        here = session.player[Position]
        intent = meant(how, slot, here.x, here.y, dx, dy)
        view = in_view_of(session.player, session.world)
        seen = {
            one: hp(one)
            for one in session.world.having(Fighter, Position)
            if (one[Position].x, one[Position].y) in view
        }
        forecast = session.forecast(intent)
        action = session.world.publish(action_of(intent, session.player, session.world))
        assert bool(forecast.refusal) == action.failed
        if isinstance(action.replacement, Stumble):  # the scroll of confusion was read at oneself
            assert forecast == Forecast()
            continue
        lost = sum(before - hp(one) for one, before in seen.items())
        assert lost <= sum(target.most for target in forecast.targets)
        assert bool(lost) == any(target.least for target in forecast.targets)


def test_a_wall_shields_in_the_forecast_as_in_the_blast(make_session: MakeSession) -> None:
    session = make_session("#@..#z#", zombie=STOUT)
    give(session, "scroll of fireball")
    assert forecast_of(session, Read("a", 3, 0)).targets == (TargetForecast("you", 12, 12),)
    session.perform(Read("a", 3, 0))
    assert hp(creature(session, 5)) == 30


def come_of(session: Session, intent: Intent, *, seed: int) -> dict[str, int]:
    """What an intent truly costs each creature, in a copy in which chance is another."""
    copy = Session.restore(session.save(), catalogue=catalogue())
    for _ in range(seed):
        copy.world.stream("combat").roll(1, 2)
    before = {one: hp(one) for one in copy.world.having(Health)}
    copy.world.publish(action_of(intent, copy.player, copy.world))
    return {
        "you" if one is copy.player else f"the {name_of(one)}": was - hp(one) if one.alive else was
        for one, was in before.items()
    }


def test_a_healing_that_the_throw_itself_makes_room_for_is_forecast(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of health")
    throw = Throw("a", 3, 0)
    assert forecast_of(session, throw).targets == (
        TargetForecast("the zombie", 1, 3, 0, ("+1–3 hp",)),
    )
    assert {come_of(session, throw, seed=seed)["the zombie"] for seed in range(5)} == {0}


def test_of_a_healing_that_is_not_known_nothing_is_forecast(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of health", known=False)
    assert forecast_of(session, Throw("a", 3, 0)).targets == (TargetForecast("the zombie", 1, 3),)


def test_what_a_body_suffers_by_a_blow_on_its_limb_is_forecast(make_session: MakeSession) -> None:
    session = make_session(HALL, worm=MINDLESS)
    worm = stretched(session)
    session.world.publish(Displace(session.player, session.player, 6, 2))
    limb, body = forecast_of(session, Move(0, -1)).targets
    assert (limb.name, body.name) == ("the worm's coil", "the worm")
    assert (body.least, body.most) == (1, -(-limb.most // 2))
    seen = set()
    for seed in range(12):
        copy = Session.restore(session.save(), catalogue=catalogue())
        for _ in range(seed):
            copy.world.stream("combat").roll(1, 2)
        before = hp(copy.world[worm.id])
        copy.world.publish(action_of(Move(0, -1), copy.player, copy.world))
        seen.add(before - hp(copy.world[worm.id]))
    assert {min(seen), max(seen)} == {body.least, body.most}


def test_what_a_mirror_turns_back_is_forecast(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    put(session, "bronze mirror", 2)
    blow = Move(1, 0)
    mirror, you = forecast_of(session, blow).targets
    assert (mirror.least, mirror.most) == (1, 4)
    assert (you.name, you.least, you.most) == ("you", 1, 2)
    came = [come_of(session, blow, seed=seed) for seed in range(12)]
    assert {one["you"] for one in came} == {1, 2}
    assert all(one["you"] == max(1, one["the bronze mirror"] // 2) for one in came)


def test_the_last_of_a_mirror_turns_back_no_more_than_it_had(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    hurt(session, put(session, "bronze mirror", 2), 14)
    _, you = forecast_of(session, Move(1, 0)).targets
    assert (you.least, you.most) == (1, 1)


def test_a_mirror_that_is_not_noticed_turns_nothing_back_in_the_forecast(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.#")
    put(session, "bronze mirror", 2)
    session.world.publish(Affect(session.player, session.player, "blindness"))
    assert forecast_of(session, Move(1, 0)).targets == ()


DYING: Changes = {"Health": {"hp": 5, "most": 40}, "Wounds": {"taken": ["leg"] * 4, "most": 5}}


@pytest.mark.parametrize(
    ("thing", "intent", "death"),
    [
        ("scroll of fireball", Read("a", 1, 0), 100),
        ("potion of poison", Quaff("a"), 100),
        ("potion of health", Quaff("a"), 0),
        ("scroll of fireball", Read("a", 3, 0), 100),
    ],
)
def test_how_likely_the_player_dies_of_it_is_forecast(
    make_session: MakeSession, thing: str, intent: Intent, death: int
) -> None:
    session = make_session("#@..#", you=DYING)
    give(session, thing)
    assert forecast_of(session, intent).death == death
    whole = make_session("#@..#", you={"Health": {"hp": 5, "most": 40}, "Wounds": {"most": 5}})
    give(whole, thing)
    assert forecast_of(whole, intent).death == 0  # it is a wound


@pytest.mark.parametrize(
    ("thing", "known", "you", "lingers"),
    [
        ("potion of poison", True, {}, True),
        ("potion of poison", False, {}, False),
        ("potion of poison", True, {"Resistances": {"percent": {"poison": 100}}}, False),
        ("potion of speed", True, {}, False),
    ],
)
def test_what_begins_to_last_and_costs_hit_points_is_forecast_however_many_are_left(
    make_session: MakeSession, thing: str, known: bool, you: Changes, lingers: bool
) -> None:
    session = make_session("#@..#", you={"Health": {"hp": 40, "most": 40}, **you})
    give(session, thing, known=known)
    forecast = forecast_of(session, Quaff("a"))
    assert (forecast.lingers, forecast.harms_you, forecast.death) == (lingers, lingers, 0)


def test_fire_that_one_would_stand_in_may_kill(make_session: MakeSession) -> None:
    session = make_session("#@..#", you=DYING)
    give(session, "fire pot")
    forecast = forecast_of(session, Throw("a", 2, 0))
    assert forecast.ground[-1].reached == ("you",)
    # From 1 to 6 a turn, of which 5 and 6 kill.
    assert (forecast.ground[-1].strength, forecast.death) == (6, 33)
