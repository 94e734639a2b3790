"""An intent becomes the action of its name."""

import attrs
import pytest

from bidden import intents
from bidden.actions import action_of
from bidden.intents import INTENTS, Intent
from tests.bidden.scenes import Scene

ALL: list[Intent] = [
    intents.Move(1, -1),
    intents.Close(0, 1),
    intents.Wait(),
    intents.PickUp(2),
    intents.Drop("a"),
    intents.Quaff("a", 3, 4),
    intents.Read("a", 3, 4),
    intents.Throw("a", 3, 4),
    intents.Eat("a"),
    intents.PutOn("a"),
    intents.TakeOff("a"),
    intents.Shoot(3, 4),
    intents.Cast("blink", 3, 4),
    intents.Name("a", "x"),
    intents.Search(),
    intents.Engrave("x"),
    intents.Disarm(1, -1),
    intents.UseBoon(1, -1),
    intents.SwitchBoon(),
    intents.Improve("mana"),
    intents.Inhale(),
    intents.Breathe(3, 4),
    intents.Bid("stay"),
    intents.Bind(0),
]


def test_all_there_are_are_tried() -> None:
    assert {type(intent) for intent in ALL} == set(INTENTS.values())


@pytest.mark.parametrize("intent", ALL, ids=lambda intent: type(intent).__name__)
def test_intent_becomes_the_action_of_its_name(intent: Intent) -> None:
    scene = Scene("#@z#")
    for actor in (scene["@"], scene["z"]):
        action = action_of(intent, actor, scene.world)
        assert type(action).__name__ == type(intent).__name__
        assert action.enactor is actor
        assert (action.sequence, scene.kinds) == (0, [])
        said = attrs.asdict(intent)
        same = {name: getattr(action, name) for name in said if hasattr(action, name)}
        assert same == {name: said[name] for name in same}
