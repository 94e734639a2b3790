"""Pour, light and inspect ground in sessions on drawn levels."""

from __future__ import annotations

from bidden.events.ground import Pour, Tile
from bidden.rules.ground.ground import Form, Ground
from bidden.session import Session
from bidden.state import name_of
from eventcore import Entity


def pour(session: Session, kind: str, *tiles: Tile, amount: int = 0) -> None:
    """Pour a ground kind onto tiles of the first level."""
    session.world.publish(Pour(session.world.root, 1, kind, [*tiles], amount))


def ground(session: Session) -> Ground:
    """Return the level's ground."""
    return session.world.root[Ground]


def at(session: Session, form: Form) -> dict[Tile, int]:
    """Map each covered tile of the first level to the amount left, in order."""
    return {tile: patch.left for tile, patch in ground(session).on(form, 1).items()}


def covers(session: Session) -> dict[Tile, str]:
    """Map each tile of the first level to what covers it."""
    return {tile: patch.kind for tile, patch in ground(session).on("covers", 1).items()}


def row(y: int, *columns: int) -> list[Tile]:
    """Return the tiles of a row."""
    return [(x, y) for x in columns]


def called(session: Session, name: str) -> Entity:
    """Return the only creature of a name."""
    (one,) = (who for who in session.world if name_of(who) == name)
    return one
