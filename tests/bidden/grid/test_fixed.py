"""What is fixed: doors, stairs, rooms and traps of a level."""

from __future__ import annotations

import pytest

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.movement import Displace, Move
from bidden.grid.fixed import fixed_on
from bidden.recording.playing import session_for
from bidden.state import Chamber, OneWay, Stair
from eventcore import Tap, World
from eventcore.event import Event
from eventcore.journal import read_journal
from eventcore.replay import verify
from tests.golden.catalogue import JOURNALS

FIXED = (Door, Stair, Chamber, OneWay, Trap)


def test_it_is_found_on_its_level_alone_and_as_soon_as_it_is_there() -> None:
    world = World(components=[Position, Door])
    first = world.spawn(Position(1, 1, 1), Door())
    assert fixed_on(1, world, Door) == [first]
    below, second = world.spawn(Position(1, 1, 2), Door()), world.spawn(Position(2, 1, 1), Door())
    assert (fixed_on(1, world, Door), fixed_on(2, world, Door)) == ([first, second], [below])
    world.despawn(first)
    assert fixed_on(1, world, Door) == [second]
    assert not fixed_on(3, world, Door)


class _Movements(Tap):
    """Notes who is moved that is taken to be fixed."""

    def __init__(self) -> None:
        self.moved: list[Event] = []
        self.heard = 0

    def hears(self, kind: type[Event]) -> bool:
        return issubclass(kind, Move | Displace)

    def settled(self, event: Event) -> None:
        self.heard += 1
        who = event.target if isinstance(event, Displace) else event.enactor
        if event.done and any(cls in who for cls in FIXED):
            self.moved.append(event)


@pytest.mark.parametrize("name", ["boons", "forded", "stairs", "unlocked"])
def test_no_rule_moves_what_is_fixed(name: str) -> None:
    journal = read_journal(JOURNALS / f"{name}.jsonl")
    session = session_for(journal)
    movements = _Movements()
    session.world.tap(movements)
    assert verify(session, journal) is None
    assert movements.heard > 50
    assert movements.moved == []
