"""Telling: what can be made of a tile, of what is seen or remembered there and of nothing else."""

from __future__ import annotations

from typing import Any

import pytest

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


CHAMPIONS = [name for name in catalogue().blueprints if name.endswith(" champion")]
TRICKS = [name for name in catalogue().blueprints if name.startswith("trick of ")]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", CHAMPIONS)
def test_a_champion_is_told_of_by_its_kind_and_its_trick(
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


def test_the_line_of_a_champion_fits_with_that_of_any_trick() -> None:
    told = catalogue().abouts
    assert (len(CHAMPIONS), len(TRICKS)) == (6, 7)
    for kind in CHAMPIONS:
        for trick in TRICKS:
            assert len(told[kind].replace("{trick}", told[trick])) <= 78


def test_the_numbers_told_of_tricks_are_those_of_their_tables() -> None:
    told, effects = catalogue().abouts, catalogue().effects
    parts: dict[str, Any] = {name: catalogue().make(name)[0] for name in TRICKS}
    numbers = {
        "trick of thorns": f"{parts['trick of thorns'].percent} %",
        "trick of mending": f"every {1000 // parts['trick of mending'].health} turns",
        "trick of sparks": f"{-effects['spark'].once['health']} hp, "
        f"{parts['trick of sparks'].power.range} tiles",
        "trick of blood": f"{effects['blood meal'].once['health']} hp",
        "trick of winds": f"{effects['gale'].instant['Shove']['tiles']} tiles",
        "trick of elsewhere": f"{parts['trick of elsewhere'].percent} %",
        "trick of the pyre": f"{-effects['fire'].once['health']} hp",
    }
    assert [*numbers] == TRICKS
    assert all(number in told[name] for name, number in numbers.items())


def test_a_trap_is_told_of_once_it_is_found_and_remembered(make_session: MakeSession) -> None:
    session = make_session("#@....+.#", you={"Memory": {"radius": 2}})
    web, dart = (put(session, Placement(what, x, 0)) for what, x in (("web", 2), ("dart trap", 3)))
    del web, dart
    session.perform(Move(-1, 0))
    assert [session.about(x, 0) for x in (2, 3)] == [abouts(session)["web"], ""]


@pytest.mark.parametrize(
    ("name", "known", "tells"),
    [
        ("scroll of lightning", False, False),
        ("scroll of lightning", True, True),
        ("rock", False, True),
    ],
)
def test_of_a_thing_that_is_remembered_only_what_is_known_is_told(
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
    assert session.tile(2, 0).endswith("as you remember it")
    assert {*told[2:], session.about(2, 0)} == {abouts(session)[name] if tells else ""}


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
