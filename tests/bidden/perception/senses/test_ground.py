"""Ground in a view: what lies there is remembered, fire and gas are seen only while in view."""

from __future__ import annotations

from bidden import intents
from bidden.bots.paths import Paths
from bidden.events.ground import Ignite
from bidden.events.movement import Displace
from bidden.events.places import Spawn
from tests.bidden.rules.ground.acting import pour, row
from tests.bidden.scenes import Changes, MakeSession, map_of

EAST, WAIT = intents.Move(1, 0), intents.Wait()
MINDLESS: Changes = {"Mind": None}
FAR = f"#@{'.' * 30}z#"


def test_each_is_drawn_by_its_glyph_and_has_a_name(make_session: MakeSession) -> None:
    session = make_session("#@.......z#", zombie=MINDLESS)
    pour(session, "tall grass", *row(0, 3, 4))
    pour(session, "deep water", (6, 0))
    pour(session, "haze", (7, 0), amount=1)
    session.world.publish(Ignite(session.player, 1, 4, 0))
    session.perform(WAIT)  # and the haze has thinned
    view = session.view()
    assert map_of(view) in ("#@.;▲.≈..z#", "#@.▲▲.≈..z#")
    assert [view.tiles[0][x].name for x in (4, 6)] == ["fire", "deep water"]


def test_gas_in_the_dark_is_named_before_the_dark(make_session: MakeSession) -> None:
    session = make_session("#@.......z#", zombie=MINDLESS)
    pour(session, "darkness", *row(0, 2, 3, 4, 5, 6))
    pour(session, "poison gas", *row(0, 1, 3, 6), amount=9)
    tiles = session.view().tiles[0]
    assert [tiles[x].name for x in (2, 3)] == ["darkness", "poison gas, in darkness"]
    assert tiles[3].glyph == "▒"
    assert (tiles[6].name, tiles[6].lit) == ("the floor", False)  # too far off in the dark
    assert session.about(3, 0) == session.catalogue.abouts["poison gas"]


def test_what_lies_there_is_remembered_and_fire_is_not(make_session: MakeSession) -> None:
    session = make_session(FAR, zombie=MINDLESS)
    pour(session, "oil", (3, 0))
    session.world.publish(Ignite(session.player, 1, 3, 0))
    session.perform(WAIT)
    assert session.view().tiles[0][3].name == "fire"
    session.world.publish(Displace(session.player, session.player, 25, 0, 1))
    tile = session.view().tiles[0][3]
    assert (tile.glyph, tile.name, tile.lit) == ("≡", "oil", False)
    assert session.view().harm_at == ()


def test_what_lies_in_fire_is_hidden_by_it(make_session: MakeSession) -> None:
    session = make_session("#@....z#", zombie=MINDLESS)
    pour(session, "oil", (3, 0))
    session.world.publish(Spawn(session.world.root, None, "dagger", 3, 0, 1))
    assert session.view().tiles[0][3].name == "a dagger"
    session.world.publish(Ignite(session.player, 1, 3, 0))
    assert session.view().tiles[0][3].name == "fire"


def test_a_bot_goes_round_fire_and_not_through(make_session: MakeSession) -> None:
    session = make_session(
        """
        #######
        #@...z#
        #.....#
        #######
        """,
        zombie=MINDLESS,
    )
    pour(session, "oil", (2, 1))
    session.world.publish(Ignite(session.player, 1, 2, 1))
    view = session.view()
    paths = Paths(view)
    assert paths.towards(paths.tiles([(5, 1)])) == intents.Move(1, 1)
