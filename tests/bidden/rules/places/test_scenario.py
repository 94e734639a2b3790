"""Scenarios: cues trigger effects on given turns."""

from __future__ import annotations

import attrs

from bidden.content.catalogue import load_catalogue
from bidden.events.effects import Affect
from bidden.intents import Wait
from bidden.order import COMPONENTS
from bidden.rules.places.scenario import Cue
from bidden.session import Session
from bidden.state import name_of
from eventcore.time import Timers
from tests.bidden.scenes import wait

CATALOGUE = load_catalogue(COMPONENTS)


def session_of(*cues: Cue) -> Session:
    level = attrs.evolve(CATALOGUE.level("conditions"), cues=list(cues))
    return Session(1, catalogue=attrs.evolve(CATALOGUE, levels={"first": level}))


def test_cue_affects_all_its_named_targets_on_its_turn() -> None:
    session = session_of(Cue("might"), Cue("poison", 3, 2, after=2, on="zombie"))
    told: list[tuple[int, str, str, int, int]] = []
    session.world.observe(
        Affect,
        lambda a: told.append((session.world.turn, name_of(a.target), a.effect, a.turns, a.level)),
    )
    assert [name for name, _ in session.view().lasting] == ["might"]
    wait(session, 4)
    assert told == [(2, "zombie", "poison", 3, 2)] * 5


def test_cue_can_name_the_source_of_its_effect() -> None:
    session = session_of(Cue("charm", by="you", on="zombie", after=1), Cue("fear", by="zombie"))
    told: list[tuple[str, str, str]] = []
    session.world.observe(
        Affect, lambda a: told.append((name_of(a.enactor), name_of(a.target), a.effect))
    )
    session.perform(Wait())
    assert told == [("you", "zombie", "charm")] * 5
    (fear,) = session.world.root[Timers].of(session.player)
    assert name_of(fear.source) == "zombie"
