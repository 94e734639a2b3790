"""The explorer: fights what is near, gathers what cures, goes where it has not been, then down.

It knows what the view shows and has no chance of its own, so a game it plays
follows from the seed alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bidden.bots.paths import Paths
from bidden.intents import Eat, Improvable, Improve, Intent, Move, PickUp, PutOn, Quaff, Wait
from bidden.view import View

_PATIENCE: Final = 400
"""For so many turns it goes for all it sees; then, of three times forty, in two."""
_MOST_HELD: Final = 26
_THINGS: Final = ("!", "?", ")", "[", "-", '"')
_CURES: Final = ("of health", "of slow healing")
_WOUND_CURES: Final = "of mending"
_WANTED: Final[tuple[Improvable, ...]] = ("attack", "hp")
_WORTHLESS: Final = ("corpse", "bones", "rotten")


def choose(view: View) -> Intent:
    """Decide on the next intent."""
    if view.improvements:
        return choose_improvement(view, _WANTED)
    last = view.lines[-1] if view.lines else None
    if last is not None and last.tone == "refusal" and last.turn == view.turn:
        return Wait()  # a friend is in the way, say: what was refused would be refused again
    drink, food = choose_drink(view), choose_food(view)
    if drink is not None:
        return Quaff(drink)
    if food is not None:
        return Eat(food)
    better = choose_gear(view)
    if better is not None and not view.foes:
        return PutOn(better)
    return thing_to_take(view) or go_on(view, Paths(view), _THINGS) or Wait()


def choose_improvement(view: View, wanted: Collection[Improvable]) -> Improve:
    """Choose in turn what is wanted, and what there is where none of it can be chosen."""
    offered = [option for option, _ in view.improvements]
    options = [option for option in wanted if option in offered] or offered
    return Improve(options[view.experience_level % len(options)])


def choose_drink(view: View) -> str | None:
    """Choose what to drink: what closes wounds, and what heals, or may, when half of it is gone."""
    if view.wounds:
        mends = next((held.slot for held in view.pack if held.name.endswith(_WOUND_CURES)), None)
        if mends is not None:
            return mends
    if view.hp * 2 >= view.max_hp:
        return None
    drinkable = [held for held in view.pack if "quaff" in held.uses]
    cures = [held.slot for held in drinkable if held.known and held.name.endswith(_CURES)]
    unknown = [held.slot for held in drinkable if not held.known]
    return next(iter(cures + unknown), None)


def choose_food(view: View) -> str | None:
    """Choose what to eat, when hungry and with no foe in view."""
    if view.foes or view.hunger not in ("hungry", "weak"):
        return None
    food = [held.slot for held in view.pack if "eat" in held.uses and _is_worth_taking(held.name)]
    return next(iter(food), None)


def choose_gear(view: View) -> str | None:
    """Choose what to wear: what is worth more than what is worn of its kind."""
    worn = {held.kind: held.worth for held in view.pack if held.worn}
    better = [one for one in view.pack if one.kind and one.worth > worn.get(one.kind, 0)]
    return max(better, key=lambda held: held.worth).slot if better else None


def thing_to_take(view: View) -> PickUp | None:
    """Take up what lies underfoot, if it is worth it and there is room for it."""
    for number, name in enumerate(view.underfoot if _has_room(view) else ()):
        if _is_worth_taking(name):
            return PickUp(number)
    return None


def go_on(view: View, paths: Paths, things: Collection[str]) -> Move | None:
    """Go for foes in view, things, where it has not been, down, what is locked, and to and fro.

    Args:
        view: What it sees.
        paths: The paths over it.
        things: The glyphs of what it goes for.
    """
    single_minded = _is_single_minded(view)
    lying = view.things_at if _has_room(view) and not single_minded else ()
    return (
        paths.towards(paths.tiles(_beside(view) if single_minded else view.foes_at))
        or paths.towards(paths.tiles(spot for spot in lying if paths.glyph(*spot) in things))
        or paths.towards(paths.frontier)
        or paths.towards(paths.stairs_down)
        or paths.towards(paths.tiles(_lock_to_try(view)))
        or paths.towards(paths.tiles(_places_to_wait(view)) & paths.quiet)
    )


def _is_single_minded(view: View) -> bool:
    """Say whether it is a time to let be what is out of reach.

    What is seen from one tile and not from the next, which the way there leads over, would have it
    go to and fro for good.
    """
    return view.turn >= _PATIENCE and view.turn // 40 % 3 == 0


def _beside(view: View) -> list[tuple[int, int]]:
    x, y = view.here
    return [(fx, fy) for fx, fy in view.foes_at if max(abs(fx - x), abs(fy - y)) < 3]


def _has_room(view: View) -> bool:
    return len(view.pack) < _MOST_HELD


def _is_worth_taking(name: str) -> bool:
    return not any(word in name for word in _WORTHLESS)


def _lock_to_try(view: View) -> list[tuple[int, int]]:
    """Choose a locked door, soon another, if it holds a key: nothing tells which that opens."""
    if not any(held.name.endswith(" key") for held in view.pack):
        return []
    locks = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.glyph == "X"
    ]
    return locks and [locks[view.turn // 40 % len(locks)]]


def _places_to_wait(view: View) -> Iterator[tuple[int, int]]:
    """Yield where to go when nothing else is to be done: soon somewhere else, far off."""
    moved = 7 * (view.turn // 40)
    for y, row in enumerate(view.tiles):
        for x in range(len(row)):
            if (31 * x + 17 * y + moved) % 211 == 0:
                yield x, y
