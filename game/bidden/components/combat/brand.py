"""Brands: blows that also burn, freeze or deal other damage."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Hit, TakeDamage, check_harms
from eventcore import RESOLVE, Component, World, component, handles


@component
class Brand(Component):
    """Adds damage of a kind to the attacks of its creature, or of the wielder of its item.

    Attributes:
        kind: The kind of damage, one of HARMS; defence does not reduce it.
        strength: The maximum damage, in hit points.

    Raises:
        ValueError: The kind of harm is unknown.
    """

    kind: str
    strength: Annotated[int, Meta(ge=1)]

    def __attrs_post_init__(self) -> None:
        check_harms([self.kind])

    @handles(Hit, RESOLVE + 10)
    @handles(Hit, RESOLVE + 10, via="owner")
    def harm_besides(self, hit: Hit, world: World) -> None:
        """Deal the extra damage to the target if it survived the blow."""
        if hit.target.alive:
            by, to, kind = hit.enactor, hit.target, self.kind
            world.publish(TakeDamage(by, to, self.strength, source=kind, kind=kind))
