"""Additions to blows: other damage, lasting effects and wounds."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from bidden.events.body import HowMuchMore
from bidden.events.combat import Hit, TakeDamage, Wound, check_harms
from bidden.events.effects import Affect
from eventcore import REACT, RESOLVE, Component, World, component, handles

TENTHS: Final = 10
"""Percent of tenths: the odds are counted in this many parts of the hit points."""


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


@component
class Venom(Component):
    """Adds an effect to damaging attacks of its creature, or of the wielder of its item.

    Attributes:
        effect: The effect's name.
        percent: The chance in percent.
        turns: The duration in turns; 0 for the usual duration of the effect.
    """

    effect: str = "poison"
    percent: Annotated[int, Meta(ge=1, le=100)] = 100
    turns: Annotated[int, Meta(ge=0)] = 0

    @handles(Hit, REACT - 30)
    @handles(Hit, REACT - 30, via="owner")
    def seep_in(self, hit: Hit, world: World) -> None:
        """Start the effect on a target that was hurt and survived, caused by the attacker."""
        if hit.dealt and hit.target.alive and world.stream("venom").chance(self.percent, 100):
            world.publish(Affect(hit.enactor, hit.target, self.effect, self.turns))


@component
class Wounding(Component):
    """Lets damaging attacks of its creature, or of the wielder of its item, wound.

    Creatures without wounds are unaffected.

    Attributes:
        percent: The chance in percent for each tenth of the target's maximum hit points that the
            attack costs.
        kind: The wound, by its name in wounds.toml; empty for a usual wound of an attack.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    kind: str = ""

    @handles(Hit, REACT - 20)
    @handles(Hit, REACT - 20, via="owner")
    def wound(self, hit: Hit, world: World) -> None:
        """Perhaps wound a target that was hurt and survived."""
        if not hit.dealt or not hit.target.alive:
            return
        most = world.ask(HowMuchMore(hit.target, "health")).most
        if most and world.stream("wounds").chance(self.percent * hit.dealt, TENTHS * most):
            world.publish(Wound(hit.enactor, hit.target, kind=self.kind))
