"""Fighting: what a bot does to visible foes with items, spells and terrain, besides attacks.

It uses only the view and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.bots.around import kind_at, on, square, steps, towards
from bidden.bots.knacks.spells import choose_spell
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.grid.neighbours import spread
from bidden.intents import Intent, Move, Quaff, Read, Shoot, Throw, Wait
from bidden.kinds import BOOK, CHASM, WALL
from bidden.view import Aiming, Held, Shape, Spot, View

_STRIKES: Final = ("of lightning", "of sleep")
_RESCUES: Final = ("of terror", "of blinking")
_BANES: Final = ("of poison", "of confusion", "of blindness")
_MISSILE: Final = "rock"
_STRENGTHENS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "of the warrior": "warrior",
        "of speed": "speed",
        "of might": "might",
        "of mastery": "combat mastery",
        "of reflexes": "reflexes",
    }
)
"""Potions for a fight, and the effects that they start."""
_SHORT: Final = 5
"""The range of effects that need no aim, in tiles."""
_FAR: Final = 6
"""The range of throws at the ground, in tiles."""
_NEAR: Final = 2
"""The bot spills nothing on foes nearer than this, and may jump if foes are this near."""
_LAST: Final = 3
"""With less than one part in this many of its hit points, it jumps into a chasm."""
_STEPS: Final = 3
"""The maximum distance of a doorway that is worth going to."""
_COMING: Final = 8
"""The maximum distance of foes to wait for in a doorway, in tiles."""
_PATIENCE: Final = 2
"""It waits this many turns for foes that do not move."""


def attacks(view: View, foe: Spot) -> Iterator[Intent]:
    """Yield the intents against the nearest foe, except attacks by stepping."""
    yield from _use_ground(view, foe)
    near = square(view.here, foe)
    beside = near <= 2
    if near <= _SHORT**2 and (len(view.foes_at) > 1 or view.hp * 4 < view.max_hp * 3):
        yield from _strengthen(view)
    spell = choose_spell(view)
    if spell is not None:
        yield spell
    for held in view.pack:
        if "read" not in held.uses or held.kind == BOOK or "shard" in held.name:
            continue
        aiming = held.aiming("read")
        strikes = held.name.endswith(_STRIKES) and near <= _SHORT**2
        rescues = held.name.endswith(_RESCUES) and beside and view.hp * 3 < view.max_hp
        if not held.known or strikes or rescues or (aiming is not None and _reaches(aiming, near)):
            yield Read(held.slot, *foe)
    if view.shooting is not None and view.missiles != 0 and not beside:
        yield Shoot(*foe)
    for held in view.pack:
        if _is_for_throwing(held) and not beside:
            yield Throw(held.slot, *foe)


def hold(view: View, memory: Memory, paths: Paths) -> Intent | None:
    """Go to a doorway nearby if several foes come, and wait in it: there they come one by one."""
    away = [steps(view.here, foe) for foe in view.foes_at]
    coming = sum(far <= _COMING for far in away)
    if coming < 2 or min(away) < 2 or memory.spent > _PATIENCE or memory.is_weary(view):
        return None
    if paths.narrow & paths.here:
        return Wait()
    around = paths.here
    for _ in range(min(_STEPS, min(away) - 1)):
        around = spread(around, paths.stride)
    return paths.towards(paths.narrow & around)


def _use_ground(view: View, foe: Spot) -> Iterator[Intent]:
    """Yield ways to use the ground: jump into a chasm, or spill something on the foe."""
    far = steps(view.here, foe)
    if far <= _NEAR and view.hp * _LAST < view.max_hp and view.level < view.levels:
        yield from _jumps(view)
    if not _NEAR <= far <= _FAR or view.here in view.harm_at:
        return
    for spill in view.spills_at(foe):
        if foe in spill.harms and not spill.backfires:
            yield Throw(spill.slot, *foe)


def _jumps(view: View) -> Iterator[Intent]:
    """Yield the step straight to the nearest chasm in view, or over its edge."""
    chasms = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind == CHASM and steps(view.here, (x, y)) <= _FAR
    ]
    if chasms:
        edge = min(chasms, key=lambda spot: (steps(view.here, spot), spot))
        step = towards(view.here, edge)
        onto = on(view.here, step, 1)
        blocked = kind_at(view, onto) == WALL or onto in view.foes_at
        if not blocked and (onto == edge or onto not in view.harm_at):
            yield Move(*step)


def _strengthen(view: View) -> Iterator[Intent]:
    """Yield the potions to drink for a fight whose effects do not last yet."""
    lasting = [name for name, _ in view.lasting]
    for held in view.pack:
        if "quaff" in held.uses and held.known:
            for name, lasts in _STRENGTHENS.items():
                if (held.each or held.name).endswith(name) and lasts not in lasting:
                    yield Quaff(held.slot)


def _reaches(aiming: Aiming, near: int) -> bool:
    """Return whether a foe is in range, and too far away for the area to reach the bot."""
    in_range = not aiming.range or near <= aiming.range**2
    return in_range and (aiming.shape is not Shape.TILE or near > aiming.radius**2)


def _is_for_throwing(held: Held) -> bool:
    bane = "quaff" in held.uses and held.known and held.name.endswith(_BANES)
    return bane or (held.each or held.name).endswith(_MISSILE)
