"""The fighter: goes for foes with all it has, and gathers on the way whatever hurts them.

It knows what the view shows and has no chance of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.bots.around import nearest_foe
from bidden.bots.explorer import (
    choose_binding,
    choose_drink,
    choose_food,
    choose_gear,
    choose_improvement,
    cures_in,
    go_on,
)
from bidden.bots.knacks.boons import use_boon
from bidden.bots.knacks.doorways import hold
from bidden.bots.knacks.fighting import attacks
from bidden.bots.knacks.gathering import WANTED
from bidden.bots.knacks.resting import rest
from bidden.bots.knacks.spells import choose_spell, read_a_book
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import (
    Bind,
    Eat,
    Improvable,
    Intent,
    PutOn,
    Quaff,
    Wait,
)
from bidden.view import View

_FIRST: Final[Improvable] = "attack"
_THEN: Final[tuple[Improvable, ...]] = ("hp", "defence")
_ENOUGH_CURES: Final = 4
"""With this many healing items, it accepts the most dangerous binding."""


def choose(view: View, memory: Memory | None = None) -> Intent:
    """Return the next intent.

    An intent refused this turn would be refused again. The bot then walks, and if that is refused
    as
    well, it waits.

    Args:
        view: The view.
        memory: The memory between views, if any.
    """
    if view.offers:
        return _choose_binding(view)
    if view.improvements:
        offered = dict(view.improvements)
        return choose_improvement(view, (_FIRST,) if _FIRST in offered else _THEN)
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
        choices = _preparations(view) if foe is None else attacks(view, foe)
        choice = None if in_vain else next(choices, None)
        if choice is not None:
            return choice
    held = _hold_a_doorway(view, memory) if memory is not None and not refused else None
    return held or go_on(view, memory, WANTED) or Wait()


def _choose_binding(view: View) -> Bind:
    """Choose the best-paid binding if healing items are at hand, else the least dangerous."""
    if cures_in(view) < _ENOUGH_CURES:
        return choose_binding(view)
    dangers = [offer.danger for offer in view.offers]
    return Bind(dangers.index(max(dangers)))


def _hold_a_doorway(view: View, memory: Memory) -> Intent | None:
    several = len(view.foes_at) > 1
    return hold(view, memory, Paths(view, memory.shut(view))) if several else None


def _refusals(view: View) -> int:
    """Count the refusals at the end of this turn's messages."""
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
    wait = rest(view)
    if wait is not None:
        yield wait
