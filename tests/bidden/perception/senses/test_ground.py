"""Ground is remembered; fire and gas are visible only in view."""

from __future__ import annotations

from bidden import intents
from bidden.events.combat import TakeDamage
from bidden.events.ground import Ignite
from bidden.events.movement import Displace
from tests.bidden.rules.ground.acting import pour
from tests.bidden.scenes import MINDLESS, MakeSession, others

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


def test_ooze_leaves_an_item_and_not_a_puddle_of_water(make_session: MakeSession) -> None:
    session = make_session("#@z#.z#", zombie={**MINDLESS, "LeavesCorpse": {"corpse": "puddle"}})
    session.world.publish(TakeDamage(session.player, others(session)[0], 99, sure=True))
    assert session.view().tiles[0][2].name.startswith("a puddle of ooze")
    for intent in (EAST, intents.PickUp()):
        assert session.perform(intent).done
    assert session.view().lines[-1].text.startswith("You pick up a puddle of ooze")
    assert [held.name for held in session.view().pack] == ["a puddle of ooze"]
