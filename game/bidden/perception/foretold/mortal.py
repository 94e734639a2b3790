"""Mortality: how likely the player dies of what an intent would come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bidden.components.body.stomach import Stomach
from bidden.components.movement.position import Position
from bidden.components.tricks.bursts import Bursts
from bidden.events.body import Feed
from bidden.events.combat import Attack, Shoot, TakeDamage, Throw
from bidden.events.tricks import Erupt
from bidden.perception.foretold.aftermath import leaks_of
from bidden.perception.foretold.dying import odds_of_death
from bidden.perception.foretold.forecast import YOU, GroundForecast
from bidden.perception.foretold.odds import OUTRIGHT, draws_of, perhaps, summed
from bidden.rules.magic.effects import Effects
from eventcore import Entity, Event, World
from eventcore.time import Stacking, StartTimer, Timers

_SURE: Final = 100


def own_death(
    events: Iterable[Event],
    harms: Iterable[Counter[int]],
    ground: Iterable[GroundForecast],
    killed: Mapping[Entity, int],
    player: Entity,
    world: World,
) -> int:
    """Give in how many of a hundred cases the player dies of it.

    A turn on the ground is reckoned in, all that begins to last, what those do by dying that it
    may kill, and hunger.

    Args:
        events: What would be done.
        harms: What that may cost the player, in order.
        ground: What would become of the ground.
        killed: In how many of a hundred cases it kills whom.
        player: Who would do it.
        world: Where.
    """
    seen = [*events]
    later = (*_burns(ground), *_lasting(seen, player, world), *_of_the_dying(killed, player, world))
    return odds_of_death(player, world, [*harms, *later, *_of_food(seen, player)])


def starves(events: Iterable[Event], player: Entity) -> bool:
    """Say whether the player dies of hunger by what would be done."""
    return any(OUTRIGHT in one for one in _of_food(events, player))


def costs_each_turn(events: Iterable[Event], player: Entity, world: World) -> bool:
    """Say whether what begins to last on the player, by what would be done, costs hit points."""
    return any(True for _ in _lasting(events, player, world))


def _burns(ground: Iterable[GroundForecast]) -> Iterator[Counter[int]]:
    """Yield what each kind of ground would cost the player in a turn."""
    for one in ground:
        if one.strength and YOU in one.reached:
            yield Counter(range(1, one.strength + 1))


def _lasting(events: Iterable[Event], player: Entity, world: World) -> Iterator[Counter[int]]:
    """Yield what the player loses each turn by what begins to last on them."""
    for event in events:
        if isinstance(event, StartTimer) and event.target is player and not event.failed:
            yield from _each_turn(event, player, world)


def _each_turn(start: StartTimer, player: Entity, world: World) -> Iterator[Counter[int]]:
    kind = world.root[Effects].kinds.get(start.kind)
    each = 0 if kind is None else -kind.each.get("health", 0) * _level(start, player, world)
    if kind is None or each <= 0:
        return
    harm = world.preview(TakeDamage(player, player, each, sure=True, kind=kind.kind)).event
    if not harm.failed:
        turns = -(-start.duration // kind.every)  # as many of them as there can be
        yield from [perhaps(draws_of(harm), kind.each_percent)] * turns


def _level(start: StartTimer, player: Entity, world: World) -> int:
    """Give how intense it would be, on top of what lasts already."""
    kind = world.root[Effects].kinds[start.kind]
    if kind.stacking is not Stacking.INTENSIFY:
        return start.level
    lasts = (one.level for one in world.root[Timers].of(player) if one.kind == start.kind)
    return min(max(1, len(kind.stages)), start.level + sum(lasts))


def _of_the_dying(
    killed: Mapping[Entity, int], player: Entity, world: World
) -> Iterator[Counter[int]]:
    """Yield what those would cost the player by bursting or leaking that may be killed."""
    for who, often in killed.items():
        if not often or who is player:
            continue
        burns = summed(_burns(leaks_of([who], player, world)))
        yield perhaps(summed([burns, *_of_a_burst(who, player, world)]), often)


def _of_a_burst(who: Entity, player: Entity, world: World) -> Iterator[Counter[int]]:
    bursts, here = who.get(Bursts), who.get(Position)
    if bursts is None or here is None or bursts.fellows:
        return
    erupt = Erupt(world.root, who, here.x, here.y, here.level, [*bursts.effects], bursts.radius)
    for event in _follows(world.preview(erupt)):
        if isinstance(event, TakeDamage) and event.target is player:
            yield draws_of(event)
        elif isinstance(event, StartTimer) and event.target is player:
            yield from _each_turn(event, player, world)


def _follows(seen: Any) -> Iterator[Event]:
    """Yield what would come of an event, and be done."""
    for one in seen.follows:
        if not one.event.failed:
            yield one.event
            yield from _follows(one)


def _of_food(events: Iterable[Event], player: Entity) -> Iterator[Counter[int]]:
    """Yield what the player would suffer from the food that it gives or takes."""
    stomach = player.get(Stomach)
    if stomach is None:
        return
    food = stomach.food
    for event in events:
        amount = 0
        if isinstance(event, Feed) and event.target is player and not event.failed:
            amount = event.amount
        elif isinstance(event, Attack | Throw | Shoot) and event.enactor is player:
            amount = -stomach.blow
        food += amount
        if food > stomach.most:
            yield Counter([1])
        elif amount < 0 and food <= 0 and stomach.starves:
            yield Counter([OUTRIGHT])
