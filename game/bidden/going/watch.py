"""The news between two views that stops automatic play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from bidden.bots.around import square, steps
from bidden.going.habits import Habits
from bidden.going.written.patterns import tells
from bidden.grid.compass import where
from bidden.kinds import ALTAR, KEY, LOCKED_DOOR, PRIZE, SOURCE, STAIRS, UNKNOWN, WALL
from bidden.state import a_thing, counted, listed, own_name, the_thing, waking, with_comma
from bidden.view import Bond, Line, Peril, Seen, Spot, View

_PORTIONS: Final = {10: "A tenth", 4: "A quarter", 2: "Half"}
"""The shares of a term that are announced, and their words."""
TENTH: Final = 10
"""The share of a term that deserves a louder message."""
_ASLEEP: Final = ", asleep"
_DESERTS: Final = "is no longer your ally."
_SOMEBODY: Final = "Something hits you"
"""The beginning of messages about blows by unseen attackers."""
_LATELY: Final = 3
"""An event is recent for this number of turns."""
_AGAIN: Final = 20
"""Lasting harm, such as poison, is known for this number of turns after it was last told."""
_FAR: Final = 4
"""A fleeing foe farther away than this stops no command."""
_BLIND: Final = "blindness"
_FEATURES: Final = {
    "stairs": STAIRS,
    "altars": (ALTAR, SOURCE),
    "locks": (LOCKED_DOOR,),
    "keys": (KEY,),
}
"""The structures to stop for, by kind of news."""
_LOGGED: Final = ("altars", "locks", "keys")
"""The kinds of news about structures that the log has as well."""
_UNKNOWN: Final = (UNKNOWN, WALL)
"""A tile that is unknown, or behind which something was hidden."""
_ALONE: Final = {Peril.HARD: "is an even match.", Peril.DEADLY: "outclasses you!"}
TOGETHER: Final = {Peril.HARD: "are an even match.", Peril.DEADLY: "outclass you!"}


def why_not_now(view: View, *, blind: bool = False) -> str:
    """Return why automatic play is impossible now, even without foes, or ""."""
    if view.ending is not None:
        return "The game is over."
    if view.offers:
        return "Accept an offer first."
    if not blind and is_blind(view):
        return "You can't see."
    return ""


def harm_to_come(view: View) -> int:
    """Return how many hit points the effects on the player take before they end, as poison does."""
    return sum(-hp * (left // every) for hp, every, left in view.healing if hp < 0)


def is_blind(view: View) -> bool:
    """Return whether the player is blind."""
    return any(name == _BLIND for name, _ in view.lasting)


def news(
    before: View, view: View, let_be: Collection[Spot], habits: Habits, *, risks: bool = False
) -> str:
    """Return the news from one view to the next, or "".

    ``let_be`` has the tiles of foes that stop no command. ``risks`` means that the player chose to
    walk on with few hit points: lasting harm such as poison is then no news.
    """
    return next(_news(before, view, let_be, habits, risks), "")


def startles(before: View, view: View, percent: int) -> bool:
    """Return whether to drop keys typed before this view, because of news or harm.

    Harm counts if the hit points are below this percentage.
    """
    if view.ending is not before.ending or (view.offers and view.offers != before.offers):
        return True
    if view.improvements_due > before.improvements_due or len(view.wounds) > len(before.wounds):
        return True
    if _loud(before, view):
        return True
    hurt = view.hp < before.hp and view.hp * 100 <= view.max_hp * percent
    return hurt or bool(_newcomers(before, view))


def sightings(before: View, view: View, let_be: Collection[Spot]) -> Iterator[Line]:
    """Yield messages about the foes, in the tone of news, and structures that came into view.

    The one about foes comes before any message of this turn that names them.
    """
    recent = _recent(before, view)
    newest = view.lines[-1].sequence if view.lines else 0
    foes, _ = _worth_telling(before, view, let_be)  # the game reports who wakes up
    if foes:
        names = "|".join(re.escape(_bare(name)) for name in foes)
        told = [line for line in recent if not line.text.endswith(_DESERTS)]
        named = (line for line in told if re.search(rf"(?i)\b({names})\b", line.text))
        turn, at = next(((line.turn, line.sequence - 1) for line in named), (view.turn, newest))
        yield Line(_come_into_view(foes, before, view), "news", turn, at)
    found = "" if view.level != before.level else _see(before, view, _LOGGED)
    if found:
        yield Line(found, "plain", view.turn, newest)


def foes_in(view: View) -> list[str]:
    """Return the names of foes in view, nearest first."""
    return [view.tiles[y][x].name or "an enemy" for x, y in _nearest(view)]


def _nearest(view: View) -> list[Spot]:
    return sorted(view.foes_at, key=lambda foe: (square(foe, view.here), foe))


def was_hit_unseen(view: View) -> bool:
    """Return whether an unseen attacker hit the player in the last turns."""
    newest = (line for line in view.lines if view.turn - line.turn < _LATELY)
    return any(line.tone == "harm" and line.text.startswith(_SOMEBODY) for line in newest)


def new_lines(before: View, view: View) -> list[Line]:
    """Return the messages since an earlier view, oldest first."""
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
    newcomers, woken = _worth_telling(before, view, let_be)
    if newcomers:
        yield _come_into_view(newcomers, before, view)
    if woken:
        logged = (line.text for line in told if line.text.endswith((" wakes up.", " wake up.")))
        yield next(logged, waking([*map(_bare, woken)]))
    foe = who_bars(view, let_be)
    if foe:
        yield f"{foe[:1].upper()}{foe[1:]}."
    goal = _goal_in(view) if "tasks" in stops_for else ""
    if goal and not (view.level == before.level and _goal_in(before)):
        together = _see(before, view, _LOGGED) if view.level == before.level else ""
        yield together if f"{goal}, your goal" in together else f"You see {goal}, your goal."
    if view.level != before.level or view.place != before.place:
        yield _last_of("news", told) or f"You are on level {view.level} now."
    else:
        if any(True for _ in _features_found(before, view, {*stops_for} & {*_LOGGED})):
            yield _see(before, view, _LOGGED)  # in the words of the log
        yield from filter(None, [_see(before, view, stops_for)])
    if not minor:
        yield from filter(None, [_last_of("harm", heard)])
    if view.offers and view.offers != before.offers:
        yield "Summoners offer you bindings."
    if view.improvements_due > before.improvements_due and "upgrades" in stops_for:
        yield _loud(before, view) or "You can choose an upgrade."
    if view.hunger != before.hunger and view.hunger in ("hungry", "weak"):
        yield from [f"You are {view.hunger}."] if "hunger" in stops_for else []
    if view.bond is not None and before.bond is not None:
        done = view.bond.fulfilled and not before.bond.fulfilled
        yield from [_loud(before, view) or "Task complete!"] if done else []
        yield from _of_the_term(before.bond, view.bond, part="deadlines" in stops_for)
    if "effects" in stops_for:
        yield from _of_what_lasts(before, view, told, heard)


def _of_what_lasts(before: View, view: View, told: list[Line], heard: list[Line]) -> Iterator[str]:
    """Yield the new effects on the player, unless their messages are passed over."""
    lasted = {name for name, _ in before.lasting}
    if _last_of("news", told) and not _last_of("news", heard):
        return
    for name, _ in view.lasting:
        if name not in lasted:
            yield _last_of("news", heard) or f"New effect: {name}."


def _features_found(before: View, view: View, stops_for: Collection[str]) -> Iterator[str]:
    """Yield the names of structures and keys discovered since, of some kinds of news."""
    wanted = {one for news, features in _FEATURES.items() if news in stops_for for one in features}
    if not wanted:
        return
    for was, row in zip(before.tiles, view.tiles, strict=True):
        if was is not row:
            for old, new in zip(was, row, strict=True):
                if new.kind in wanted and old.kind in _UNKNOWN:
                    yield new.name or "something"


def _see(before: View, view: View, kinds: Collection[str]) -> str:
    """Return a message about the structures and keys discovered since, or ""."""
    found, goal = [*_features_found(before, view, kinds)], _goal_in(view)
    is_goal = found.count(goal) == 1 and not _goal_in(before)
    found.sort(key=lambda name: is_goal and name == goal)  # the goal last
    yours = ", your goal" if is_goal else ""
    return f"You see {listed([*map(_bare, found)])}{yours}." if found else ""


def goals_of(view: View) -> tuple[str, ...]:
    """Return the kinds of the task's goal and destination."""
    bears = view.bond is not None and view.bond.kind == "bear" and not view.bond.fulfilled
    return (PRIZE, ALTAR) if bears else (PRIZE,)


def _goal_in(view: View) -> str:
    goals = goals_of(view)
    return next((tile.name for row in view.tiles for tile in row if tile.kind in goals), "")


def bars(foe: Seen, view: View) -> bool:
    """Return whether a foe stops automatic play.

    Sleeping foes do not, rooted ones only from an adjacent tile, and fleeing ones only nearby.
    """
    away = steps(foe.at, view.here)
    return not (foe.asleep or (foe.rooted and away > 1) or (foe.flees and away > _FAR))


def who_bars(view: View, let_be: Collection[Spot]) -> str:
    """Return the nearest foe that stops automatic play, as in "an orc in view", or ""."""
    for spot, foe in _barring(view, let_be):
        beside = steps(spot, view.here) == 1
        return f"{own_name(a_thing(_bare(foe)))} {'next to you' if beside else 'in view'}"
    return ""


def all_who_bar(view: View, let_be: Collection[Spot]) -> str:
    """Return all foes that stop automatic play, as in "An orc and two goblins", or ""."""
    names = [_bare(foe) for _, foe in _barring(view, let_be)]
    who = listed(names) if names else ""
    return f"{who[:1].upper()}{who[1:]}"


def _barring(view: View, let_be: Collection[Spot]) -> Iterator[tuple[Spot, str]]:
    lets = {foe.at for foe in view.foes_seen if not bars(foe, view)}
    for spot, foe in zip(_nearest(view), foes_in(view), strict=True):
        if spot not in lets and spot not in let_be:
            yield spot, foe


def _let_be_by_name(view: View, let_be: Collection[Spot]) -> set[str]:
    """Return the names of foes in view that stop no command."""
    named = [*zip(_nearest(view), foes_in(view), strict=True)]
    return {name for _, name in named} - {name for spot, name in named if spot not in let_be}


def _worth_telling(
    before: View, view: View, let_be: Collection[Spot]
) -> tuple[list[str], list[str]]:
    """Return the newcomers and the sleepers that woke, without foes that stop no command."""
    known = {*_rooted_of_a_kind_seen(before, view), *_let_be_by_name(view, let_be)}
    told = " ".join(line.text for line in _recent(before, view))
    known |= {one for one in foes_in(view) if _is_told(one, told)}
    new = Counter(name for name in _newcomers(before, view) if name not in known)
    slept = Counter(foes_in(before) if view.level == before.level else ())
    slept.subtract(foes_in(view))
    sleepers = (name for name in slept.elements() if name.endswith(_ASLEEP))
    woken = new & Counter(name.removesuffix(_ASLEEP) for name in sleepers)
    return [*(new - woken).elements()], [*woken.elements()]


def _recent(before: View, view: View) -> list[Line]:
    return [line for line in new_lines(before, view) if view.turn - line.turn <= 1]


def _is_told(name: str, told: str) -> bool:
    """Return whether messages tell where a newcomer comes from."""
    return f" is {name}!" in told or f"{name[:1].upper()}{name[1:]} splits off " in told


def _newcomers(before: View, view: View) -> list[str]:
    """Return the names that occur more often in view than before."""
    new = Counter(foes_in(view))
    if view.level == before.level:
        new.subtract(foes_in(before))
    return [*new.elements()]


def _is_minor_harm(before: View, view: View, told: list[Line], habits: Habits, risks: bool) -> bool:
    """Return whether all harm is passed over or of effects that hurt before, and HP are enough."""
    harm = [line for line in told if line.tone == "harm"]
    past = [one for one in before.lines if one.tone == "harm" and view.turn - one.turn < _AGAIN]
    lately = " ".join(f". {line.text.lower()}" for line in past)
    lasting = tuple(name.lower() for name, _ in before.lasting if f". {name.lower()}" in lately)
    known = all(
        (lasting and line.text.lower().startswith(lasting)) or tells(habits.pass_over, line)
        for line in harm
    )
    enough = risks or view.hp * 100 > view.max_hp * habits.hurt_below
    return bool(harm) and known and enough


def _rooted_of_a_kind_seen(before: View, view: View) -> set[str]:
    """Return the names of rooted foes of kinds that were in view before."""
    rooted = {foe.name for foe in view.foes_seen if foe.rooted}
    others = {foe.name for foe in view.foes_seen if not foe.rooted}
    return (rooted - others) & {foe.name for foe in before.foes_seen}


def _come_into_view(names: list[str], before: View, view: View) -> str:
    """Describe newcomers, as in "An orc comes into view. It outclasses you!"."""
    who = listed([_bare(name) for name in names])
    if len(names) == 1 and [*map(_bare, foes_in(view))].count(_bare(names[0])) > 1:
        who = f"another {_bare(names[0])}"
    who = f"{who[0].upper()}{who[1:]}"
    worst = _worst_of(names, view)
    told = ""
    if view.outnumbered in TOGETHER:
        them = "they" if len(names) == len(view.foes_at) else "your enemies"
        new = view.outnumbered is not before.outnumbered  # told once in a fight
        told = f" Together {them} {TOGETHER[view.outnumbered]}" if new else ""
    elif worst is not None:
        alike = [foe.peril for foe in view.foes_seen if foe.name == worst.name]
        each = "Each" if len({*alike}) == 1 else "One"
        if len(alike) == 1:
            who_is = the_thing(_bare(worst.name))
            each = "It" if len(names) == 1 else f"{who_is[0].upper()}{who_is[1:]}"
        told = f" {each} {_ALONE[worst.peril]}"
    if len(names) > 1:
        return f"{who} come into view.{told}"
    if names[0].endswith(_ASLEEP):
        there = next(at for at in _nearest(view) if view.tiles[at[1]][at[0]].name == names[0])
        seen = f"You see {listed([_bare(names[0])])} asleep, {where(there, view.here)}."
        return with_comma(seen, who) + told
    return with_comma(f"{who} comes into view.", who) + told


def _worst_of(names: Collection[str], view: View) -> Seen | None:
    seen = [foe for foe in view.foes_seen if foe.name in names and foe.peril is not Peril.NONE]
    return max(seen, key=lambda foe: foe.peril.rank, default=None)


def _bare(name: str) -> str:
    """Return a name without its article and its state."""
    article, _, bare = name.removesuffix(_ASLEEP).partition(" ")
    return bare if article in ("a", "an") else name.removesuffix(_ASLEEP)


def _loud(before: View, view: View) -> str:
    """Return the first message since that the player must not miss, or ""."""
    return next((line.text for line in new_lines(before, view) if line.loud), "")


def _last_of(tone: str, lines: list[Line]) -> str:
    return next((line.text for line in reversed(lines) if line.tone == tone), "")


def _of_the_term(before: Bond, bond: Bond, *, part: bool) -> Iterator[str]:
    """Yield the news about a bond; with ``part``, also the share of its term that is left."""
    if not bond.runs or bond.left >= before.left:
        return
    if bond.left <= 0 < before.left:
        yield "Your term has run out."
    yield from filter(None, [word_of_the_term(before, bond)] if part else [])


def word_of_the_term(before: Bond | None, bond: Bond | None, least: int = 2) -> str:
    """Return how much of the term is left if 1/``least`` or less was just reached, or ""."""
    if before is None or bond is None or not bond.runs or not 0 < bond.left < before.left:
        return ""
    least = max(least, 3 * bond.fulfilled)  # half a term is plenty for the way back
    for share, words in _PORTIONS.items():
        if share >= least and bond.left * share <= bond.term < before.left * share:
            turns = counted("turn", bond.left)
            return f"{words} of your term is left: {turns}."
    return ""


def desertion_of(name: str) -> str:
    """Return the sentence about a former ally that comes into view."""
    return with_comma(f"{name} {_DESERTS}", name)
