"""Forecasts of intents, without executing them.

The chain runs above the commit line and as far as it publishes. Nothing is committed, and each
draw yields all its possible results. So the forecast has the true odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.body import Heal
from bidden.events.boons import UseBoon
from bidden.events.combat import Hit, Impact, Shoot, TakeDamage, Throw, WhatHarmFollows
from bidden.events.effects import Affect, Stumble, what_is
from bidden.events.magic import Cast
from bidden.events.minds import Obey, are_fellows
from bidden.events.movement import Move
from bidden.events.queries import WhatIsInView
from bidden.events.things import Release, Use
from bidden.grid.fov import line
from bidden.intents import Intent
from bidden.narration import refusal_of
from bidden.perception.foretold.aftermath import bursts_of, leaks_of
from bidden.perception.foretold.boons_foretold import IN_VAIN, Outlook, outlook_of
from bidden.perception.foretold.dying import odds_of_death
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.perception.foretold.letting_out import fire_forecasts, ground_forecasts
from bidden.perception.foretold.mortal import costs_each_turn, own_death, starves
from bidden.perception.foretold.odds import draws_of, perhaps, summed
from bidden.perception.senses.ground import walls_about
from bidden.perception.senses.names import is_known
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.perception.senses.treading import known_trap_of
from bidden.rules.ground.dangers import danger_of
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from bidden.state import Levels, name_of, the_thing
from eventcore import Action, Entity, Event, World
from eventcore.time import StartTimer

_SURE: Final = 100


def forecast(intent: Intent, player: Entity, world: World) -> Forecast:
    """Forecast an intent of the player. Nothing changes.

    The forecast contains only what the player can see: nothing about unseen targets, or about what
    an unidentified item does.
    """
    if not player.alive:
        return Forecast()
    seen = world.preview(action_of(intent, player, world))
    refused, outlook = _refusal(seen), Outlook()
    meant = seen.event.replacement is None  # and not what another mind wants, or chance
    if meant and isinstance(seen.event, UseBoon) and (refused is None or refused in IN_VAIN):
        outlook = outlook_of(seen.event, player, world)
        refused = outlook.refusal or None
    if refused is not None:
        told = refusal_of(refused, walls_about(player, world))
        return Forecast(refusal=told or "That cannot be done.")
    if isinstance(seen.event.replacement, Obey | Stumble):
        return Forecast()  # who knows what another mind will want, or where chance will lead
    hidden, view = _hides(seen.event, player), in_view_of(player, world)
    if hidden and isinstance(seen.event, Release):
        return Forecast()  # whatever comes of it would tell what it is
    done: list[Any] = [seen, *map(world.preview, outlook.does)]
    strokes = [[*_done(one, world, set(), hidden=hidden)] for one in done]
    tiles = _tiles(seen.event, world)
    strokes[0] += _harm_of_the_step(seen.event, player, world)
    strokes = [
        [one for one in stroke if not _happens_unseen(one, player, world)] for stroke in strokes
    ]
    events = [one for stroke in strokes for one in stroke]
    lands = (world.preview(one).event for one in outlook.lands)
    strokes += [[one] for one in lands if not one.failed]
    harms, targets = _target_forecasts(strokes, player, view, world)
    dying = [who for who, told in targets if told.death and who is not player]
    dead = {told.name for _, told in targets if told.death == _SURE}
    fires = fire_forecasts(outlook.alight, outlook.fuel, player, world)
    ground = (*ground_forecasts(seen.event, events, player, world), *fires)
    mine, killed = harms.get(player, []), {who: told.death for who, told in targets}
    return Forecast(
        targets=tuple(told for _, told in targets),
        tiles=(*(tile for tile in tiles if tile in view), *outlook.tiles),
        ground=(*ground, *leaks_of(dying, player, world)),
        bursts=bursts_of(dying, player, world),
        short=_falls_short(seen.event, view),
        trap=outlook.trap or known_trap_of(seen.event, player, world),
        shifts=tuple(one for one in outlook.shifts if one.name not in dead),
        unsure=outlook.unsure,
        lingers=costs_each_turn(events, player, world),
        starves=starves(events, player),
        death=own_death(events, mine, ground, killed, player, world),
    )


def _refusal(seen: Any) -> str | None:
    """Return why the previewed event, or its replacement, would be refused."""
    if seen.event.failed:
        return str(seen.reason or "")
    replaced = seen.follows and seen.event.replacement is not None
    return _refusal(seen.follows[0]) if replaced else None


def _hides(action: Action, player: Entity) -> bool:
    """Return whether the action uses an item that the player has not identified."""
    item = action.item if isinstance(action, Use) else None
    return item is not None and not is_known(player, item)


def _done(seen: Any, world: World, hurt: set[Entity], *, hidden: bool) -> Iterator[Event]:
    """Yield the events that would be done, in order, with the healing of creatures hurt by then."""
    event = seen.event
    if hidden and isinstance(event, Affect):
        return
    if event.failed:
        yield from _healing_after_all(event, world, hurt)
        return
    if isinstance(event, TakeDamage):
        hurt.add(event.target)
    yield event
    for one in seen.follows:
        yield from _done(one, world, hurt, hidden=hidden)


def _healing_after_all(event: Event, world: World, hurt: set[Entity]) -> Iterator[Event]:
    """Yield healing that unhurt creatures refuse, if something hurts them before it."""
    if isinstance(event, Heal) and event.reason == "full" and event.target in hurt:
        yield event
    elif isinstance(event, Affect) and event.reason == "nothing" and event.target in hurt:
        amount = world.root[Effects].kinds[event.effect].once.get("health", 0)
        if amount > 0:
            yield world.preview(Heal(event.enactor, event.target, amount)).event


def _harm_of_the_step(action: Action, player: Entity, world: World) -> list[Event]:
    """Return the damage that the ground does to a creature that steps there."""
    if not isinstance(action, Move) or action.replacement is not None:
        return []
    danger = danger_of(player, (action.x, action.y), world)
    if danger is None:
        return []
    harm = TakeDamage(player, player, danger.strength, source=danger.name, kind=danger.kind)
    return [world.preview(harm).event]


def _happens_unseen(event: Event, player: Entity, world: World) -> bool:
    """Return whether an event happens to a creature that the player does not notice."""
    target = getattr(event, "target", None)
    return isinstance(target, Entity) and is_unnoticed(player, target, world)


def _target_forecasts(
    strokes: list[list[Event]], player: Entity, view: frozenset[tuple[int, int]], world: World
) -> tuple[dict[Entity, list[Counter[int]]], list[tuple[Entity, TargetForecast]]]:
    """Add up several strokes. A shield blocks all of a stroke, or nothing.

    The result also says how much each harm may cost each creature, in order.
    """
    harm: dict[Entity, list[Counter[int]]] = {}
    lasting: dict[Entity, list[str]] = {}
    met: dict[Entity, list[Counter[int]]] = {}
    blocks: dict[Entity, int] = {}
    for stroke in strokes:
        before = {who: len(harms) for who, harms in harm.items()}
        _add_up(stroke, harm, lasting, player, view, world)
        struck = {one.target for one in stroke if isinstance(one, Hit | Impact)}
        for who, harms in harm.items():
            new = harms[before.get(who, 0) :]
            if who in struck and who is not player:
                blocks[who] = max(0, min(_SURE, what_is(world, who, "block")))
                new = [perhaps(summed(new), _SURE - blocks[who])]
            met.setdefault(who, []).extend(new)
    found = list[tuple[Entity, TargetForecast]]()
    for who, harms in harm.items():
        death, block = odds_of_death(who, world, met[who]), blocks.get(who, 0)
        told = _target_forecast(who, harms, death, lasting[who], block, player, world)
        found.append((who, told))
    return met, found


def _add_up(
    events: list[Event],
    harm: dict[Entity, list[Counter[int]]],
    lasting: dict[Entity, list[str]],
    player: Entity,
    view: frozenset[tuple[int, int]],
    world: World,
) -> None:
    """Add the results of events to the totals of their targets."""
    for at, event in enumerate(events):
        if not isinstance(event, TakeDamage | StartTimer | Heal):
            continue
        if not _is_told(event.target, player, view):
            continue
        harms, lasts = harm.setdefault(event.target, []), lasting.setdefault(event.target, [])
        if isinstance(event, TakeDamage):
            harms.append(draws_of(event))
            for who, odds in _harm_that_follows(event, events[at + 1 :], world).items():
                if _is_told(who, player, view) and not is_unnoticed(player, who, world):
                    harm.setdefault(who, []).append(odds)
                    lasting.setdefault(who, [])
        elif isinstance(event, Heal):
            lasts.append(f"+{_healed(event, harms)} HP")
        else:
            lasts.append(f"{event.kind} for {event.duration}")


def _is_told(who: Entity, player: Entity, view: frozenset[tuple[int, int]]) -> bool:
    """Return whether the player sees what happens to a creature. Disguised ones show no harm."""
    place = who[Position]
    in_view = place.level == player[Position].level and (place.x, place.y) in view
    return (who is player or in_view) and not is_disguised(who)


def _harm_that_follows(
    harm: TakeDamage, after: list[Event], world: World
) -> dict[Entity, Counter[int]]:
    """Return the losses of others through a harm, for each loss that could be drawn."""
    by, to = harm.enactor, harm.target
    struck = any(isinstance(one, Hit) and one.enactor is by and one.target is to for one in after)
    found: dict[Entity, Counter[int]] = {}
    draws = draws_of(harm)
    for draw, count in draws.items():
        most = to[Health].hp if Health in to else draw + 1
        dealt, losses = min(draw, most), Counter[Entity]()
        for one in world.ask(WhatHarmFollows(to, harm, dealt, struck, draw >= most)).found:
            for done in _done(world.preview(one), world, set(), hidden=False):
                if isinstance(done, TakeDamage):
                    losses[done.target] += max(1, done.strength)
        for who, loss in losses.items():
            found.setdefault(who, Counter())[loss] += count
    for odds in found.values():
        missing = draws.total() - odds.total()
        if missing:
            odds[0] += missing
    return found


def _healed(heal: Heal, harms: list[Counter[int]]) -> str:
    """Return the healing in words. An unhurt creature regains no more than it lost before."""
    if not heal.failed:
        return str(heal.amount)
    odds = summed(harms)
    least, most = (min(heal.amount, loss) for loss in (min(odds), max(odds)))
    return str(most) if least == most else f"{least}–{most}"


def _target_forecast(
    who: Entity,
    harms: list[Counter[int]],
    death: int,
    lasting: list[str],
    block: int,
    player: Entity,
    world: World,
) -> TargetForecast:
    name = "you" if who is player else the_thing(name_of(who))
    fellow = who is not player and are_fellows(world, player, who)
    name += ", on your side" if fellow else ""
    if not harms:
        return TargetForecast(name, lasting=tuple(lasting), fellow=fellow)
    odds = summed(harms)
    return TargetForecast(name, min(odds), max(odds), death, tuple(lasting), fellow, block)


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
            if power is not None and power.aim is Aim.CHOSEN and action.x >= 0:
                return tuple(line(start, (action.x, action.y))[1:])
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
