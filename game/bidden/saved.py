"""Saved games and snapshots of a game."""

from __future__ import annotations

import attrs
import msgspec

from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.narration.conduct import Done
from bidden.state import Levels
from bidden.view import Line
from eventcore import SaveError, Snapshot, World


@attrs.frozen
class Saved:
    """The contents of a saved game."""

    level: str
    digest: list[str]
    epitaph: str
    lines: list[Line]
    world: msgspec.Raw
    death: int = 0
    counts: dict[str, int] = attrs.field(factory=dict)
    slain: dict[str, int] = attrs.field(factory=dict)
    belongings: list[str] = attrs.field(factory=list)
    scars: list[str] = attrs.field(factory=list)
    mods: list[str] = attrs.field(factory=list)

    @property
    def conduct(self) -> Done:
        """The player's conduct. Older saves lack the wounds."""
        return Done(self.counts, self.slain, self.belongings, self.scars)


@attrs.frozen(eq=False)
class SessionSnapshot:
    """An immutable copy of a game at one moment, with everything that ``save`` writes."""

    catalogue: Catalogue
    level: str
    seed: int
    read: bool
    world: Snapshot
    digest: list[str]
    epitaph: str
    death: int
    lines: tuple[Line, ...]
    conduct: Done

    @property
    def game(self) -> tuple[str, str, int]:
        """The content, level and seed. A game can go back only to snapshots with the same ones."""
        return self.catalogue.fingerprint, self.level, self.seed


def read_saved(data: bytes) -> Saved:
    """Decode a saved game.

    Raises:
        SaveError: The data are not a saved game.
    """
    try:
        return msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a saved game: {error}") from None


def refuse_odd_ground(world: World) -> None:
    """Check that the ground of each level is a rectangle that contains all things.

    Raises:
        SaveError: It is not.
    """
    dug = world.root[Levels].dug
    for depth, level in enumerate(dug, 1):
        if any(len(row) != level.width for row in level.rows):
            raise SaveError(f"the rows of level {depth} have different lengths")
    for entity in world.having(Position):
        there = entity[Position]
        if not 1 <= there.level <= len(dug):
            raise SaveError(f"{entity!r} is on level {there.level}, which does not exist")
        level = dug[there.level - 1]
        if not (0 <= there.x < level.width and 0 <= there.y < level.height):
            raise SaveError(f"{entity!r} is outside level {there.level}")
