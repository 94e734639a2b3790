"""The campaign: the bindings of a run, standing with factions, and creatures that keep peace."""

from __future__ import annotations

from typing import Any

import attrs

from bidden.bindings import Binding
from bidden.events.combat import TakeDamage
from bidden.events.minds import WhoseSide
from bidden.events.run import BreakPeace, Talk
from bidden.state import Side
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles
from eventcore.time import Scheduled


@component
class Offer(Component):
    """Lets a summoner offer a binding."""

    binding: Binding


@component(version=2)
class Campaign(Component):
    """The progress of a run. It belongs to the world itself.

    Attributes:
        bound: The present binding; None before the first, and while the player has a choice.
        first: The first level of the binding.
        due: The turn at which its term ends.
        fulfilled: Whether its task is done. The term runs on until the player is at the circle.
        burns: The number of times the bond has burnt.
        served: The factions of fulfilled bindings, in order.
        summoners: The names and titles of their summoners. Older saves lack the first ones.
        standing: The standing with factions, by name; 0 for those that are missing.
        coming: The scheduled event of the term, while it runs.
        ending: How the run ended: ``"bound"``, ``"feared"`` or ``"free"``.
    """

    bound: Binding | None = None
    first: int = 0
    due: int = 0
    fulfilled: bool = False
    burns: int = 0
    served: list[str] = attrs.Factory(list)
    summoners: list[str] = attrs.Factory(list)
    standing: dict[str, int] = attrs.Factory(dict)
    coming: Scheduled | None = None
    ending: str = ""

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Leave the summoners of older saves empty."""
        return fields

    @property
    def is_called(self) -> bool:
        """Whether no task is left to be done."""
        return self.bound is None or self.fulfilled

    def end_term(self) -> None:
        if self.coming is not None:
            self.coming.cancel()
            self.coming = None

    def stands_with(self, faction: str) -> int:
        """Return the standing with a faction, negative for enemies."""
        return self.standing.get(faction, 0)


def offer_of(who: Entity) -> Binding | None:
    """Return the offer of a creature, or None."""
    offer = who.get(Offer)
    return None if offer is None else offer.binding


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
