"""Invariant: any intent of the player, legal or not, settles and never raises.

On every level, and on a crowded small level: no dead entity acts, and a game behaves the same
when it is replayed, or saved and loaded, or cloned, anywhere. Also, debug mode behaves like
compiled chains. A preview of any intent changes and draws nothing, and predicts exactly
whether and why it will be refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, get_args

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidden.actions import action_of
from bidden.bots.explorer import choose
from bidden.components.body.health import Health
from bidden.content.catalogue import Catalogue
from bidden.content.kinds.level_kinds import Deeper, LevelKind, Lots
from bidden.content.tables import load_tables
from bidden.events.body import IMPROVEMENTS
from bidden.intents import (
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Eat,
    Engrave,
    Improve,
    Inhale,
    Intent,
    Move,
    Name,
    PickUp,
    PutOn,
    Quaff,
    Read,
    Search,
    Shoot,
    SwitchBoon,
    TakeOff,
    Throw,
    UseBoon,
    Wait,
    Word,
)
from bidden.order import COMPONENTS
from bidden.rules.places.scenario import Cue
from bidden.session import Session
from bidden.state import Levels
from eventcore import Entity, Event
from eventcore.replay import Source
from eventcore.state.digest import state_digest
from eventcore.testing import intents
from eventcore.testing.invariants import (
    check_clones,
    check_events,
    check_replays,
    check_saves,
)
from tests.bidden.scenes import catalogue, changed, draws
from tests.golden.soundness import check_stores, check_time
from tests.sampling import Tried, amount, sampled

NEAR = st.integers(-1, 1)
SLOT = st.sampled_from("abcdefghz") | st.text(max_size=2)
COLUMN = st.integers(-1, 13) | st.integers(-(2**70), 2**70)
ROW = st.integers(-1, 8) | st.integers(-(2**70), 2**70)
ANY = NEAR | st.integers(-80, 80) | st.integers(-(2**70), 2**70)
INTENTS: st.SearchStrategy[Intent] = (
    intents(Move, Move, Close, dx=NEAR, dy=NEAR)
    | intents(Move, Close, dx=ANY, dy=ANY)
    | intents(Wait)
    | intents(Improve, option=st.sampled_from([*IMPROVEMENTS]))
    | intents(PickUp, number=st.integers(0, 3) | ANY)
    | intents(Drop, slot=SLOT)
    | intents(Quaff, Read, Throw, slot=SLOT, x=COLUMN, y=ROW)
    | intents(Eat, PutOn, TakeOff, slot=SLOT)
    | intents(Cast, spell=st.sampled_from([*catalogue().spells, "wish"]), x=COLUMN, y=ROW)
    | intents(Shoot, Breathe, x=COLUMN, y=ROW)
    | intents(Search, Inhale, SwitchBoon)
    | intents(Disarm, UseBoon, dx=NEAR, dy=NEAR)
    | intents(Bind, number=st.integers(-2, 4))
    | intents(Bid, word=st.sampled_from(get_args(Word)))
    | intents(Engrave, text=st.text(max_size=70))
    | intents(Name, slot=SLOT, name=st.text(max_size=30), alike=st.booleans())
)
GAMES = st.lists(INTENTS, min_size=5, max_size=50)
SEEDS = st.integers(0, 2**32)
CROWDED = "crowded"
DEEP = "deep"
MIXED = "mixed"
FULL = "full"
CONTROLS = [
    Cue("charm", 6, on="orc", by="you", after=1),
    Cue("fear", 3, on="orc", by="troll", after=3),
    Cue("knock-out", 2, on="you", after=4),
    Cue("charm", 5, on="you", by="goblin", after=8),
    Cue("confusion", 4, on="goblin", after=9),
    Cue("fear", 4, on="you", by="bat", after=11),
]
MEANT = "games of random intents, legal or not"


def read_names(file: str) -> list[str]:
    """Return the names of the tables in a file of content."""
    return [*load_tables()[file]]


@cache
def levels() -> Catalogue:
    """Return the shipped levels, and small ones where intents meet walls, doors and foes.

    The player is so weak that some games end.
    """
    weak = changed(
        {
            "you": {
                "Health": {"hp": 12, "most": 12},
                "Wounds": {"most": 2},
                "Experience": {"points": 45},
                "Mana": {"mana": 60, "most": 60},
                "Caster": {"spells": [*catalogue().spells]},
            }
        },
        COMPONENTS,
    )
    crowded = LevelKind(14, 9, 2, 2, 90, {"zombie": 6})
    deep = LevelKind(
        14, 9, 2, 2, 0, {}, deeper=[Deeper(Lots(2, {"zombie": 1})), Deeper(Lots(1, {"zombie": 1}))]
    )
    mixed = LevelKind(
        14, 9, 2, 2, 90, {"bat": 1, "orc": 1, "troll": 1, "goblin": 1, "fungus": 2}, cues=CONTROLS
    )
    full = LevelKind(
        *(14, 9, 1, 4, 50),
        {"zombie": 2, "goblin": 1, "dragon": 1},
        things=[Lots(8, dict.fromkeys(read_names("items.toml"), 1))],
        traps=Lots(2, dict.fromkeys(read_names("traps.toml"), 1)),
    )
    made = {CROWDED: crowded, DEEP: deep, MIXED: mixed, FULL: full}
    return attrs.evolve(weak, levels={**catalogue().levels, **made})


def begin(seed: int, level: str = CROWDED, *, debug: bool = False) -> Session:
    return Session(seed, debug=debug, catalogue=levels(), level=level)


def games(level: str, seed: int) -> Source:
    """Return the source of games on a level."""
    return Source(
        lambda: begin(seed, level), lambda save: Session.restore(save, catalogue=levels())
    )


SOURCES = st.builds(
    games,
    level=st.sampled_from([CROWDED, FULL, FULL, DEEP, MIXED, *sorted(catalogue().levels)]),
    seed=SEEDS,
)


def fit_to_act(entity: Entity) -> bool:
    """Return whether a creature lives; it is dead at 0 hit points, before its death has settled."""
    return entity.alive and (Health not in entity or entity[Health].hp > 0)


@pytest.mark.endurance
@pytest.mark.parametrize(
    ("check", "examples"),
    [
        (partial(check_events, alive=fit_to_act), amount(12, 1_000)),
        (check_replays, amount(6, 500)),
        (check_saves, amount(4, 100)),
    ],
    ids=["events", "replays", "saves"],
)
def test_property_holds_on_every_level(check: Any, examples: int, tried: Tried) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=[*HealthCheck])
    @given(source=SOURCES, performed=GAMES)
    def hold(source: Source, performed: list[Intent]) -> None:
        tried[MEANT] += 1
        check(source, performed)

    hold()


def away(session: Session, number: int) -> Intent:
    """Act like the bot, with occasional steps towards the stairs."""
    return Move((number % 3) - 1, 1) if number % 4 == 3 else choose(session.view())


def fight(session: Session, number: int) -> Intent:
    return choose(session.view())


@pytest.mark.parametrize(
    ("level", "seed", "most", "play"),
    [(CROWDED, 1, 60, fight), (MIXED, 5, 25, fight), (DEEP, 4, 60, away)],
    ids=["a fight", "controlled minds", "down and up"],
)
def test_game_of_a_bot_replays_and_can_be_saved_anywhere(
    level: str, seed: int, most: int, play: Callable[[Session, int], Intent]
) -> None:
    session, performed = begin(seed, level), list[Intent]()
    while session.ending is None and len(performed) < most:
        performed.append(play(session, len(performed)))
        session.perform(performed[-1])
    assert len(performed) > 10
    assert len(session.world.root[Levels].dug) == (2 if level == DEEP else 1)
    check_replays(games(level, seed), performed)
    check_saves(games(level, seed), performed)


@settings(max_examples=6, deadline=None, suppress_health_check=[*HealthCheck])
@given(source=SOURCES, performed=st.lists(INTENTS, max_size=20))
def test_playing_a_clone_does_not_change_the_original_game(
    source: Source, performed: list[Intent]
) -> None:
    check_clones(source, performed)


@pytest.mark.endurance
@pytest.mark.parametrize("level", sampled(sorted(catalogue().levels), 6))
def test_level_can_be_saved_and_loaded_and_cloned_anywhere(level: str) -> None:
    performed = [Move(1, 0), Wait(), Move(0, 1), Close(0, -1), Wait(), Move(2, 0)]
    check_saves(games(level, 7), performed)
    check_clones(games(level, 7), performed)


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, performed=GAMES)
def test_intent_takes_a_turn_if_it_is_done_and_the_player_lives(
    seed: int, performed: list[Intent]
) -> None:
    session = begin(seed)
    for intent in performed:
        turn = session.world.turn
        action = session.perform(intent)
        timeless = isinstance(intent, Improve)
        done = session.player.alive and not action.failed and not timeless
        assert session.world.turn == turn + done
        assert session.view().turn == session.world.turn


@pytest.mark.endurance
@settings(max_examples=amount(10, 500), deadline=None, suppress_health_check=[*HealthCheck])
@given(seed=SEEDS, performed=st.lists(INTENTS, min_size=5, max_size=30))
def test_debug_mode_gives_the_same_outcomes_and_state(
    seed: int, performed: list[Intent], tried: Tried
) -> None:
    tried[MEANT] += 1
    compiled, checked = begin(seed), begin(seed, debug=True)
    for intent in performed:
        one, other = compiled.perform(intent), checked.perform(intent)
        assert (one.outcome, one.reason) == (other.outcome, other.reason)
    assert compiled.digest.seal() == checked.digest.seal()
    assert state_digest(compiled.world) == state_digest(checked.world)


def facts(event: Event) -> tuple[object, ...]:
    return event.outcome, event.reason, str(event.failed_by)


@pytest.mark.endurance
@settings(max_examples=amount(15, 500), deadline=None)
@given(seed=SEEDS, performed=GAMES)
def test_preview_changes_nothing_and_shows_every_refusal(
    seed: int, performed: list[Intent], tried: Tried
) -> None:
    tried[MEANT] += 1
    session = begin(seed)
    for intent in performed:
        before = state_digest(session.world), draws(session.world), session.view()
        preview = session.world.preview(action_of(intent, session.player, session.world))
        assert (state_digest(session.world), draws(session.world), session.view()) == before
        assert facts(preview.event) == facts(session.perform(intent))


@settings(max_examples=12, deadline=None)
@given(seed=SEEDS, performed=GAMES)
def test_player_never_enters_a_wall_and_the_terrain_never_changes(
    seed: int, performed: list[Intent]
) -> None:
    session = begin(seed)
    ground = list(session.world.root[Levels].at(1).rows)
    for intent in performed:
        session.perform(intent)
        x, y = session.view().here
        assert ground[y][x] == "."
    assert session.world.root[Levels].at(1).rows == ground


@pytest.mark.endurance
@settings(max_examples=amount(12, 500), deadline=None, suppress_health_check=[*HealthCheck])
@given(source=SOURCES, performed=GAMES)
def test_stores_stay_positive_and_time_passes(
    source: Source, performed: list[Intent], tried: Tried
) -> None:
    tried[MEANT] += 1
    session = source.begin()
    check_stores(session.world)
    for intent in performed:
        session.perform(intent)
        check_stores(session.world)
        check_time(session.world)
