"""What an action would do to the ground, as far as the player can see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import attrs

from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.components.things.spill import Spill
from bidden.components.tricks.deaths import Leaks
from bidden.components.tricks.disguise import is_disguised
from bidden.events.combat import TakeDamage, Throw
from bidden.events.ground import Ignite, Known, Spread, Tile, WhatSpreads
from bidden.events.minds import are_fellows, are_foes
from bidden.perception.foretold.forecast import GroundForecast
from bidden.perception.senses.names import apparent_name, is_known
from bidden.perception.senses.sight import in_view_of, sees
from bidden.rules.boons.ways import is_bare
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.spreading import toll_of, whom_it_reaches
from bidden.state import a_thing, is_secret, name_of, several, the_thing
from bidden.view import PastError, Spilling
from eventcore import Action, Entity, Event, World

_FIRE: Final = "fire"


def ground_forecasts(
    action: Action, events: Iterable[Event], player: Entity, world: World
) -> tuple[GroundForecast, ...]:
    """Forecast what an action lets out on the ground, and what it sets on fire.

    Args:
        action: The previewed action.
        events: The events that would follow in view.
        player: The actor.
        world: The world.
    """
    level, known = player[Position].level, _known_to(player, world)
    sparks = [*dict.fromkeys(tile for event in events for tile in _sparks(event, level))]
    sparks = [tile for tile in sparks if tile in known.in_view]
    item, x, y = None, -1, -1
    if isinstance(action, Throw) and action.item is not None and is_known(player, action.item):
        lands = action.to_x, action.to_y
        item, (x, y) = action.item, lands if lands in known.in_view else (action.x, action.y)
    elif not sparks:
        return ()
    there = world.ask(WhatSpreads(player, item, level, x, y, sparks=sparks, known=known))
    ground = world.root.get(Ground)
    alight = () if ground is None else ground.on("fires", level)
    return _worth_telling([_seen(spread, known, player, world) for spread in there.found], alight)


def leak_forecasts(
    leaks: Leaks, spot: Tile, player: Entity, world: World
) -> tuple[GroundForecast, ...]:
    """Forecast the ground after something is let out on a tile in view.

    Args:
        leaks: What is let out, its radius, and whether it is set on fire.
        spot: The tile.
        player: The observer.
        world: The world.
    """
    level, known = player[Position].level, _known_to(player, world)
    sparks = [spot] if leaks.lights else []
    question = WhatSpreads(
        player,
        None,
        level,
        *spot,
        leaks.kind,
        leaks.radius,
        leaks.amount,
        sparks=sparks,
        known=known,
    )
    ground = world.root.get(Ground)
    alight = () if ground is None else ground.on("fires", level)
    found = world.ask(question).found
    return _worth_telling([_seen(spread, known, player, world) for spread in found], alight)


def fire_forecasts(
    tiles: Iterable[Tile], fuel: str, player: Entity, world: World
) -> tuple[GroundForecast, ...]:
    """Forecast the fire on tiles, with fuel where nothing burns by itself.

    Args:
        tiles: The tiles.
        fuel: The table of the fuel that is left there.
        player: The actor, who has left the tiles by then.
        world: The world.
    """
    level, known, ground = player[Position].level, _known_to(player, world), world.root.get(Ground)
    found = list[Spread]()
    for tile in tiles:
        pours = fuel if ground is None or is_bare(ground, level, tile, world) else ""
        there = WhatSpreads(player, None, level, *tile, pours, sparks=[tile], known=known)
        found += [one for one in world.ask(there).found if one.kind != fuel]
    told = [_seen(one, known, player, world) for one in _joined(found)]
    return tuple(
        attrs.evolve(one, reached=_but_you(one.reached), spared=_but_you(one.spared))
        for one in told
        if one.tiles or one.burnt
    )


def _joined(found: Iterable[Spread]) -> Iterable[Spread]:
    """Join the tiles that burn into one spread, and those that flash into another."""
    joined = dict[tuple[str, bool], Spread]()
    for one in found:
        of_it = joined.get((one.kind, one.flash), attrs.evolve(one, tiles=(), perhaps=(), burnt=()))
        joined[one.kind, one.flash] = attrs.evolve(
            of_it,
            tiles=tuple(dict.fromkeys((*of_it.tiles, *one.tiles))),
            perhaps=tuple(dict.fromkeys((*of_it.perhaps, *one.perhaps))),
            burnt=tuple(dict.fromkeys((*of_it.burnt, *one.burnt))),
            strength=max(of_it.strength, one.strength),
        )
    for one in joined.values():
        perhaps = tuple(tile for tile in one.perhaps if tile not in one.tiles)
        yield attrs.evolve(one, perhaps=perhaps)


def _but_you(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name != "you")


def spillings_from_now(player: Entity, world: World) -> Callable[[Tile], tuple[Spilling, ...]]:
    """Return a cached function that forecasts items thrown at a foe.

    The function is valid until something happens.

    Args:
        player: The thrower.
        world: The world.
    """
    moment, here = world.sequence, player[Position]

    def tell(foe: Tile) -> tuple[Spilling, ...]:
        # Where a game went back, as many events may have happened, and all is made anew.
        if world.sequence != moment or player[Position] is not here:
            raise PastError("ask a view what could be thrown before anybody acts")
        return spillings_of(player, foe, world)

    return tell


def spillings_of(player: Entity, foe: Tile, world: World) -> tuple[Spilling, ...]:
    """Forecast what the contents of the player's items would do, thrown at a foe.

    Args:
        player: The thrower.
        foe: The tile of a foe in view.
        world: The world.
    """
    pack = player.get(Pack) if player.alive else None
    things = [] if pack is None else sorted(pack.things.items())
    return tuple(
        _spilling(slot, thing, foe, player, world)
        for slot, thing in things
        if Spill in thing and is_known(player, thing)
    )


def _spilling(slot: str, thing: Entity, foe: Tile, player: Entity, world: World) -> Spilling:
    toll = toll_of(player, thing, foe, world)
    harmed = [one for one in toll.harmed if _is_noticed(one, player, world)]
    endangered = [one for one in toll.endangered if _is_noticed(one, player, world)]
    spots = [one[Position] for one in harmed if are_foes(world, player, one)]
    own = any(one is player or are_fellows(world, player, one) for one in (*harmed, *endangered))
    return Spilling(slot, foe, tuple((spot.x, spot.y) for spot in spots), backfires=own)


def _is_noticed(who: Entity, player: Entity, world: World) -> bool:
    return who is player or (sees(player, who, world) and not is_disguised(who))


def _sparks(event: Event, level: int) -> list[Tile]:
    """Return the tiles where an event would set burnable things on fire."""
    if isinstance(event, Ignite):
        return [(event.x, event.y)]
    if isinstance(event, TakeDamage) and event.kind == _FIRE and Position in event.target:
        place = event.target[Position]
        return [(place.x, place.y)] if place.level == level else []
    return []


def _known_to(player: Entity, world: World) -> Known:
    """Return the ground as the player sees and remembers it."""
    view, memory = in_view_of(player, world), player.get(Memory)
    remembered = {
        (x, y): glyph
        for y, row in enumerate([] if memory is None else memory.rows)
        for x, glyph in enumerate(row)
        if glyph != UNKNOWN and (x, y) not in view
    }
    return Known(view, remembered)


def _seen(spread: Spread, known: Known, player: Entity, world: World) -> GroundForecast:
    """Leave out tiles that are neither in view nor remembered, and unnoticed creatures."""
    here = _who_is_on(spread, player, world)
    reached = [name for name, _, does in here if does]
    spared = [name for name, _, does in here if not does]
    most = max((_harm_to(who, spread, player, world) for _, who, does in here if does), default=0)
    farther = _who_is_on(attrs.evolve(spread, tiles=spread.perhaps), player, world)
    harmless = not spread.strength and not spread.effect
    burnt = [
        apparent_name(player, one, world)
        for one in spread.burnt
        if not is_secret(one) and (one[Position].x, one[Position].y) in known.in_view
    ]
    return GroundForecast(
        kind=spread.kind,
        tiles=_told(spread.tiles, known),
        strength=most,
        reached=counted_names(reached),
        spared=() if harmless else counted_names(spared),
        beneath=counted_names(spared) if harmless else (),
        perhaps=_told(spread.perhaps, known),
        burnt=tuple(
            a_thing(name) if n == 1 else f"{n} {several(name)}" for name, n in _sums(burnt)
        ),
        flash=spread.flash,
        endangered=counted_names([name for name, _, does in farther if does]),
    )


def _told(tiles: Iterable[Tile], known: Known) -> tuple[Tile, ...]:
    return tuple(one for one in tiles if one in known.in_view or one in known.remembered)


def _who_is_on(spread: Spread, player: Entity, world: World) -> list[tuple[str, Entity, bool]]:
    """Return the noticed creatures in a spread, by name, and whether it affects them."""
    return [
        ("you" if who is player else name_of(who), who, does)
        for _, who, does in whom_it_reaches(spread, player[Position].level, world)
        if _is_noticed(who, player, world)
    ]


def _harm_to(who: Entity, spread: Spread, player: Entity, world: World) -> int:
    """Return the maximum damage to a creature."""
    if not spread.strength:
        return 0
    harm = TakeDamage(player, who, spread.strength, source=spread.kind, kind=spread.harm)
    return world.preview(harm).event.strength


def _worth_telling(
    found: Sequence[GroundForecast], alight: Iterable[Tile]
) -> tuple[GroundForecast, ...]:
    """Leave out what nobody sees, and what burns up at once everywhere."""
    burning = {*alight, *(tile for one in found if one.kind == _FIRE for tile in one.tiles)}
    return tuple(
        one
        for one in found
        if (one.tiles or one.burnt) and (one.kind == _FIRE or not burning >= {*one.tiles})
    )


def counted_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of creatures, with the number of equal ones, the player last."""
    others = [name for name in names if name != "you"]
    told = [the_thing(name) if n == 1 else f"{n} {several(name)}" for name, n in _sums(others)]
    return (*told, *(["you"] if "you" in names else []))


def _sums(names: Iterable[str]) -> list[tuple[str, int]]:
    return [*Counter(names).items()]
