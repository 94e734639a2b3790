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


class MessageLog:
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
        self._witness = Witness(world, player, lines, epitaph, death)
        self._lines: tuple[Line, ...] = ()
        if listens:
            self._witness.observe((*NARRATIONS, *more))

    def go_back_to(self, lines: Iterable[Line], epitaph: str, death: int) -> None:
        """Restore the messages of an earlier moment."""
        witness = self._witness
        witness.lines.clear()
        witness.lines.extend(lines)
        witness.epitaph, witness.death = epitaph, death
        self._lines = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines kept, oldest first."""
        lines, known = self._witness.lines, self._lines
        # A new message comes last and is never equal to an object that was there before.
        if len(lines) != len(known) or (lines and lines[-1] is not known[-1]):
            self._lines = tuple(lines)
        return self._lines

    @property
    def epitaph(self) -> str:
        """How the player died, in a sentence; empty while alive."""
        return self._witness.epitaph

    @property
    def death(self) -> int:
        """The number of the event the player died in; 0 while alive."""
        return self._witness.death
