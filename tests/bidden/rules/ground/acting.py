"""Lay, light and look at ground in sessions on drawn levels."""

from __future__ import annotations

from bidden.events.ground import Pour, Tile
from bidden.rules.ground.ground import Form, Ground
from bidden.session import Session
from bidden.state import name_of
from eventcore import Entity


def pour(session: Session, kind: str, *tiles: Tile, amount: int = 0) -> None:
    """Let something lie on tiles of the first level."""
    session.world.publish(Pour(session.world.root, 1, kind, [*tiles], amount))


def ground(session: Session) -> Ground:
    """What lies on the ground."""
    return session.world.root[Ground]


def at(session: Session, form: Form) -> dict[Tile, int]:
    """How much is left on which tile of the first level, in order."""
    return {tile: patch.left for tile, patch in ground(session).on(form, 1).items()}


def covers(session: Session) -> dict[Tile, str]:
    """What lies on which tile of the first level."""
    return {tile: patch.kind for tile, patch in ground(session).on("covers", 1).items()}


def row(y: int, *columns: int) -> list[Tile]:
    """Tiles of a row."""
    return [(x, y) for x in columns]


def called(session: Session, name: str) -> Entity:
    """The one creature of a name."""
    (one,) = (who for who in session.world if name_of(who) == name)
    return one
