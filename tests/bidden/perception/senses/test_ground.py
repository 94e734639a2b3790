"""Ground is remembered; fire and gas are visible only in view."""

from __future__ import annotations

from bidden import intents
from bidden.events.ground import Ignite
from bidden.events.movement import Displace
from tests.bidden.rules.ground.acting import pour
from tests.bidden.scenes import MINDLESS, MakeSession

EAST, WAIT = intents.Move(1, 0), intents.Wait()
FAR = f"#@{'.' * 30}z#"


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
