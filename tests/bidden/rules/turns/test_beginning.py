"""The beginning of a game is a chain of events."""

from __future__ import annotations

import pytest

from bidden.events.movement import Arrive
from bidden.events.places import MakeLevel, Spawn
from bidden.events.turns import BeginGame, LookAround
from bidden.order import COMPONENTS, RULES
from bidden.state import Hero
from eventcore import REACT, Component, Event, EventcoreError, World, component, handles
from tests.bidden.scenes import MakeSession, Meddle, refusing


@component
class Chronicler(Component):
    """A rule that records the events at the start of a game."""

    @handles(Event, REACT, via="world")
    def keep(self, event: Event, world: World) -> None:
        KEPT.append(event)


KEPT: list[Event] = []


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Return the list of all events of a session, from the first."""
    KEPT.clear()
    monkeypatch.setattr("bidden.modding.COMPONENTS", (Chronicler, *COMPONENTS))
    monkeypatch.setattr("bidden.wiring.RULES", (Chronicler, *RULES))
    return KEPT


def test_every_first_event_has_a_cause(make_session: MakeSession, kept: list[Event]) -> None:
    session = make_session("#@+z#")
    chain = sorted(kept, key=lambda event: event.sequence)
    assert [type(event) for event in chain] == [
        *(BeginGame, MakeLevel, *[Spawn, Arrive] * 3, LookAround)
    ]
    begin, make = chain[:2]
    spawned = [event for event in chain if isinstance(event, Spawn)]
    assert (begin.sequence, begin.cause, begin.enactor) == (1, None, session.world.root)
    assert make.cause is begin
    assert [event.cause for event in spawned] == [make] * 3
    assert [event.what for event in spawned] == ["door", "you", "zombie"]
    assert [event.made for event in spawned] == [session.world[n] for n in (2, 3, 4)]
    assert session.world.root[Hero].who is spawned[1].made is session.player


def test_game_without_a_level_is_refused(make_session: MakeSession, meddle: Meddle) -> None:
    meddle(refusing(MakeLevel))
    with pytest.raises(EventcoreError):
        make_session("#@z#")
