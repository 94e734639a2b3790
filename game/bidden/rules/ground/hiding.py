"""Hiding: a creature that waits in tall growth is not noticed from afar, until it acts."""

from __future__ import annotations

from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.ground import Crouch, RiseUp, Tile, Veil, WhatHides
from bidden.events.movement import Arrive, Move, Wait
from bidden.rules.ground.ground import Ground
from bidden.state import Fighter, Flying
from eventcore import MODIFY, REACT, Component, Entity, World, component, handles


@component
class Hiding(Component):
    """Hides waiting creatures, and reveals them again."""

    @handles(Wait, REACT, via="world")
    def crouch_where_one_waits(self, wait: Wait, world: World) -> None:
        """Hide a creature that waits on ground that hides it.

        A hunter that is held up does not hide.
        """
        who = wait.enactor
        if who in world.root[Ground].hidden or Flying in who or Fighter not in who or _hunts(who):
            return
        here = who[Position]
        kind = world.root[Ground].kind_of(here.level, here.tile)
        if kind is not None and kind.hides:
            world.publish(Crouch(who))

    # Before the step is noticed, at REACT - 2.
    @handles(Move, REACT - 9, via="world")
    @handles(Arrive, REACT - 9, via="world")
    def show_by_moving(self, moving: Move | Arrive, world: World) -> None:
        self._show(moving.enactor, world)

    @handles(TakeDamage, REACT - 11, via="world")
    def show_by_harm(self, damage: TakeDamage, world: World) -> None:
        self._show(damage.enactor, world)
        self._show(damage.target, world)

    @handles(WhatHides, MODIFY + 10, via="world")
    def tell_who_hides(self, question: WhatHides, world: World) -> None:
        """Add the hidden creatures, as long as their ground still hides them."""
        ground, found = world.root[Ground], dict[str, list[Tile]]()
        for who in ground.hidden:
            here = who.get(Position) if who.alive and who is not question.enactor else None
            if here is None or here.level != question.level:
                continue
            cover = ground.on("covers", here.level).get(here.tile)
            if cover is not None and ground.kinds[cover.kind].hides:
                found.setdefault(cover.kind, []).append(here.tile)
        for name, tiles in found.items():
            question.found.append(Veil(name, ground.kinds[name].hides, frozenset(tiles)))

    def _show(self, who: Entity, world: World) -> None:
        if who in world.root[Ground].hidden:
            world.publish(RiseUp(who))


def _hunts(who: Entity) -> bool:
    """Return whether a creature waits only for its turn to attack."""
    wits = who.get(Wits)
    return wits is not None and wits.state == "hunting"
