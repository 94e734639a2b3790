"""The message log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bidden.narration.body import BODY
from bidden.narration.combat import COMBAT
from bidden.narration.magic import MAGIC
from bidden.narration.minds import MINDS
from bidden.narration.places import PLACES
from bidden.narration.run import RUN
from bidden.narration.things import THINGS
from bidden.narration.witness import Narration, Witness
from bidden.view import Line
from eventcore import Entity, World

NARRATIONS: Final = (COMBAT, BODY, THINGS, MAGIC, PLACES, MINDS, RUN)
"""The narrators of the game's own events."""


class MessageLog(Witness):
    """The messages of a game."""

    def __init__(
        self,
        world: World,
        player: Entity,
        lines: Iterable[Line] = (),
        epitaph: str = "",
        death: int = 0,
        *,
        listens: bool = True,
        more: Iterable[Narration] = (),
    ) -> None:
        """Go on after earlier messages.

        Args:
            world: The world.
            player: The reader.
            lines: The earlier messages.
            epitaph: How the player died, if they did.
            death: The number of that event.
            listens: Whether to add messages.
            more: The narrators of mods.
        """
        super().__init__(world, player)
        self.go_back_to(lines, epitaph, death)
        if listens:
            self.observe((*NARRATIONS, *more))
