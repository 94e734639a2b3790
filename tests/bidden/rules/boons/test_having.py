"""Gaining boons, their uses and their warps."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.boons.boons import Boons, Shard
from bidden.components.run.campaign import Campaign
from bidden.content.catalogue import load_catalogue
from bidden.content.kinds.boon_kinds import POWERS, BoonLots
from bidden.events.boons import Warp
from bidden.events.combat import Die
from bidden.events.run import Fulfil
from bidden.intents import Bind
from bidden.order import COMPONENTS
from bidden.rules.boons import having
from bidden.rules.boons.having import HavingBoons
from bidden.session import Session
from tests.bidden.scenes import MakeSession, give, observed

CATALOGUE = load_catalogue(COMPONENTS)


def carrying(make_session: MakeSession, warp: str = "") -> Session:
    carried: dict[str, Any] = {"carried": ["leap", "ward"], "uses": [3, 1], "warps": [warp, ""]}
    return make_session("#@....z#", you={"Boons": carried})


def test_run_begins_with_two_boons() -> None:
    drawn = [Session(seed, level="run").player[Boons] for seed in range(20)]
    assert all(len(set(one.carried)) == 2 for one in drawn)
    assert {name for one in drawn for name in one.carried} == {*POWERS}
    assert {(tuple(one.uses), tuple(one.warps)) for one in drawn} == {((3, 3), ("", ""))}


def test_boons_are_given_in_order_if_the_count_takes_the_whole_list() -> None:
    made = CATALOGUE.level("first")
    lots = BoonLots(2, 5, ["pass", "lash"], ["", "hollow"])
    levels = {"first": attrs.evolve(made, boons=lots)}
    session = Session(1, catalogue=attrs.evolve(CATALOGUE, levels=levels))
    boons = session.player[Boons]
    assert (boons.carried, boons.uses, boons.warps) == (["pass", "lash"], [5, 5], ["", "hollow"])


def test_fulfilled_binding_adds_the_offered_number_of_uses() -> None:
    session = Session(1, level="run")
    assert session.perform(Bind(0)).done
    binding = session.world.root[Campaign].bound
    assert binding is not None
    assert binding.uses == 1
    thing = give(session, "rock")
    session.world.publish(Fulfil(session.player, thing, binding.task))
    assert session.player[Boons].uses == [4, 4]


@pytest.mark.parametrize("warp", ["ember", "hollow"])
def test_reading_a_shard_warps_the_active_boon(warp: str, make_session: MakeSession) -> None:
    session = carrying(make_session)
    shard = give(session, f"{warp} shard")
    assert shard[Shard].warp == warp
    [held] = session.view().pack
    assert "read" in held.uses
    assert session.perform(intents.Read(held.slot)).done
    assert (session.player[Boons].warps, session.view().pack) == ([warp, ""], ())


def test_reading_a_shard_that_would_change_nothing_is_refused(make_session: MakeSession) -> None:
    session = carrying(make_session, "ember")
    give(session, "ember shard")
    [held] = session.view().pack
    assert session.perform(intents.Read(held.slot)).reason == "warped"


@pytest.mark.parametrize(
    ("percent", "warped", "warps"), [(100, "", 1), (0, "", 0), (100, "ember", 0)]
)
def test_killing_a_champion_may_warp_an_active_boon_that_has_no_warp(
    percent: int,
    warped: str,
    warps: int,
    make_session: MakeSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = carrying(make_session, warped)
    root = session.world.root
    root[HavingBoons].made_of(CATALOGUE.boons, BoonLots(victories=percent))
    monkeypatch.setattr(having, "trick_of", lambda *_: "a trick")
    [zombie] = [one for one in session.world.having(Mind, Health) if one is not session.player]
    seen = observed(session, Warp)
    session.world.publish(Die(session.player, zombie))
    assert len(seen) == warps


def test_boons_have_eighteen_distinct_texts() -> None:
    kinds = CATALOGUE.boons
    assert {*kinds} == {*POWERS}
    told = [one.told for kind in kinds.values() for one in (kind, kind.ember, kind.hollow)]
    about = [one.about for kind in kinds.values() for one in (kind, kind.ember, kind.hollow)]
    assert len(set(told)) == len(set(about)) == 18
