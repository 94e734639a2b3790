"""Telling: a view in words, and what has changed from one to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bidden.going.watch import TENTH, word_of_the_term
from bidden.grid.compass import tiles_off
from bidden.kinds import (
    ALTAR,
    CHASM,
    DOORS,
    FIRE,
    GASES,
    PASSAGES,
    SOURCE,
    STAIRS,
    TRAPS,
    UNKNOWN,
    WALL,
    WEB,
)
from bidden.prose.nouns import (
    Noun,
    called,
    creatures,
    foes,
    sights,
    state_of,
    things_seen,
)
from bidden.prose.words import DIRECTIONS
from bidden.view import Bond, Character, Chart, ChartedRoom, Ending, Line, Spot, View

AFTERWARDS: Final = 'Say "go back 20" to play on from there, "why", "messages" or "quit".'
"""What can be said once it is over."""
_WAYS: Final = (*STAIRS, *DOORS, *PASSAGES.values())
"""The kinds of what leads on."""
_NOTABLE: Final = (*STAIRS, ALTAR, SOURCE, *TRAPS, FIRE, *GASES)
_WIDE: Final = (WEB, FIRE, *GASES)
"""The kinds of what fills many tiles, of which no single one is worth a word."""
_ARISING: Final = (*TRAPS, FIRE, *GASES)
"""The kinds of what may come to be where one knows the ground."""
_FOR_KEYS: Final = " Choose one (O)."
"""What a message says to whom keys are asked of."""
_MANY: Final = 2
"""More than so many of one name that come into view are told of in one sentence."""
_MOST: Final = 8
"""So many ways on are told at once, the nearest."""
_CLOSED: Final = (WALL, UNKNOWN, CHASM)
_TERM_LEFT: Final = (200, 100, 50, 25, 10)
"""At so many turns left it is told."""


def place(view: View, chart: Chart) -> Iterator[str]:
    """Tell where one is, who and what is in view, and the ways on."""
    room = chart.room_at(view.here)
    inside = f" You are in {room.name}." if room is not None and room.name else ""
    yield f"Level {view.level} of {view.levels}: {_place(view.place)}.{inside}"
    yield from who_is_there(view)
    yield from what_lies_there(view)
    yield from ways_on(view)


def who_is_there(view: View) -> Iterator[str]:
    """Tell who is in view and where, the nearest first."""
    for one in creatures(view):
        name, states = state_of(one.name)
        lets = next((state for state in states if state.startswith("lets ")), "")
        how = [state for state in states if state != lets]
        is_so = " and ".join(filter(None, [f"is {' and '.join(how)}" if how else "", lets]))
        told = f"{is_so}, {_spot(one.spot, view)}" if is_so else f"is {_spot(one.spot, view)}"
        yield f"{_capital(name)} {told}."


def what_lies_there(view: View) -> Iterator[str]:
    """Tell what lies about: here first, then what is farther off."""
    for name in view.underfoot:
        yield f"Here {'lie' if name[:1].isdecimal() else 'lies'} {name}."
    if view.source:
        yield f"You stand on {_a(view.source)}; you can draw from it."
    for one in things_seen(view):
        if one.name != "something" and one.spot not in view.foes_at:
            lies = "lie" if one.name[:1].isdecimal() else "lies"
            yield f"{_capital(one.name)} {lies} {_spot(one.spot, view)}."


def ways_on(view: View) -> Iterator[str]:
    """Tell in which directions it is open, and the stairs and doors that are known."""
    x, y = view.here
    open_ = [
        name
        for name, (dx, dy) in DIRECTIONS.items()
        if _kind(view, (x + dx, y + dy)) not in _CLOSED
    ]
    if len(open_) == len(DIRECTIONS):
        yield "It is open on all sides."
    elif open_:
        yield f"You can go {listed(open_)}."
    ways = [one for one in sights(view) if view.tiles[one.spot[1]][one.spot[0]].kind in _WAYS]
    if ways:
        told = [f"{one.name} {_spot(one.spot, view)}" for one in ways[:_MOST]]
        more = len(ways) - _MOST
        yield f"Ways on: {'; '.join(told)}{f'; and {more} more' if more > 0 else ''}."
    if view.harm_at:
        near = min(view.harm_at, key=lambda spot: _steps(spot, view))
        name = view.tiles[near[1]][near[0]].name or "something"
        yield f"{_capital(name)} would harm you {_spot(near, view)}."


def log(lines: Iterable[Line]) -> Iterator[str]:
    """Give messages, each with its turn."""
    return (f"{line.turn}: {line}" for line in lines)


def messages(before: View, view: View) -> list[Line]:
    """Give what was told since an earlier view, the oldest first."""
    known = set(before.lines)
    return [line for line in view.lines if line not in known]


def sentence(line: Line) -> str:
    """Give a message as it is told in words."""
    return line.text.removesuffix(_FOR_KEYS)


def news(before: View, view: View) -> Iterator[str]:
    """Tell what has changed, besides what the messages say."""
    if view.ending is not None:
        return
    if view.level != before.level or view.place != before.place:
        return  # where one is then is told as a whole
    yield from _newcomers(before, view)
    yield from _come_beside(before, view)
    yield from _gone(before, view)
    yield from _new_things(before, view)
    healed = view.hp == view.max_hp != before.hp
    if view.hp < before.hp or healed:
        yield f"You have {view.hp} of {view.max_hp} hit points."
    if len(view.wounds) > len(before.wounds):
        yield f"You have {_count(len(view.wounds), 'wound')}; {view.max_wounds} kill."
    yield from _term(before.bond, view.bond)
    lasted = {name for name, _ in before.lasting}
    for name, left in view.lasting:
        if name not in lasted:
            yield _on_you(name, left)
    if not any(line.tone == "news" for line in messages(before, view)):  # which tell of its end
        ended = lasted - {name for name, _ in view.lasting}
        yield from (f"Over: {name}." for name in sorted(ended))


def offers(view: View) -> Iterator[str]:
    """Tell what summoners offer, and how an offer is taken."""
    yield "Summoners offer you bindings:"
    for number, one in enumerate(view.offers, 1):
        rival = f" For the {one.faction}, against the {one.rival}." if one.rival else ""
        yield f"{number}. {_capital(one.summoner)}.{rival}"
        yield f"   {_capital(one.kind)}: {one.task}, {one.where}."
        yield (
            f"   Danger {one.danger}. {_count(one.levels, 'level')}. "
            f"{_count(one.term, 'turn')}. Reward: {one.reward}."
        )
        if one.talk:
            yield f"   There: {one.talk}."
    if any(one.heals for one in view.offers):
        yield "Each reward also restores your HP and mana, and closes a wound."
    yield 'Say "accept the first", "accept 2" and so on.'


def bond(bound: Bond | None) -> Iterator[str]:
    """Tell by what one is bound."""
    if bound is None:
        yield "Nothing binds you."
        return
    yield f"You are bound by {bound.summoner}."
    yield f"{_capital(bound.kind)}: {bound.task}, {bound.where} (level {bound.last})."
    if bound.last_way:
        yield "Task complete! The last gate is open: reach it and you win."
    elif not bound.runs:
        yield "Task complete! The bond has let you go."
    elif bound.fulfilled and bound.left > 0:
        yield f"Task complete! Return to the circle: {bound.left} of {bound.term} turns left."
    elif bound.left > 0:
        yield f"{bound.left} of {bound.term} turns left."
    else:
        yield "Your term has run out: the bond burns you."


def improvements(view: View) -> Iterator[str]:
    """Tell what can be improved, and how that is said."""
    times = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    yield f"You gain a level! Choose an upgrade{times}:"
    yield from (f"{told.replace(' → ', ' to ')}." for told in view.improvements_told)
    yield f'Say "improve {view.improvements[0][0]}", for one.'


def held(view: View) -> Iterator[str]:
    """Tell what is held, each with the letter of its slot."""
    if not view.pack:
        yield "You hold nothing."
        return
    yield "You hold:"
    for one in view.pack:
        worn = (", wielded" if one.kind == "weapon" else ", worn") if one.worn else ""
        yield f"{one.slot}: {one.name}{worn}."


def spells(view: View) -> Iterator[str]:
    """Tell which spells are known."""
    if not view.spells:
        yield "You know no spells."
        return
    yield f"You have {view.mana} of {view.max_mana} mana, and know:"
    for one in view.spells:
        yield f"{one.name}, {one.mana} mana{', to be aimed' if one.aiming is not None else ''}."


def character(view: View, you: Character) -> Iterator[str]:
    """Tell how one is."""
    yield f"Turn {view.turn}. You have {view.hp} of {view.max_hp} hit points."
    if view.max_mana:
        yield f"You have {view.mana} of {view.max_mana} mana."
    if view.max_wounds:
        wounds = "; ".join(f"{name}: {about}" for name, about in you.wounds)
        there = f"{_count(len(view.wounds), 'wound')}" if view.wounds else "no wounds"
        yield f"You have {there}; {view.max_wounds} kill.{f' {wounds}' if wounds else ''}"
    for which, boon in zip(("Your boon is", "Your other boon is"), view.boons, strict=False):
        yield f"{which} {boon.name}, with {_count(boon.uses, 'use')} left. {boon.about}"
    if view.unseen:
        yield "You are unseen until you do harm, are hurt or use a boon."
    for name, left in view.lasting:
        yield _on_you(name, left)
    if you.max_food:
        hunger = f"; you are {view.hunger}" if view.hunger else ""
        yield f"Food: {you.food} of {you.max_food}{hunger}. {you.food_about}".rstrip()
    yield f"Level {you.level}; experience {you.experience}, the next level at {you.next_level_at}."
    yield f"{'; '.join(f'{stat.name} {stat.told}' for stat in you.stats)}."
    if view.score_parts:
        yield f"Score: {view.score}."
    if view.bond is not None:
        yield from bond(view.bond)


def discoveries(you: Character) -> Iterator[str]:
    """Tell which kinds of things are known, which not yet, and what was tried in vain."""
    for sort in dict.fromkeys(one.sort for one in you.discoveries):
        kinds = [one for one in you.discoveries if one.sort == sort]
        known = [one for one in kinds if one.known]
        yield f"You know {len(known)} of {len(kinds)} kinds of {sort}s."
        yield from (f"{_capital(one.name)}: {one.about}" for one in known)
        if len(known) < len(kinds):
            yield f"Not yet: {listed([one.name for one in kinds if not one.known])}."
    for riddle in you.riddles:
        called = f", called {riddle.called}" if riddle.called else ""
        tried = ": tried, and it showed nothing" if riddle.tried else ""
        yield f"{_capital(riddle.look)}{called}{tried}."


def rooms(chart: Chart) -> Iterator[str]:
    """Tell what is remembered of rooms and ways, the player's level first."""
    for one in sorted(chart.levels, key=lambda level: (level.level != chart.here, level.level)):
        here = ", where you are" if one.level == chart.here else ""
        yield f"Level {one.level}: {one.place}{here}."
        yield from (f"  {_room(room)}." for room in one.rooms)
        yield from (f"  {_capital(way)}." for way in one.ways)


def ending(view: View, causes: Sequence[str]) -> Iterator[str]:
    """Tell how it ended, and what led to that."""
    yield "Victory." if view.ending is Ending.WON else "You are dead."
    yield view.epitaph
    yield from view.coda
    if causes:
        yield "What led to it:"
        yield from (f"  {cause}" for cause in causes)
    yield from view.conduct
    if view.belongings:
        many = Counter(view.belongings)
        told = [name if count == 1 else f"{name} (×{count})" for name, count in many.items()]
        yield f"You held {listed(told)}."
    score = f"Score {view.score}. " if view.score_parts else ""
    yield f"{score}Turn {view.turn}. Seed {view.seed}."


def listed(names: Sequence[str]) -> str:
    """Write names one after another: "north, east and west"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _newcomers(before: View, view: View) -> Iterator[str]:
    """Tell who is in view now and was not, by how many of each name there are."""
    old, seen = [one.name for one in foes(before)], list[str]()
    new: dict[str, list[Noun]] = {}
    for one in foes(view):
        seen.append(one.name)
        if seen.count(one.name) > old.count(one.name) and not _was_asleep(one, before):
            new.setdefault(one.name, []).append(one)
    for name, those in new.items():
        if len(those) > _MANY:
            nearest = _told_of(those[0], view)
            yield f"You see {name}, {nearest}, and {len(those) - 1} more."
        else:
            yield from (f"You see {name}, {_told_of(one, view)}." for one in those)
    if view.outnumbered.rank > before.outnumbered.rank:
        yield f"All at once are {view.outnumbered.value}."


def _told_of(foe: Noun, view: View) -> str:
    """Tell where a foe is, and what a fight with it would be that would not be easy."""
    peril = next((seen.peril.value for seen in view.foes_seen if seen.at == foe.spot), "")
    return ", ".join(filter(None, [_spot(foe.spot, view), peril]))


def _come_beside(before: View, view: View) -> Iterator[str]:
    """Tell who of those in view has come beside one, and on which side."""
    new = Counter(one.name for one in foes(view))
    new.subtract(one.name for one in foes(before))
    for one in foes(view):
        if _steps(one.spot, view) > 1 or one.spot in before.foes_at:
            continue
        if new[one.name] > 0:  # who has come into view is told of with that
            new[one.name] -= 1
        else:
            yield f"{_capital(called(state_of(one.name)[0]))} is {_spot(one.spot, view)}."


def _was_asleep(one: Noun, before: View) -> bool:
    x, y = one.spot
    return one.spot in before.foes_at and before.tiles[y][x].name == f"{one.name}, asleep"


def _gone(before: View, view: View) -> Iterator[str]:
    if before.foes and not view.foes:
        yield "No foe is in view any more."


def _new_things(before: View, view: View) -> Iterator[str]:
    """Tell what has come into view; of what fills many tiles, the nearest where there was none."""
    told = {tile.name for row in before.tiles for tile in row if tile.kind in _WIDE}
    for one in sights(view):
        x, y = one.spot
        tile, old = view.tiles[y][x], before.tiles[y][x]
        if not tile.lit or tile.name == old.name or one.spot in view.foes_at:
            continue
        lies = one.spot in view.things_at
        if tile.name in told and tile.kind in _WIDE and (not lies or tile.kind == WEB):
            continue
        told.add(tile.name)
        arises = tile.kind in _ARISING and one.spot != before.here
        arises = arises and one.spot not in before.foes_at
        if (lies and one.spot not in before.things_at and not old.name) or (
            not lies and tile.kind in _NOTABLE and (not old.name or arises)
        ):
            yield f"You see {one.name}, {_spot(one.spot, view)}."


def _term(before: Bond | None, now: Bond | None) -> Iterator[str]:
    if before is None or now is None or not now.runs:
        return
    word = word_of_the_term(before, now, TENTH)
    if word:
        yield word
        return
    for mark in _TERM_LEFT:
        if now.left <= mark < before.left:
            yield f"{_count(max(now.left, 0), 'turn')} of the term are left."
            return


def _spot(spot: Spot, view: View) -> str:
    """Say where a tile is from the player, and whether it is beside them."""
    told = tiles_off(spot, view.here)
    return f"beside you, {_side(spot, view)}" if _steps(spot, view) == 1 else told


def _side(spot: Spot, view: View) -> str:
    step = (spot[0] - view.here[0], spot[1] - view.here[1])
    return next(name for name, one in DIRECTIONS.items() if one == step)


def _steps(spot: Spot, view: View) -> int:
    return max(abs(spot[0] - view.here[0]), abs(spot[1] - view.here[1]))


def _kind(view: View, spot: Spot) -> str:
    x, y = spot
    inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
    return view.tiles[y][x].kind if inside else UNKNOWN


def _room(room: ChartedRoom) -> str:
    name = room.name or "a room you only looked into"
    here = ", where you are" if room.here else ""
    lying = f"; there: {', '.join(room.lying)}" if room.lying else ""
    return f"{_capital(name)}, {room.where}{here}{lying}"


def _on_you(name: str, left: int) -> str:
    return f"On you: {name}, for {_count(left, 'turn')}."


def _place(name: str) -> str:
    return f"the {name}" if name == "circle" else _a(name)


def _a(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _count(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
