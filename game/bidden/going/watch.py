"""What stops whoever moves on: read off two views, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from bidden.going.habits import Habits
from bidden.going.written.patterns import tells
from bidden.kinds import ALTAR, LOCKED_DOOR, PRIZE, SOURCE, STAIRS, UNKNOWN, WALL
from bidden.state import a_thing, counted, listed
from bidden.view import Bond, Line, Peril, Seen, Spot, View

_PORTIONS: Final = {10: "A tenth", 4: "A quarter", 2: "Half"}
"""Of which part of a term it is told, and how, when no more than that is left; the least first."""
TENTH: Final = 10
"""The share of a term that is worth a louder word."""
_ASLEEP: Final = ", asleep"
_SOMEBODY: Final = "Something hits you"
"""How a message begins that tells of a blow by whom one can't see."""
_LATELY: Final = 3
"""What happened fewer turns ago still counts."""
_FAR: Final = 4
"""Who flees and is more tiles away than that bars nobody."""
_BLIND: Final = "blindness"
_FEATURES: Final = {
    "ways": STAIRS,
    "altars": (ALTAR, SOURCE),
    "locks": (LOCKED_DOOR,),
}
"""What stands about that one can stop for, by the kind of news it is."""
_UNKNOWN: Final = (UNKNOWN, WALL)
"""A tile of which nothing is known, or behind which something was hidden."""
_ALONE: Final = {Peril.HARD: "even match", Peril.DEADLY: "outclasses you"}
_TOGETHER: Final = {
    Peril.HARD: "together an even match",
    Peril.DEADLY: "together they outclass you",
}
_MATTERS: Final = ("harm",)
"""The tones of what matters enough, whatever it tells of."""


def why_not_now(view: View, *, blind: bool = False) -> str:
    """Say why nobody should move on, whoever is in view; empty if they may.

    Args:
        view: What is seen.
        blind: Whether the blind may.
    """
    if view.ending is not None:
        return "The game is over."
    if view.offers:
        return "Choose a binding first."
    if not blind and is_blind(view):
        return "You can't see."
    return ""


def is_blind(view: View) -> bool:
    """Say whether blindness lasts on who is played."""
    return any(name == _BLIND for name, _ in view.lasting)


def news(
    before: View, view: View, let_be: Collection[Spot], habits: Habits, *, risks: bool = False
) -> str:
    """Say what has come between from one view to the next; empty where nothing has.

    Args:
        before: What was seen.
        view: What is seen now.
        let_be: Where foes are who bar nothing, and are no news.
        habits: For what the player would have one stop.
        risks: Whether the player chose to walk on with few hit points: lasting harm such as
            poison is no news then.
    """
    return next(_news(before, view, let_be, habits, risks), "")


def startles(before: View, view: View, percent: int) -> bool:
    """Say whether keys that were pressed before should not count any more.

    Args:
        before: What was seen when they were pressed, or before that.
        view: What is seen now.
        percent: At how many hundredths of all hit points being hurt startles.
    """
    if view.ending is not before.ending or (view.offers and view.offers != before.offers):
        return True
    if view.improvements_due > before.improvements_due or len(view.wounds) > len(before.wounds):
        return True
    if _loud(before, view):
        return True
    hurt = view.hp < before.hp and view.hp * 100 <= view.max_hp * percent
    return hurt or bool(_newcomers(before, view))


def foes_in(view: View) -> list[str]:
    """Name the foes in view, the nearest first."""
    return [view.tiles[y][x].name or "an enemy" for x, y in _nearest(view)]


def _nearest(view: View) -> list[Spot]:
    x, y = view.here
    return sorted(view.foes_at, key=lambda foe: ((foe[0] - x) ** 2 + (foe[1] - y) ** 2, foe))


def was_hit_unseen(view: View) -> bool:
    """Return whether somebody the player can't see hit them in the last turns."""
    newest = (line for line in view.lines if view.turn - line.turn < _LATELY)
    return any(line.tone == "harm" and line.text.startswith(_SOMEBODY) for line in newest)


def new_lines(before: View, view: View) -> list[Line]:
    """Give what was told since an earlier view, oldest first."""
    last = max((line.sequence for line in before.lines), default=0)
    return [line for line in view.lines if line.sequence > last]


def _news(
    before: View, view: View, let_be: Collection[Spot], habits: Habits, risks: bool
) -> Iterator[str]:
    told, stops_for = new_lines(before, view), habits.stops_for
    if view.ending is not None:
        yield "The game is over."
    yield from (line.text for line in told if tells(habits.stop_at, line))
    heard = [line for line in told if not tells(habits.pass_over, line)]
    minor = _is_minor_harm(before, view, told, habits, risks)
    if len(view.wounds) > len(before.wounds) or (view.hp < before.hp and not minor):
        yield _loud(before, view) or _last_of("harm", told) or "Something hurt you."
    newcomers = _newcomers(before, view)
    known = {*_rooted_of_a_kind_seen(before, view), *_let_be_by_name(view, let_be)}
    newcomers = [one for one in newcomers if one not in known]
    if newcomers:
        yield _wakes(before, view, newcomers) or _come_into_view(newcomers, view)
    foe = who_bars(view, let_be)
    if foe:
        yield f"{foe[:1].upper()}{foe[1:]}."
    goal = _goal_in(view) if "goals" in stops_for else ""
    if goal and not (view.level == before.level and _goal_in(before)):
        yield f"You see {goal}: your goal."
    if view.level != before.level or view.place != before.place:
        yield _last_of("news", told) or f"You are on level {view.level} now."
    else:
        yield from _features_found(before, view, stops_for)
    for tone in () if minor else _MATTERS:
        yield from filter(None, [_last_of(tone, heard)])
    if view.offers and view.offers != before.offers:
        yield "Summoners offer you bindings."
    if view.improvements_due > before.improvements_due and "learning" in stops_for:
        yield _loud(before, view) or "You can choose an upgrade."
    if view.hunger != before.hunger and view.hunger in ("hungry", "weak"):
        yield from [f"You are {view.hunger}."] if "hunger" in stops_for else []
    if view.bond is not None and before.bond is not None:
        done = view.bond.fulfilled and not before.bond.fulfilled
        yield from [_loud(before, view) or "Task complete!"] if done else []
        yield from _of_the_term(before.bond, view.bond, part="term" in stops_for)
    if "effects" in stops_for:
        yield from _of_what_lasts(before, view, told, heard)


def _of_what_lasts(before: View, view: View, told: list[Line], heard: list[Line]) -> Iterator[str]:
    """Tell what has come upon one, unless all the news there is of it is passed over."""
    lasted = {name for name, _ in before.lasting}
    if _last_of("news", told) and not _last_of("news", heard):
        return
    for name, _ in view.lasting:
        if name not in lasted:
            yield _last_of("news", heard) or f"There is {name} upon you."


def _features_found(before: View, view: View, stops_for: Collection[str]) -> Iterator[str]:
    """Tell of what stands about and is known since, of the kinds that one stops for."""
    wanted = {one for news, features in _FEATURES.items() if news in stops_for for one in features}
    if not wanted:
        return
    for was, row in zip(before.tiles, view.tiles, strict=True):
        if was is not row:
            for old, new in zip(was, row, strict=True):
                if new.kind in wanted and old.kind in _UNKNOWN:
                    yield f"You see {new.name or 'something'}."


def goals_of(view: View) -> tuple[str, ...]:
    """Return the kinds of what one is sent for, and of where one is to bring what one bears."""
    bears = view.bond is not None and view.bond.kind == "bear" and not view.bond.fulfilled
    return (PRIZE, ALTAR) if bears else (PRIZE,)


def _goal_in(view: View) -> str:
    """Name what one is sent for or to, if it lies in view or did; empty where it does not."""
    goals = goals_of(view)
    return next((tile.name for row in view.tiles for tile in row if tile.kind in goals), "")


def bars(foe: Seen, view: View) -> bool:
    """Say whether a foe bars moving on.

    No sleeper does; who is rooted does from beside, and who flees while it is near.
    """
    away = _tiles_away(foe.at, view)
    return not (foe.asleep or (foe.rooted and away > 1) or (foe.flees and away > _FAR))


def _tiles_away(spot: Spot, view: View) -> int:
    return max(abs(spot[0] - view.here[0]), abs(spot[1] - view.here[1]))


def who_bars(view: View, let_be: Collection[Spot]) -> str:
    """Name the nearest foe who bars moving on, as in "an orc in view"; empty if nobody does.

    Args:
        view: What is seen.
        let_be: Where foes are who bar nothing.
    """
    for spot, foe in _barring(view, let_be):
        beside = _tiles_away(spot, view) == 1
        return f"{a_thing(_bare(foe))} {'beside you' if beside else 'in view'}"
    return ""


def barring(view: View, let_be: Collection[Spot]) -> list[Spot]:
    """Give where all foes are who bar moving on, the nearest first; arguments as ``who_bars``."""
    return [spot for spot, _ in _barring(view, let_be)]


def all_who_bar(view: View, let_be: Collection[Spot]) -> str:
    """Name all who bar moving on, as in "An orc and two goblins"; empty where nobody does."""
    names = [_bare(foe) for _, foe in _barring(view, let_be)]
    who = listed(names) if names else ""
    return f"{who[:1].upper()}{who[1:]}"


def _barring(view: View, let_be: Collection[Spot]) -> Iterator[tuple[Spot, str]]:
    lets = {foe.at for foe in view.foes_seen if not bars(foe, view)}
    for spot, foe in zip(_nearest(view), foes_in(view), strict=True):
        if spot not in lets and spot not in let_be:
            yield spot, foe


def _let_be_by_name(view: View, let_be: Collection[Spot]) -> set[str]:
    """Name those in view of whom each one bars nothing."""
    named = [*zip(_nearest(view), foes_in(view), strict=True)]
    return {name for _, name in named} - {name for spot, name in named if spot not in let_be}


def _newcomers(before: View, view: View) -> list[str]:
    """Name those of whom there are more in view than before, each as often as that."""
    new = Counter(foes_in(view))
    if view.level == before.level:
        new.subtract(foes_in(before))
    return [*new.elements()]


def _is_minor_harm(before: View, view: View, told: list[Line], habits: Habits, risks: bool) -> bool:
    """Return whether all harm is of lasting effects or is passed over, and leaves enough HP."""
    harm = [line for line in told if line.tone == "harm"]
    lasting = tuple(name.lower() for name, _ in before.lasting)
    known = all(
        (lasting and line.text.lower().startswith(lasting)) or tells(habits.pass_over, line)
        for line in harm
    )
    enough = risks or view.hp * 100 > view.max_hp * habits.hurt_below
    return bool(harm) and known and enough


def _rooted_of_a_kind_seen(before: View, view: View) -> set[str]:
    """Name those in view who stay where they grew, of whom some were in view before."""
    rooted = {foe.name for foe in view.foes_seen if foe.rooted}
    others = {foe.name for foe in view.foes_seen if not foe.rooted}
    return (rooted - others) & {foe.name for foe in before.foes_seen}


def _wakes(before: View, view: View, newcomers: list[str]) -> str:
    """Tell that one of those who slept is awake; empty where that is not what is new."""
    name = newcomers[0]
    slept, sleeps = (foes_in(one).count(f"{name}{_ASLEEP}") for one in (before, view))
    if view.level != before.level or len(newcomers) > 1 or sleeps >= slept:
        return ""
    bare = _bare(name)
    who = bare if bare == name else f"the {bare}"
    return f"{who[:1].upper()}{who[1:]} wakes up."


def _come_into_view(names: list[str], view: View) -> str:
    """Say who has come, as in "An orc comes into view.", and who of them is a match for one."""
    who = listed([_bare(name) for name in names])
    who = f"{who[0].upper()}{who[1:]}"
    worst = _worst_of(names, view)
    told = ""
    if worst is not None:
        who_is = f"{a_thing(_bare(worst.name))} " if len(names) > 1 else ""
        told = f" ({who_is}{_ALONE[worst.peril]})"
    if view.outnumbered in _TOGETHER:
        told = f"{told[:-1]}; " if told else " ("
        told += f"{_TOGETHER[view.outnumbered]})"
    if len(names) > 1:
        return f"{who} come into view{told}."
    if names[0].endswith(_ASLEEP):
        return f"{who} is asleep here{told}."
    return f"{who} comes into view{told}."


def _worst_of(names: Collection[str], view: View) -> Seen | None:
    """Give who of these is the greatest peril; None where none is any."""
    seen = [foe for foe in view.foes_seen if foe.name in names and foe.peril is not Peril.NONE]
    return max(seen, key=lambda foe: foe.peril.rank, default=None)


def _bare(name: str) -> str:
    """Give a name without its article, and without what is told of somebody besides."""
    article, _, bare = name.removesuffix(_ASLEEP).partition(" ")
    return bare if article in ("a", "an") else name.removesuffix(_ASLEEP)


def _loud(before: View, view: View) -> str:
    """Give the first line since an earlier view that the player must not miss; empty for none."""
    return next((line.text for line in new_lines(before, view) if line.loud), "")


def _last_of(tone: str, lines: list[Line]) -> str:
    return next((line.text for line in reversed(lines) if line.tone == tone), "")


def _of_the_term(before: Bond, bond: Bond, *, part: bool) -> Iterator[str]:
    """Tell what has become of a bond; of how much of its term is left, only where asked to."""
    if not bond.runs or bond.left >= before.left:
        return
    if bond.left <= 0 < before.left:
        yield "Your term has run out."
    yield from filter(None, [word_of_the_term(before, bond)] if part else [])


def word_of_the_term(before: Bond | None, bond: Bond | None, least: int = 2) -> str:
    """Say how much of a term is left, where from one view to the next that has become little.

    Args:
        before: By what one was bound.
        bond: By what one is bound; it says nothing where no term runs, or it is out.
        least: Of a half, a quarter and a tenth, of which part on it is said, by its share.
    """
    if before is None or bond is None or not bond.runs or not 0 < bond.left < before.left:
        return ""
    for share, words in _PORTIONS.items():
        if share >= least and bond.left * share <= bond.term < before.left * share:
            turns = counted("turn", bond.left)
            return f"{words} of your term is left: {turns}."
    return ""
