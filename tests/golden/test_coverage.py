"""Each handler of the game runs in a golden journal, so that changing it is noticed."""

from typing import Any

import pytest

from bidden.order import COMPONENTS
from eventcore import World
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.tap import Tap
from tests.golden.reach import UNREACHED, replay_all


class Reached(Tap):
    """Collects the handlers that run."""

    def __init__(self) -> None:
        self.handlers: set[Handler] = set()

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self

    def handled(self, event: Event, handler: Handler) -> None:
        self.handlers.add(handler)


def label(handler: Handler) -> str:
    role = "" if handler.via == "world" or handler.role == "enactor" else f", role {handler.role}"
    via = "" if handler.via == "self" else f", via {handler.via}"
    return f"{handler} on {handler.kind.__name__}{role}{via}"


@pytest.mark.slow
def test_golden_journals_reach_every_handler_that_play_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached, original = Reached(), World.__init__

    def begin(world: World, *args: Any, **options: Any) -> None:
        original(world, *args, **options)
        world.tap(reached)

    monkeypatch.setattr(World, "__init__", begin)
    replay_all()
    own = [cls for cls in COMPONENTS if not cls.__module__.startswith("eventcore.")]
    handlers = [handler for cls in own for handler in cls._handlers_]
    assert [label(x) for x in handlers if x not in reached.handlers] == [*UNREACHED]
