"""Fighting: what a bot does to visible foes with items, spells and terrain, besides attacks.

It uses only the view and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.bots.around import Spot, square
from bidden.bots.knacks.grounds import use_ground
from bidden.bots.knacks.spells import choose_spell
from bidden.intents import Intent, Quaff, Read, Shoot, Throw
from bidden.kinds import BOOK
from bidden.view import Aiming, Held, Shape, View

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
"""How far what strikes by itself reaches, in tiles."""


def attacks(view: View, foe: Spot) -> Iterator[Intent]:
    """Yield what can be done to the nearest foe, or before it is here; to strike it is not said."""
    yield from use_ground(view, foe)
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


def _strengthen(view: View) -> Iterator[Intent]:
    """Yield what is drunk so as to fight better, one of each that does not last yet."""
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
