"""Standing: where somebody was seen to stand, and has not been seen to be gone.

Whoever goes by what is in view alone turns back as soon as who stands in the way comes into view,
and turns round again as soon as they are out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final

from bidden.kinds import CREATURE, FLOOR, STAIRS, UNKNOWN, WALL, YOU
from bidden.view import Seen, Spot, View

_BARE: Final = (WALL, FLOOR, UNKNOWN)
"""Ground that hides no way."""


def who_stands(view: View, before: Set[Spot]) -> frozenset[Spot]:
    """Give where others stand; out of view, where they stood before.

    Args:
        view: What is seen.
        before: Where they stood as far as was known.
    """
    seen = (
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind in (CREATURE, YOU)
    )
    return _as_known(seen, before, view)


def ways_known(view: View, before: Mapping[Spot, str]) -> dict[Spot, str]:
    """Give where stairs and gates are, and the kind of each, even if something hides it.

    It is hidden by who stands on it, and by what lies or hangs there, as gas does.

    Args:
        view: What is seen.
        before: Where they were as far as was known.
    """
    seen = {
        (x, y): tile.kind
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind in STAIRS
    }
    hidden = {(x, y): way for (x, y), way in before.items() if view.tiles[y][x].kind not in _BARE}
    return hidden | seen


def who_sleeps(view: View, before: Set[Spot]) -> frozenset[Spot]:
    """Give where foes sleep; out of view, where they slept before.

    Args:
        view: What is seen.
        before: Where they slept as far as was known.
    """
    return _as_known((foe.at for foe in view.foes_seen if foe.asleep), before, view)


def who_is_rooted(view: View, before: Mapping[Spot, Seen]) -> dict[Spot, Seen]:
    """Give where foes are that stay where they grew; out of view, where they were before.

    Args:
        view: What is seen.
        before: Where they were as far as was known, and who.
    """
    seen = {foe.at: foe for foe in view.foes_seen if foe.rooted}
    unseen = {(x, y): foe for (x, y), foe in before.items() if not view.tiles[y][x].lit}
    return unseen | seen


def _as_known(seen: Iterable[Spot], before: Set[Spot], view: View) -> frozenset[Spot]:
    unseen = (spot for spot in before if not view.tiles[spot[1]][spot[0]].lit)
    return frozenset((*seen, *unseen)) - {view.here}
