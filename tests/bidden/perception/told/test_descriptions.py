"""Descriptions of tiles say what is seen or remembered there."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.tricks.disguise import Disguise
from bidden.events.knowledge import Learn
from bidden.events.tricks import BecomeChampion, Unmask
from bidden.intents import Move
from bidden.session import Session
from bidden.state import name_of
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeLevels, MakeSession, catalogue, put


def abouts(session: Session) -> dict[str, str]:
    return dict(session.catalogue.abouts)


def test_creature_is_described_only_while_in_view(make_session: MakeSession) -> None:
    session = make_session("#@.z+.z#", zombie={"Mind": None})
    told = abouts(session)
    assert [session.about(x, 0) for x in range(8)] == [
        "",
        told["you"],
        "",
        told["zombie"],
        told["door"],
        *[""] * 3,
    ]
    assert session.about(-1, 0) == session.about(0, 99) == ""


def test_disguised_creature_is_described_by_its_disguise(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    mimic, gargoyle = (
        put(session, Placement(what, x, 0)) for what, x in (("mimic", 5), ("gargoyle", 6))
    )
    told = abouts(session)
    assert [session.about(x, 0) for x in (5, 6)] == ["", told["statue"]]
    for one in (mimic, gargoyle):
        assert one[Disguise].worn
        session.world.publish(Unmask(one))
    assert [session.about(x, 0) for x in (5, 6)] == [told["mimic"], told["gargoyle"]]


CHAMPIONS = [name for name in catalogue().blueprints if name.endswith(" champion")]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", CHAMPIONS)
def test_champion_description_covers_its_kind_and_its_trick(
    make_session: MakeSession, kind: str, seed: int
) -> None:
    session = make_session("#@......#", seed=seed)
    tricks: list[str] = []
    session.world.observe(BecomeChampion, lambda become: tricks.append(become.trick))
    champion = put(session, Placement(kind, 6, 0))
    assert name_of(champion).endswith(" champion")
    line = abouts(session)[kind]
    assert "{trick}" in line
    assert session.about(6, 0) == line.replace("{trick}", abouts(session)[tricks[0]])


@pytest.mark.parametrize(
    ("name", "known", "tells"),
    [
        ("scroll of lightning", False, False),
        ("scroll of lightning", True, True),
        ("rock", False, True),
    ],
)
def test_remembered_thing_is_described_only_if_known(
    make_session: MakeSession, name: str, known: bool, tells: bool
) -> None:
    session = make_session("#@......#", you={"Memory": {"radius": 2}})
    put(session, Placement(name, 2, 0))
    if known:
        assert session.world.publish(Learn(session.player, session.player, name)).done
    told = list[str]()
    for _ in range(5):
        told.append(session.about(2, 0))
        session.perform(Move(1, 0))
    assert {*told[2:], session.about(2, 0)} == {abouts(session)[name] if tells else ""}


def test_stairs_and_chasms_have_descriptions(
    make_levels: MakeLevels, snapshot: SnapshotAssertion
) -> None:
    session = make_levels("#@:.>#", "#....<#")
    told = abouts(session)
    assert session.about(2, 0) == snapshot
    assert session.about(4, 0) == told["stair_down"]


def test_tall_grass_is_described_on_every_tile_where_it_grows() -> None:
    session = Session(3, level="meadow")
    told, rows = abouts(session), session.view().tiles
    grass = [
        (x, y)
        for y, row in enumerate(rows)
        for x, tile in enumerate(row)
        if tile.name == "tall grass"
    ]
    assert grass
    assert {session.about(x, y) for x, y in grass} == {told["tall grass"]}
