"""What is remembered of the ground is what is seen, though little of it is looked at anew."""

from __future__ import annotations

import pytest

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.events.turns import LookAround
from bidden.perception.senses.sight import in_view_of, visible_rows
from bidden.recording.playing import session_for
from eventcore import Event, Tap, World
from eventcore.journal import read_journal
from eventcore.replay import verify
from tests.golden.catalogue import JOURNALS


class _Looks(Tap):
    """Notes who remembers of what they see something else than there is to be seen."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.heard = 0
        self.wrong: list[Event] = []

    def hears(self, kind: type[Event]) -> bool:
        return kind is LookAround

    def settled(self, event: Event) -> None:
        who, self.heard = event.enactor, self.heard + 1
        memory = who.get(Memory)
        if memory is None or not who.alive:
            return
        shown = visible_rows(who[Position].level, self.world)
        view = in_view_of(who, self.world)
        if any(memory.rows[y][x] != shown[y][x] for x, y in view):
            self.wrong.append(event)


@pytest.mark.parametrize("name", ["ablaze", "boons", "forded", "lit", "shut", "stairs"])
def test_after_a_look_around_all_in_view_is_remembered_as_it_is(name: str) -> None:
    journal = read_journal(JOURNALS / f"{name}.jsonl")
    session = session_for(journal)
    looks = _Looks(session.world)
    session.world.tap(looks)
    assert verify(session, journal) is None
    assert looks.heard >= 10
    assert looks.wrong == []
