"""Warped boons: those of embers start fires; those of the hollow drain, hide and darken."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.door import is_hidden_door
from bidden.components.movement.position import Position
from bidden.content.kinds.boon_kinds import WarpKind
from bidden.events.body import Heal
from bidden.events.boons import Melt, Reappear, UseBoon, Vanish
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.ground import Pour, Veil, WhatHides
from bidden.events.movement import Leave
from bidden.events.places import Spawn
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.grid.tiles import looks_walled
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import set_alight, somebody_at
from bidden.state import Levels, Unseen
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles

_FLOOR = "."
_FADING: Final = "fading"
_WITHIN: Final = 1
"""An unseen creature is noticed from this distance, in tiles."""


@component
class BurningBoons(Component):
    """Sets on fire what boons of embers reach, and melts walls."""

    # After the power itself, at REACT - 20 at the latest.
    @handles(UseBoon, REACT - 10, via="world")
    def burn_who_is_struck(self, use: UseBoon, world: World) -> None:
        """Set the struck creature on fire, and the tile where it lands."""
        warp, who, target = _warp(use, "strike", "ember", world), use.enactor, use.target
        if warp is None or not who.alive or target is None:
            return
        if target.alive:
            world.publish(Affect(who, target, warp.effect, warp.turns))
        set_alight(who, who[Position].level, use.tiles, warp.ground, world)

    @handles(UseBoon, REACT - 11, via="world")
    def burn_in_a_line(self, use: UseBoon, world: World) -> None:
        """Set the tiles ahead on fire, and the creatures there."""
        warp, who = _warp(use, "lash", "ember", world), use.enactor
        if warp is None or not who.alive:
            return
        level = who[Position].level
        for x, y in use.tiles:
            other = somebody_at(x, y, level, world)
            if other is not None and other is not who:
                world.publish(Affect(who, other, warp.effect, warp.turns))
        set_alight(who, level, use.tiles, warp.ground, world)

    @handles(UseBoon, REACT - 12, via="world")
    def burn_around_the_landing(self, use: UseBoon, world: World) -> None:
        """Set the tiles around the landing on fire, but not the landing itself."""
        warp, who = _warp(use, "leap", "ember", world), use.enactor
        if warp is None or not who.alive:
            return
        level = who[Position].level
        around = [(use.x + dx, use.y + dy) for dx, dy in AROUND]
        tiles = [tile for tile in around if not looks_walled(*tile, level, world)]
        set_alight(who, level, tiles, warp.ground, world)

    @handles(UseBoon, REACT - 13, via="world")
    def melt_the_wall(self, use: UseBoon, world: World) -> None:
        if _warp(use, "pass", "ember", world) is not None:
            world.publish(Melt(use.enactor, use.enactor[Position].level, [*use.tiles]))

    @handles(UseBoon, REACT - 14, via="world")
    def burn_what_is_left_behind(self, use: UseBoon, world: World) -> None:
        """Set the tiles that the user ran across on fire."""
        warp, who = _warp(use, "rush", "ember", world), use.enactor
        if warp is not None and who.alive and use.tiles:
            set_alight(who, who[Position].level, use.tiles, warp.ground, world)

    @handles(Melt, APPLY, via="world")
    def be_floor(self, melt: Melt, world: World) -> None:
        """Turn the tiles into floor. A secret door that looks like the wall melts too."""
        level = world.root[Levels].at(melt.level)
        rows = [*level.rows]
        for x, y in melt.tiles:
            rows[y] = rows[y][:x] + _FLOOR + rows[y][x + 1 :]
            for thing in world.ask(WhatIsAt(world.root, x, y, melt.level)).found:
                if is_hidden_door(thing):
                    world.publish(Leave(thing))
                    world.despawn(thing)
        level.rows = rows


def _warp(use: UseBoon, boon: str, warp: str, world: World) -> WarpKind | None:
    if use.boon != boon or use.warp != warp:
        return None
    return world.root[HavingBoons].kinds[boon].warped(warp)


@component
class HollowBoons(Component):
    """Drains, hides, and leaves an image or darkness behind."""

    # After the power itself, at REACT - 20 at the latest.
    @handles(UseBoon, REACT - 1, via="world")
    def drain_who_is_struck(self, use: UseBoon, world: World) -> None:
        """Move hit points from the target to the user, and slow the target if it survives."""
        warp, who, target = _warp(use, "strike", "hollow", world), use.enactor, use.target
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
        if _warp(use, "leap", "hollow", world) is not None and use.enactor.alive:
            world.publish(Vanish(use.enactor))

    @handles(UseBoon, REACT - 4, via="world")
    def leave_an_image(self, use: UseBoon, world: World) -> None:
        """Spawn a fading image where the user was."""
        warp, who = _warp(use, "pass", "hollow", world), use.enactor
        if warp is None or not who.alive:
            return
        spot = use.from_x, use.from_y, who[Position].level
        image = world.publish(Spawn(who, None, warp.leaves, *spot)).made
        if image is not None:
            world.publish(Affect(image, image, _FADING))

    @handles(UseBoon, REACT - 5, via="world")
    def leave_the_dark(self, use: UseBoon, world: World) -> None:
        """Cover the tiles that the user ran across with darkness."""
        warp, who = _warp(use, "rush", "hollow", world), use.enactor
        if warp is not None and who.alive and use.tiles:
            world.publish(Pour(who, who[Position].level, warp.ground, [*use.tiles]))

    @handles(Vanish, APPLY, via="world")
    def be_unseen(self, vanishing: Vanish, world: World) -> None:
        if Unseen not in vanishing.enactor:
            world.attach(vanishing.enactor, Unseen())

    # Before the user vanishes again.
    @handles(UseBoon, REACT - 30, via="world")
    def show_by_another_boon(self, use: UseBoon, world: World) -> None:
        _show(use.enactor, world)

    # Like the rule of hiding, at REACT - 11, and before the target dies. Always, because damage
    # without a component to apply it must fail.
    @handles(TakeDamage, REACT - 12, via="world", always=True)
    def show_by_harm(self, damage: TakeDamage, world: World) -> None:
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
