"""What a creature does by dying, as far as its kind shows: it bursts, or leaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidden.components.movement.position import Position
from bidden.components.tricks.deaths import Bursts, Leaks
from bidden.events.minds import side_of
from bidden.events.queries import WhatIsInView
from bidden.events.tricks import Erupt
from bidden.perception.cards.effects import effects_told
from bidden.perception.foretold.forecast import BurstForecast, GroundForecast
from bidden.perception.foretold.letting_out import counted_names, leak_forecasts
from bidden.perception.senses.sight import in_view_of, sees
from bidden.rules.magic.effects import Effects
from bidden.state import Levels, name_of, the_thing
from eventcore import Entity, World


def bursts_of(dying: Iterable[Entity], player: Entity, world: World) -> tuple[BurstForecast, ...]:
    """Forecast the bursts of dying creatures in view.

    Args:
        dying: The creatures.
        player: The observer.
        world: The world.
    """
    return tuple(_bursts(dying, player, world))


def leaks_of(dying: Iterable[Entity], player: Entity, world: World) -> tuple[GroundForecast, ...]:
    """Forecast what dying creatures in view would leave on the ground."""
    found = list[GroundForecast]()
    for who in dying:
        leaks = who.get(Leaks)
        if leaks is not None:
            spot = who[Position].x, who[Position].y
            found += leak_forecasts(leaks, spot, player, world)
    return tuple(found)


def _bursts(dying: Iterable[Entity], player: Entity, world: World) -> Iterator[BurstForecast]:
    view, kinds = in_view_of(player, world), world.root[Effects].kinds
    for who in dying:
        bursts, here = who.get(Bursts), who[Position]
        if bursts is None:
            continue
        spot = here.x, here.y, bursts.radius, here.level
        tiles, ground = world.ask(WhatIsInView(world.root, *spot)).tiles, world.root[Levels]
        floor = {tile for tile in tiles & view if not ground.at(here.level).is_wall(*tile)}
        side = side_of(world, who) if bursts.fellows else ""
        reach = [*bursts.effects], bursts.radius, side
        erupt = Erupt(world.root, who, here.x, here.y, here.level, *reach)
        reached = [
            "you" if one is player else name_of(one)
            for one in world.preview(erupt).event.targets
            if one is not who and (one is player or sees(player, one, world))
        ]
        yield BurstForecast(
            the_thing(name_of(who)),
            effects_told(bursts.effects, kinds),
            tuple(sorted(floor)),
            counted_names(reached),
        )
