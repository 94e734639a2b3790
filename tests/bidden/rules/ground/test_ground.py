"""What lies on the ground is the same after loading."""

from __future__ import annotations

import json

from bidden.events.ground import Ignite
from bidden.rules.ground.ground import Ground, Patch
from eventcore import load_world, save_world
from tests.bidden.rules.ground.acting import at, covers, ground, pour, row
from tests.bidden.scenes import MakeSession

LYING = {(3, 0): "wood", (6, 0): "oil", (2, 1): "tall grass", (4, 2): "oil"}


def test_ground_is_the_same_after_loading(make_session: MakeSession) -> None:
    session = make_session("#@.......#\n#........#\n#........#")
    for tile, kind in reversed(LYING.items()):
        pour(session, kind, tile)
    pour(session, "darkness", *row(0, 1, 2, 7), *row(2, 5))
    session.world.publish(Ignite(session.player, 1, 6, 0))
    assert [*covers(session).items()] == [*LYING.items()]
    loaded = load_world(save_world(session.world), components=session.world.components)
    for form in ("covers", "fires", "gases", "darks"):
        before, after = (there.root[Ground].on(form, 1) for there in (session.world, loaded))
        assert [*before] == [*after]
        assert [(p.kind, p.left) for p in before.values()] == [
            (p.kind, p.left) for p in after.values()
        ]
    assert [*at(session, "darks")] == [*row(0, 1, 2, 7), *row(2, 5)]


def test_older_save_holds_each_cover_as_a_patch(make_session: MakeSession) -> None:
    session = make_session("#@.......#\n#........#\n#........#")
    for tile, kind in LYING.items():
        pour(session, kind, tile)
    pour(session, "darkness", *row(1, 5, 6))
    state, now = json.loads(save_world(session.world)), ground(session)
    (saved,) = [
        row["components"]["Ground"] for row in state["entities"] if "Ground" in row["components"]
    ]
    for form in ("covers", "darks"):
        patches = now.on(form, 1).items()
        older = [
            {"by": None, "kind": patch.kind, "left": 0, "x": x, "y": y} for (x, y), patch in patches
        ]
        saved[form] = [older, []]
    del state["versions"]["Ground"]
    loaded = load_world(json.dumps(state).encode(), components=session.world.components)
    found = loaded.root[Ground]
    assert found.on("covers", 1) == {tile: Patch(*tile, kind) for tile, kind in LYING.items()}
    assert found.on("darks", 1) == now.on("darks", 1)
    assert (found.covers[:1], found.covers[1:]) == (now.covers, [[]])
