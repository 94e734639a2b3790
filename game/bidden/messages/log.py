"""The messages: all that the player was told."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.messages.bodies import Bodies
from bidden.messages.boons import BoonWords
from bidden.messages.effects import EffectWords
from bidden.messages.fights import Fights
from bidden.messages.ground import GroundWords
from bidden.messages.learning import Learning
from bidden.messages.minds import Minds
from bidden.messages.places import Places
from bidden.messages.pursuit import PursuitWords
from bidden.messages.run import RunWords
from bidden.messages.talk import TalkWords
from bidden.messages.things import Things
from bidden.messages.tricks import Tricks
from bidden.messages.witness import Teller, Witness
from bidden.view import Line
from eventcore import Action, Entity, World


class MessageLog:
    """What the player was told."""

    def __init__(
        self,
        world: World,
        player: Entity,
        lines: Iterable[Line] = (),
        epitaph: str = "",
        death: int = 0,
        *,
        listens: bool = True,
        more: Iterable[type[Teller]] = (),
    ) -> None:
        """Begin to listen, if it is to, or go on after what was told before.

        Args:
            world: The world.
            player: Who is told.
            lines: What was told before.
            epitaph: How the player died, if they did.
            death: The number of that event.
            listens: Whether anything is to be told.
            more: What tells of events besides, after what tells of the game's own.
        """
        self._witness = Witness(world, player, lines, epitaph, death)
        self._lines: tuple[Line, ...] = ()
        if not listens:
            return
        themes: tuple[type[Teller], ...] = (
            Refusals,
            Fights,
            Bodies,
            Places,
            EffectWords,
            Things,
            Learning,
            GroundWords,
            Tricks,
            Minds,
            PursuitWords,
            RunWords,
            TalkWords,
            BoonWords,
            *more,
        )
        for theme in themes:
            theme(self._witness)
        tellers = self._witness.tellers
        for kind in tellers:
            if not any(base in tellers for base in kind.__mro__[1:]):
                world.observe(kind, self._witness.tell)

    def go_back_to(self, lines: Iterable[Line], epitaph: str, death: int) -> None:
        """Have told only what was told by then."""
        witness = self._witness
        witness.lines.clear()
        witness.lines.extend(lines)
        witness.epitaph, witness.death = epitaph, death
        self._lines = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines kept, oldest first."""
        lines, told = self._witness.lines, self._lines
        # Whatever is told comes last, and is another line than was there before.
        if len(lines) != len(told) or (lines and lines[-1] is not told[-1]):
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


class Refusals(Teller):
    """Tells of refused actions of which nobody tells in particular."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Action)
