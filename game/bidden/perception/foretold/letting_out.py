"""Forecasts of the visible ground after an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.movement.position import Position
from bidden.components.things.breakable import Spill
from bidden.components.things.pack import Pack
from bidden.components.tricks.deaths import Leaks
from bidden.components.tricks.disguise import is_disguised
from bidden.events.combat import TakeDamage, Throw
from bidden.events.ground import Ignite, Known, Spread, Tile, WhatSpreads
from bidden.events.minds import are_fellows, are_foes
from bidden.events.movement import Move
from bidden.perception.foretold.forecast import GroundForecast
from bidden.perception.senses.names import apparent_name, is_known
from bidden.perception.senses.sight import in_view_of, sees
from bidden.rules.boons.ways import is_bare
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.kinds import FIRE
from bidden.rules.ground.spreading import toll_of, whom_it_reaches
from bidden.state import counted, is_secret, name_of, several, the_thing
from bidden.view import PastError, Spilling
from eventcore import Action, Entity, Event, World


def ground_forecasts(
    action: Action, events: Iterable[Event], player: Entity, world: World
) -> tuple[GroundForecast, ...]:
    """Forecast the gas, liquid and fire that an action spreads on the ground.

    The action is previewed. ``events`` are the visible events that would follow.
    """
    level, known = player[Position].level, _known_to(player, world)
    sparks = [*dict.fromkeys(tile for event in events for tile in _sparks(event, level))]
    left = {player[Position].tile} if isinstance(action, Move) else set()  # before the player burns
    sparks = [tile for tile in sparks if tile in known.in_view - left]
    item, x, y = None, -1, -1
    if isinstance(action, Throw) and action.item is not None and is_known(player, action.item):
        lands = action.to_x, action.to_y
        item, (x, y) = action.item, lands if lands in known.in_view else (action.x, action.y)
    elif not sparks:
        return ()
    release = WhatSpreads(player, item, level, x, y, sparks=sparks, known=known)
    return _worth_telling(release, known, world)


def leak_forecasts(dying: Entity, player: Entity, world: World) -> tuple[GroundForecast, ...]:
    """Forecast what a dying creature in view leaks, and leave out the creature."""
    known, leaks, (x, y, level) = _known_to(player, world), dying[Leaks], dying[Position].spot
    sparks = [(x, y)] if leaks.lights else []
    kind, radius, amount = leaks.kind, leaks.radius, leaks.amount
    leak = WhatSpreads(player, None, level, x, y, kind, radius, amount, sparks=sparks, known=known)
    found, left_by = _worth_telling(leak, known, world, gone=dying), the_thing(name_of(dying))
    return tuple(attrs.evolve(each, left_by=left_by, fuel=kind) for each in found)


def fire_forecasts(
    tiles: Iterable[Tile], fuel: str, player: Entity, world: World
) -> tuple[GroundForecast, ...]:
    """Forecast the fire on tiles that the actor has left by then.

    ``fuel`` is the table of the fuel that lies where nothing burns by itself.
    """
    level, known, ground = player[Position].level, _known_to(player, world), world.root.get(Ground)
    spreads = list[Spread]()
    for tile in tiles:
        pours = fuel if ground is None or is_bare(ground, level, tile, world) else ""
        there = WhatSpreads(player, None, level, *tile, pours, sparks=[tile], known=known)
        spreads += [spread for spread in world.ask(there).found if spread.kind != fuel]
    seen = [_seen(spread, known, player, world, player) for spread in _joined(spreads)]
    return tuple(each for each in seen if each.tiles or each.burnt)


def _joined(spreads: Iterable[Spread]) -> Iterator[Spread]:
    """Join the tiles that burn into one spread, and those that flash into another."""
    sorts = dict[tuple[str, bool], list[Spread]]()
    for spread in spreads:
        sorts.setdefault((spread.kind, spread.flash), []).append(spread)
    for alike in sorts.values():
        tiles = dict.fromkeys(tile for spread in alike for tile in spread.tiles)
        perhaps = dict.fromkeys(tile for spread in alike for tile in spread.perhaps)
        yield attrs.evolve(
            alike[0],
            tiles=tuple(tiles),
            perhaps=tuple(tile for tile in perhaps if tile not in tiles),
            burnt=tuple(dict.fromkeys(thing for spread in alike for thing in spread.burnt)),
            strength=max(spread.strength for spread in alike),
        )


def spillings_from_now(player: Entity, world: World) -> Callable[[Tile], tuple[Spilling, ...]]:
    """Return a function that forecasts items thrown at a foe, until something happens."""
    moment, here = world.sequence, player[Position]

    def tell(foe: Tile) -> tuple[Spilling, ...]:
        # After a rewind the sequence may be equal, but the position is a new object.
        if world.sequence != moment or player[Position] is not here:
            raise PastError("this view is out of date: call spills_at on the current view")
        pack = player.get(Pack) if player.alive else None
        held = [] if pack is None else sorted(pack.things.items())
        spills = [(slot, item) for slot, item in held if Spill in item and is_known(player, item)]
        return tuple(_spilling(slot, item, foe, player, world) for slot, item in spills)

    return tell


def _spilling(slot: str, thing: Entity, foe: Tile, player: Entity, world: World) -> Spilling:
    toll = toll_of(player, thing, foe, world)
    harmed = [who for who in toll.harmed if _is_noticed(who, player, world)]
    endangered = [who for who in toll.endangered if _is_noticed(who, player, world)]
    spots = [foe[Position] for foe in harmed if are_foes(world, player, foe)]
    own = (who is player or are_fellows(world, player, who) for who in (*harmed, *endangered))
    return Spilling(slot, foe, tuple((spot.x, spot.y) for spot in spots), backfires=any(own))


def _is_noticed(who: Entity, player: Entity, world: World) -> bool:
    return who is player or (sees(player, who, world) and not is_disguised(who))


def _sparks(event: Event, level: int) -> list[Tile]:
    """Return the tiles where an event would set burnable things on fire."""
    if isinstance(event, Ignite):
        return [(event.x, event.y)]
    if isinstance(event, TakeDamage) and event.kind == FIRE and Position in event.target:
        place = event.target[Position]
        return [(place.x, place.y)] if place.level == level else []
    return []


def _known_to(player: Entity, world: World) -> Known:
    view, memory = in_view_of(player, world), player.get(Memory)
    remembered = {
        (x, y): glyph
        for y, row in enumerate([] if memory is None else memory.rows)
        for x, glyph in enumerate(row)
        if glyph != UNKNOWN and (x, y) not in view
    }
    return Known(view, remembered)


def _seen(
    spread: Spread, known: Known, player: Entity, world: World, gone: Entity | None = None
) -> GroundForecast:
    """Leave out unknown tiles, unnoticed creatures, and a creature that is gone by then."""
    here = [each for each in _who_is_on(spread, player, world) if each[1] is not gone]
    reached = [name for name, _, does in here if does]
    spared = [name for name, _, does in here if not does]
    most = max((_harm_to(who, spread, player, world) for _, who, does in here if does), default=0)
    farther = _who_is_on(attrs.evolve(spread, tiles=spread.perhaps), player, world)
    harmless = not spread.strength and not spread.effect
    burnt = Counter(
        apparent_name(player, thing, world)
        for thing in spread.burnt
        if not is_secret(thing) and (thing[Position].x, thing[Position].y) in known.in_view
    )
    return GroundForecast(
        kind=spread.kind,
        tiles=_told(spread.tiles, known),
        strength=most,
        reached=counted_names(reached),
        spared=() if harmless else counted_names(spared),
        beneath=counted_names(spared) if harmless else (),
        perhaps=_told(spread.perhaps, known),
        burnt=tuple(counted(name, number) for name, number in burnt.items()),
        flash=spread.flash,
        endangered=counted_names([name for name, _, does in farther if does]),
    )


def _told(tiles: Iterable[Tile], known: Known) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile in known.in_view or tile in known.remembered)


def _who_is_on(spread: Spread, player: Entity, world: World) -> list[tuple[str, Entity, bool]]:
    """Return the noticed creatures in a spread, by name, and whether it affects them."""
    return [
        ("you" if who is player else name_of(who), who, does)
        for _, who, does in whom_it_reaches(spread, player[Position].level, world)
        if _is_noticed(who, player, world)
    ]


def _harm_to(who: Entity, spread: Spread, player: Entity, world: World) -> int:
    if not spread.strength:
        return 0
    harm = TakeDamage(player, who, spread.strength, source=spread.kind, kind=spread.harm)
    return world.preview(harm).event.strength


def _worth_telling(
    question: WhatSpreads, known: Known, world: World, gone: Entity | None = None
) -> tuple[GroundForecast, ...]:
    """Forecast a spread, but leave out unseen ground, and ground that burns up at once."""
    player, ground = question.enactor, world.root.get(Ground)
    found = [_seen(spread, known, player, world, gone) for spread in world.ask(question).found]
    alight = () if ground is None else ground.on("fires", question.level)
    burning = {*alight, *(tile for each in found if each.kind == FIRE for tile in each.tiles)}
    return tuple(
        each
        for each in found
        if (each.tiles or each.burnt) and (each.kind == FIRE or not burning >= {*each.tiles})
    )


def counted_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of creatures, with the number of equal ones, the player first."""
    counts = Counter(name for name in names if name != "you").items()
    others = [the_thing(name) if n == 1 else f"{n} {several(name)}" for name, n in counts]
    return (*(["you"] if "you" in names else []), *others)
