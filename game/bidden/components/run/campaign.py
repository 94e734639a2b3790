"""The campaign: which bindings were taken and fulfilled in a run, and how one stands with whom."""

from __future__ import annotations

from typing import Any

import attrs

from bidden.bindings import Binding
from eventcore import Component, Entity, component
from eventcore.time import Scheduled


@component
class Offer(Component):
    """Lets a summoner offer a binding."""

    binding: Binding


@component(version=2)
class Campaign(Component):
    """Keeps how far a run has come; it belongs to the world itself.

    Attributes:
        bound: The binding one is bound by; None until the first was taken, and while one has the
            next to choose.
        first: The first level of it.
        due: The turn at which its term is out.
        fulfilled: Whether its task was done; its term runs on until one is back at the circle.
        burns: How often the bond has burnt.
        served: The factions whose bindings were fulfilled, in order.
        summoners: Whose bindings those were, by name and office; of the first ones less is known
            in games saved before that was kept.
        standing: How one stands with factions, by name: 0 with those that are not in it.
        coming: What is scheduled of the term, while it runs.
        ending: How the run ended, in a word: ``"bound"``, ``"feared"`` or ``"free"``.
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
        """Say of nobody that they were served whose names were not kept."""
        return fields

    @property
    def is_called(self) -> bool:
        """Whether one is bound by nothing that is still to be done."""
        return self.bound is None or self.fulfilled

    def end_term(self) -> None:
        """Let the term run no more."""
        if self.coming is not None:
            self.coming.cancel()
            self.coming = None

    def stands_with(self, faction: str) -> int:
        """Give how one stands with a faction: above 0 well, below 0 badly."""
        return self.standing.get(faction, 0)


def offer_of(who: Entity) -> Binding | None:
    """Give what somebody offers, if they do."""
    offer = who.get(Offer)
    return None if offer is None else offer.binding
