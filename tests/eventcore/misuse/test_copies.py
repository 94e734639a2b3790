"""A world and its parts cannot be copied or pickled, and the error names an alternative."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import Snapshot, World
from eventcore.errors import CopyError
from tests.eventcore.worlds.bodies import Body, Legs, Walk

THINGS: dict[str, Callable[[World], object]] = {
    "world": lambda w: w,
    "snapshot": Snapshot,
    "entity": lambda w: w[2],
    "known entity": lambda w: [w[2][Legs] for _ in range(20)] and w[2],
    "attached component": lambda w: w[2][Legs],
    "component": lambda w: Legs(steps=2),
    "event": lambda w: Walk(w[2]),
    "published event": lambda w: w.publish(Walk(w[2])),
    "handle": lambda w: w.schedule(Walk(w[2]), 5),
    "agenda": lambda w: w.agenda,
    "stream": lambda w: w.stream("dice"),
}
WAYS: list[Callable[[Any], object]] = [
    copy.copy,
    copy.deepcopy,
    pickle.dumps,
    lambda thing: copy.deepcopy([thing]),
]


@pytest.mark.parametrize("name", THINGS)
def test_copy_is_refused(name: str, snapshot: SnapshotAssertion) -> None:
    said = set[str]()
    for debug in (False, True):
        world = World(components=[Legs, Body], debug=debug)
        world.spawn(Legs(steps=2), Body())
        thing = THINGS[name](world)
        for way in WAYS:
            with pytest.raises(CopyError) as error:
                way(thing)
            said.add(str(error.value))
    (text,) = said
    assert text == snapshot
