"""Ground is remembered; fire and gas are seen only in view."""

from __future__ import annotations

from bidden import intents
from bidden.events.ground import Ignite
from bidden.events.movement import Displace
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


def test_ground_is_remembered_but_fire_is_not(make_session: MakeSession) -> None:
    session = make_session(FAR, zombie=MINDLESS)
    pour(session, "oil", (3, 0))
    session.world.publish(Ignite(session.player, 1, 3, 0))
    session.perform(WAIT)
    assert session.view().tiles[0][3].name == "fire"
    session.world.publish(Displace(session.player, session.player, 25, 0, 1))
    tile = session.view().tiles[0][3]
    assert (tile.glyph, tile.name, tile.lit) == ("≡", "oil", False)
    assert session.view().harm_at == ()
