"""Powers: the effects of items and spells, and their targets.

One of seven selectors determines the targets. Distances are Euclidean, in tiles, up to and
including the range. Powers affect only living creatures, and never through a wall.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import Enum
from typing import Annotated

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Breathe
from bidden.events.effects import Affect, CanAffect
from bidden.events.ground import Tile
from bidden.events.magic import Cast, MayComeTo
from bidden.events.minds import are_foes, side_of
from bidden.events.queries import WhatIsInView
from bidden.events.tricks import UseKnack
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.state import Fighter
from eventcore import Entity, World


class Aim(Enum):
    """Selects the targets of a power."""

    SELF = "self"
    """The user."""
    CLOSEST = "closest"
    """The closest enemy in view and in range."""
    CHOSEN = "chosen"
    """The creature on a tile in view and in range."""
    AROUND = "around"
    """All creatures in view and in range except the user."""
    AREA = "area"
    """All creatures around a tile in view and in range, including the user."""
    FELLOWS = "fellows"
    """All creatures of the user's side in view and in range except the user."""
    SPOT = "spot"
    """The user, who chooses a free tile in view and in range."""


@attrs.frozen
class Power:
    """The effects of an item or a spell, with its targets.

    Attributes:
        effects: The names of its effects, in ``effects.toml``.
        aim: The selector of its targets.
        range: Its range in tiles; 0 for as far as the user sees.
        radius: The radius of an area, in tiles.
        told: The message to the user when it works.
        tone: The name of the message's colour.
    """

    effects: Annotated[tuple[str, ...], Meta(min_length=1)]
    aim: Aim = Aim.SELF
    range: Annotated[int, Meta(ge=0)] = 0
    radius: Annotated[int, Meta(ge=0)] = 0
    told: str = ""
    tone: str = "news"

    def __attrs_post_init__(self) -> None:
        if self.aim is not Aim.AREA and self.radius:
            raise ValueError('`radius` needs aim = "area"')
        if self.aim is Aim.SELF and self.range:
            raise ValueError('aim = "self" has no range: leave `range` out')


@attrs.frozen
class Reach:
    """The creatures that a power would reach.

    Attributes:
        targets: The creatures, closest first; of equally close ones, the lowest id.
        refusal: The reason code if the power cannot be used so, else empty.
    """

    targets: tuple[Entity, ...] = ()
    refusal: str = ""


def reach_of(power: Power, who: Entity, x: int, y: int, world: World) -> Reach:
    """Return the creatures that a power would reach; x and y are -1 without an aim.

    The refusal is ``"nobody near"``, ``"nobody around"``, ``"nobody there"``, ``"no aim"``,
    ``"out of sight"``, ``"out of range"`` or ``"not free"``.
    """
    if power.aim is Aim.SELF:
        return Reach((who,))
    if power.aim is Aim.CLOSEST:
        others = [*_in_range(power, who, world)]
        near = [creature for creature in others if are_foes(world, who, creature)]
        foes = tuple(creature for creature in near if not is_unnoticed(who, creature, world))
        return Reach(foes[:1], "" if foes else "nobody near")
    if power.aim in (Aim.AROUND, Aim.FELLOWS):
        others = [creature for creature in _in_range(power, who, world) if creature is not who]
        if power.aim is Aim.FELLOWS:
            side = side_of(world, who)
            others = [creature for creature in others if side_of(world, creature) == side != ""]
        return Reach(tuple(others), "" if others else "nobody around")
    refusal = _refuse_tile(power, who, x, y, world)
    if refusal:
        return Reach(refusal=refusal)
    if power.aim is Aim.SPOT:
        return Reach((who,), "" if world.ask(MayComeTo(who, x, y)).free else "not free")
    if power.aim is Aim.AREA:  # walls and distance protect
        question = WhatIsInView(world.root, x, y, power.radius, who[Position].level)
        return Reach(_living_on(world.ask(question).tiles, who, world))
    there = _living_on([(x, y)], who, world)
    return Reach(there[:1], "" if there else "nobody there")


def blind_reach_of(power: Power, who: Entity, world: World) -> Reach:
    """Find the targets of a power whose user does not know that it needs an aim.

    An area is centred on the user. A power for one creature takes the closest enemy, and a power
    for a tile draws one. The result never has a refusal.
    """
    if power.aim is Aim.CHOSEN:
        power = attrs.evolve(power, aim=Aim.CLOSEST)
    if power.aim is Aim.SPOT:
        return Reach((who,))
    here = who[Position]
    return Reach(reach_of(power, who, here.x, here.y, world).targets)


def use_of(power: Power, who: Entity, x: int, y: int, world: World) -> Reach:
    """Return the targets of a power, with the refusal ``"nothing"`` if it would do nothing.

    An area power is always used, even if nobody is there.
    """
    reach = reach_of(power, who, x, y, world)
    if reach.refusal or power.aim is Aim.AREA:
        return reach
    would = any(
        world.ask(CanAffect(target, name)).would
        for target in reach.targets
        for name in power.effects
    )
    return reach if would else Reach(reach.targets, "nothing")


def take_aim(power: Power, use: Breathe | Cast | UseKnack, world: World) -> None:
    """Store a power's targets in the event that uses it. Fail if it would do nothing."""
    reach = use_of(power, use.enactor, use.x, use.y, world)
    use.targets = [*reach.targets]
    if reach.refusal:
        use.fail(reach.refusal)


def work(
    power: Power,
    who: Entity,
    targets: Iterable[Entity],
    world: World,
    spot: tuple[int, int] = (-1, -1),
) -> bool:
    """Apply the effects of a power to its targets. Return whether any of them did anything."""
    x, y = spot if power.aim is Aim.SPOT else (-1, -1)
    worked = False
    for target in targets:
        for name in power.effects:
            if target.alive:
                worked |= world.publish(Affect(who, target, name, x=x, y=y)).applied
    return worked


def _refuse_tile(power: Power, who: Entity, x: int, y: int, world: World) -> str:
    if x < 0 or y < 0:
        return "no aim"
    if (x, y) not in in_view_of(who, world):
        return "out of sight"
    here = who[Position]
    return "out of range" if power.range and _far(here, x, y, power.range) else ""


def _in_range(power: Power, who: Entity, world: World) -> Iterator[Entity]:
    """Yield the living creatures in view and in range, including the user, closest first."""
    here, view = who[Position], in_view_of(who, world)
    for other in _living(who, world):
        there = other[Position]
        near = not power.range or not _far(here, there.x, there.y, power.range)
        if there.tile in view and near:
            yield other


def _living_on(tiles: Container[Tile], who: Entity, world: World) -> tuple[Entity, ...]:
    living = _living(who, world)
    return tuple(creature for creature in living if creature[Position].tile in tiles)


def _living(who: Entity, world: World) -> list[Entity]:
    """Return all living creatures on a creature's level, including itself, closest first."""
    here, living = who[Position], []
    for creature in world.roster(Fighter, Position):
        there = creature[Position]
        if there.level == here.level:
            far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
            living.append((far, creature.id, creature))
    return [creature for _, _, creature in sorted(living)]


def _far(here: Position, x: int, y: int, most: int) -> bool:
    return (here.x - x) ** 2 + (here.y - y) ** 2 > most * most
