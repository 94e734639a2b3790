"""Effects: what lasts on a creature changes what is asked of it, and nothing stays behind."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Entity, World, load_world, save_world
from eventcore.time import (
    TURN,
    HoldTimers,
    ReleaseTimers,
    StartTimer,
    StopTimer,
    Tick,
    Timers,
)
from game.catalogue import load_catalogue
from game.components.health import Health
from game.components.memory import Memory
from game.events.being import TakeTurn
from game.events.combat import TakeDamage
from game.events.effects import Stumble, what_is
from game.intents import Rest, Walk
from game.order import COMPONENTS
from game.session import Session
from game.state import Fighter, Place
from tests.game.scenes import MakeSession

KINDS = load_catalogue(COMPONENTS).effects
STATS = sorted({stat for kind in KINDS.values() for stat in {**kind.changes, **(kind.waned or {})}})


def begin(session: Session, effect: str, turns: int, level: int = 1) -> StartTimer:
    return session.world.publish(StartTimer(session.player, session.player, effect, turns, level))


def stat(session: Session, name: str, nature: int = 0) -> int:
    return what_is(session.world, session.player, name, nature)


def said(session: Session) -> list[str]:
    return [line.text for line in session.chronicle.lines]


def test_might_is_ten_then_five_then_nothing(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"ZombieMind": None})
    begin(session, "might", 6)
    strength = []
    for _ in range(8):
        strength.append(stat(session, "strength", session.player[Fighter].strength))
        session.perform(Rest())
    assert strength == [20, 20, 20, 15, 15, 15, 10, 10]
    assert said(session) == [
        "You feel mighty.",
        "The effects are wearing off.",
        "Your might is gone.",
    ]


def test_sight_is_nine_then_six_then_three(make_session: MakeSession) -> None:
    session = make_session(
        "#@.........z#", you={"Memory": {"radius": 3}}, zombie={"ZombieMind": None}
    )
    begin(session, "keen sight", 30)
    sight = []
    for _ in range(32):
        sight.append(stat(session, "sight", session.player[Memory].radius))
        session.perform(Rest())
    assert sight == [9] * 15 + [6] * 15 + [3] * 2
    assert len(said(session)) == 3


def test_who_sees_farther_remembers_what_it_saw(make_session: MakeSession) -> None:
    session = make_session(
        "#@.........z#", you={"Memory": {"radius": 2}}, zombie={"ZombieMind": None}
    )
    assert session.player[Memory].rows == ["#@..".replace("@", ".") + " " * 9]
    begin(session, "keen sight", 2)
    assert session.player[Memory].rows == ["#" + "." * 9 + " " * 3]
    assert session.view().foes == 0


def test_the_blind_see_no_one(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"ZombieMind": None})
    assert session.view().foes == 1
    begin(session, "blindness", 2)
    assert session.view().foes == 0
    for _ in range(2):
        session.perform(Rest())
    assert session.view().foes == 1


def test_the_fast_act_twice(make_session: MakeSession) -> None:
    session = make_session("#@...z#")
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(session.world.schedule.now))
    begin(session, "speed", 3)
    for _ in range(4):
        session.perform(Rest())
    assert turns == [0, TURN]


def test_the_paralysed_lose_their_turns_unless_nothing_can_hold_them(
    make_session: MakeSession,
) -> None:
    session = make_session("#@..z#", zombie={"ZombieMind": None})
    begin(session, "paralysis", 2)
    assert begin(session, "paralysis", 5).reason == "already"
    assert session.perform(Walk(1, 0)).reason == "paralysed"
    assert session.world.turn == 1
    begin(session, "free action", 1)
    assert session.perform(Walk(1, 0)).done
    assert session.player[Place].x == 2


def test_the_confused_stumble(make_session: MakeSession) -> None:
    session = make_session(
        """
        #####
        #...#
        #.@.#
        #...#
        ###z#
    """,
        zombie={"ZombieMind": None},
    )
    told: list[Stumble] = []
    session.world.observe(Stumble, told.append)
    begin(session, "confusion", 9)
    for _ in range(9):
        assert session.perform(Walk(1, 0)).replacement is told[-1]
    assert session.world.turn == 9
    assert session.perform(Walk(0, 0)).reason == "still"


def test_poison_costs_what_its_stage_does(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"ZombieMind": None})
    losses: list[int] = []
    session.world.observe(TakeDamage, lambda damage: losses.append(damage.dealt))
    begin(session, "poison", 20)
    for _ in range(21):
        session.perform(Rest())
    assert losses == [1] * 20
    assert session.player[Health].hp == 20
    for _ in range(5):
        begin(session, "poison", 3)
    (timer,) = session.world.root[Timers].of(session.player)
    assert timer.level == 3


def test_poison_kills_and_ends_with_whom_it_killed(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 2}}, zombie={"ZombieMind": None})
    begin(session, "poison", 20)
    begin(session, "might", 20)
    for _ in range(3):
        session.perform(Rest())
    assert not session.player.alive
    assert session.world.root[Timers].of(session.player) == ()
    assert "Your might is gone." not in said(session)
    assert said(session)[-2:] == ["The poison costs you 1.", "You die."]
    assert session.view().epitaph == "Killed by poison on turn 2."


def test_warriors_hit_harder_and_are_hit_less(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"ZombieMind": None})
    fighter = session.player[Fighter]
    begin(session, "warrior", 20)
    assert stat(session, "attack", fighter.attack) == fighter.attack + 5
    assert stat(session, "defence", fighter.defence) == fighter.defence + 5


def test_what_lasts_is_shown_with_its_turns(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={"ZombieMind": None})
    begin(session, "might", 6)
    begin(session, "see invisible", 3)
    session.perform(Rest())
    assert session.view().lasting == (("might", 5), ("see invisible", 2))


# Whatever was changed is undone exactly, whatever happened in between.


STEPS = st.one_of(
    st.tuples(
        st.just("start"), st.sampled_from(sorted(KINDS)), st.integers(1, 12), st.integers(1, 3)
    ),
    st.tuples(st.just("stop"), st.sampled_from(sorted(KINDS)), st.booleans()),
    st.tuples(st.just("tick"), st.integers(1, 6)),
    st.tuples(st.sampled_from(["hold", "release", "save"])),
)


def act(world: World, one: Entity, step: tuple[Any, ...]) -> None:
    match step:
        case ("start", kind, turns, level):
            world.publish(StartTimer(one, one, kind, turns, level))
        case ("stop", kind, quiet):
            world.publish(StopTimer(one, one, kind, quiet))
        case ("tick", turns):
            pass_turns(world, turns)
        case ("hold",):
            world.publish(HoldTimers(one, one))
        case ("release",):
            world.publish(ReleaseTimers(one, one))


def pass_turns(world: World, turns: int) -> None:
    for _ in range(turns):
        world.advance()
        world.publish(Tick(world.root))


def stats(world: World, one: Entity) -> dict[str, int]:
    return {stat: what_is(world, one, stat, 7) for stat in STATS}


def expected(world: World, one: Entity) -> dict[str, int]:
    """What the stats come to, by the book: each effect's part, by what is left of it."""
    totals = dict.fromkeys(STATS, 7)
    for timer in world.root[Timers].of(one):
        kind = KINDS[timer.kind]
        waned = timer.remaining(world.turn) <= timer.duration // 2 and kind.waned is not None
        for stat, part in ((kind.waned or {}) if waned else kind.changes).items():
            totals[stat] += part * timer.level
    return totals


@settings(deadline=None, max_examples=60)
@given(steps=st.lists(STEPS, max_size=25), dies=st.booleans(), debug=st.booleans())
def test_nothing_of_an_effect_stays_behind(
    steps: list[tuple[Any, ...]], dies: bool, debug: bool
) -> None:
    world = Session(1, debug=False).world
    health = next(world.having(Memory))[Health]
    health.most = health.hp = 10_000
    world = load_world(save_world(world), components=COMPONENTS, debug=debug)
    one = next(world.having(Memory))
    for step in steps:
        if step == ("save",):
            world = load_world(save_world(world), components=COMPONENTS, debug=debug)
            one = world[one.id]
        else:
            act(world, one, step)
        assert stats(world, one) == expected(world, one)
    if dies:
        world.publish(TakeDamage(one, one, 1))
        world.despawn(one)
        assert stats(world, one) == dict.fromkeys(STATS, 7)
        return
    world.publish(ReleaseTimers(one, one))
    pass_turns(world, 50 if debug else 400)
    left = world.root[Timers].of(one)
    for timer in left:
        world.publish(StopTimer(one, one, timer.kind, quiet=True))
    assert stats(world, one) == dict.fromkeys(STATS, 7)
