"""What the player cannot know is not told: neither in the log nor in a forecast."""

import pytest

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.events.effects import Affect
from bidden.events.movement import Arrive
from bidden.intents import Cast, Eat, Improve, Move, Name, PutOn, Quaff, Read, Throw
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from eventcore import Entity
from eventcore.time import Timers
from tests.bidden.components.magic.test_magic import give, said
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.rules.magic.test_powers import STOUT, creature
from tests.bidden.scenes import MakeSession, hp, place

DARK = {"Memory": {"radius": 3}}


def orc(session: Session, x: int, y: int = 0) -> Entity:
    one = session.world.spawn(Position(x, y), *session.catalogue.make("orc"))
    session.world.publish(Arrive(one))
    return one


def affect(session: Session, effect: str) -> None:
    assert session.world.publish(Affect(session.player, session.player, effect)).done


def test_a_forecast_shows_no_tile_that_is_not_seen(make_session: MakeSession) -> None:
    for there in (False, True):
        session = make_session("#@.........#", you=DARK)
        if there:
            orc(session, 7)
        give(session, "rock")
        assert session.forecast(Throw("a", 9, 0)).tiles == ((2, 0), (3, 0), (4, 0))


def test_who_is_not_seen_is_something(make_session: MakeSession) -> None:
    session = make_session("#@.........#", you=DARK)
    one = orc(session, 7)
    give(session, "rock")
    session.perform(Throw("a", 9, 0))
    assert hp(one) < 10
    assert said(session)[1].startswith("You hit something for ")


def test_the_blind_are_hit_by_something(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    affect(session, "blindness")
    for _ in range(2):
        session.perform(Move(-1, 0))
        session.perform(Eat("z"))
        session.perform(Improve("hp"))
    session.perform(Name("a", ""))
    session.perform(Move(1, 0))
    hits = [line.text for line in session.messages.lines if " for " in line.text]
    assert [text.split(" for ")[0] for text in hits] == ["You hit something", "Something hits you"]


@pytest.mark.parametrize(
    "name", ["scroll of fireball", "scroll of lightning", "scroll of confusion", "scroll of sleep"]
)
def test_unknown_scrolls_are_forecast_and_aimed_alike(make_session: MakeSession, name: str) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, name, known=False)
    assert session.forecast(Read("a", 3, 0)) == Forecast()


def test_an_unknown_scroll_that_wants_a_target_takes_the_closest_foe(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z.z#", zombie=STOUT)
    give(session, "scroll of confusion", known=False)
    assert session.perform(Read("a", 5, 0)).done
    zombies = [creature(session, x) for x in (3, 5)]
    timers = session.world.root[Timers]
    assert [[timer.kind for timer in timers.of(one)] for one in zombies] == [["confusion"], []]
    assert "scroll of confusion" in session.player[ItemKnowledge].known


def test_an_unknown_scroll_that_finds_no_foe_is_gone_and_stays_unknown(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...#")
    give(session, "scroll of charming", known=False)
    assert session.perform(Read("a", 3, 0)).done
    assert said(session)[-1] == "Nothing happens. No enemy is close enough."
    assert not session.player[Pack].things
    assert not session.player[ItemKnowledge].known


def test_an_unknown_scroll_forecasts_no_fire_where_it_would_kindle(
    make_session: MakeSession,
) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, "scroll of fireball", known=False)
    pour(session, "oil", *row(0, 1, 2))
    assert session.forecast(Read("a", 3, 0)) == Forecast()
    assert session.perform(Read("a", 3, 0)).done
    assert session.world.root[Ground].on("fires", 1)


def test_what_another_mind_will_do_is_not_forecast(make_session: MakeSession) -> None:
    session = make_session("#@.z.#", zombie=STOUT)
    give(session, "scroll of fireball")
    affect(session, "fear")
    for intent in (Read("a", 3, 0), Throw("a", 3, 0), Cast("wish"), Move(1, 0)):
        assert session.forecast(intent) == Forecast()


def test_naming_and_improving_are_nobody_elses_to_do(make_session: MakeSession) -> None:
    for effect in ("fear", "paralysis"):
        session = make_session("#@...#", you={"Experience": {"points": 60, "level": 2, "due": 1}})
        give(session, "sword")
        affect(session, effect)
        assert session.perform(Name("a", "Biter")).done
        assert session.perform(Improve("attack")).done
        assert session.world.turn == 0


@pytest.mark.parametrize("far", [10**5, 10**9, 2**70])
def test_a_throw_is_aimed_at_a_tile_of_the_level(make_session: MakeSession, far: int) -> None:
    session = make_session("#@...#")
    give(session, "rock")
    assert session.perform(Throw("a", far, 0)).reason == "no aim"


def test_a_weapon_thrown_is_worth_what_was_forecast(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=STOUT)
    give(session, "sword")
    session.perform(PutOn("a"))
    # Attack 5 and the sword's 4, half of it, and 1 for what is thrown.
    assert session.forecast(Throw("a", 3, 0)).targets == (TargetForecast("the zombie", 1, 5),)
    session.perform(Throw("a", 3, 0))
    assert 25 <= hp(creature(session, 3)) < 30


def test_what_heals_is_forecast(make_session: MakeSession) -> None:
    session = make_session("#@#", you={"Health": {"hp": 10, "most": 40}})
    give(session, "potion of health")
    assert session.forecast(Quaff("a")).targets == (TargetForecast("you", lasting=("+15 hp",)),)


def test_what_lasts_already_or_is_kept_off_is_in_vain(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie=STOUT)
    one = creature(session, 2)
    give(session, "scroll of sleep")
    assert session.world.publish(Affect(one, one, "paralysis")).done
    assert session.perform(Read("a")).reason == "nothing"
    assert session.world.turn == 0


def test_who_blinks_out_of_a_web_is_free(make_session: MakeSession) -> None:
    session = make_session(
        "#....@....#", you={"Caster": {"spells": ["blink"]}, "Mana": {"mana": 9, "most": 9}}
    )
    affect(session, "web")
    assert session.perform(Move(1, 0)).reason == "web"
    before = place(session.player)
    session.perform(Cast("blink", 8, 0))
    assert place(session.player) != before
    x, _ = place(session.player)
    assert session.perform(Move(-1 if x > 1 else 1, 0)).done
