"""The fighter: attacks foes with everything it has, and gathers weapons of all kinds on the way.

It uses only the view and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.bots.around import nearest_foe
from bidden.bots.explorer import (
    choose_binding,
    choose_gear,
    choose_improvement,
    cures_in,
    drink_eat_or_use_boon,
    go_on,
)
from bidden.bots.knacks.fighting import attacks, hold
from bidden.bots.knacks.gathering import WANTED
from bidden.bots.knacks.roaming import rest
from bidden.bots.knacks.spells import choose_spell, read_a_book
from bidden.bots.memory import Memory
from bidden.bots.paths import Paths
from bidden.intents import Bind, Improvable, Intent, PutOn, Wait
from bidden.view import View

_FIRST: Final[Improvable] = "attack"
_THEN: Final[tuple[Improvable, ...]] = ("hp", "defence")
_ENOUGH_CURES: Final = 4
"""With this many healing items, it accepts the most dangerous binding."""


def choose(view: View, memory: Memory | None = None) -> Intent:
    """Return the next intent.

    An intent refused this turn would be refused again. The bot then walks, and if that is refused
    as well, it waits.
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
        need = drink_eat_or_use_boon(view)
        if need is not None:
            return need
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
    better = choose_gear(view)
    if better is not None:
        yield PutOn(better)
    yield from filter(None, (read_a_book(view), choose_spell(view), rest(view)))
