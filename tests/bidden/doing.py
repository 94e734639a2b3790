"""Common actions of players and creatures on drawn levels."""

from __future__ import annotations

import re

from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.movement import Arrive
from bidden.events.things import PickUp, StartWearing
from bidden.events.turns import TakeTurn
from bidden.intents import Read, Throw
from bidden.session import Session
from bidden.state import Secret
from eventcore import Entity, Event
from tests.bidden.scenes import give, listening, place

DARK = {"Memory": {"radius": 3}}
"""Changes to the player: a sight radius of three tiles."""


def told_since(session: Session) -> list[str]:
    """Return the messages since the last item was given."""
    texts = [line.text for line in session.messages.lines]
    taken = [n for n, text in enumerate(texts) if re.search(r"\([a-z]\)", text)]  # the item's slot
    return texts[taken[-1] + 1 :]


def read(session: Session, name: str, x: int = -1, y: int = -1, *, known: bool = True) -> str:
    """Read a scroll; return the reason of the refusal, or the outcome."""
    give(session, name, known=known)
    action: Event = session.perform(Read("a", x, y))
    return action.reason or action.outcome.name.lower()


def throw(session: Session, name: str, x: int, y: int = 0) -> tuple[int, int] | None:
    """Throw an item; return where it lies then, or None if it is gone."""
    thing = give(session, name)
    slot = next(held.slot for held in session.view().pack if not held.worn)
    assert session.perform(Throw(slot, x, y)).done
    return place(thing) if thing.alive else None


def lay_trap(
    session: Session, name: str, x: int, y: int = 0, *, secret: bool = True, odds: int = 60
) -> Entity:
    parts = session.catalogue.make(name)
    for part in parts:
        if isinstance(part, Trap):
            part.disarm_percent = odds
        if isinstance(part, Secret):
            part.found = not secret
    trap = session.world.spawn(Position(x, y), *parts)
    session.world.publish(Arrive(trap))
    return trap


def goblin(session: Session, x: int, y: int = 0, *things: str, creature: str = "goblin") -> Entity:
    """Create a goblin, or another creature, that carries items and wields the first it can."""
    parts = session.catalogue.make(creature)
    one = session.world.spawn(Position(x, y), *parts)
    session.world.publish(Arrive(one))
    for name in things:
        thing = session.world.spawn(Position(x, y), *session.catalogue.make(name))
        session.world.publish(Arrive(thing))
        assert session.world.publish(PickUp(one, thing)).done
        if name == "bow":
            session.world.publish(StartWearing(one, one, thing))
    return one


def act(session: Session, one: Entity) -> list[str]:
    """Let the creature take a turn, and return the result."""
    ear = listening(session)
    session.world.publish(TakeTurn(one))
    session.world.untap(ear)
    return [type(event).__name__ for event in ear.events]


def orc(session: Session, x: int, y: int = 0) -> Entity:
    one = session.world.spawn(Position(x, y), *session.catalogue.make("orc"))
    session.world.publish(Arrive(one))
    return one
