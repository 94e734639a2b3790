"""Letting out: what a throw or a spell would do to the ground is told, as far as it is seen."""

from __future__ import annotations

import pytest

from bidden.events.ground import Ignite, Lay
from bidden.events.movement import Displace
from bidden.intents import Intent, Move, PutOn, Read, Throw, Wait
from bidden.session import Session
from bidden.view import PastError, Tile, View
from tests.bidden.components.magic.test_magic import give
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import Changes, MakeSession

MINDLESS: Changes = {"Mind": None}
HALL = """
    #################
    #...............#
    #@......zz......#
    #...............#
    #################
"""


AROUND = """
    ####################
    #@.................#
    ###.##.#############
    ###baab#############
    ###b..b#############
    ####################
"""


def go(session: Session, x: int) -> None:
    """Put the player elsewhere, where it looks around."""
    session.world.publish(Displace(session.player, session.player, x, 0, 1))


def tiles_of(view: View) -> list[tuple[tuple[int, int], Tile]]:
    """The tiles of a view, each with its column and row."""
    return [((x, y), tile) for y, row in enumerate(view.tiles) for x, tile in enumerate(row)]


def told(session: Session, intent: Intent) -> list[str]:
    """What is told of the ground, and nothing changed by it."""
    before = session.save()
    forecast = session.forecast(intent)
    assert session.save() == before
    return [str(one) for one in forecast.ground]


@pytest.mark.parametrize(
    ("thing", "x", "said"),
    [
        ("fire pot", 8, ["fire on 5 tiles: burns 2 zombies (1–9 hp a turn)"]),
        ("fire pot", 2, ["fire on 5 tiles: burns you (1–6 hp a turn)"]),
        ("flask of oil", 8, ["oil on 11 tiles: under 2 zombies"]),
        ("flask of bad air", 8, ["poison gas on 9 tiles: not 2 zombies"]),
        ("flask of haze", 8, ["haze on 5 tiles: reaches 2 zombies"]),
        ("rock", 8, []),
    ],
)
def test_a_throw_tells_what_it_does_to_the_ground_and_to_whom(
    make_session: MakeSession, thing: str, x: int, said: list[str]
) -> None:
    proof: Changes = {**MINDLESS, "Resistances": {"percent": {"poison": 100, "fire": -50}}}
    session = make_session(HALL, zombie=proof)
    give(session, thing)
    assert told(session, Throw("a", x, 2)) == said


def test_it_tells_what_may_burn_besides_and_what_burns_away(make_session: MakeSession) -> None:
    session = make_session("#@.....+..#", you={"Memory": {"radius": 20}})
    pour(session, "rushes", *row(0, 2, 3, 4))
    give(session, "fire pot")
    assert told(session, Throw("a", 6, 0)) == ["fire on 3 tiles, maybe 3 more: burns a door"]
    pour(session, "rushes", (1, 0))
    assert told(session, Throw("a", 6, 0)) == ["fire on 3 tiles, maybe 4 more (you): burns a door"]


def test_a_torch_that_burns_tells_what_it_sets_alight(make_session: MakeSession) -> None:
    session = make_session("#@......#")
    pour(session, "rushes", (4, 0))
    pour(session, "deep water", (6, 0))
    give(session, "torch")
    assert told(session, Throw("a", 4, 0)) == []
    session.perform(PutOn("a"))
    assert told(session, Throw("a", 6, 0)) == []
    assert told(session, Throw("a", 4, 0)) == ["fire on 1 tile"]
    session.perform(Throw("a", 4, 0))
    assert session.view().tiles[0][4].name == "fire"


def test_of_what_is_out_of_view_nothing_is_told(make_session: MakeSession) -> None:
    session = make_session("#@....zz#", you={"Memory": {"radius": 4}}, zombie=MINDLESS)
    give(session, "fire pot")
    assert told(session, Throw("a", 6, 0)) == ["fire on 1 tile"]
    session = make_session("#@........zz#", you={"Memory": {"radius": 4}}, zombie=MINDLESS)
    give(session, "fire pot")
    assert told(session, Throw("a", 10, 0)) == []


def test_of_ground_out_of_view_it_tells_what_is_remembered(make_session: MakeSession) -> None:
    session = make_session("#@..........#", you={"Memory": {"radius": 4}})
    pour(session, "oil", *row(0, *range(2, 9)))
    give(session, "fire pot")
    assert told(session, Throw("a", 4, 0)) == ["fire on 4 tiles"]
    go(session, 5)
    go(session, 1)
    assert told(session, Throw("a", 4, 0)) == ["fire on 7 tiles"]
    session.world.publish(Lay(session.world.root, 1, "", row(0, 7)))
    pour(session, "oil", *row(0, 9, 10, 11))
    assert told(session, Throw("a", 4, 0)) == ["fire on 7 tiles"]  # nobody saw it change
    go(session, 5)
    go(session, 1)
    assert told(session, Throw("a", 4, 0)) == ["fire on 5 tiles"]


@pytest.mark.parametrize("thing", ["fire pot", "flask of oil", "flask of bad air"])
@pytest.mark.parametrize(("x", "y"), [(3, 1), (3, 2), (5, 1)])
def test_what_was_never_seen_changes_nothing_that_is_told(
    make_session: MakeSession, thing: str, x: int, y: int
) -> None:
    """Though fire and gas would go round by what is out of view, and come back into it."""
    found = []
    for drawing in (AROUND, *(AROUND.replace(spot, wall) for spot in "ab" for wall in "+#")):
        for kind in ("", "oil", "rushes", "marsh gas", "poison gas"):
            session = make_session(drawing.replace("a", ".").replace("b", "."))
            pour(session, "rushes", (3, 2), (6, 2), *row(1, 3, 6))
            pour(session, "marsh gas", (3, 1), (3, 2), (6, 1), amount=9)
            lit = [spot for spot, tile in tiles_of(session.view()) if tile.lit]
            rest = [spot for spot, tile in tiles_of(session.view()) if spot not in lit]
            if kind:
                pour(session, kind, *(spot for spot in rest if spot[1] < 6), amount=9)
            give(session, thing)
            found.append(told(session, Throw("a", x, y)))
    assert found == [found[0]] * len(found)


def test_a_scroll_of_fire_tells_what_it_sets_alight(make_session: MakeSession) -> None:
    session = make_session("#@.......z.#", zombie=MINDLESS)
    pour(session, "rushes", *row(0, 6, 7))
    give(session, "scroll of fireball")
    assert told(session, Read("a", 7, 0)) == ["fire on 2 tiles"]
    session.perform(Read("a", 7, 0))
    assert session.view().tiles[0][7].name == "fire"


def test_oil_upon_flames_tells_what_burns_of_it(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    pour(session, "rushes", (8, 1))
    session.world.publish(Ignite(session.player, 1, 8, 1))
    give(session, "flask of oil")
    assert told(session, Throw("a", 8, 2)) == ["fire on 10 tiles: burns 2 zombies (1–9 hp a turn)"]


def test_a_step_tells_nothing_of_the_ground(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    pour(session, "rushes", (2, 2))
    assert told(session, Move(1, 0)) == []


def test_a_view_tells_what_flasks_would_do_to_the_foes_in_view(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    give(session, "fire pot")
    give(session, "rock")
    view = session.view()
    spills = [view.spills_at(foe) for foe in view.foes_at]
    assert [[(one.slot, one.at, one.harms, one.backfires) for one in some] for some in spills] == [
        [("a", (8, 2), ((8, 2), (9, 2)), False)],
        [("a", (9, 2), ((8, 2), (9, 2)), False)],  # the first is in the way
    ]
    pour(session, "rushes", *row(2, *range(1, 8)))
    assert [one.backfires for one in session.view().spills_at((8, 2))] == [True]


def test_of_where_no_foe_is_in_view_nothing_is_told(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    give(session, "fire pot")
    assert session.view().spills_at((7, 2)) == ()


def test_a_view_tells_of_its_moment_alone_what_flasks_would_do(make_session: MakeSession) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    give(session, "fire pot")
    view = session.view()
    told = view.spills_at((8, 2))
    session.forecast(Throw("a", 8, 2))
    assert view.spills_at((8, 2)) == told  # a forecast changes nothing
    session.perform(Wait())
    with pytest.raises(PastError):
        view.spills_at((8, 2))
    assert session.view().spills_at((8, 2)) == told


def test_who_looks_works_out_no_throw(
    make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(HALL, zombie=MINDLESS)
    give(session, "fire pot")
    monkeypatch.delattr("bidden.perception.foretold.letting_out.toll_of")
    assert session.view().foes_at == ((8, 2), (9, 2))


@pytest.mark.parametrize(("drawing", "short"), [("#@..#.z#", True), ("#@....z#", False)])
def test_what_is_stopped_on_the_way_is_told_to_fall_short(
    make_session: MakeSession, drawing: str, *, short: bool
) -> None:
    session = make_session(drawing, zombie=MINDLESS)
    give(session, "rock")
    forecast = session.forecast(Throw("a", 6, 0))
    assert forecast.short == str(forecast).startswith("falls short") == short
