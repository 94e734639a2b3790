"""The aftermath of an intent: bursts and leaks of dying creatures, and the player's own death."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bidden.components.body.metabolism import Stomach
from bidden.components.movement.position import Position
from bidden.components.tricks.deaths import Bursts, Leaks
from bidden.events.body import Feed
from bidden.events.combat import Attack, Shoot, TakeDamage, Throw
from bidden.events.minds import side_of
from bidden.events.queries import WhatIsInView
from bidden.events.tricks import Erupt
from bidden.perception.cards.effects import effects_told
from bidden.perception.foretold.forecast import YOU, BurstForecast, GroundForecast
from bidden.perception.foretold.letting_out import counted_names, leak_forecasts
from bidden.perception.foretold.odds import OUTRIGHT, draws_of, odds_of_death, perhaps, summed
from bidden.perception.senses.sight import in_view_of, sees
from bidden.rules.magic.effects import Effects
from bidden.state import Levels, name_of, the_thing
from bidden.words import phrase
from eventcore import Entity, Event, World
from eventcore.time import Stacking, StartTimer, Timers


def leaks_of(dying: Iterable[Entity], player: Entity, world: World) -> tuple[GroundForecast, ...]:
    """Forecast the leaks of dying creatures in view."""
    forecasts = [leak_forecasts(who, player, world) for who in dying if Leaks in who]
    return tuple(forecast for each in forecasts for forecast in each)


def bursts_of(dying: Iterable[Entity], player: Entity, world: World) -> Iterator[BurstForecast]:
    """Forecast the bursts of dying creatures in view."""
    view, kinds = in_view_of(player, world), world.root[Effects].kinds
    for who in dying:
        bursts, here = who.get(Bursts), who[Position]
        if bursts is None:
            continue
        area = WhatIsInView(world.root, here.x, here.y, bursts.radius, here.level)
        ground = world.root[Levels].at(here.level)
        floor = sorted(tile for tile in world.ask(area).tiles & view if not ground.is_wall(*tile))
        eruption = world.preview(_eruption(who, bursts, world))
        targets = eruption.event.targets
        reached = [
            "you" if target is player else name_of(target)
            for target in targets
            if target is not who and (target is player or sees(player, target, world))
        ]
        does = effects_told(bursts.effects, kinds, named=True)
        nominal = -sum(kinds[effect].once.get("health", 0) for effect in bursts.effects)
        harms = [event for event in _follows(eruption) if isinstance(event, TakeDamage)]
        yours = sum(max(draws_of(harm)) for harm in harms if harm.target is player)
        if player in targets and yours != nominal:  # resistances change it
            does = phrase("bursts", "yours", does=does, yours=yours)
        told = the_thing(name_of(who)), does, (*floor,), counted_names(reached)
        if reached or not bursts.fellows:
            way = phrase("bursts", "fellows" if bursts.fellows else "all", seen=bursts.seen)
            yield BurstForecast(*told, way)


def _eruption(who: Entity, bursts: Bursts, world: World) -> Erupt:
    here, side = who[Position], side_of(world, who) if bursts.fellows else ""
    reach = [*bursts.effects], bursts.radius, side
    return Erupt(world.root, who, here.x, here.y, here.level, *reach)


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
    hunger. ``harms`` has the possible losses of the player, in order, and ``killed`` the
    probability of death, in percent, of each creature.
    """
    seen = [*events]
    later = (*_burns(ground), *_lasting(seen, player, world), *_of_the_dying(killed, player, world))
    return odds_of_death(player, world, [*harms, *later, *_of_food(seen, player)])


def starves(events: Iterable[Event], player: Entity) -> bool:
    """Return whether the player would starve."""
    return any(OUTRIGHT in loss for loss in _of_food(events, player))


def costs_each_turn(events: Iterable[Event], player: Entity, world: World) -> bool:
    """Return whether an effect that starts on the player would cost hit points each turn."""
    return any(True for _ in _lasting(events, player, world))


def _burns(ground: Iterable[GroundForecast]) -> Iterator[Counter[int]]:
    for each in ground:
        if each.strength and YOU in each.reached:
            yield Counter(range(1, each.strength + 1))


def _lasting(events: Iterable[Event], player: Entity, world: World) -> Iterator[Counter[int]]:
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
        turns = -(-start.duration // kind.every)  # rounded up to the maximum
        yield from [perhaps(draws_of(harm), kind.each_percent)] * turns


def _level(start: StartTimer, player: Entity, world: World) -> int:
    kind = world.root[Effects].kinds[start.kind]
    if kind.stacking is not Stacking.INTENSIFY:
        return start.level
    lasting = (timer for timer in world.root[Timers].of(player) if timer.kind == start.kind)
    return min(max(1, len(kind.stages)), start.level + sum(timer.level for timer in lasting))


def _of_the_dying(
    killed: Mapping[Entity, int], player: Entity, world: World
) -> Iterator[Counter[int]]:
    """Yield the losses of the player through bursts and leaks of creatures that may die."""
    for who, often in killed.items():
        if often and who is not player:
            burns = summed(_burns(leaks_of([who], player, world)))
            yield perhaps(summed([burns, *_of_a_burst(who, player, world)]), often)


def _of_a_burst(who: Entity, player: Entity, world: World) -> Iterator[Counter[int]]:
    bursts = who.get(Bursts)
    if bursts is None or Position not in who or bursts.fellows:
        return
    for event in _follows(world.preview(_eruption(who, bursts, world))):
        if isinstance(event, TakeDamage) and event.target is player:
            yield draws_of(event)
        elif isinstance(event, StartTimer) and event.target is player:
            yield from _each_turn(event, player, world)


def _follows(seen: Any) -> Iterator[Event]:
    for each in seen.follows:
        if not each.event.failed:
            yield each.event
            yield from _follows(each)


def _of_food(events: Iterable[Event], player: Entity) -> Iterator[Counter[int]]:
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
