"""Telling: a view in sentences, and the changes from one view to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bidden import kinds
from bidden.bindings import TITLES
from bidden.going.known.standing import distance_to
from bidden.going.watch import TENTH, new_lines, together, word_of_the_term
from bidden.grid.compass import BEARINGS, bearing, tiles_off
from bidden.narration.grammar import a_thing, capitalised, enumerated, with_comma
from bidden.prose import nouns
from bidden.text import numbered, tallied
from bidden.view import Bond, Character, Chart, ChartedRoom, Ending, Line, Peril, Spot, Tile, View

AFTERWARDS: Final = 'Type "go back 20" to rewind and play on, or "why", "messages" or "quit".'
_WAYS: Final = (*kinds.STAIRS, *kinds.DOORS, *kinds.PASSAGES.values())
_CLOSED: Final = (kinds.WALL, kinds.UNKNOWN, kinds.CHASM)
_WIDE: Final = (kinds.WEB, kinds.FIRE, *kinds.GASES)
"""Kinds that fill many tiles: only the first is reported."""
_ARISING: Final = (*kinds.TRAPS, kinds.FIRE, *kinds.GASES)
"""Kinds that may appear on known terrain."""
_NOTABLE: Final = (*kinds.STAIRS, kinds.ALTAR, kinds.SOURCE, *_ARISING)
_KEYS: Final = {
    **dict.fromkeys((" (press I to choose)", " (press O to choose)", " (press r to read on)"), ""),
    "Press g to": 'Type "draw from it" to',
}
"""Parts of messages that name keys, and their replacements."""
_MANY: Final = 2
"""More newcomers of one name than this share a sentence."""
_WAYS_LISTED: Final = 8
_TERM_LEFT: Final = (200, 100, 50, 25, 10)
_PERIL: Final = {Peril.HARD: " (an even match)", Peril.DEADLY: " (it outclasses you)"}


def place(view: View, chart: Chart) -> Iterator[str]:
    """Yield the place, everything in view, and the ways on."""
    room = chart.room_at(view.here)
    inside = f" You are in {room.name}." if room is not None and room.name else ""
    name = "the circle" if view.place == "circle" else a_thing(view.place)
    yield f"Level {view.level} of {view.levels}: {name}.{inside}"
    yield from who_is_there(view)
    yield from what_lies_there(view)
    yield from ways_on(view)


def who_is_there(view: View) -> Iterator[str]:
    """Yield the creatures in view, the nearest first."""
    for creature in nouns.creatures(view):
        name, states = nouns.state_of(creature.name)
        state = f" ({', '.join(states)})" if states else ""
        yield with_comma(f"{capitalised(name)}{state} is {_spot(creature.spot, view)}.", name)


def what_lies_there(view: View) -> Iterator[str]:
    """Yield the items in view, the nearest first."""
    for name in view.underfoot:
        yield f"{capitalised(name)} {_lies(name)} here."
    if view.source:
        yield f'There is {a_thing(view.source)} here. Type "draw from it" to warp your active boon.'
    for item in nouns.things_seen(view):
        if item.name != "something" and item.spot not in view.foes_at:
            yield f"{capitalised(item.name)} {_lies(item.name)} {_spot(item.spot, view)}."


def ways_on(view: View) -> Iterator[str]:
    """Yield the open directions, the known stairs and doors, and the nearest danger."""
    free = [
        way for way, step in BEARINGS.items() if _kind(view, nouns.ahead(view, step)) not in _CLOSED
    ]
    if free:
        yield f"You can go {enumerated(free) if len(free) < len(BEARINGS) else 'in any direction'}."
    ways = [way for way in nouns.sights(view) if _kind(view, way.spot) in _WAYS]
    if ways:
        listed = [f"{way.name} {_spot(way.spot, view)}" for way in ways[:_WAYS_LISTED]]
        more = f" and {len(ways) - _WAYS_LISTED} more" if len(ways) > _WAYS_LISTED else ""
        yield f"Exits: {'; '.join(listed)}{more}."
    if view.harm_at:
        near = min(view.harm_at, key=lambda spot: distance_to(spot, view))
        yield f"Danger: {_tile(view, near).name or 'something'} {_spot(near, view)}."


def log(lines: Iterable[Line]) -> Iterator[str]:
    """Return messages with their turns."""
    return (f"{line.turn}: {line}" for line in lines)


def sentence(line: Line) -> str:
    """Return a message with words in place of the keys it names."""
    text = line.text
    for key, words in _KEYS.items():
        text = text.replace(key, words)
    return text


def news(before: View, view: View) -> Iterator[str]:
    """Yield the changes that no message reports."""
    moved = (view.level, view.place) != (before.level, before.place)
    if view.ending is not None or moved:  # a new place is described as a whole
        return
    yield from _newcomers(before, view)
    if before.foes and not view.foes:
        yield "No more enemies in view."
    yield from _new_things(before, view)
    if view.hp < before.hp or view.hp == view.max_hp != before.hp:
        yield f"{view.hp}/{view.max_hp} HP."
    if len(view.wounds) > len(before.wounds):
        yield f"{len(view.wounds)}/{view.max_wounds} wounds."
    yield from _term(before.bond, view.bond)
    lasted = {name for name, _ in before.lasting}
    yield from (_lasts(name, left) for name, left in view.lasting if name not in lasted)
    if not any(line.tone == "news" for line in new_lines(before, view)):  # which report its end
        ended = lasted - {name for name, _ in view.lasting}
        yield from (f"Effect ended: {name}." for name in sorted(ended))


def choices(before: View | None, view: View) -> Iterator[str]:
    """Yield the offers and upgrades that are new since an earlier view."""
    if view.offers and (before is None or view.offers != before.offers):
        yield from offers(view)
    if view.improvements and view.improvements_due > (before.improvements_due if before else 0):
        yield from improvements(view)


def offers(view: View) -> Iterator[str]:
    """Yield the offers, and how to accept one."""
    yield f"{numbered('offer', len(view.offers))}:"
    for number, offer in enumerate(view.offers, 1):
        rival = f" For the {offer.faction}, against the {offer.rival}." if offer.rival else ""
        yield f"{number}. {capitalised(offer.summoner)}.{rival}"
        yield f"   {TITLES[offer.kind]}: {offer.task} {offer.where}."
        levels, term = numbered("level", offer.levels), numbered("turn", offer.term)
        yield f"   Danger {offer.danger}. {capitalised(levels)}. {term}. Reward: {offer.reward}."
        if offer.talk:
            yield f"   Enemies: {offer.talk}."
    if any(offer.heals for offer in view.offers):
        yield "Each reward also restores your HP and mana, and closes a wound."
    yield 'Type "accept 1" or "accept the second".'


def task(view: View) -> Iterable[str]:
    """Return the offers, or else the binding."""
    binding = bond(view.bond) if view.bond is not None else ("You have no binding.",)
    return offers(view) if view.offers else binding


def bond(bound: Bond) -> Iterator[str]:
    """Yield the binding."""
    if not (bound.runs or bound.last_way):
        yield "Task complete! The bond has let you go."
        return
    yield f"You are bound by {bound.summoner}."
    yield f"{TITLES[bound.kind]}: {bound.task} {bound.where}."
    left = f"{bound.left:,}/{bound.term:,} turns left."
    if bound.last_way:
        yield "Task complete! The last gate is open: reach it and you win."
    elif bound.left > 0:
        yield f"Task complete! Return to the circle: {left}" if bound.fulfilled else left
    else:
        yield "Your term has run out: the bond burns you."


def improvements(view: View) -> Iterator[str]:
    """Yield the upgrades, and how to choose one."""
    times = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    yield f"You gain a level! Choose an upgrade{times}:"
    yield from (f"{text.replace(' → ', ' to ')}." for text in view.improvements_told)
    yield f'Type "improve {view.improvements[0][0]}", for example.'


def held(view: View) -> Iterator[str]:
    """Yield the pack."""
    yield "Your pack:" if view.pack else "Your pack is empty."
    for item in view.pack:
        worn = (", wielded" if item.kind == "weapon" else ", worn") if item.worn else ""
        yield f"{item.slot}: {item.name}{worn}."


def spells(view: View) -> Iterator[str]:
    """Yield the known spells."""
    yield f"Mana {view.mana}/{view.max_mana}. You know:" if view.spells else "You know no spells."
    for spell in view.spells:
        target = "" if spell.aiming is None else ", needs a target"
        yield f"{spell.name}, {spell.mana} mana{target}."


def character(view: View, you: Character) -> Iterator[str]:
    """Yield the character screen."""
    mana = f" Mana {view.mana}/{view.max_mana}." if view.max_mana else ""
    yield f"Turn {view.turn:,}. {view.hp}/{view.max_hp} HP.{mana}"
    if view.max_wounds:
        yield f"{len(view.wounds)}/{view.max_wounds} wounds."
    yield from (f"{capitalised(name)}: {about}." for name, about in you.wounds)
    for which, boon in zip(("Active boon", "Second boon"), view.boons, strict=False):
        yield f"{which}: {boon.name} ({numbered('charge', boon.uses)}). {boon.about}"
    if view.unseen:
        yield "You are unseen until you attack or are hurt."
    yield from (_lasts(name, left) for name, left in view.lasting)
    if you.max_food:
        hunger = f" ({view.hunger})" if view.hunger else ""
        yield f"Food {you.food}/{you.max_food}{hunger}. {you.food_about}".rstrip()
    yield f"XL {you.level}. XP {you.experience}/{you.next_level_at}."
    yield f"{'; '.join(f'{capitalised(stat.name)} {stat.told}' for stat in you.stats)}."
    if view.score_parts:
        yield f"Score {view.score}."
    if view.bond is not None:
        yield from bond(view.bond)


def discoveries(you: Character) -> Iterator[str]:
    """Yield the identified and unidentified kinds of items."""
    for sort in dict.fromkeys(kind.sort for kind in you.discoveries):
        all_kinds = [kind for kind in you.discoveries if kind.sort == sort]
        known = [kind for kind in all_kinds if kind.known]
        yield f"{len(known)}/{len(all_kinds)} kinds of {sort} identified."
        yield from (f"{capitalised(kind.name)}: {kind.about}" for kind in known)
        unknown = [kind.name for kind in all_kinds if not kind.known]
        if unknown:
            yield f"Not yet identified: {enumerated(unknown)}."
    for riddle in you.riddles:
        name = f", called {riddle.called}" if riddle.called else ""
        tried = ": you tried one, and nothing happened" if riddle.tried else ""
        yield f"{capitalised(riddle.look)}{name}{tried}."


def rooms(chart: Chart) -> Iterator[str]:
    """Yield the remembered rooms and ways, this level first."""
    for level in sorted(chart.levels, key=lambda level: (level.level != chart.here, level.level)):
        here = " (you are here)" if level.level == chart.here else ""
        yield f"Level {level.level}: {level.place}{here}."
        yield from (f"  {_room(room)}." for room in level.rooms)
        yield from (f"  {capitalised(way)}." for way in level.ways)


def ending(view: View, causes: Sequence[str]) -> Iterator[str]:
    """Yield how the game ended, and why."""
    yield "Victory!" if view.ending is Ending.WON else "You are dead."
    yield from (view.epitaph, *view.coda)
    if causes:
        yield from ("What led to it:", *(f"  {cause}" for cause in causes))
    yield from view.conduct
    if view.belongings:
        yield f"You had {enumerated(tallied(view.belongings))}."
    score = f"Score {view.score}. " if view.score_parts else ""
    yield f"{score}Turn {view.turn:,}. Seed {view.seed}."


def _newcomers(before: View, view: View) -> Iterator[str]:
    known, adjacent = Counter(enemy.name for enemy in nouns.foes(before)), list[str]()
    perils = {seen.at: _PERIL.get(seen.peril, "") for seen in view.foes_seen}
    new: dict[str, list[nouns.Noun]] = {}
    for enemy in nouns.foes(view):
        known[enemy.name] -= 1
        was_there, was_called = enemy.spot in before.foes_at, _tile(before, enemy.spot).name
        if known[enemy.name] < 0 and not (was_there and was_called == f"{enemy.name}, asleep"):
            new.setdefault(enemy.name, []).append(enemy)
        elif known[enemy.name] >= 0 and distance_to(enemy.spot, view) == 1 and not was_there:
            name = capitalised(nouns.called(nouns.state_of(enemy.name)[0]))
            adjacent.append(f"{name} is {_spot(enemy.spot, view)}.")
    for name, enemies in new.items():
        more = f", and {len(enemies) - 1} more" if len(enemies) > _MANY else ""
        for enemy in enemies[:1] if more else enemies:
            yield f"You see {name}, {_spot(enemy.spot, view)}{perils.get(enemy.spot, '')}{more}."
    if view.outnumbered.rank > before.outnumbered.rank:
        yield together(view.outnumbered)
    yield from adjacent


def _new_things(before: View, view: View) -> Iterator[str]:
    seen = {tile.name for row in before.tiles for tile in row if tile.kind in _WIDE}
    for noun in nouns.sights(view):
        tile, old = _tile(view, noun.spot), _tile(before, noun.spot)
        lies = noun.spot in view.things_at
        again = tile.name in seen and tile.kind in _WIDE and (not lies or tile.kind == kinds.WEB)
        if not tile.lit or tile.name == old.name or noun.spot in view.foes_at or again:
            continue
        seen.add(tile.name)
        arises = tile.kind in _ARISING and noun.spot not in (before.here, *before.foes_at)
        is_item = lies and not old.name and noun.spot not in before.things_at
        if is_item or (not lies and tile.kind in _NOTABLE and (arises or not old.name)):
            yield f"You see {noun.name}, {_spot(noun.spot, view)}."


def _term(before: Bond | None, now: Bond | None) -> Iterator[str]:
    if before is not None and now is not None and now.runs:
        word = word_of_the_term(before, now, TENTH)
        if word or any(now.left <= mark < before.left for mark in _TERM_LEFT):
            yield word or f"{numbered('turn', max(now.left, 0))} left."


def _spot(spot: Spot, view: View) -> str:
    side = bearing(spot[0] - view.here[0], spot[1] - view.here[1])
    return f"just {side} of you" if distance_to(spot, view) == 1 else tiles_off(spot, view.here)


def _tile(view: View, spot: Spot) -> Tile:
    return view.tiles[spot[1]][spot[0]]


def _kind(view: View, spot: Spot) -> str:
    return _tile(view, spot).kind if nouns.is_on_the_map(spot) else kinds.UNKNOWN


def _room(room: ChartedRoom) -> str:
    name = capitalised(room.name) or "A room you have not entered"
    here = " (you are here)" if room.here else ""
    lying = f": {', '.join(room.lying)}" if room.lying else ""
    return f"{name}, {room.where}{here}{lying}"


def _lasts(name: str, left: int) -> str:
    return f"Effect: {name}, {numbered('turn', left)}."


def _lies(name: str) -> str:
    return "lie" if name[:1].isdecimal() else "lies"
