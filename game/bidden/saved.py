"""Saved games: what of a game is written down, or kept as it stands, besides the intents."""

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
    """A game, as it is saved."""

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
        """What the player had done and suffered; of an older game without the wounds."""
        return Done(self.counts, self.slain, self.belongings, self.scars)


@attrs.frozen(eq=False)
class SessionSnapshot:
    """A game at one moment, copied as it stands: what ``save`` writes, and never changed."""

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
        """What the games have in common that one of them goes back to."""
        return self.catalogue.fingerprint, self.level, self.seed


def read_saved(data: bytes) -> Saved:
    """Read what was written.

    Raises:
        SaveError: The data are no save of a game.
    """
    try:
        return msgspec.json.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a saved game: {error}") from None


def refuse_odd_ground(world: World) -> None:
    """Refuse a state with ground that is no rectangle, or with something beyond it.

    Raises:
        SaveError: The ground is odd, or something lies beyond it.
    """
    dug = world.root[Levels].dug
    for depth, level in enumerate(dug, 1):
        if any(len(row) != level.width for row in level.rows):
            raise SaveError(f"the rows of level {depth} differ in length")
    for entity in world.having(Position):
        there = entity[Position]
        if not 1 <= there.level <= len(dug):
            raise SaveError(f"{entity!r} is on level {there.level}, which is not there")
        level = dug[there.level - 1]
        if not (0 <= there.x < level.width and 0 <= there.y < level.height):
            raise SaveError(f"{entity!r} is beyond the edge of level {there.level}")
