"""Forecasts of intents, without executing them.

The chain runs to the commit line, and on as far as it publishes. Nothing is committed, and each
draw yields all its possible results. So the forecast has the true odds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import attrs

from bidden.actions import action_of
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.body import Heal
from bidden.events.boons import UseBoon
from bidden.events.combat import Hit, Impact, Shoot, TakeDamage, Throw, WhatHarmFollows
from bidden.events.effects import Affect, Stumble, what_is
from bidden.events.magic import Cast, Transfuse
from bidden.events.minds import Obey, are_fellows
from bidden.events.movement import Move
from bidden.events.queries import WhatIsInView
from bidden.events.things import Release, Use
from bidden.grid.fov import line
from bidden.intents import Intent
from bidden.narration import refusal_of
from bidden.perception.cards.effects import begins_as
from bidden.perception.foretold.aftermath import (
    bursts_of,
    costs_each_turn,
    leaks_of,
    own_death,
    starves,
)
from bidden.perception.foretold.boons_foretold import IN_VAIN, Outlook, outlook_of
from bidden.perception.foretold.forecast import Forecast, TargetForecast, in_person
from bidden.perception.foretold.letting_out import fire_forecasts, ground_forecasts
from bidden.perception.foretold.odds import draws_of, odds_of_death, perhaps, summed
from bidden.perception.senses.ground import walls_about
from bidden.perception.senses.names import apparent_name, is_known
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.perception.senses.threats import known_trap_of
from bidden.perception.told.tiles import tile_told
from bidden.rules.ground.dangers import danger_of
from bidden.rules.ground.kinds import FIRE
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim
from bidden.rules.magic.spells import power_of, range_of
from bidden.state import Levels, enumerated, name_of, the_thing
from bidden.text import numbered
from bidden.words import kind_named, phrase
from eventcore import Action, Entity, Event, World
from eventcore.time import StartTimer

_SURE: Final = 100


def forecast(intent: Intent, player: Entity, world: World) -> Forecast:
    """Forecast an intent of the player, without changing anything.

    The forecast reveals nothing about unseen targets, or about the effects of an unidentified item.
    """
    if not player.alive:
        return Forecast()
    seen = world.preview(action_of(intent, player, world))
    refused, outlook = _refusal(seen), Outlook()
    meant = seen.event.replacement is None  # not replaced by another mind or by chance
    if meant and isinstance(seen.event, UseBoon) and (refused is None or refused in IN_VAIN):
        outlook = outlook_of(seen.event, player, world)
        refused = outlook.refusal or None
    if refused is not None:
        told = refusal_of(refused, walls_about(player, world), range_of(seen.event, world))
        return Forecast(refusal=told or phrase("forecast", "refused"))
    if isinstance(seen.event.replacement, Obey | Stumble):
        return Forecast()  # another mind's plan and a stumble's direction are unknown
    hidden, view = _hides(seen.event, player), in_view_of(player, world)
    if hidden and isinstance(seen.event, Release):
        return Forecast()  # any result would identify the item
    done: list[Any] = [seen, *map(world.preview, outlook.does)]
    strokes = [[*_done(event, world, set(), hidden=hidden)] for event in done]
    strokes[0] = [_after_paying(event, seen.event, world) for event in strokes[0]]
    tiles = _tiles(seen.event, world)
    strokes[0] += _harm_of_the_step(seen.event, player, world)
    strokes = [
        [event for event in stroke if not _happens_unseen(event, player, world)]
        for stroke in strokes
    ]
    immune = [event for stroke in strokes for event in stroke if event.reason == "immune"]
    strokes = [[event for event in stroke if event.reason != "immune"] for stroke in strokes]
    events = [event for stroke in strokes for event in stroke]
    lands = (world.preview(event).event for event in outlook.lands)
    strokes += [[event] for event in lands if not event.failed]
    tally = _Tally(player, view, world)
    tally.struck = outlook.struck
    for stroke in strokes:
        tally.add(stroke)
    tally.spare(immune)
    targets = tally.targets()
    dying = [who for who, target in targets.items() if target.death and who is not player]
    dead = {target.name for target in targets.values() if target.death == _SURE}
    fires = fire_forecasts(outlook.alight, outlook.fuel, player, world)
    ground = (*ground_forecasts(seen.event, events, player, world), *fires)
    fire = {tile for each in ground if each.kind == FIRE for tile in each.tiles}
    leaks = leaks_of(dying, player, world)
    leaks = tuple(leak for leak in leaks if leak.kind != FIRE or not fire >= {*leak.tiles})
    throw = seen.event if ground and isinstance(seen.event, Throw) else None
    if throw and throw.item and throw.struck in targets:  # by what also spreads on the ground
        by = the_thing(apparent_name(player, throw.item, world).partition(" of ")[0])
        targets[throw.struck] = attrs.evolve(targets[throw.struck], by=by)
    mine, killed = tally.met.get(player, []), {who: told.death for who, told in targets.items()}
    return Forecast(
        targets=tuple(targets.values()),
        tiles=(*(tile for tile in tiles if tile in view), *outlook.tiles),
        ground=(*ground, *leaks),
        bursts=tuple(bursts_of(dying, player, world)),
        short=_falls_short(seen.event, view),
        barrier=_barrier(seen.event, player, world),
        trap=outlook.trap or known_trap_of(seen.event, player, world),
        shifts=tuple(shift for shift in outlook.shifts if shift.name not in dead),
        unsure=outlook.unsure,
        lingers=costs_each_turn(events, player, world),
        starves=starves(events, player),
        death=own_death(events, mine, ground, killed, player, world),
    )


def _refusal(seen: Any) -> str | None:
    if seen.event.failed:
        return str(seen.reason or "")
    replaced = seen.follows and seen.event.replacement is not None
    return _refusal(seen.follows[0]) if replaced else None


def _hides(action: Action, player: Entity) -> bool:
    item = action.item if isinstance(action, Use) else None
    return item is not None and not is_known(player, item)


def _done(seen: Any, world: World, hurt: set[Entity], *, hidden: bool) -> Iterator[Event]:
    """Yield the events that would be done, in order, and those that fail on the immune.

    The healing of creatures hurt by then counts as done.
    """
    event = seen.event
    if hidden and isinstance(event, Affect):
        return
    if event.failed:
        yield from [event] if event.reason == "immune" else ()
        yield from _healing_after_all(event, world, hurt)
        return
    if isinstance(event, TakeDamage):
        hurt.add(event.target)
    yield event
    for each in seen.follows:
        yield from _done(each, world, hurt, hidden=hidden)


def _healing_after_all(event: Event, world: World, hurt: set[Entity]) -> Iterator[Event]:
    """Yield healing that unhurt creatures refuse, if something hurts them before it."""
    if isinstance(event, Heal) and event.reason == "full" and event.target in hurt:
        yield event
    elif isinstance(event, Affect) and event.reason == "nothing" and event.target in hurt:
        amount = world.root[Effects].kinds[event.effect].once.get("health", 0)
        if amount > 0:
            yield world.preview(Heal(event.enactor, event.target, amount)).event


def _harm_of_the_step(action: Action, player: Entity, world: World) -> Iterator[Event]:
    """Yield the damage that the ground does to the player that steps there."""
    if isinstance(action, Move) and action.replacement is None:
        danger = danger_of(player, (action.x, action.y), world)
        if danger is not None:
            harm = TakeDamage(player, player, danger.strength, source=danger.name, kind=danger.kind)
            yield world.preview(harm).event


def _after_paying(event: Event, action: Action, world: World) -> Event:
    """Return an event, with more blood turned to mana, by the cost of the spell itself."""
    blood, who = event.cause, action.enactor
    if not (isinstance(blood, Transfuse) and isinstance(action, Cast)):
        return event
    if not isinstance(event, TakeDamage):
        return event
    strength = min(blood.amount + action.mana, who[Health].hp - 1)
    harm = TakeDamage(who, who, strength, sure=True, source=event.source, kind=event.kind)
    return world.preview(harm).event


def _happens_unseen(event: Event, player: Entity, world: World) -> bool:
    target = getattr(event, "target", None)
    return isinstance(target, Entity) and is_unnoticed(player, target, world)


class _Tally:
    """The results of several strokes for each creature. A shield blocks a whole stroke or nothing.

    Attributes:
        struck: The creature that must be alive for each stroke, or None.
        harm: How much each harm may cost each creature, in order, if no shield blocks it.
        met: The same with the odds of a block.
    """

    def __init__(self, player: Entity, view: frozenset[tuple[int, int]], world: World) -> None:
        self._player, self._view, self._world = player, view, world
        self.struck: Entity | None = None
        self._dead = 0  # the probability that it is dead, in percent
        self.harm: dict[Entity, list[Counter[int]]] = {}
        self.met: dict[Entity, list[Counter[int]]] = {}
        self._lasting: dict[Entity, list[str]] = {}
        self._blocks: dict[Entity, int] = {}

    def add(self, stroke: list[Event]) -> None:
        """Add the results of a stroke to the totals of its targets."""
        # A draining blow heals the same amount even if the target dies.
        if self.struck in self.met and not any(isinstance(event, Heal) for event in stroke):
            self._dead = odds_of_death(self.struck, self._world, self.met[self.struck])
        if self._dead == _SURE:
            return
        before = {who: len(harms) for who, harms in self.harm.items()}
        for at, event in enumerate(stroke):
            if isinstance(event, TakeDamage | StartTimer | Heal) and self._is_seen(event.target):
                self._add_up(event, stroke[at + 1 :])
        struck = {event.target for event in stroke if isinstance(event, Hit | Impact)}
        for who, harms in self.harm.items():
            new = harms[before.get(who, 0) :]
            if who in struck and who is not self._player:
                block = max(0, min(_SURE, what_is(self._world, who, "block")))
                self._blocks[who] = block
                new = [perhaps(summed(new), _SURE - block)]
            self.met.setdefault(who, []).extend(new)

    def spare(self, immune: list[Any]) -> None:
        """Add creatures that nothing happens to, because they are immune to it."""
        kinds: dict[Entity, list[str]] = {}
        for event in immune:
            kinds.setdefault(event.target, []).append(getattr(event, "effect", "") or event.kind)
        for who, of in kinds.items():
            if self._is_seen(who) and who not in self.harm and who is not self._player:
                to = enumerated([*dict.fromkeys(map(kind_named, of))])
                self._of(who)[1].append(phrase("forecast", "immune", to=to))

    def targets(self) -> dict[Entity, TargetForecast]:
        """Return the forecast for each creature."""
        return {who: self._target(who, harms) for who, harms in self.harm.items()}

    def _add_up(self, event: TakeDamage | StartTimer | Heal, after: list[Event]) -> None:
        (harms, lasts), you = self._of(event.target), event.target is self._player
        if isinstance(event, TakeDamage):
            harms.append(draws_of(event))
            for who, odds in _harm_that_follows(event, after, self._world).items():
                if self._is_seen(who) and not is_unnoticed(self._player, who, self._world):
                    self._of(who)[0].append(odds)
        elif isinstance(event, Heal):
            does = phrase(
                "forecast", "may heal" if self._dead else "heal", hp=_healed(event, harms)
            )
            lasts.append(in_person(does, you=you))
        else:
            kind = self._world.root[Effects].kinds.get(event.kind)
            name = event.kind if kind is None else kind.stage(event.kind, event.level)
            does = in_person(begins_as(name).replace("are|is", "will be"), you=you)
            turns = numbered("turn", event.duration)
            lasts.append(phrase("forecast", "lasts", does=does, turns=turns))

    def _of(self, who: Entity) -> tuple[list[Counter[int]], list[str]]:
        return self.harm.setdefault(who, []), self._lasting.setdefault(who, [])

    def _is_seen(self, who: Entity) -> bool:
        """Return whether the player sees harm to a creature. A disguise hides it."""
        place = who[Position]
        in_view = (place.x, place.y) in self._view
        is_near = place.level == self._player[Position].level and in_view
        return (who is self._player or is_near) and not is_disguised(who)

    def _target(self, who: Entity, harms: list[Counter[int]]) -> TargetForecast:
        fellow = who is not self._player and are_fellows(self._world, self._player, who)
        name = "you" if who is self._player else the_thing(name_of(who))
        name += ", your ally" if fellow else ""
        lasting, odds = tuple(self._lasting[who]), summed(harms)
        if not harms:
            return TargetForecast(name, lasting=lasting, fellow=fellow)
        death, block = odds_of_death(who, self._world, self.met[who]), self._blocks.get(who, 0)
        return TargetForecast(name, min(odds), max(odds), death, lasting, fellow, block)


def _harm_that_follows(
    harm: TakeDamage, after: list[Event], world: World
) -> dict[Entity, Counter[int]]:
    """Return the losses of others through a harm, for each loss that could be drawn."""
    attacker, to = harm.enactor, harm.target
    hits = [event for event in after if isinstance(event, Hit)]
    struck = any(hit.enactor is attacker and hit.target is to for hit in hits)
    found: dict[Entity, Counter[int]] = {}
    draws = draws_of(harm)
    for draw, count in draws.items():
        most = to[Health].hp if Health in to else draw + 1
        dealt, losses = min(draw, most), Counter[Entity]()
        for follow in world.ask(WhatHarmFollows(to, harm, dealt, struck, draw >= most)).found:
            for done in _done(world.preview(follow), world, set(), hidden=False):
                if isinstance(done, TakeDamage) and not done.failed:
                    losses[done.target] += max(1, done.strength)
        for who, loss in losses.items():
            found.setdefault(who, Counter())[loss] += count
    return {who: odds + Counter({0: draws.total() - odds.total()}) for who, odds in found.items()}


def _healed(heal: Heal, harms: list[Counter[int]]) -> str:
    """Return the healing in words. An unhurt creature regains no more than it lost before."""
    if not heal.failed:
        return str(heal.amount)
    odds = summed(harms)
    least, most = (min(heal.amount, loss) for loss in (min(odds), max(odds)))
    return str(most) if least == most else f"{least}–{most}"


def _tiles(action: Action, world: World) -> tuple[tuple[int, int], ...]:
    here = action.enactor[Position]
    start = (here.x, here.y)
    match action:
        case Throw():
            return tuple(line(start, (action.to_x, action.to_y))[1:])
        case Shoot():
            return tuple(line(start, (action.x, action.y))[1:])
        case Release() | Cast():
            power = power_of(action, world)
            if power is not None and power.aim is Aim.CHOSEN and action.x >= 0:
                return tuple(line(start, (action.x, action.y))[1:])
            if power is None or power.aim is not Aim.AREA:
                return tuple((target[Position].x, target[Position].y) for target in action.targets)
            area = WhatIsInView(world.root, action.x, action.y, power.radius, here.level)
            ground = world.root[Levels].at(here.level)
            return tuple(sorted(t for t in world.ask(area).tiles if not ground.is_wall(*t)))
    return ()


def _falls_short(action: Action, view: frozenset[tuple[int, int]]) -> bool:
    if not isinstance(action, Throw):
        return False
    lands = action.to_x, action.to_y
    return lands != (action.x, action.y) and lands in view


def _barrier(action: Action, player: Entity, world: World) -> str:
    """Return the name of the creature that a throw hits, or of what stops it."""
    if not isinstance(action, Throw):
        return ""
    start, lands = player[Position].tile, (action.to_x, action.to_y)
    behind = dict(pairwise(line(start, (action.x, action.y)))).get(lands, lands)
    tile = behind if action.struck is None else lands
    return re.split("[;,]", tile_told(*tile, player, world))[0]
