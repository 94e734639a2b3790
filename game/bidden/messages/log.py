"""The messages: all that the player was told."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.messages.effects import EffectWords
from bidden.messages.fights import Fights
from bidden.messages.learning import Learning
from bidden.messages.places import Places
from bidden.messages.refusals import refusal_of
from bidden.messages.things import Things
from bidden.messages.witness import Witness
from bidden.view import Line
from eventcore import Action, Entity, World

__all__ = ["MessageLog"]


class MessageLog:
    """What the player was told."""

    def __init__(
        self,
        world: World,
        player: Entity,
        lines: Iterable[Line] = (),
        epitaph: str = "",
        death: int = 0,
    ) -> None:
        """Begin to listen, or go on after what was told before."""
        self._witness = Witness(world, player, lines, epitaph, death)
        if player.alive:
            world.observe(Action, self._tell_refusal, entity=player)
        for teller in (Fights, Places, EffectWords, Things, Learning):
            teller(self._witness)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines kept, oldest first."""
        return tuple(self._witness.lines)

    @property
    def epitaph(self) -> str:
        """How the player died, in a sentence; empty while alive."""
        return self._witness.epitaph

    @property
    def death(self) -> int:
        """The number of the event the player died in; 0 while alive."""
        return self._witness.death

    def _tell_refusal(self, action: Action) -> None:
        # A blow that took a step's place has its refusal adopted, and told, by the step.
        stands_in = action.cause is not None and action.cause.replacement is action
        if not stands_in:
            self._witness.add(action, refusal_of(action.reason or ""), "refusal")
