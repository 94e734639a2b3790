"""Endings: the end screen of a run describes its ending and deeds."""

from __future__ import annotations

from textwrap import wrap

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bindings import Binding
from bidden.components.body.wounds import Wounds
from bidden.components.boons.boons import Boons
from bidden.components.run.campaign import Campaign
from bidden.content.kinds.endings import OF_A_RUN
from bidden.events.combat import Die
from bidden.perception.told.endings import coda_of, facts_of
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.state import Hero
from tests.bidden.content.complaints import complaint_of

FIRST_LORD = "Sister Ysolde, Cantor of the Nave"
LORD = "Brother Corvo, Prelate of the Deep Nave"
BINDING = Binding(
    "Oru Vane, Warden of the High Stair", "elevated", "hunt", "wolf", "cave", "tower", 5, 3, 900
)
SERVED = ["divine", "elevated", "ancient", "mutated", "divine"]
ENDINGS = [name for name in OF_A_RUN if name != "fallen"]
ROWS, WIDTH = 15, 70


def ended(ending: str, *, rich: bool = True, free: bool = False) -> Session:
    """Return a run that is over after five bindings, with many deeds (rich) or none."""
    session = Session(1, level="run")
    world, player = session.world, session.player
    campaign = world.root[Campaign]
    campaign.bound = attrs.evolve(BINDING, free=free)
    campaign.ending = ending
    campaign.served, campaign.summoners = [*SERVED], [FIRST_LORD, "", "", "", LORD]
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


@pytest.mark.parametrize("rich", [False, True])
def test_ending_text_of_a_bound_player_uses_the_available_facts(
    rich: bool, snapshot: SnapshotAssertion
) -> None:
    session = ended("bound", rich=rich)
    facts = facts_of(session.player, session.world)
    assert facts["summoner"] == LORD  # the latest summoner of the best-served faction
    assert bool(facts["wronged"]) == bool(facts["burns"]) == bool(facts["embers"]) == rich
    assert "\n".join(coda(session)) == snapshot


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("faction", ["elevated", "ancient", "divine", "beastly", "mutated"])
def test_each_faction_describes_a_death_in_two_or_three_lines(
    faction: str, free: bool, rich: bool
) -> None:
    session = ended("", rich=rich, free=free)
    campaign = session.world.root[Campaign]
    campaign.bound = attrs.evolve(BINDING, faction=faction, free=free)
    campaign.served = campaign.served[:-1]
    lines = coda(session)
    assert len(lines) == (3 if free else 2)
    assert BINDING.summoner in lines[0]
    assert len([row for line in lines for row in wrap(line, WIDTH)]) <= 6


def test_no_faction_tells_of_a_death_on_the_last_way() -> None:
    assert coda(ended("")) == coda(ended("lost"))


def test_circle_tells_the_ending_of_a_player_who_dies_before_any_bond(
    snapshot: SnapshotAssertion,
) -> None:
    session = Session(1, level="run")
    assert session.view().coda == ()
    assert session.world.publish(Die(session.player, session.player, outright=True)).done
    assert session.view().coda == coda(session)
    assert session.view().coda == snapshot


@pytest.mark.parametrize(
    "table",
    [
        "[doomed]\nlines = [{ text = 'a' }]",
        "[free]\nlines = []",
        "[free]\nlines = [{ text = '{luck}' }]",
        "[free]\nlines = [{ text = '{}' }]",
        "[free]\nlines = [{ text = '{turns' }]",
        "[free]\nlines = [{ text = 'a', when = 'luck' }]",
        "[free]\nlines = [{ text = 'a', unless = 'luck' }]",
    ],
)
def test_ending_with_an_unknown_fact_is_refused(table: str, snapshot: SnapshotAssertion) -> None:
    assert complaint_of({"endings.toml": table}) == snapshot
