"""Peace: creatures of a friendly faction let the player pass, and tell what they know."""

from __future__ import annotations

from bidden.events.combat import TakeDamage
from bidden.events.minds import WhoseSide
from bidden.events.run import BreakPeace, Talk
from bidden.state import Side
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles


@component
class Peaceful(Component):
    """Takes no side, and is nobody's enemy, until it is hurt.

    Attributes:
        seen: Whether the player has read that it lets them pass.
    """

    seen: bool = False

    # Before effects, because a charm gives it a side.
    @handles(WhoseSide, MODIFY - 10)
    def take_no_side(self, question: WhoseSide, world: World) -> None:
        question.side = ""

    # Before its wits turn it on the attacker, at REACT - 5.
    @handles(TakeDamage, REACT - 8, role="target")
    def keep_it_no_longer(self, damage: TakeDamage, world: World) -> None:
        """Return to its own side when somebody else has hurt it."""
        who = self.entity
        if damage.enactor is not who and Side in damage.enactor:
            world.detach(who, Peaceful)
            world.publish(BreakPeace(who, damage.enactor))


@component
class Tells(Component):
    """Tells something to a creature that walks into it, once.

    Attributes:
        faction: The faction for which it speaks.
        told: Whether it has spoken.
    """

    faction: str
    told: bool = False

    @handles(Talk, APPLY, role="target")
    def have_told(self, talk: Talk, world: World) -> None:
        self.told = True
