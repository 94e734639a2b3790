"""The probability that the player dies of an intent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bidden.components.body.stomach import Stomach
from bidden.components.movement.position import Position
from bidden.components.tricks.deaths import Bursts
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
    """Return the probability, in percent, that the player dies.

    It includes a turn on the ground, effects that start, bursts of creatures that may die, and
    hunger.

    Args:
        events: The events that would be done.
        harms: The possible losses of the player, in order.
        ground: The forecast for the ground.
        killed: The probability of death, in percent, of each creature.
        player: The actor.
        world: The world.
    """
    seen = [*events]
    later = (*_burns(ground), *_lasting(seen, player, world), *_of_the_dying(killed, player, world))
    return odds_of_death(player, world, [*harms, *later, *_of_food(seen, player)])


def starves(events: Iterable[Event], player: Entity) -> bool:
    """Return whether the player would starve."""
    return any(OUTRIGHT in one for one in _of_food(events, player))


def costs_each_turn(events: Iterable[Event], player: Entity, world: World) -> bool:
    """Return whether an effect that starts on the player would cost hit points each turn."""
    return any(True for _ in _lasting(events, player, world))


def _burns(ground: Iterable[GroundForecast]) -> Iterator[Counter[int]]:
    """Yield the losses of the player in a turn on each kind of ground."""
    for one in ground:
        if one.strength and YOU in one.reached:
            yield Counter(range(1, one.strength + 1))


def _lasting(events: Iterable[Event], player: Entity, world: World) -> Iterator[Counter[int]]:
    """Yield the losses of the player each turn through effects that start."""
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
    """Return the level of an effect, added to a lasting one."""
    kind = world.root[Effects].kinds[start.kind]
    if kind.stacking is not Stacking.INTENSIFY:
        return start.level
    lasts = (one.level for one in world.root[Timers].of(player) if one.kind == start.kind)
    return min(max(1, len(kind.stages)), start.level + sum(lasts))


def _of_the_dying(
    killed: Mapping[Entity, int], player: Entity, world: World
) -> Iterator[Counter[int]]:
    """Yield the losses of the player through bursts and leaks of creatures that may die."""
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
    """Yield the consequences of a previewed event."""
    for one in seen.follows:
        if not one.event.failed:
            yield one.event
            yield from _follows(one)


def _of_food(events: Iterable[Event], player: Entity) -> Iterator[Counter[int]]:
    """Yield the losses of the player through food given or taken."""
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
