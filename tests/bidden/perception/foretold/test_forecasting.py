"""Forecasts match the outcome and change nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from bidden.actions import action_of
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.effects import Stumble
from bidden.events.movement import Arrive
from bidden.grid.tiles import free_beside
from bidden.intents import Cast, Intent, Move, PutOn, Quaff, Read, Shoot, Throw, Wait
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.perception.senses.sight import in_view_of
from bidden.session import Session
from bidden.state import Fighter
from tests.bidden.perception.foretold.forecasts import cost_of, forecast_of
from tests.bidden.scenes import STOUT, Changes, MakeSession, catalogue, give, hp
from tests.bidden.tricksters import put


def test_blow_is_forecast_with_its_range_and_true_odds(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 4, "most": 8}})
    forecast = forecast_of(session, Move(1, 0))
    # Attack 5 less defence 0 gives 1 to 5; 4 and 5 kill.
    assert forecast == Forecast(targets=(TargetForecast("the zombie", 1, 5, 40),))
    assert str(forecast.targets[0]) == snapshot


def test_forecast_of_a_throw_combines_all_its_effects(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison")
    forecast = forecast_of(session, Throw("a", 3, 0))
    assert forecast.targets == (
        TargetForecast("the zombie", 1, 3, 0, ("will be poisoned for 20 turns",)),
    )
    assert forecast.tiles == ((2, 0), (3, 0))


@pytest.mark.parametrize(("mana", "hp", "loss"), [(5, 30, 6), (5, 4, 3), (10, 30, 1)])
def test_blood_turned_to_mana_pays_for_the_spell_too(
    mana: int, hp: int, loss: int, make_session: MakeSession
) -> None:
    you: Changes = {
        "Health": {"hp": hp, "most": 30},
        "Mana": {"mana": mana, "most": 10},
        "Caster": {"spells": ["blood to mana"]},
    }
    session = make_session("#@..#", you=you)
    forecast = forecast_of(session, Cast("blood to mana"))
    before = session.view().hp
    done = session.perform(Cast("blood to mana")).done
    assert [(one.least, one.most) for one in forecast.targets] == ([(loss, loss)] if done else [])
    assert before - session.view().hp == (loss if done else 0)


def test_throw_of_an_unknown_potion_forecasts_the_blow_alone(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of poison", known=False)
    assert forecast_of(session, Throw("a", 3, 0)).targets == (TargetForecast("the zombie", 1, 3),)
    assert forecast_of(session, Quaff("a")).targets == ()


def test_fireball_is_forecast_with_tiles_and_targets(make_session: MakeSession) -> None:
    session = make_session("#@..z.#z#", zombie=STOUT)
    give(session, "scroll of fireball")
    forecast = forecast_of(session, Read("a", 3, 0))
    assert forecast.targets == (TargetForecast("you", 12, 12), TargetForecast("the zombie", 12, 12))
    assert forecast.tiles == ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))


@pytest.mark.parametrize(
    "intent", [Move(-1, 0), Shoot(3, 0), Read("a", 5, 0), Quaff("b"), Cast("blink")]
)
def test_forecast_of_a_refusal_uses_the_refusal_message(
    make_session: MakeSession, intent: Intent, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@.z..#", zombie=STOUT)
    give(session, "scroll of confusion")
    forecast = forecast_of(session, intent)
    session.perform(intent)
    assert forecast == Forecast(refusal=session.messages.lines[-1].text)
    assert forecast.refusal == snapshot


def test_steps_of_the_confused_are_not_forecast(make_session: MakeSession) -> None:
    session = make_session("#z@#", zombie=STOUT)
    give(session, "scroll of confusion")
    session.perform(Read("a", 2, 0))
    assert forecast_of(session, Move(-1, 0)) == Forecast()
    assert isinstance(session.perform(Move(-1, 0)).replacement, Stumble)


THINGS = ("scroll of lightning", "scroll of fireball", "scroll of confusion", "rock", "bow")
NEAR = st.integers(-2, 2)
WAYS = ["walk", "throw", "read", "put on", "shoot"]


def meant(how: str, slot: str, x: int, y: int, dx: int, dy: int) -> Intent:
    """Return an intent aimed at a nearby target."""
    match how:
        case "walk":
            return Move(max(-1, min(1, dx)), max(-1, min(1, dy)))
        case "shoot":
            return Shoot(x + dx, y + dy)
        case "put on":
            return PutOn("e")
        case _:
            return Throw(slot if how == "throw" else "read", x + dx, y + dy)


@settings(deadline=None, max_examples=12)
@given(
    tries=st.lists(
        st.tuples(st.sampled_from(WAYS), st.sampled_from("abcde"), NEAR, NEAR), max_size=12
    ),
    seed=st.integers(0, 50),
)
def test_forecast_agrees_with_the_outcome(
    tries: list[tuple[str, str, int, int]], seed: int
) -> None:
    session = Session(seed, catalogue=catalogue())
    for trap in [*session.world.having(Trap)]:  # hidden creatures are not forecast
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
        if isinstance(action.replacement, Stumble):  # the player confused themselves
            assert forecast == Forecast()
            continue
        lost = sum(before - hp(one) for one, before in seen.items())
        assert lost <= sum(target.most for target in forecast.targets)
        assert bool(lost) == any(target.least for target in forecast.targets)


def test_forecast_includes_healing_of_the_damage_done_by_the_throw_itself(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "potion of health")
    throw = Throw("a", 3, 0)
    assert forecast_of(session, throw).targets == (
        TargetForecast("the zombie", 1, 3, 0, ("heals 1–3 HP",)),
    )
    assert {cost_of(session, throw, seed=seed)["the zombie"] for seed in range(5)} == {0}


def test_forecast_includes_damage_reflected_by_a_mirror(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    put(session, "bronze mirror", 2)
    blow = Move(1, 0)
    mirror, you = forecast_of(session, blow).targets
    assert (mirror.least, mirror.most) == (1, 4)
    assert (you.name, you.least, you.most) == ("you", 1, 2)
    came = [cost_of(session, blow, seed=seed) for seed in range(12)]
    assert {one["you"] for one in came} == {1, 2}
    assert all(one["you"] == max(1, one["the bronze mirror"] // 2) for one in came)


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
def test_odds_of_the_players_death_are_forecast(
    make_session: MakeSession, thing: str, intent: Intent, death: int
) -> None:
    session = make_session("#@..#", you=DYING)
    give(session, thing)
    assert forecast_of(session, intent).death == death
    whole = make_session("#@..#", you={"Health": {"hp": 5, "most": 40}, "Wounds": {"most": 5}})
    give(whole, thing)
    assert forecast_of(whole, intent).death == 0  # this would cause a wound


def test_forecast_includes_death_by_fire_that_the_player_would_stand_in(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..#", you=DYING)
    give(session, "fire pot")
    forecast = forecast_of(session, Throw("a", 2, 0))
    assert forecast.ground[-1].reached == ("you",)
    # 1 to 6 a turn; 5 and 6 kill.
    assert (forecast.ground[-1].strength, forecast.death) == (6, 33)


@pytest.mark.parametrize(
    ("item", "intent", "kind"),
    [
        ("scroll of fireball", Read("a", 3, 0), "fire"),
        ("potion of poison", Throw("a", 3, 0), "missiles and poison"),
    ],
)
def test_enemy_that_is_immune_is_said_to_be(
    make_session: MakeSession, item: str, intent: Intent, kind: str
) -> None:
    immune: Changes = {
        **STOUT,
        "Resistances": {"percent": {"fire": 100, "poison": 100, "missile": 100}},
    }
    session = make_session("#@.z.#", zombie=immune)
    give(session, item)
    session.perform(Wait())
    told = [one for one in forecast_of(session, intent).targets if one.name == "the zombie"]
    assert [(one.most, one.lasting) for one in told] == [(0, (f"is immune to {kind}",))]
