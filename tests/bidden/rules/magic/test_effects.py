"""Effects change stats while they last, and leave no trace afterwards."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect, Stumble, what_is
from bidden.events.turns import TakeTurn
from bidden.intents import Move, Wait
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Fighter
from eventcore import Entity, World, load_world, save_world
from eventcore.state.digest import state_digest
from eventcore.time import TURN, Freeze, StartTimer, StopTimer, Thaw, Tick, Timers
from tests.bidden.scenes import MINDLESS, MakeSession, give, observed, other, wait

KINDS = load_catalogue(COMPONENTS).effects
LASTING = sorted(name for name, kind in KINDS.items() if kind.turns)
STATS = sorted({stat for kind in KINDS.values() for stat in {**kind.changes, **(kind.waned or {})}})


def begin(session: Session, effect: str, turns: int, level: int = 1) -> StartTimer:
    return session.world.publish(StartTimer(session.player, session.player, effect, turns, level))


def stat(session: Session, name: str, nature: int = 0) -> int:
    return what_is(session.world, session.player, name, nature)


def test_might_bonus_falls_from_ten_to_five_to_zero(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=MINDLESS)
    begin(session, "might", 6)
    strength = []
    for _ in range(8):
        strength.append(stat(session, "strength", session.player[Fighter].strength))
        session.perform(Wait())
    assert strength == [20, 20, 20, 15, 15, 15, 10, 10]


def test_the_blind_see_no_one(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=MINDLESS)
    assert session.view().foes == 1
    begin(session, "blindness", 2)
    assert session.view().foes == 0
    wait(session, 2)
    assert session.view().foes == 1


def test_the_fast_act_twice(make_session: MakeSession) -> None:
    session = make_session("#@...z#")
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(session.world.agenda.now))
    begin(session, "speed", 3)
    wait(session, 4)
    assert turns == [0, TURN]


def test_paralysed_player_loses_turns(make_session: MakeSession) -> None:
    session = make_session("#@..z#", zombie=MINDLESS)
    begin(session, "paralysis", 2)
    assert begin(session, "paralysis", 5).reason == "already"
    assert session.perform(Move(1, 0)).reason == "paralysed"
    assert session.world.turn == 1
    begin(session, "free action", 1)
    assert session.perform(Move(1, 0)).done
    assert session.player[Position].x == 2


def test_the_confused_stumble(make_session: MakeSession) -> None:
    room = "#####\n#...#\n#.@.#\n#...#\n###z#"
    session = make_session(room, zombie=MINDLESS)
    stumbles = observed(session, Stumble)
    begin(session, "confusion", 9)
    for _ in range(9):
        assert session.perform(Move(1, 0)).replacement is stumbles[-1]
    assert session.world.turn == 9
    assert session.perform(Move(0, 0)).reason == "still"


def test_poison_costs_what_its_stage_does(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=MINDLESS)
    losses: list[int] = []
    session.world.observe(TakeDamage, lambda damage: losses.append(damage.dealt))
    begin(session, "poison", 20)
    wait(session, 21)
    assert losses == [1] * 20
    assert session.player[Health].hp == 20
    for _ in range(5):
        begin(session, "poison", 3)
    (timer,) = session.world.root[Timers].of(session.player)
    assert timer.level == 3


def test_poison_kills_and_all_effects_end_in_silence(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={**MINDLESS, "Health": {"hp": 2}})
    zombie, stops = other(session), observed(session, StopTimer)
    for effect in ("poison", "might"):
        session.world.publish(Affect(session.player, zombie, effect, 20))
    wait(session, 3)
    assert not zombie.alive
    ended = [(stop.target, stop.kind, stop.quiet, stop.done) for stop in stops]
    assert sorted(ended, key=lambda stop: stop[1]) == [
        (zombie, "might", True, True),
        (zombie, "poison", True, True),
    ]


def affect(session: Session, effect: str, turns: int = 0) -> Affect:
    return session.world.publish(Affect(session.player, session.player, effect, turns))


def test_effect_changes_health_or_food_each_turn_by_its_level(make_session: MakeSession) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 10}, "Recovery": None}, zombie=MINDLESS)
    affect(session, "slow heal", turns=3)
    affect(session, "hunger", turns=2)
    wait(session, 5)
    assert (session.player[Health].hp, session.player[Stomach].food) == (16, 656)


@pytest.mark.parametrize(
    ("turns", "waits", "gained"), [(10, 4, 0), (10, 5, 2), (10, 9, 2), (10, 10, 4), (10, 15, 4)]
)
def test_renewal_restores_health_every_few_turns(
    make_session: MakeSession, turns: int, waits: int, gained: int
) -> None:
    session = make_session("#@.z#", you={"Health": {"hp": 10}, "Recovery": None}, zombie=MINDLESS)
    affect(session, "renewal", turns=turns)
    wait(session, waits)
    assert session.player[Health].hp == 10 + gained


def test_no_hit_points_return_while_regeneration_is_stopped(make_session: MakeSession) -> None:
    session = make_session(
        "#@.z#", you={"Health": {"hp": 10}, "Recovery": {"health": 600}}, zombie=MINDLESS
    )
    affect(session, "stopped regeneration", turns=5)
    hit_points = []
    for _ in range(9):
        session.perform(Wait())
        hit_points.append(session.player[Health].hp)
    # The fifth turn ends before the body processes that turn.
    assert hit_points == [10, 10, 10, 10, 10, 11, 11, 12, 12]


def test_poison_and_sickness_get_worse_in_stages(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie=MINDLESS)
    shown = []
    for _ in range(5):
        affect(session, "sickness", turns=9)
        shown.append((*session.view().lasting, stat(session, "attack")))
    stages = ["queasiness", "sickness", "fever", "delirium", "delirium"]
    assert shown == [
        ((name, 9), -level) for name, level in zip(stages, [1, 2, 3, 4, 4], strict=True)
    ]


@pytest.mark.parametrize("hold", ["paralysis", "web", "coils"])
def test_free_action_ends_holding_effects_and_prevents_new_ones(
    make_session: MakeSession, hold: str
) -> None:
    session = make_session("#@..z#", zombie=MINDLESS)
    affect(session, hold)
    affect(session, "free action")
    assert [name for name, _ in session.view().lasting] == ["free action"]
    assert not session.world.publish(Affect(session.player, session.player, hold)).applied
    assert session.perform(Move(1, 0)).done


@pytest.mark.parametrize(("turns", "level"), [(-3, 1), (cast(int, 1.5), 1), (0, 0), (5, 1)])
def test_impossible_turns_or_level_are_refused(
    turns: int, level: int, snapshot: SnapshotAssertion
) -> None:
    session = Session(1, level="cellar")
    you = session.player
    with pytest.raises(ValueError) as error:
        session.world.publish(Affect(you, you, "health", turns, level))
    assert str(error.value) == snapshot


STEPS = st.one_of(
    st.tuples(st.just("start"), st.sampled_from(LASTING), st.integers(1, 12), st.integers(1, 3)),
    st.tuples(st.just("stop"), st.sampled_from(LASTING), st.booleans()),
    st.tuples(st.just("tick"), st.integers(1, 6)),
    st.tuples(st.sampled_from(["freeze", "thaw", "save"])),
)


def act(world: World, one: Entity, step: tuple[Any, ...]) -> None:
    match step:
        case ("start", kind, turns, level):
            world.publish(StartTimer(one, one, kind, turns, level))
        case ("stop", kind, quiet):
            world.publish(StopTimer(one, one, kind, quiet))
        case ("tick", turns):
            pass_turns(world, turns)
        case ("freeze",):
            world.publish(Freeze(one, one))
        case ("thaw",):
            world.publish(Thaw(one, one))


def pass_turns(world: World, turns: int) -> None:
    for _ in range(turns):
        world.advance()
        world.publish(Tick(world.root))


def stats(world: World, one: Entity) -> dict[str, int]:
    return {stat: what_is(world, one, stat, 7) for stat in STATS}


def natures(one: Entity) -> dict[str, int]:
    """Return the base stats; sight starts from the creature's own radius."""
    return {stat: 7 + (one[Memory].radius if stat == "sight" else 0) for stat in STATS}


def expected(world: World, one: Entity) -> dict[str, int]:
    """Compute the expected stats: each effect's contribution at its current strength."""
    totals = natures(one)
    for timer in world.root[Timers].of(one):
        kind = KINDS[timer.kind]
        waned = timer.waned and kind.waned is not None
        for stat, part in ((kind.waned or {}) if waned else kind.changes).items():
            totals[stat] += part * timer.level
    return totals


@settings(deadline=None, max_examples=25)
@given(steps=st.lists(STEPS, max_size=25), dies=st.booleans(), debug=st.booleans())
def test_ended_effect_leaves_nothing_behind(
    steps: list[tuple[Any, ...]], dies: bool, debug: bool
) -> None:
    world = Session(1, debug=False).world
    body = next(world.having(Memory))
    body[Health].most = body[Health].hp = 10_000
    body[Stomach].most = body[Stomach].food = 100_000
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
    world.publish(Thaw(one, one))
    pass_turns(world, 50 if debug else 400)
    for timer in world.root[Timers].of(one):
        world.publish(StopTimer(one, one, timer.kind, quiet=True))
    assert stats(world, one) == natures(one)


@pytest.mark.parametrize(
    "name", ["scroll of lightning", "scroll of blinking", "white book", "note"]
)
def test_the_blind_cannot_read(make_session: MakeSession, name: str) -> None:
    session = make_session("#@..z#", zombie=MINDLESS)
    give(session, name)
    session.world.publish(StartTimer(session.player, session.player, "blindness", 3, 1))
    before = state_digest(session.world)
    assert session.forecast(intents.Read("a")).refusal
    assert state_digest(session.world) == before
    assert session.perform(intents.Read("a")).reason == "blind"
    assert session.world.turn == 0
    wait(session, 4)
    assert not session.perform(intents.Read("a")).failed


def test_paralysis_takes_precedence_over_a_web(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    for effect in ("web", "paralysis"):
        assert session.world.publish(Affect(session.player, session.player, effect)).done
    step = session.perform(Move(1, 0))
    assert (step.reason, step.cost) == ("paralysed", TURN)
