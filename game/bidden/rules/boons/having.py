"""Kinds of boons, creatures without boons, and drawing from sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from bidden.components.boons.boons import Boons, Source
from bidden.components.movement.position import Position
from bidden.content.kinds.boon_kinds import BoonKind, BoonLots
from bidden.events.boons import DrawFrom, GainUses, ReceiveBoons, SwitchBoon, UseBoon, Warp
from bidden.events.combat import Die
from bidden.events.places import MakeLevel
from bidden.events.things import PickUp
from bidden.rules.movement.occupancy import things_on
from bidden.rules.tricks.champions import trick_of
from bidden.state import hero_of, is_secret
from eventcore import (
    AIM,
    APPLY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    Fixed,
    World,
    component,
    handles,
)


@component
class HavingBoons(Component):
    """Knows the kinds of boons, deals the player's first boons, and refuses missing ones.

    Games saved before there were boons have a player without boons, who can neither use nor gain
    any.
    """

    _kinds: Mapping[str, BoonKind] = attrs.field(factory=Fixed, init=False, repr=False)
    _lots: BoonLots = attrs.field(factory=BoonLots, init=False, repr=False)

    def made_of(self, kinds: Mapping[str, BoonKind], lots: BoonLots) -> None:
        """Set the kinds of boons, by name, and the weights of the first ones."""
        self._kinds, self._lots = kinds, lots

    @property
    def kinds(self) -> Mapping[str, BoonKind]:
        return self._kinds

    # After the player was spawned, at REACT - 10.
    @handles(MakeLevel, REACT - 3, via="world")
    def give_the_first(self, make: MakeLevel, world: World) -> None:
        """Give the player their first boons when the game begins."""
        hero = hero_of(world)
        if make.level == 1 and self._lots.count and hero is not None:
            world.publish(ReceiveBoons(world.root, hero, uses=self._lots.uses))

    @handles(ReceiveBoons, VALIDATE, via="world")
    def refuse_more(self, receive: ReceiveBoons, world: World) -> None:
        """Fail if the creature already has boons."""
        if Boons in receive.target:
            receive.fail("held")

    @handles(ReceiveBoons, APPLY, via="world")
    def draw_which(self, receive: ReceiveBoons, world: World) -> None:
        """Draw different boons. If all kinds are wanted, keep them in order."""
        lots, names = self._lots, list(self._lots.of)
        if len(names) > lots.count:
            world.stream("boons").shuffle(names)
        receive.boons = names[: lots.count]
        warps = [*lots.warps, "", ""][: lots.count]
        uses = [receive.uses] * lots.count
        world.attach(receive.target, Boons([*receive.boons], uses, warps))

    # After a wound of the victor has closed, and a task is settled. Always, because a death without
    # a component to apply it must fail.
    @handles(Die, REACT - 12, via="world", always=True)
    def let_a_victory_warp(self, die: Die, world: World) -> None:
        """Perhaps warp the active boon of a champion's killer.

        A boon is warped only once.
        """
        hero = die.enactor
        if hero is not hero_of(world) or not (die.done and self._lots.victories):
            return
        boons = hero.get(Boons)
        if boons is None or any(boons.warps[:1]) or not trick_of(die.target, world):
            return
        stream = world.stream("boons")
        if stream.chance(self._lots.victories, 100):
            world.publish(Warp(hero, hero, stream.pick(("ember", "hollow"))))

    @handles(UseBoon, VALIDATE - 5, via="world")
    def refuse_to_use_none(self, use: UseBoon, world: World) -> None:
        if Boons not in use.enactor:
            use.fail("no boon")

    # After a boon without uses is refused, at VALIDATE.
    @handles(UseBoon, VALIDATE + 5, via="world")
    def refuse_no_direction(self, use: UseBoon, world: World) -> None:
        """Fail if the boon needs a direction and the event has none."""
        aimed = use.boon not in self.kinds or self.kinds[use.boon].aimed
        if aimed and max(abs(use.dx), abs(use.dy)) != 1:
            use.fail("no way")

    @handles(SwitchBoon, VALIDATE - 5, via="world")
    def refuse_to_switch_none(self, switch: SwitchBoon, world: World) -> None:
        if Boons not in switch.enactor:
            switch.fail("no other boon")

    @handles(GainUses, VALIDATE - 5, via="world")
    @handles(Warp, VALIDATE - 5, via="world")
    def refuse_to_change_none(self, change: GainUses | Warp, world: World) -> None:
        if Boons not in change.target:
            change.fail("no boon")


@component
class Drawing(Component):
    """Draws from the source on the picker's tile."""

    @handles(PickUp, AIM, via="world")
    def reach_into_it(self, picking: PickUp, world: World) -> None:
        """Draw from the source, unless an item is picked up."""
        source = None if picking.item is not None else source_at(picking.enactor, world)
        if source is not None:
            picking.replace(DrawFrom(picking.enactor, source))


def source_at(who: Entity, world: World) -> Entity | None:
    """Return the source on a creature's tile, or None."""
    here = who[Position]
    return source_among(things_on(*here.spot, world))


def source_among(things: Iterable[Entity]) -> Entity | None:
    """Return the first source among the things on a tile, or None."""
    return next((thing for thing in things if Source in thing and not is_secret(thing)), None)
