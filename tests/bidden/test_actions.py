"""What an intent means: the event it becomes for whoever means it."""

import pytest

from bidden.actions import event_of
from bidden.events import combat, knowledge, magic, places
from bidden.events.body import Improve as ImproveEvent
from bidden.events.combat import Throw
from bidden.events.movement import Close, Move, Wait
from bidden.events.things import Drop, Eat, Equip, Grab, Quaff, Read, TakeOff
from bidden.intents import (
    INTENTS,
    Breathe,
    Cast,
    Disarm,
    Improve,
    Inhale,
    Intent,
    Name,
    Put,
    Rest,
    Search,
    Shoot,
    Shut,
    Take,
    Use,
    Walk,
)
from eventcore import Action
from tests.bidden.scenes import Scene

MEANINGS: list[tuple[Intent, type[Action], dict[str, object]]] = [
    (Walk(1, -1), Move, {"dx": 1, "dy": -1}),
    (Shut(0, 1), Close, {"dx": 0, "dy": 1}),
    (Rest(), Wait, {}),
    (Take(2), Grab, {"number": 2}),
    (Put("a"), Drop, {}),
    (Use("a", "quaff"), Quaff, {}),
    (Use("a", "eat"), Eat, {}),
    (Use("a", "wear"), Equip, {}),
    (Use("a", "take off"), TakeOff, {}),
    (Use("a", "read", 3, 4), Read, {"x": 3, "y": 4}),
    (Use("a", "throw", 3, 4), Throw, {"x": 3, "y": 4}),
    (Shoot(3, 4), combat.Shoot, {"x": 3, "y": 4}),
    (Cast("blink", 3, 4), magic.Cast, {"x": 3, "y": 4}),
    (Name("a", "x"), knowledge.Name, {}),
    (Search(), places.Search, {}),
    (Inhale(), combat.Inhale, {}),
    (Breathe(3, 4), combat.Breathe, {"x": 3, "y": 4}),
    (Disarm(1, -1), places.Disarm, {"dx": 1, "dy": -1}),
    (Improve("mana"), ImproveEvent, {"option": "mana"}),
]


@pytest.mark.parametrize(("intent", "kind", "fields"), MEANINGS)
def test_an_intent_becomes_an_action_of_whoever_means_it(
    intent: Intent, kind: type[Action], fields: dict[str, object]
) -> None:
    scene = Scene("#@z#")
    for actor in (scene["@"], scene["z"]):
        event = event_of(intent, actor)
        assert type(event) is kind
        assert event.enactor is actor
        assert {name: getattr(event, name) for name in fields} == fields


@pytest.mark.parametrize("intent", [intent for intent, _, _ in MEANINGS])
def test_the_event_is_new_each_time_and_not_published(intent: Intent) -> None:
    scene = Scene("#@#")
    one, other = (event_of(intent, scene["@"]) for _ in range(2))
    assert one is not other
    assert (one.sequence, scene.kinds) == (0, [])


def test_every_intent_has_a_meaning() -> None:
    assert {type(intent) for intent, _, _ in MEANINGS} == set(INTENTS.values())
    assert {name: cls.__name__ for name, cls in INTENTS.items()} == {n: n for n in INTENTS}


def test_an_intent_is_a_value() -> None:
    assert Walk(1, 0) == Walk(1, 0) != Walk(0, 1)
    assert len({Walk(1, 0), Walk(1, 0), Rest(), Rest()}) == 2
