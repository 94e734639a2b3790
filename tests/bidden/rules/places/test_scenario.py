"""Scenarios: what a script has in store comes in its turn, upon those it names."""

from __future__ import annotations

import attrs
import pytest

from bidden.components.body.health import Health
from bidden.content.catalogue import load_catalogue, read_catalogue
from bidden.content.datafiles import ContentError
from bidden.events.effects import Affect
from bidden.intents import Wait
from bidden.order import COMPONENTS
from bidden.rules.places.scenario import Cue
from bidden.session import Session
from bidden.state import name_of
from eventcore.time import Timers
from tests.bidden.scenes import texts

CATALOGUE = load_catalogue(COMPONENTS)


def session_of(*cues: Cue) -> Session:
    level = attrs.evolve(CATALOGUE.level("conditions"), cues=list(cues))
    return Session(1, catalogue=attrs.evolve(CATALOGUE, levels={"first": level}))


def test_a_cue_comes_in_its_turn_upon_all_it_names() -> None:
    session = session_of(Cue("might"), Cue("poison", 3, 2, after=2, on="zombie"))
    told: list[tuple[int, str, str, int, int]] = []
    session.world.observe(
        Affect,
        lambda a: told.append((session.world.turn, name_of(a.target), a.effect, a.turns, a.level)),
    )
    assert [name for name, _ in session.view().lasting] == ["might"]
    for _ in range(4):
        session.perform(Wait())
    assert told == [(2, "zombie", "poison", 3, 2)] * 5


def test_a_cue_may_say_by_whom_it_comes() -> None:
    session = session_of(Cue("charm", by="you", on="zombie", after=1), Cue("fear", by="zombie"))
    told: list[tuple[str, str, str]] = []
    session.world.observe(
        Affect, lambda a: told.append((name_of(a.enactor), name_of(a.target), a.effect))
    )
    session.perform(Wait())
    assert told == [("you", "zombie", "charm")] * 5
    (fear,) = session.world.root[Timers].of(session.player)
    assert name_of(fear.source) == "zombie"


def test_the_dead_miss_their_cue() -> None:
    session = session_of(Cue("poison", after=2, on="zombie"))
    told: list[Affect] = []
    session.world.observe(Affect, told.append)
    for zombie in [*session.world.having(Health)][1:3]:
        session.world.despawn(zombie)
    for _ in range(2):
        session.perform(Wait())
    assert len(told) == 3


@pytest.mark.parametrize(
    ("cue", "said"),
    [
        ("effect = 'health', turns = 3", "timers.cues[0].turns: health lasts for no time"),
        ("effect = 'poison', on = 'elf'", "timers.cues[0].on: there is no 'elf', only you, zombie"),
        ("effect = 'charm', by = 'elf'", "timers.cues[0].by: there is no 'elf', only you, zombie"),
        ("effect = 'poison', on = 'door'", "timers.cues[0].on: there is no 'door', only you"),
        ("effect = 'might', level = 2", "timers.cues[0].level: might has 1 at the most"),
        (
            "effect = 'poison', lvl = 1",
            "timers.cues[0].lvl: there is no such field; did you mean level",
        ),
        ("effect = 'poison', level = 0", "timers.cues[0].level: Expected `int` >= 1"),
    ],
)
def test_a_wrong_cue_is_refused(cue: str, said: str) -> None:
    own = texts()
    levels = own["levels.toml"].replace('effect = "might", turns = 20', cue, 1)
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {"levels.toml": levels}, COMPONENTS)
    assert str(caught.value).startswith(f"levels.toml: {said}")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("once = { luck = 1 }", "there is no store of 'luck', only health, mana, food"),
        ("each = { food = 1 }", "what it does each turn or changes takes turns"),
        ('stages = ["a", "b"]', "stages are reached one by one"),
        ("turns = -1", "turns: Expected `int` >= 0"),
        ('told.begin = "x"', "odd.told.begin: there is no such field, only start, worse"),
    ],
)
def test_a_wrong_effect_is_refused(table: str, said: str) -> None:
    own = texts()
    with pytest.raises(ContentError) as caught:
        read_catalogue(
            own | {"effects.toml": own["effects.toml"] + f"\n[odd]\n{table}\n"}, COMPONENTS
        )
    assert said in str(caught.value)
