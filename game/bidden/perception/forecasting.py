"""Forecasts: what an intent would come to, found out without doing it.

The chain is run above the commit line and as far as it publishes, nothing is committed, and
chance answers with what it could draw. So what is told are the true odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.body.wounds import Wounds
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.body import Heal
from bidden.events.combat import Shoot, TakeDamage, Throw
from bidden.events.effects import Affect, Stumble
from bidden.events.magic import Cast
from bidden.events.minds import Obey
from bidden.events.movement import Move
from bidden.events.queries import WhatIsInView
from bidden.events.things import Release, Use
from bidden.grid.fov import line
from bidden.intents import Intent
from bidden.messages import refusal_of
from bidden.perception.forecast import Forecast, TargetForecast
from bidden.perception.letting_out import ground_forecasts
from bidden.perception.names import is_known
from bidden.perception.sight import in_view_of, is_unnoticed
from bidden.perception.treading import known_trap_of
from bidden.rules.ground.dangers import danger_of
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from bidden.state import Levels, name_of, the_thing
from eventcore import Action, Entity, Event, Preview, World
from eventcore.time import StartTimer


def forecast(intent: Intent, player: Entity, world: World) -> Forecast:
    """Tell what an intent of the player would come to; nothing changes by it.

    Only what the player can see is told: of whom it would hit unseen, and of what a thing does
    that is not known, nothing.
    """
    if not player.alive:
        return Forecast()
    seen = world.preview(action_of(intent, player, world))
    refused = _refusal(seen)
    if refused is not None:
        return Forecast(refusal=refusal_of(refused) or "That cannot be done.")
    if isinstance(seen.event.replacement, Obey | Stumble):
        return Forecast()  # who knows what another mind will want, or where chance will lead
    hidden, view = _hides(seen.event, player), in_view_of(player, world)
    if hidden and isinstance(seen.event, Release):
        return Forecast()  # whatever comes of it would tell what it is
    events = [*_done(seen, hidden=hidden)]
    tiles = _tiles(seen.event, world)
    events += _harm_of_the_step(seen.event, player, world)
    events = [one for one in events if not _happens_unseen(one, player, world)]
    return Forecast(
        targets=_target_forecasts(events, player, view),
        tiles=tuple(tile for tile in tiles if tile in view),
        ground=ground_forecasts(seen.event, events, player, world),
        short=_falls_short(seen.event, view),
        trap=known_trap_of(seen.event, player, world),
    )


def _refusal(seen: Preview[Any]) -> str | None:
    """Give why it would be refused, or what took its place would be."""
    if seen.event.failed:
        return seen.reason or ""
    replaced = seen.follows and seen.event.replacement is not None
    return _refusal(seen.follows[0]) if replaced else None


def _hides(action: Action, player: Entity) -> bool:
    """Say whether a thing is used of which the player does not know what it does."""
    item = action.item if isinstance(action, Use) else None
    return item is not None and not is_known(player, item)


def _done(seen: Preview[Any], *, hidden: bool) -> Iterator[Event]:
    if seen.event.failed or (hidden and isinstance(seen.event, Affect)):
        return
    yield seen.event
    for one in seen.follows:
        yield from _done(one, hidden=hidden)


def _harm_of_the_step(action: Action, player: Entity, world: World) -> list[Event]:
    """Give the harm that the ground does to who steps there: what minds keep off it for."""
    if not isinstance(action, Move) or action.replacement is not None:
        return []
    danger = danger_of(player, (action.x, action.y), world)
    if danger is None:
        return []
    harm = TakeDamage(player, player, danger.strength, source=danger.name, kind=danger.kind)
    return [world.preview(harm).event]


def _happens_unseen(event: Event, player: Entity, world: World) -> bool:
    """Say whether an event happens to somebody whom the player does not notice."""
    target = getattr(event, "target", None)
    return isinstance(target, Entity) and is_unnoticed(player, target, world)


def _target_forecasts(
    events: list[Event], player: Entity, view: frozenset[tuple[int, int]]
) -> tuple[TargetForecast, ...]:
    harm: dict[Entity, list[TakeDamage]] = {}
    lasting: dict[Entity, list[str]] = {}
    for event in events:
        if not isinstance(event, TakeDamage | StartTimer | Heal):
            continue
        place = event.target[Position]
        if event.target is not player and (place.x, place.y) not in view:
            continue
        if is_disguised(event.target):
            continue  # who takes it for a thing expects no harm to it
        harms, lasts = harm.setdefault(event.target, []), lasting.setdefault(event.target, [])
        if isinstance(event, TakeDamage):
            harms.append(event)
        elif isinstance(event, Heal):
            lasts.append(f"+{event.amount} hp")
        else:
            lasts.append(f"{event.kind} for {event.duration}")
    return tuple(_target_forecast(who, harm[who], lasting[who], player) for who in harm)


def _target_forecast(
    who: Entity, harms: list[TakeDamage], lasting: list[str], player: Entity
) -> TargetForecast:
    name = "you" if who is player else the_thing(name_of(who))
    if not harms:
        return TargetForecast(name, lasting=tuple(lasting))
    odds = Counter({0: 1})
    for harm in harms:
        most = max(1, harm.strength)
        draws = [most] if harm.sure else range(1, most + 1)
        sums: Counter[int] = Counter()
        for so_far, count in odds.items():
            for draw in draws:
                sums[so_far + draw] += count
        odds = sums
    health, body = who.get(Health), who.get(Wounds)
    if body is not None and body.count + 1 < body.most:
        health = None  # a wound stands for its death
    deadly = sum(count for loss, count in odds.items() if health is not None and loss >= health.hp)
    death = _percent(deadly, odds.total())
    return TargetForecast(name, min(odds), max(odds), death, tuple(lasting))


def _percent(part: int, whole: int) -> int:
    """Give a share in percent, rounded down; 0 and 100 only where they are certain."""
    return 0 if part == 0 else 100 if part == whole else max(1, part * 100 // whole)


def _tiles(action: Action, world: World) -> tuple[tuple[int, int], ...]:
    here = action.enactor[Position]
    start = (here.x, here.y)
    match action:
        case Throw():
            return tuple(line(start, (action.to_x, action.to_y))[1:])
        case Shoot():
            return tuple(line(start, (action.x, action.y))[1:])
        case Release() | Cast():
            power = _power_of(action, world)
            if power is None or power.aim is not Aim.AREA:
                return tuple((one[Position].x, one[Position].y) for one in action.targets)
            level = here.level
            question = WhatIsInView(world.root, action.x, action.y, power.radius, level)
            ground = world.root[Levels].at(level)
            tiles = world.ask(question).tiles
            return tuple(sorted(tile for tile in tiles if not ground.is_wall(*tile)))
    return ()


def _falls_short(action: Action, view: frozenset[tuple[int, int]]) -> bool:
    if not isinstance(action, Throw):
        return False
    lands = action.to_x, action.to_y
    return lands != (action.x, action.y) and lands in view


def _power_of(action: Release | Cast, world: World) -> Power | None:
    if isinstance(action, Cast):
        return world.root[Spells].kinds[action.spell]
    magic = None if action.item is None else action.item.get(Magic)
    return None if magic is None else magic.power_of(action)
