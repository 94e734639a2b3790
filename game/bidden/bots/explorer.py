"""The explorer: fights what is near, goes to unexplored tiles, then down.

It uses only the view and draws no random numbers, so its games follow from the seed alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bidden.bots.around import nearest_foe
from bidden.bots.knacks.boons import sources_near, use_boon
from bidden.bots.knacks.fighting import attacks
from bidden.bots.knacks.gathering import WANTED, is_worth_taking, thing_to_take, what_to_fetch
from bidden.bots.knacks.roaming import rest, roam, search
from bidden.bots.knacks.spells import choose_spell, read_a_book
from bidden.bots.memory import Memory, keys_of, was_refused
from bidden.bots.paths import Paths
from bidden.intents import Bind, Eat, Improvable, Improve, Intent, Move, PutOn, Quaff, Wait
from bidden.kinds import ALTAR, LOCKED_DOOR, PRIZE
from bidden.view import View

_PATIENCE: Final = 400
"""It goes for everything for this many turns, then for two of every three periods of 40 turns."""
_CURES: Final = "of health"
_SLOW_CURES: Final = ("of slow healing", "of renewal")
_SLOW: Final = ("slow heal", "renewal")
"""The names of healing effects that last."""
_WOUND_CURES: Final = "of mending"
_WANTED: Final[tuple[Improvable, ...]] = ("attack", "hp", "defence")


def choose(view: View, memory: Memory | None = None) -> Intent:
    """Decide on the next intent. Without a memory, the bot knows only this view."""
    if view.offers:
        return choose_binding(view)
    if view.improvements:
        return choose_improvement(view, _WANTED)
    if was_refused(view):
        return Wait()  # a friend is in the way, say: what was refused would be refused again
    need = drink_eat_or_use_boon(view)
    if need is not None:
        return need
    foe = nearest_foe(view)
    if foe is not None and not (memory is not None and memory.shoots_in_vain):
        attack = next(attacks(view, foe), None)
        if attack is not None:
            return attack
    spell = choose_spell(view)
    if spell is not None:
        return spell
    if not view.foes:
        better, book = choose_gear(view), read_a_book(view)
        if better is not None:
            return PutOn(better)
        if book is not None:
            return book
    return rest(view) or go_on(view, memory, WANTED) or Wait()


def drink_eat_or_use_boon(view: View) -> Intent | None:
    """Return what is more urgent than any attack or step, or None."""
    drink, food = choose_drink(view), choose_food(view)
    if drink is not None:
        return Quaff(drink)
    return use_boon(view) if food is None else Eat(food)


def choose_binding(view: View) -> Bind:
    """Choose the first of the least dangerous bindings."""
    dangers = [offer.danger for offer in view.offers]
    return Bind(dangers.index(min(dangers)))


def choose_improvement(view: View, wanted: Collection[Improvable]) -> Improve:
    """Choose one of the wanted improvements in turn, or another one if none is left."""
    offered = [option for option, _ in view.improvements]
    options = [option for option in wanted if option in offered] or offered
    return Improve(options[view.experience_level % len(options)])


def choose_drink(view: View) -> str | None:
    """Choose a potion that closes wounds, or one that may heal when half of the HP are gone.

    Slow healing comes first if no foe is in view, else last.
    """
    if view.wounds:
        mends = next((held.slot for held in view.pack if held.name.endswith(_WOUND_CURES)), None)
        if mends is not None:
            return mends
    if view.hp * 2 >= view.max_hp:
        return None
    drinkable = [held for held in view.pack if "quaff" in held.uses]
    known = [held for held in drinkable if held.known]
    cures = [held.slot for held in known if held.name.endswith(_CURES)]
    heals = any(name in _SLOW for name, _ in view.lasting)
    slow = [] if heals else [held.slot for held in known if held.name.endswith(_SLOW_CURES)]
    unknown = [held.slot for held in drinkable if not held.known]
    return next(iter(cures + unknown + slow if view.foes else slow + cures + unknown), None)


def cures_in(view: View) -> int:
    """Count the items in the pack that are known to heal."""
    cures = (_CURES, *_SLOW_CURES)
    return sum(
        held.count for held in view.pack if held.known and (held.each or held.name).endswith(cures)
    )


def choose_food(view: View) -> str | None:
    """Choose food if hungry and no foe is in view, or if weak and no foe is adjacent."""
    if view.hunger not in ("hungry", "weak"):
        return None
    if _beside(view) if view.hunger == "weak" else view.foes:
        return None
    food = [held.slot for held in view.pack if "eat" in held.uses and is_worth_taking(held.name)]
    return next(iter(food), None)


def choose_gear(view: View) -> str | None:
    """Choose gear that is worth more than the worn gear of its kind."""
    worn = {held.kind: held.worth for held in view.pack if held.worn}
    both = any(held.worn and held.two_handed for held in view.pack)
    better = [
        one
        for one in view.pack
        if one.is_gear and "put on" in one.uses and one.worth > worn.get(one.kind, 0)
        if not (both and one.kind == "shield")
    ]
    return max(better, key=lambda held: held.worth).slot if better else None


def go_on(view: View, memory: Memory | None, things: Collection[str]) -> Intent | None:
    """Go for foes in view, items of some kinds, unexplored tiles, the way down, and locks.

    If nothing is left, go round a hunted quarry's level, or search. Without a memory, the bot ends
    up walking to and fro.
    """
    kept = memory or Memory()
    taken = thing_to_take(view, kept)
    if taken is not None:
        return taken
    shut = kept.shut(view)
    paths = Paths(view, shut)
    on = _go_for(view, memory, paths, things)
    if on is None and paths.traps:
        on = _go_for(view, memory, Paths(view, shut, daring=True), things)
    if on is not None or memory is not None:
        return on or roam(view, kept, paths) or search(view, kept, paths)
    return paths.towards(paths.tiles(_places_to_wait(view)) & paths.quiet)


def _go_for(
    view: View, memory: Memory | None, paths: Paths, things: Collection[str]
) -> Move | None:
    kept = memory or Memory()
    been = kept.ground.been
    near_only = _is_single_minded(view) if memory is None else memory.is_weary(view)
    lying = paths.tiles(() if near_only else what_to_fetch(view, kept, paths, things)) & ~been
    return (
        (paths.towards(paths.quiet) if view.here in view.harm_at else None)
        or paths.towards(paths.tiles(paths.marked([PRIZE])) & ~been)
        or (paths.towards(paths.gates) if view.bond and view.bond.fulfilled else None)
        or paths.towards(paths.tiles(_beside(view) if near_only else view.foes_at))
        or paths.towards(paths.tiles(() if near_only else sources_near(view)) & ~been)
        or (paths.towards(paths.stairs_down) if _is_in_a_hurry(view) else None)
        or paths.towards(_altars(view, paths))
        or paths.towards(lying)
        or paths.towards(paths.frontier & ~been)
        or paths.towards(paths.stairs_down)
        or paths.towards(paths.tiles(_locks_to_try(view, memory, paths)))
        or (paths.into(paths.chasms) if view.level < view.levels else None)
    )


def _is_in_a_hurry(view: View) -> bool:
    bond = view.bond
    return (
        bond is not None
        and not bond.fulfilled
        and bond.left * 2 < bond.term
        and view.level < bond.last
    )


def _altars(view: View, paths: Paths) -> int:
    bears = view.bond is not None and view.bond.kind == "bear"
    return paths.tiles(paths.marked([ALTAR])) if bears else 0


def _is_single_minded(view: View) -> bool:
    """Return whether to ignore what is out of reach now.

    A thing seen from one tile, but not from the next tile on the way, would make the bot walk to
    and fro forever.
    """
    return view.turn >= _PATIENCE and view.turn // 40 % 3 == 0


def _beside(view: View) -> list[tuple[int, int]]:
    x, y = view.here
    return [(fx, fy) for fx, fy in view.foes_at if max(abs(fx - x), abs(fy - y)) < 3]


def _locks_to_try(view: View, memory: Memory | None, paths: Paths) -> list[tuple[int, int]]:
    """Choose locked doors if the bot holds a key, because no key tells which door it opens.

    Without a memory of those it has tried, it goes for one, and soon for another.
    """
    locks = [*paths.marked([LOCKED_DOOR] if keys_of(view) else ())]
    return locks if memory or not locks else [locks[view.turn // 40 % len(locks)]]


def _places_to_wait(view: View) -> Iterator[tuple[int, int]]:
    """Yield tiles to go to if nothing else is left; after some turns, others far away."""
    moved = 7 * (view.turn // 40)
    for y, row in enumerate(view.tiles):
        for x in range(len(row)):
            if (31 * x + 17 * y + moved) % 211 == 0:
                yield x, y
