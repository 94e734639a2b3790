"""Tricks after a blow: gain by it, spring back, or imitate the target."""

from __future__ import annotations

from bidden.events.combat import Hit
from bidden.events.effects import Affect
from bidden.events.magic import Shove
from bidden.events.tricks import Imitate
from bidden.state import Fighter, Look
from eventcore import APPLY, REACT, VALIDATE, Component, World, component, handles


@component
class Relish(Component):
    """Causes an effect on its creature whenever its attack hurts.

    Attributes:
        effect: The effect's name.
    """

    effect: str

    @handles(Hit, REACT - 14)
    def feed_on_it(self, hit: Hit, world: World) -> None:
        """Apply the effect to its creature if it is alive."""
        if hit.dealt and hit.enactor.alive:
            world.publish(Affect(hit.enactor, hit.enactor, self.effect))


@component
class Skirmish(Component):
    """Moves its creature a tile away from its target after an attack, if there is room."""

    @handles(Hit, REACT - 12)
    def spring_back(self, hit: Hit, world: World) -> None:
        """Move a tile farther away."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Shove(hit.target, hit.enactor, tiles=1))


@component
class Imitates(Component):
    """Lets its creature copy the shape, attack and defence of its target."""

    @handles(Hit, REACT - 8)
    def take_after(self, hit: Hit, world: World) -> None:
        """Imitate a target that survived."""
        if hit.enactor.alive and hit.target.alive:
            world.publish(Imitate(hit.enactor, hit.target))

    @handles(Imitate, VALIDATE, role="enactor")
    def refuse_to_be_the_same_again(self, imitate: Imitate, world: World) -> None:
        """Fail for the present shape, and for a target that does not fight."""
        mine, theirs = imitate.enactor[Fighter], imitate.target.get(Fighter)
        if theirs is None or Look not in imitate.target or _same(mine, theirs):
            imitate.fail("same")

    @handles(Imitate, APPLY, role="enactor")
    def be_like_them(self, imitate: Imitate, world: World) -> None:
        """Assume the look and the natural attack, defence and strength of the target."""
        mine, theirs = imitate.enactor[Fighter], imitate.target[Fighter]
        mine.attack, mine.defence = theirs.attack, theirs.defence
        mine.strength = theirs.strength
        look, model = imitate.enactor[Look], imitate.target[Look]
        look.glyph, look.look = model.glyph, model.look


def _same(one: Fighter, other: Fighter) -> bool:
    mine, theirs = ((it.attack, it.defence, it.strength) for it in (one, other))
    return mine == theirs
