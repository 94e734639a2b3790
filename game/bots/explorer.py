"""The explorer: fights what is near, gathers what cures, goes where it has not been, then down.

It knows what the view shows and has no chance of its own, so a game it plays
follows from the seed alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from game.intents import Improvable, Improve, Intent, Rest, Take, Use, Walk
from game.view import View

__all__ = ["choose"]

Spot = tuple[int, int]
_MOST_HELD: Final = 26
_THINGS: Final = ("!", "?", ")", "[", '"')
_CURES: Final = ("of health", "of slow healing")
_MENDS: Final = "of mending"
_WANTED: Final[tuple[Improvable, ...]] = ("attack", "hp")
_STAIRS: Final = ("<", ">")
_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def choose(view: View) -> Intent:
    """Decide on the next intent."""
    if view.improvements:
        return _improvement(view)
    last = view.lines[-1] if view.lines else None
    if last is not None and last.tone == "refusal" and last.turn == view.turn:
        return Rest()  # a friend is in the way, say: what was refused would be refused again
    draught = _draught(view)
    if draught is not None:
        return Use(draught, "quaff")
    better = _better_gear(view)
    if better is not None and not view.foes:
        return Use(better, "wear")
    room = len(view.pack) < _MOST_HELD
    for number, name in enumerate(view.underfoot if room else ()):
        if _is_worth_taking(name):
            return Take(number)
    foes = set(view.foes_at)
    things = {spot for spot in view.things_at if room and _glyph(view, spot) in _THINGS}
    path = (
        (_first_step(view, lambda spot: spot in foes) if foes else None)
        or (_first_step(view, lambda spot: spot in things) if things else None)
        or _first_step(view, lambda spot: _borders_on_unknown(view, spot))
        or _first_step(view, lambda spot: _glyph(view, spot) == ">")
        or _first_step(view, lambda spot: _is_a_place_to_wait(view, spot))
    )
    return Rest() if path is None else Walk(path[0] - view.here[0], path[1] - view.here[1])


def _improvement(view: View) -> Intent:
    """Choose in turn what tells in a fight, and what there is where none of it can be chosen."""
    offered = [option for option, _ in view.improvements]
    wanted = [option for option in _WANTED if option in offered] or offered
    return Improve(wanted[view.character.level % len(wanted)])


def _draught(view: View) -> str | None:
    """Choose what to drink: what closes wounds, and what heals, or may, when half of it is gone."""
    if view.wounds:
        mends = next((held.slot for held in view.pack if held.name.endswith(_MENDS)), None)
        if mends is not None:
            return mends
    if view.hp * 2 >= view.max_hp:
        return None
    drinkable = [held for held in view.pack if "quaff" in held.uses]
    cures = [held.slot for held in drinkable if held.known and held.name.endswith(_CURES)]
    unknown = [held.slot for held in drinkable if not held.known]
    return next(iter(cures + unknown), None)


def _better_gear(view: View) -> str | None:
    """Choose what to wear: what is worth more than what is worn of its kind."""
    worn = {held.kind: held.worth for held in view.pack if held.worn}
    better = [one for one in view.pack if one.kind and one.worth > worn.get(one.kind, 0)]
    return max(better, key=lambda held: held.worth).slot if better else None


def _is_worth_taking(name: str) -> bool:
    return "corpse" not in name and "bones" not in name and "rotten" not in name


def _first_step(view: View, wanted: Callable[[Spot], bool]) -> Spot | None:
    """Find the first step of a shortest way to the nearest wanted tile."""
    came_from: dict[Spot, Spot] = {view.here: view.here}
    queue = deque([view.here])
    while queue:
        spot = queue.popleft()
        if spot != view.here and wanted(spot):
            while came_from[spot] != view.here:
                spot = came_from[spot]
            return spot
        if spot != view.here and _glyph(view, spot) in _STAIRS:
            continue  # which leads to another level, not across
        for neighbour in _neighbours(spot):
            if neighbour not in came_from and _passable(view, neighbour):
                came_from[neighbour] = spot
                queue.append(neighbour)
    return None


def _neighbours(spot: Spot) -> Iterator[Spot]:
    return ((spot[0] + dx, spot[1] + dy) for dx, dy in _STEPS)


def _passable(view: View, spot: Spot) -> bool:
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    return inside and view.tiles[y][x].look not in ("wall", "unknown")


def _glyph(view: View, spot: Spot) -> str:
    return view.tiles[spot[1]][spot[0]].glyph


def _borders_on_unknown(view: View, spot: Spot) -> bool:
    return _glyph(view, spot) not in _STAIRS and any(
        0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y]) and view.tiles[y][x].glyph == " "
        for x, y in _neighbours(spot)
    )


def _is_a_place_to_wait(view: View, spot: Spot) -> bool:
    """Say whether to go there when nothing else is to be done: soon somewhere else, far off."""
    round_of_the_level = 31 * spot[0] + 17 * spot[1] + 7 * (view.turn // 40)
    return round_of_the_level % 211 == 0 and _glyph(view, spot) not in _STAIRS
