"""Endings: what is told of a run that is over, by how it ended and what was done in it."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import attrs
import pytest

from bidden.bindings import Binding
from bidden.components.body.wounds import Wounds
from bidden.components.boons.boons import Boons
from bidden.components.run.campaign import Campaign
from bidden.content.kinds.endings import FACTS, OF_A_RUN
from bidden.events.combat import Die
from bidden.perception.told.endings import coda_of, facts_of
from bidden.recording.folder.morgue import morgue
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.state import Hero
from tests.bidden.content.complaints import complaint_of

LORD = "Brother Corvo, Prelate of the Deep Nave"
BINDING = Binding(
    "Oru Vane, Warden of the High Stair", "elevated", "hunt", "wolf", "cave", "tower", 5, 3, 900
)
SERVED = ["divine", "elevated", "ancient", "mutated", "divine"]
ENDINGS = [name for name in OF_A_RUN if name != "fallen"]
ROWS, WIDTH = 15, 70


def ended(ending: str, *, rich: bool = True, free: bool = False) -> Session:
    """A run of five bindings that is over: with all there is to tell of, or with nothing else."""
    session = Session(1, level="run")
    world, player = session.world, session.player
    campaign = world.root[Campaign]
    campaign.bound = attrs.evolve(BINDING, free=free)
    campaign.ending = ending
    campaign.served, campaign.summoners = [*SERVED], ["", "", "", "", LORD]
    campaign.standing = {"divine": 4}
    if rich:
        campaign.standing |= {"beastly": -2, "elevated": -1, "mutated": -1}
        player[Wounds].taken = ["hand", "leg", "eye", "voice"]
        boons = player[Boons]
        boons.carried, boons.warps = ["leap", "pass"], ["ember", "hollow"]
        world.root[Deeds].tally = {"burn": 3, "champion": 7}
    world.root[Hero].won = bool(ending)
    return session


def coda(session: Session) -> tuple[str, ...]:
    return coda_of(session.player, session.world, session.catalogue.endings)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("rich", [False, True])
def test_each_ending_has_four_to_ten_lines_and_fits_the_screen(ending: str, rich: bool) -> None:
    lines = coda(ended(ending, rich=rich))
    assert 4 <= len(lines) <= 8
    assert len([row for line in lines for row in wrap(line, WIDTH)]) <= ROWS - 1


def test_endings_differ_and_there_is_one_for_each_way_to_end() -> None:
    session = ended("free")
    assert {*session.catalogue.endings} == {*OF_A_RUN}
    told = [coda(ended(ending)) for ending in ENDINGS]
    assert len({line for lines in told for line in lines}) == sum(map(len, told))


def test_who_is_bound_is_told_by_whom_they_served_best_and_how() -> None:
    text = " ".join(coda(ended("bound")))
    for told in (
        f"{LORD} has the circle swept",
        "You fulfilled five bindings in 0 turns: for the divine twice, the elevated once,",
        "Among the beastly, the elevated and the mutated your face is known",
        "the hand, the leg, the eye and the voice",
        "burnt you three times",
        "(blazing leap)",
        "(parting)",
    ):
        assert told in text


def test_what_was_not_is_not_told() -> None:
    text = " ".join(coda(ended("bound", rich=False)))
    assert "No faction has a word to say against you" in text
    assert "No wound is open on you, and the divine call that their doing." in text
    for word in ("burnt", "warped", "hollow", "your face"):
        assert word not in text


def test_who_goes_free_leaves_their_own_summoner_behind() -> None:
    assert coda(ended("free"))[0].startswith("Oru Vane, Warden of the High Stair lies where")


def test_in_an_older_game_the_best_summoner_may_have_no_name() -> None:
    session = ended("bound")
    session.world.root[Campaign].summoners = []
    assert facts_of(session.player, session.world)["summoner"] == "The divine"


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("faction", ["elevated", "ancient", "divine", "beastly", "mutated"])
def test_each_faction_tells_of_a_death_in_two_or_three_lines(
    faction: str, free: bool, rich: bool
) -> None:
    session = ended("", rich=rich, free=free)
    campaign = session.world.root[Campaign]
    campaign.bound = attrs.evolve(BINDING, faction=faction, free=free)
    campaign.served = campaign.served[:-1]
    lines = coda(session)
    assert len(lines) == (3 if free else 2)
    assert lines[0].startswith("Oru Vane, Warden of the High Stair")
    assert len([row for line in lines for row in wrap(line, WIDTH)]) <= 6


def test_of_who_dies_on_the_last_way_no_faction_tells() -> None:
    assert coda(ended("")) == coda(ended("lost"))


def test_of_who_was_never_bound_nobody_tells_but_the_circle() -> None:
    session = Session(1, level="run")
    assert session.view().coda == ()
    assert session.world.publish(Die(session.player, session.player, outright=True)).done
    assert session.view().coda == coda(session)
    assert session.view().coda[0].startswith("You were called, and died before")


def test_what_is_no_run_has_none() -> None:
    session = Session(1)
    assert coda(session) == ()


def test_the_file_of_a_victory_tells_it() -> None:
    session = ended("feared")
    text = morgue(session, Path("run.jsonl"))
    part = text.split("What came of it\n---------------\n")[1].split("\n\n")[0]
    assert " ".join(part.split()) == " ".join(coda(session))
    assert max(map(len, part.splitlines())) <= 78


def test_facts_are_those_that_lines_may_tell() -> None:
    session = ended("feared")
    assert tuple(facts_of(session.player, session.world)) == FACTS


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("[doomed]\nlines = [{ text = 'a' }]", "doomed: no run ends so, only bound, feared, free"),
        ("[free]\nlines = []", "free.lines: "),
        ("[free]\nlines = [{ text = '{luck}' }]", "free.lines[0]: nothing is known of 'luck', "),
        ("[free]\nlines = [{ text = '{}' }]", "free.lines[0]: nothing is known of '', "),
        ("[free]\nlines = [{ text = '{turns' }]", "free.lines[0].text: "),
        ("[free]\nlines = [{ text = 'a', when = 'luck' }]", "nothing is known of 'luck'"),
        ("[free]\nlines = [{ text = 'a', unless = 'luck' }]", "nothing is known of 'luck'"),
    ],
)
def test_what_nobody_knows_cannot_be_told(table: str, said: str) -> None:
    assert said in complaint_of({"endings.toml": table})
