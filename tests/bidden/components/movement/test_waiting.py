"""Waiting lets a turn pass."""

from bidden.components.movement.waiting import Waiting
from bidden.events.movement import Wait
from eventcore.outcome import DONE, FAILED
from tests.bidden.scenes import MakeScene


def test_waiting_is_counted_and_changes_nothing_else(make_scene: MakeScene) -> None:
    scene = make_scene("#@.z#")
    assert [scene.world.publish(Wait(scene["@"])).outcome for _ in range(3)] == [DONE] * 3
    assert (scene["@"][Waiting].waited, scene["z"][Waiting].waited) == (3, 0)
    assert scene.now == "#@.z#"
    assert scene.kinds == ["Wait"] * 3


def test_creature_that_cannot_wait_is_refused(make_scene: MakeScene) -> None:
    scene = make_scene("#h#")
    wait = scene.world.publish(Wait(scene["h"]))
    assert (wait.outcome, wait.reason) == (FAILED, "nothing")
