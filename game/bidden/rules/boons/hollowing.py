"""Boons of the hollow: they drain, hide, and leave an image or darkness behind."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.content.kinds.boon_kinds import WarpKind
from bidden.events.body import Heal
from bidden.events.boons import Reappear, UseBoon, Vanish
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.ground import Pour, Veil, WhatHides
from bidden.events.places import Spawn
from bidden.rules.boons.having import HavingBoons
from bidden.state import Unseen
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles

_FADING: Final = "fading"
_WITHIN: Final = 1
"""An unseen creature is noticed from this distance, in tiles."""


@component
class HollowBoons(Component):
    """Drains, hides, and leaves an image or darkness behind."""

    # After the power itself, at REACT - 20 at the latest.
    @handles(UseBoon, REACT - 1, via="world")
    def drain_who_is_struck(self, use: UseBoon, world: World) -> None:
        """Move hit points from the target to the user, and slow the target if it survives."""
        warp, who, target = _warp(use, "strike", world), use.enactor, use.target
        if warp is None or not who.alive or target is None or not target.alive:
            return
        drain = TakeDamage(who, target, warp.drains, sure=True, source=warp.name, kind="magic")
        dealt = world.publish(drain).dealt
        if dealt and who.alive:
            world.publish(Heal(who, who, dealt, source=warp.name))
        if target.alive:
            world.publish(Affect(who, target, warp.effect, warp.turns))

    @handles(UseBoon, REACT - 3, via="world")
    def vanish(self, use: UseBoon, world: World) -> None:
        """Make the user unseen after a leap."""
        if _warp(use, "leap", world) is not None and use.enactor.alive:
            world.publish(Vanish(use.enactor))

    @handles(UseBoon, REACT - 4, via="world")
    def leave_an_image(self, use: UseBoon, world: World) -> None:
        """Spawn a fading image where the user was."""
        warp, who = _warp(use, "pass", world), use.enactor
        if warp is None or not who.alive:
            return
        spot = use.from_x, use.from_y, who[Position].level
        image = world.publish(Spawn(who, None, warp.leaves, *spot)).made
        if image is not None:
            world.publish(Affect(image, image, _FADING))

    @handles(UseBoon, REACT - 5, via="world")
    def leave_the_dark(self, use: UseBoon, world: World) -> None:
        """Cover the tiles that the user ran across with darkness."""
        warp, who = _warp(use, "rush", world), use.enactor
        if warp is not None and who.alive and use.tiles:
            world.publish(Pour(who, who[Position].level, warp.ground, [*use.tiles]))

    @handles(Vanish, APPLY, via="world")
    def be_unseen(self, vanishing: Vanish, world: World) -> None:
        if Unseen not in vanishing.enactor:
            world.attach(vanishing.enactor, Unseen())

    # Before the user vanishes again.
    @handles(UseBoon, REACT - 30, via="world")
    def show_by_another_boon(self, use: UseBoon, world: World) -> None:
        """Using another boon ends being unseen."""
        _show(use.enactor, world)

    # Like the rule of hiding, at REACT - 11, and before the target dies. Always, because damage
    # without a component to apply it must fail.
    @handles(TakeDamage, REACT - 12, via="world", always=True)
    def show_by_harm(self, damage: TakeDamage, world: World) -> None:
        """Dealing or taking damage ends being unseen."""
        if damage.done:
            _show(damage.enactor, world)
            _show(damage.target, world)

    @handles(Reappear, APPLY, via="world")
    def be_seen(self, reappearing: Reappear, world: World) -> None:
        world.detach(reappearing.enactor, Unseen)

    # After the rule of hiding, at MODIFY + 10.
    @handles(WhatHides, MODIFY + 20, via="world")
    def tell_who_is_unseen(self, question: WhatHides, world: World) -> None:
        for who in world.roster(Unseen, Position):
            here = who[Position]
            if here.level == question.level and question.enactor is not who:
                question.found.append(Veil("a boon", _WITHIN, frozenset({here.tile})))


def _show(who: Entity, world: World) -> None:
    if who.alive and Unseen in who:
        world.publish(Reappear(who))


def _warp(use: UseBoon, boon: str, world: World) -> WarpKind | None:
    return world.root[HavingBoons].warp_of(use, boon, "hollow")
