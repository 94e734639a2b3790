"""Reaching foes: the step towards them, and hints if no safe way leads there."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from bidden.bots.around import on, square, steps
from bidden.bots.paths import Paths
from bidden.going.known.notes import Notes
from bidden.going.ways import Bar, Ways
from bidden.going.ways_out import Hint, WayOut
from bidden.grid.fov import line
from bidden.grid.neighbours import AROUND
from bidden.intents import Move
from bidden.kinds import KEY, UNKNOWN
from bidden.state import own_name
from bidden.view import Held, Peril, Seen, Spot, View
from bidden.words import phrase


def step_to_foes(view: View, notes: Notes) -> Move | None:
    """Return the step towards the foe that is reached first, or None.

    It avoids rooted foes and those it cannot catch if there are others, and never takes stairs or a
    gate, which would lead away from the foe.
    """
    ways = Ways(view, notes, fights=True)
    step = ways.step(lambda paths: _beside_foes(view, paths))
    if step is None:
        foes = sorted(view.foes_at, key=lambda at: by_distance(at, view.here))
        foe = seen_across_the_dark(view, foes)
        step = None if foe is None else step_across_the_dark(view, notes, foe)
    if step is None:
        paths = Paths(view, notes.closed(view))
        step = paths.towards(_beside_foes(view, paths))
    return step


def outclassing(view: View) -> str:
    """Return a sentence about the foes in view that outclass the player, or ""."""
    if view.peril is not Peril.DEADLY:
        return ""
    name = next((own_name(foe.name) for foe in view.foes_seen if outclasses(foe)), "")
    enemy = re.sub("^an? ", "The ", name)
    return phrase("fight", "outclasses" if name else "outclass", enemy=enemy)


def outclasses(foe: Seen) -> bool:
    """Return whether a foe that is awake outclasses the player."""
    return foe.peril is Peril.DEADLY and not foe.asleep


def bar_to_foes(view: View, notes: Notes) -> Bar | None:
    """Return what blocks the way to the foes in view, or None if no way exists at all."""
    return Ways(view, notes).bar(lambda paths: _beside_foes(view, paths))


def against_foes(view: View, notes: Notes) -> tuple[str, tuple[Hint, ...]]:
    """Return what blocks the way to the foes in view, or "", and hints.

    The player can attack foes that do not outclass the player. If no foe can be reached, return the
    alternatives.
    """
    near = any(steps(foe, view.here) == 1 for foe in view.foes_at)
    if near or step_to_foes(view, notes) is not None:
        worse = "" if notes.outmatched else outclassing(view)
        return (f" {worse}", ()) if worse else ("", (Hint(WayOut.ATTACK, "attack"),))
    bar = bar_to_foes(view, notes)
    if bar is None:
        return "", away_from_foes(view)
    told = "" if bar.rooted or bar.stands else attrs.evolve(bar, to=phrase("ways", "enemy")).told
    return told and f" {told}", bar.hints or away_from_foes(view)


def away_from_foes(view: View) -> tuple[Hint, ...]:
    """Return what to do if no safe way leads to a foe in view."""
    stays = bool(view.foes_seen) and all(foe.rooted or foe.asleep for foe in view.foes_seen)
    wait, throw = phrase("instead", "enemy"), Hint(WayOut.THROW, phrase("instead", "throw"))
    other = Hint(WayOut.EXPLORE, "explore") if stays else Hint(WayOut.WAIT, wait)
    hints = () if view.here in view.harm_at else (other,)
    return (*hints, throw) if any(is_missile(held) for held in view.pack) else hints


def is_missile(held: Held) -> bool:
    """Return whether to offer to throw an item: keys and what is worn are better kept."""
    return not held.worn and held.kind != KEY


def _beside_foes(view: View, paths: Paths) -> int:
    fleeing = {foe.at for foe in view.foes_seen if foe.outruns}
    foes = {*view.foes_at} - fleeing or fleeing
    beside = [(x + dx, y + dy) for x, y in foes for dx, dy in AROUND]
    return paths.tiles(beside) & paths.quiet


def by_distance(spot: Spot, here: Spot) -> tuple[int, int, Spot]:
    """Return a sort key: the nearest tile comes first."""
    return steps(spot, here), square(spot, here), spot


def seen_across_the_dark(view: View, foes: Sequence[Spot]) -> Spot | None:
    """Return the first of these foes that is seen across unknown ground, or None."""
    ways = ((foe, line(view.here, foe)[1:-1]) for foe in foes)
    dark = (foe for foe, way in ways if any(view.tiles[y][x].kind == UNKNOWN for x, y in way))
    return next(dark, None)


def step_across_the_dark(view: View, notes: Notes, foe: Spot) -> Move | None:
    """Step towards the new tile nearest to a foe that borders on unknown ground.

    Return None if no tile is nearer than the player's, or if the way there leads away first: the
    foe would get out of view, and the player should decide.
    """

    def far(spot: Spot) -> tuple[int, Spot]:
        return steps(spot, foe), spot

    ways = Ways(view, notes)
    paths, been = ways.paths, notes.ground.been
    new = paths.frontier & paths.reached & ~been  # from the others nothing more can be seen
    best = min(paths.spots(new), key=far, default=view.here)
    away = steps(view.here, foe)
    step = ways.step(lambda paths: paths.tiles([best])) if steps(best, foe) < away else None
    if step is None or steps(on(view.here, (step.dx, step.dy), 1), foe) > away:
        return None
    return step
