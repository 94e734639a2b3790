"""Invariant: whatever a player means, legal or not, it settles, and never raises.

On the way: debug mode goes the same way as compiled chains do; and a preview of any intent
changes and draws nothing, and foresees exactly whether and why it will be refused.
"""

from __future__ import annotations

import attrs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventcore import DONE, FAILED, REPLACED, Event, state_digest
from game.catalogue import LevelKind
from game.intents import Intent, Rest, Shut, Walk
from game.meaning import event_of
from game.order import COMPONENTS
from game.session import Session
from game.state import Level
from tests.game.scenes import Ear, changed, draws

NEAR = st.integers(-1, 1)
ANY = NEAR | st.integers(-80, 80) | st.integers(-(2**70), 2**70)

INTENTS: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Walk, NEAR, NEAR),
    st.builds(Walk, NEAR, NEAR),
    st.builds(Walk, ANY, ANY),
    st.builds(Shut, NEAR, NEAR),
    st.builds(Shut, ANY, ANY),
    st.just(Rest()),
)
GAMES = st.lists(INTENTS, min_size=5, max_size=50)
SEEDS = st.integers(0, 2**32)

CROWDED = attrs.evolve(
    changed({"you": {"Health": {"hp": 12, "most": 12}}}, COMPONENTS),
    levels={"first": LevelKind(14, 9, 2, 2, 90, {"zombie": 6})},
)
"""A level so small that whatever is meant meets a wall, a door or a foe, and some games end."""


def begin(seed: int, *, debug: bool = False) -> Session:
    return Session(seed, debug=debug, catalogue=CROWDED)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, intents=GAMES)
def test_any_intents_settle(seed: int, intents: list[Intent]) -> None:
    session, ear = begin(seed), Ear()
    session.world.tap(ear)
    for intent in intents:
        turn = session.world.turn
        action = session.perform(intent)
        assert action.outcome in (DONE, FAILED, REPLACED)
        assert (action.reason is not None) == action.failed
        assert session.world.turn == turn + (session.player.alive and not action.failed)
        assert session.view().turn == session.world.turn
    sequences = [event.sequence for event in ear.events]
    assert sequences == sorted(set(sequences))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=SEEDS, intents=st.lists(INTENTS, min_size=5, max_size=30))
def test_debug_mode_goes_the_same_way(seed: int, intents: list[Intent]) -> None:
    compiled, checked = begin(seed), begin(seed, debug=True)
    for intent in intents:
        one, other = compiled.perform(intent), checked.perform(intent)
        assert (one.outcome, one.reason) == (other.outcome, other.reason)
    assert compiled.digest.seal() == checked.digest.seal()
    assert state_digest(compiled.world) == state_digest(checked.world)


def facts(event: Event) -> tuple[object, ...]:
    return event.outcome, event.reason, str(event.failed_by)


@settings(max_examples=80, deadline=None)
@given(seed=SEEDS, intents=GAMES)
def test_a_preview_changes_nothing_and_foresees_every_refusal(
    seed: int, intents: list[Intent]
) -> None:
    session = begin(seed)
    for intent in intents:
        before = state_digest(session.world), draws(session.world), session.view()
        foreseen = session.world.preview(event_of(intent, session.player))
        assert (state_digest(session.world), draws(session.world), session.view()) == before
        assert facts(foreseen.event) == facts(session.perform(intent))


@settings(max_examples=80, deadline=None)
@given(seed=SEEDS, intents=GAMES)
def test_nobody_is_ever_in_a_wall_and_the_ground_stays_as_it_is(
    seed: int, intents: list[Intent]
) -> None:
    session = begin(seed)
    ground = list(session.world.root[Level].rows)
    for intent in intents:
        session.perform(intent)
        x, y = session.view().here
        assert ground[y][x] == "."
    assert session.world.root[Level].rows == ground
