"""The fighter: goes for foes with all it has, and gathers on the way whatever hurts them.

It knows what the view shows and has no chance of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.bots.around import Spot, nearest_foe, square
from bidden.bots.boons import use_boon
from bidden.bots.doorways import hold
from bidden.bots.explorer import (
    choose_drink,
    choose_food,
    choose_gear,
    choose_improvement,
    go_on,
)
from bidden.bots.gathering import PRIZE
from bidden.bots.grounds import use_ground
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.bots.spells import choose_spell, read_a_book
from bidden.intents import (
    Bind,
    Eat,
    Improvable,
    Intent,
    PutOn,
    Quaff,
    Read,
    Shoot,
    Throw,
    Wait,
)
from bidden.view import Aiming, Held, Shape, View

_THINGS: Final = ("!", "?", ")", "[", "*", "=", "-", "%", PRIZE)
_WANTED: Final[tuple[Improvable, ...]] = ("attack",)
_STRIKES: Final = ("of lightning", "of sleep")
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
"""What is drunk for a fight, and what that has last."""
_SHORT: Final = 5
"""How far what strikes by itself reaches, in tiles."""


def choose(view: View, memory: Memory | None = None) -> Intent:
    """Decide on the next intent.

    What was refused this turn would be refused again: then it goes on foot, and if that was
    refused as well, it waits.

    Args:
        view: What it sees.
        memory: What it keeps from view to view; without one it knows this view alone.
    """
    if view.offers:
        dangers = [offer.danger for offer in view.offers]
        return Bind(dangers.index(max(dangers)))  # which pays the most
    if view.improvements:
        return choose_improvement(view, _WANTED)
    refused = _refusals(view)
    if refused > 1:
        return Wait()
    if not refused:
        drink, food = choose_drink(view), choose_food(view)
        if drink is not None:
            return Quaff(drink)
        if food is not None:
            return Eat(food)
        boon = use_boon(view)
        if boon is not None:
            return boon
        in_vain = memory is not None and memory.shoots_in_vain
        foe = nearest_foe(view)
        choices = _preparations(view) if foe is None else _attacks(view, foe)
        choice = None if in_vain else next(choices, None)
        if choice is not None:
            return choice
    held = _hold_a_doorway(view, memory) if memory is not None and not refused else None
    return held or go_on(view, memory, _THINGS) or Wait()


def _hold_a_doorway(view: View, memory: Memory) -> Intent | None:
    several = len(view.foes_at) > 1
    return hold(view, memory, Paths(view, memory.shut(view))) if several else None


def _refusals(view: View) -> int:
    """Count how often this turn it was told that something cannot be done, last of all."""
    count = 0
    for line in reversed(view.lines):
        if line.tone != "refusal" or line.turn != view.turn:
            break
        count += line.count
    return count


def _preparations(view: View) -> Iterator[Intent]:
    """Yield what is to be done before the next fight."""
    better = choose_gear(view)
    if better is not None:
        yield PutOn(better)
    book = read_a_book(view)
    if book is not None:
        yield book
    spell = choose_spell(view)
    if spell is not None:
        yield spell


def _attacks(view: View, foe: Spot) -> Iterator[Intent]:
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
        if "read" not in held.uses or held.glyph == "=" or "shard" in held.name:
            continue
        aiming = held.aiming("read")
        strikes = held.name.endswith(_STRIKES) and near <= _SHORT**2
        if not held.known or strikes or (aiming is not None and _reaches(aiming, near)):
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
    """Say whether a foe is in range, and so far off that an area does not reach back."""
    in_range = not aiming.range or near <= aiming.range**2
    return in_range and (aiming.shape is not Shape.TILE or near > aiming.radius**2)


def _is_for_throwing(held: Held) -> bool:
    bane = "quaff" in held.uses and held.known and held.name.endswith(_BANES)
    return bane or (held.each or held.name).endswith(_MISSILE)
