"""The news between two views that stops automatic play."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.bots.around import steps
from bidden.going.encounters import ASLEEP, Key, Meeting, Met, bare, foes_by_key
from bidden.going.habits import Habits
from bidden.grid.compass import where
from bidden.kinds import ALTAR, KEY, LOCKED_DOOR, PRIZE, SOURCE, STAIRS, UNKNOWN, WALL
from bidden.patterns import tells
from bidden.state import (
    a_thing,
    counted,
    enumerated,
    listed,
    own_name,
    the_thing,
    waking,
    with_comma,
)
from bidden.text import capitalised
from bidden.view import Bond, Line, Peril, Seen, Spot, View
from bidden.words import phrase

TENTH: Final = 10
"""The share of a term that deserves a louder message."""
_PORTIONS: Final = (TENTH, 4, 2)
"""The shares of a term that are announced."""
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
_UNMET: Final[Met] = MappingProxyType({})


def why_not_now(view: View, *, blind: bool = False) -> str:
    """Return why automatic play is impossible now, even without foes, or ""."""
    if view.ending is not None:
        return phrase("command", "over")
    if view.offers:
        return phrase("command", "offers")
    return phrase("command", "blind") if is_blind(view) and not blind else ""


def harm_to_come(view: View) -> int:
    """Return how many hit points the effects on the player take before they end, as poison does."""
    return sum(-hp * (left // every) for hp, every, left in view.healing if hp < 0)


def is_blind(view: View) -> bool:
    """Return whether the player is blind."""
    return any(name == _BLIND for name, _ in view.lasting)


def news(
    before: View,
    view: View,
    let_be: Collection[Spot],
    habits: Habits,
    *,
    met: Met = _UNMET,
    risks: bool = False,
) -> str:
    """Return the news from one view to the next, or "".

    ``let_be`` has the tiles of foes that stop no command, ``met`` how foes came into view.
    ``risks`` means that the player chose to walk on with few hit points: lasting harm such as
    poison is then no news.
    """
    return next(_news(before, view, let_be, habits, met, risks), "")


def startles(before: View, view: View, percent: int) -> bool:
    """Return whether to drop keys typed before this view, because of news or harm.

    Harm counts if the hit points are below this percentage.
    """
    if view.ending is not before.ending or (view.offers and view.offers != before.offers):
        return True
    if view.improvements_due > before.improvements_due or len(view.wounds) > len(before.wounds):
        return True
    hurt = view.hp < before.hp and view.hp * 100 <= view.max_hp * percent
    return hurt or bool(_loud(before, view)) or any(_come_or_woken(before, view))


def sightings(
    before: View, view: View, let_be: Collection[Spot], met: Met = _UNMET, notice: str = ""
) -> Iterator[Line]:
    """Yield messages about the foes, in the tone of news, and structures that came into view.

    The one about foes comes before any message of this turn that names them. Foes that come back
    soon get none, unless the notice has it because they stopped a command.
    """
    recent = _recent(before, view)
    newest = view.lines[-1].sequence if view.lines else 0
    foes, _ = _worth_telling(before, view, let_be)  # the game reports who wakes up
    told = _come_into_view(foes, before, view, met) if foes else ""
    if foes and (told in notice or any(met.get(key) is not Meeting.SOON for key in foes)):
        names = "|".join(re.escape(bare(foe.name)) for foe in foes.values())
        lines = [line for line in recent if not line.text.endswith(_DESERTS)]
        named = (line for line in lines if re.search(rf"(?i)\b({names})\b", line.text))
        turn, at = next(((line.turn, line.sequence - 1) for line in named), (view.turn, newest))
        yield Line(told, "news", turn, at)
    found = "" if view.level != before.level else _see(before, view, _LOGGED)
    if found:
        yield Line(found, "plain", view.turn, newest)


def was_hit_unseen(view: View) -> bool:
    """Return whether an unseen attacker hit the player in the last turns."""
    newest = (line for line in view.lines if view.turn - line.turn < _LATELY)
    return any(line.tone == "harm" and line.text.startswith(_SOMEBODY) for line in newest)


def new_lines(before: View, view: View) -> list[Line]:
    """Return the messages since an earlier view, oldest first."""
    last = max((line.sequence for line in before.lines), default=0)
    return [line for line in view.lines if line.sequence > last]


def _news(
    before: View, view: View, let_be: Collection[Spot], habits: Habits, met: Met, risks: bool
) -> Iterator[str]:
    told, stops_for = new_lines(before, view), habits.stops_for
    if view.ending is not None:
        yield phrase("command", "over")
    yield from (line.text for line in told if tells(habits.stop_at, line))
    heard = [line for line in told if not tells(habits.pass_over, line)]
    minor = _is_minor_harm(before, view, told, habits, risks)
    if len(view.wounds) > len(before.wounds) or (view.hp < before.hp and not minor):
        yield _loud(before, view) or _last_of("harm", told) or phrase("news", "hurt")
    newcomers, woken = _worth_telling(before, view, let_be)
    if newcomers:
        yield _come_into_view(newcomers, before, view, met)
    if woken:
        logged = (line.text for line in told if line.text.endswith((" wakes up.", " wake up.")))
        yield next(logged, waking([bare(foe.name) for foe in woken]))
    foe = who_bars(view, let_be)
    if foe:
        yield f"{capitalised(foe)}."
    goal = _goal_in(view) if "tasks" in stops_for else ""
    if goal and not (view.level == before.level and _goal_in(before)):
        found = [*_features_found(before, view, _LOGGED)] if view.level == before.level else []
        at_last = found.count(goal) == 1
        yield _see(before, view, _LOGGED) if at_last else phrase("news", "goal", found=goal)
    if view.level != before.level or view.place != before.place:
        yield _last_of("news", told) or phrase("news", "level", level=view.level)
    else:
        if any(True for _ in _features_found(before, view, {*stops_for} & {*_LOGGED})):
            yield _see(before, view, _LOGGED)  # in the words of the log
        yield from filter(None, [_see(before, view, stops_for)])
    if not minor:
        yield from filter(None, [_last_of("harm", heard)])
    if view.offers and view.offers != before.offers:
        yield phrase("news", "offers")
    if view.improvements_due > before.improvements_due and "upgrades" in stops_for:
        yield _loud(before, view) or phrase("news", "upgrade")
    if view.hunger != before.hunger and view.hunger in ("hungry", "weak") and "hunger" in stops_for:
        yield phrase("news", "weak" if view.hunger == "weak" else "hungry")
    if view.bond is not None and before.bond is not None:
        done = view.bond.fulfilled and not before.bond.fulfilled
        yield from [_loud(before, view) or phrase("news", "done")] if done else []
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
            yield _last_of("news", heard) or phrase("news", "effect", effect=name)


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
    told = listed([*map(bare, found)]) if found else ""
    return told and phrase("news", "goal" if is_goal else "found", found=told)


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
    for foe in _barring(view, let_be):
        beside = steps(foe.at, view.here) == 1
        name = own_name(a_thing(bare(foe.name)))
        return phrase("news", "beside" if beside else "in view", enemy=name)
    return ""


def all_who_bar(view: View, let_be: Collection[Spot]) -> str:
    """Return all foes that stop automatic play, as in "An orc and two goblins", or ""."""
    names = [bare(foe.name) for foe in _barring(view, let_be)]
    return capitalised(listed(names)) if names else ""


def _barring(view: View, let_be: Collection[Spot]) -> list[Seen]:
    return [foe for foe in foes_by_key(view).values() if bars(foe, view) and foe.at not in let_be]


def _worth_telling(
    before: View, view: View, let_be: Collection[Spot]
) -> tuple[dict[Key, Seen], list[Seen]]:
    """Return the newcomers and the sleepers that woke, without foes that stop no command."""
    rooted, (new, woken) = _rooted_of_a_kind_seen(before, view), _come_or_woken(before, view)
    told = " ".join(line.text for line in _recent(before, view))

    def counts(foe: Seen) -> bool:
        return not (foe.at in let_be or foe.name in rooted or _is_told(foe.name, told))

    return {key: foe for key, foe in new.items() if counts(foe)}, [*filter(counts, woken)]


def _recent(before: View, view: View) -> list[Line]:
    return [line for line in new_lines(before, view) if view.turn - line.turn <= 1]


def _is_told(name: str, told: str) -> bool:
    """Return whether messages tell where a newcomer comes from."""
    tells = f" is {name}!", f" becomes {name}!", f"{capitalised(name)} splits off "
    return any(one in told for one in tells)


def _come_or_woken(before: View, view: View) -> tuple[dict[Key, Seen], list[Seen]]:
    """Return the foes that were not in view before, and those that were asleep."""
    foes, were = foes_by_key(view), foes_by_key(before) if view.level == before.level else {}
    known = {*were, *(ally.entity for ally in before.allies)}
    awake = [key for key, foe in foes.items() if not foe.name.endswith(ASLEEP)]
    woken = [foes[key] for key in awake if key in were and were[key].name.endswith(ASLEEP)]
    return {key: foe for key, foe in foes.items() if key not in known}, woken


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


def _come_into_view(foes: Mapping[Key, Seen], before: View, view: View, met: Met) -> str:
    """Describe newcomers, as in "An orc comes into view. It outclasses you!"."""
    foes = {key: foe for key, foe in foes.items() if met.get(key) is not Meeting.SOON} or foes
    names, all_foes = [bare(foe.name) for foe in foes.values()], foes_by_key(view).values()
    back = {bare(foes[key].name) for key in foes if met.get(key) in (Meeting.BACK, Meeting.SOON)}
    who = enumerated(
        [the_thing(one) if one in back and names.count(one) == 1 else a_thing(one) for one in names]
    )
    if len(names) == 1 and not back:
        several = [bare(foe.name) for foe in all_foes].count(names[0]) > 1
        who = f"another {names[0]}" if several or Meeting.ANOTHER in map(met.get, foes) else who
    told, worst = "", max(foes.values(), key=lambda foe: foe.peril.rank)
    if view.outnumbered is not Peril.NONE:
        if view.outnumbered is not before.outnumbered:  # told once in a fight
            told = f" {together(view.outnumbered, all_of_them=len(names) == len(all_foes))}"
    elif worst.peril is not Peril.NONE:
        alike = [foe.peril for foe in foes.values() if foe.name == worst.name]
        each = "Each" if len({*alike}) == 1 else "One"
        if len(alike) == 1:
            each = "It" if len(names) == 1 else capitalised(the_thing(bare(worst.name)))
        told = f" {phrase('news', 'even' if worst.peril is Peril.HARD else 'deadly', enemy=each)}"
    if len(names) == 1 and worst.name.endswith(ASLEEP):
        sight = phrase("news", "asleep", enemy=who, where=where(worst.at, view.here))
    else:
        s, is_back = "s" if len(names) == 1 else "", {*names} == back
        sight = phrase("news", "back" if is_back else "come", enemies=capitalised(who), s=s)
    return with_comma(sight, who) + told


def together(peril: Peril, *, all_of_them: bool = True) -> str:
    """Return a sentence about foes in view that outmatch the player together."""
    if all_of_them:
        return phrase("news", "all even" if peril is Peril.HARD else "all deadly")
    return phrase("news", "some even" if peril is Peril.HARD else "some deadly")


def _loud(before: View, view: View) -> str:
    """Return the first message since that the player must not miss, or ""."""
    return next((line.text for line in new_lines(before, view) if line.loud), "")


def _last_of(tone: str, lines: list[Line]) -> str:
    return next((line.text for line in reversed(lines) if line.tone == tone), "")


def _of_the_term(before: Bond, bond: Bond, *, part: bool) -> Iterator[str]:
    """Yield the news about a bond; with ``part``, also the share of its term that is left."""
    if bond.runs and bond.left <= 0 < before.left:
        yield phrase("term", "over")
    yield from filter(None, [word_of_the_term(before, bond)] if part else [])


def word_of_the_term(before: Bond | None, bond: Bond | None, least: int = 2) -> str:
    """Return how much of the term is left if 1/``least`` or less was just reached, or ""."""
    if before is None or bond is None or not bond.runs or not 0 < bond.left < before.left:
        return ""
    least = max(least, 3 * bond.fulfilled)  # half a term is plenty for the way back
    for share in _PORTIONS:
        if share >= least and bond.left * share <= bond.term < before.left * share:
            left = counted("turn", bond.left)
            return phrase("term", {TENTH: "tenth", 4: "quarter", 2: "half"}[share], turns=left)
    return ""


def desertion_of(name: str) -> str:
    """Return the sentence about a former ally that comes into view."""
    return with_comma(f"{name} {_DESERTS}", name)
