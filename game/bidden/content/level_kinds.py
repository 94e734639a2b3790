"""Kinds of level: the tables of ``levels.toml``, and what is drawn by lot on them."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.rules.places.scenario import Cue
from bidden.worldgen.bsp import Measures
from bidden.worldgen.plan import MAP_HEIGHT, MAP_WIDTH
from eventcore import Stream

__all__ = ["Deeper", "LevelKind", "Lots"]


@attrs.frozen
class Lots:
    """Things that are drawn by lot.

    Attributes:
        count: How many.
        of: By name, how likely each of these is of that kind, against the others.
    """

    count: Annotated[int, Meta(ge=0)] = 0
    of: dict[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.count and not self.of:
            raise ValueError(f"there are {self.count}, and none they could be")

    def draw(self, stream: Stream) -> list[str]:
        """Draw the names of so many."""
        lots = [name for name, weight in self.of.items() for _ in range(weight)]
        return [stream.pick(lots) for _ in range(self.count)]


@attrs.frozen
class Deeper:
    """What is on a level further down.

    Attributes:
        creatures: Who lives there.
        things: What lies about, each kind of thing by lots of its own.
        traps: What lies in wait.
    """

    creatures: Lots = Lots()
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()


@attrs.frozen
class LevelKind:
    """A kind of level, as its table in ``levels.toml`` has it.

    Attributes:
        things: What lies about, each kind of thing by lots of its own.
        traps: What lies in wait.
        prize: What lies on the deepest level: who holds it has won. Where there is none, the
            game is won when nobody of another side is left there.
        deeper: What is on the levels below, from the top down; a scenario has none.
        cues: What a scenario brings about.
        sight: How far the player sees by nature, in tiles; 0 for as far as ever.
        waits: Whether the bot that shows a scenario only waits.
    """

    width: Annotated[int, Meta(le=MAP_WIDTH)]
    height: Annotated[int, Meta(le=MAP_HEIGHT)]
    depth: Annotated[int, Meta(ge=0)]
    least_room: Annotated[int, Meta(ge=1)]
    door_percent: Annotated[int, Meta(ge=0, le=100)]
    creatures: dict[str, Annotated[int, Meta(ge=0)]]
    cues: list[Cue] = attrs.field(factory=list)
    sight: Annotated[int, Meta(ge=0)] = 0
    waits: bool = False
    things: list[Lots] = attrs.field(factory=list)
    traps: Lots = Lots()
    prize: str = ""
    deeper: list[Deeper] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        if min(self.width, self.height) < self.measures.plot:
            raise ValueError(
                f"{self.width} × {self.height} tiles are too few: a room with its walls takes "
                f"{self.measures.plot} each way"
            )

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return 1 + len(self.deeper)

    @property
    def measures(self) -> Measures:
        """What the ground is dug by."""
        return Measures(self.width, self.height, self.depth, self.least_room, self.door_percent)
