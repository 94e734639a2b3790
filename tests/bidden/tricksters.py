"""Creatures with tricks, in games on drawn levels, and the events they cause."""

from __future__ import annotations

from typing import TypeVar

from bidden.components.body.health import Health
from bidden.events.combat import Hit, TakeDamage
from bidden.events.places import Spawn
from bidden.session import Session
from eventcore import Action, Change, Entity, Event, Notice
from tests.bidden.scenes import Ear

E = TypeVar("E", bound=Event)


def put(session: Session, name: str, x: int, y: int = 0) -> Entity:
    """Spawn a shipped creature or item on the first level of a game."""
    made = session.world.publish(Spawn(session.world.root, None, name, x, y, 1)).made
    assert made is not None
    return made


def heard(session: Session, event: Action | Change | Notice) -> Ear:
    """Publish an event, and return a record of all resulting events."""
    ear = Ear()
    session.world.tap(ear)
    session.world.publish(event)
    session.world.untap(ear)
    return ear


def of_kind(ear: Ear, kind: type[E]) -> list[E]:
    """Return the recorded events of a type."""
    return [event for event in ear.events if type(event) is kind]


def hurt(session: Session, one: Entity, lost: int) -> None:
    """Take hit points from a creature, without an attacker."""
    if lost:
        session.world.publish(TakeDamage(one, one, lost, sure=True, source="a test", kind="magic"))


def struck(session: Session, by: Entity, to: Entity, dealt: int = 4) -> Ear:
    """Land a blow of this damage, and return the resulting events."""
    if dealt:
        hurt(session, to, min(dealt, to[Health].hp - 1))
    return heard(session, Hit(by, to, dealt))
