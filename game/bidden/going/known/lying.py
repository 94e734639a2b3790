"""Items left on a level that are worth a message when everything is explored.

Keys and the goal come first, then named items, weapons, armour and books. Items that the player
dropped or leaves by name were left on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import starmap
from typing import Final, TypeAlias

from bidden.bots.knacks.gathering import WANTED
from bidden.bots.paths import Paths
from bidden.going.commands.taking import LEFT, is_remains
from bidden.going.habits import Habits
from bidden.going.known.notes import Notes
from bidden.kinds import ARMOUR, BOOK, KEY, PRIZE, SHIELD, WEAPON
from bidden.patterns import finds
from bidden.state import enumerated, listed
from bidden.text import capitalised, tallied
from bidden.view import Spot, View
from bidden.words import phrase

THINGS: Final = WANTED
"""The kinds of items that are worth picking up."""
_FIRST: Final = (PRIZE, KEY, WEAPON, ARMOUR, SHIELD, BOOK)
"""The kinds that are named first, in this order."""
_NEEDED: Final = (PRIZE, KEY)
"""The kinds that are always worth a message."""
_NAMED: Final = 2
"""The number of items that are named. The others are counted."""
OWN_NAME: Final = " named "
"""The words before an item's own name."""

_Lying: TypeAlias = tuple[str, str, Spot]
"""A name, the kind, and the tile; the kind is empty if something else is seen there."""


def left_lying(view: View, notes: Notes, habits: Habits, paths: Paths) -> str:
    """List the items left and those out of reach, in a sentence each, or return "".

    As in "You left a bronze key, a sword and 4 more. A rock lies out of reach."
    """
    worth = [one for one in _lying(view, notes, paths) if _is_worth_a_word(one, notes, habits)]
    worth.sort(key=lambda one: (_rank(one), one[0]))
    been = {view.here, *notes.ground.left}
    far = [one for one in worth if one[2] not in been and not paths.tiles([one[2]]) & paths.reached]
    left, out = _enumerated([one for one in worth if one not in far]), _enumerated(far)
    s = "s" if len(far) == 1 and not out[:1].isdecimal() else ""
    told = [phrase("lying", "left", things=left)] if left else []
    told += [phrase("lying", "far", things=capitalised(out), s=s)] if out else []
    return " ".join(told)


def _enumerated(worth: list[_Lying]) -> str:
    counts = Counter(name for name, _, _ in worth)
    more, told = sum([*counts.values()][_NAMED:]), [*starmap(_counted, counts.items())]
    told = [*told[:_NAMED], *([phrase("lying", "more", n=more)] if more else [])]
    return enumerated(told) if told else ""


def _counted(name: str, count: int) -> str:
    article, _, thing = name.partition(" ")
    return listed([thing] * count) if article in ("a", "an") else tallied([name] * count)[0]


def _lying(view: View, notes: Notes, paths: Paths) -> Iterator[_Lying]:
    here = zip(view.underfoot, view.kinds_underfoot, strict=False)
    yield from ((name, kind, view.here) for name, kind in here)
    for x, y in paths.marked(THINGS):
        tile = view.tiles[y][x]
        top = notes.stack_at((x, y), tile.name)
        yield top, tile.kind, (x, y)
        beneath = [*notes.ground.left.get((x, y), ())]
        if top in beneath:  # otherwise the tile has changed
            beneath.remove(top)
            yield from ((name, "", (x, y)) for name in beneath)


def _is_worth_a_word(one: _Lying, notes: Notes, habits: Habits) -> bool:
    name, kind, spot = one
    if kind in _NEEDED:
        return True
    if not name or is_remains(name, notes) or notes.was_dropped(name, spot):
        return False
    fits = (part for part in habits.pick_up_names if finds(part.removeprefix(LEFT), name))
    return not next(fits, "").startswith(LEFT)


def _rank(one: _Lying) -> tuple[bool, bool, int]:
    name, kind, _ = one
    place = _FIRST.index(kind) if kind in _FIRST else len(_FIRST)
    return kind not in _NEEDED, OWN_NAME not in name, place
