"""Telling: what can be made of a tile, of what is seen or remembered there and of nothing else."""

from __future__ import annotations

import pytest

from bidden.components.tricks.disguise import Disguise
from bidden.events.tricks import Unmask
from bidden.intents import Move
from bidden.session import Session
from bidden.worldgen.plan import Placement
from tests.bidden.scenes import MakeLevels, MakeSession, put


def abouts(session: Session) -> dict[str, str]:
    return dict(session.catalogue.abouts)


def test_a_creature_is_told_of_while_it_is_in_view(make_session: MakeSession) -> None:
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


def test_what_is_in_disguise_is_told_of_as_what_it_seems(make_session: MakeSession) -> None:
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


def test_a_champion_is_told_of_by_its_kind(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    put(session, Placement("troll champion", 6, 0))
    assert session.about(6, 0) == abouts(session)["troll champion"]


def test_a_trap_is_told_of_once_it_is_found_and_remembered(make_session: MakeSession) -> None:
    session = make_session("#@....+.#", you={"Memory": {"radius": 2}})
    web, dart = (put(session, Placement(what, x, 0)) for what, x in (("web", 2), ("dart trap", 3)))
    del web, dart
    session.perform(Move(-1, 0))
    assert [session.about(x, 0) for x in (2, 3)] == [abouts(session)["web"], ""]


@pytest.mark.parametrize(
    ("lock", "line"), [("brass key", "It takes the brass key: hold that, and walk into it.")]
)
def test_a_locked_door_tells_which_key_it_takes(
    make_session: MakeSession, lock: str, line: str
) -> None:
    session = make_session("#@...#")
    put(session, Placement("door", 3, 0, lock=lock))
    session.perform(Move(1, 0))
    assert session.about(3, 0) == line


def test_stairs_and_chasms_are_told_of(make_levels: MakeLevels) -> None:
    session = make_levels("#@:.>#", "#....<#")
    told = abouts(session)
    assert session.about(2, 0).startswith("Step in to fall to the level below.")
    assert session.about(4, 0) == told["stair_down"]


def test_a_passage_one_way_is_told_of(make_session: MakeSession) -> None:
    session = make_session("#@...#")
    put(session, Placement("one-way passage", 3, 0, dx=1))
    assert session.about(3, 0) == abouts(session)["one-way passage"]


def test_ground_and_fire_are_told_of() -> None:
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
