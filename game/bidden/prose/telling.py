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
from bidden.view import Bond, Character, Chart, ChartedRoom, Ending, Line, Spot, Tile, View
from bidden.words import phrase, tables

_WAYS: Final = (*kinds.STAIRS, *kinds.DOORS, *kinds.PASSAGES.values())
_CLOSED: Final = (kinds.WALL, kinds.UNKNOWN, kinds.CHASM)
_WIDE: Final = (kinds.WEB, kinds.FIRE, *kinds.GASES)
"""Kinds that fill many tiles: only the first is reported."""
_ARISING: Final = (*kinds.TRAPS, kinds.FIRE, *kinds.GASES)
"""Kinds that may appear on known terrain."""
_NOTABLE: Final = (*kinds.STAIRS, kinds.ALTAR, kinds.SOURCE, *_ARISING)
_MANY: Final = 2
"""More newcomers of one name than this share a sentence."""
_WAYS_LISTED: Final = 8
_TERM_LEFT: Final = (200, 100, 50, 25, 10)


def place(view: View, chart: Chart) -> Iterator[str]:
    """Yield the place, everything in view, and the ways on."""
    room = chart.room_at(view.here)
    name = phrase("place", "circle") if view.place == "circle" else a_thing(view.place)
    level = phrase("place", "level", level=view.level, levels=view.levels, place=name)
    inside = room is not None and room.name
    yield f"{level} {phrase('place', 'room', room=inside)}" if inside else level
    yield from who_is_there(view)
    yield from what_lies_there(view)
    yield from ways_on(view)


def who_is_there(view: View) -> Iterator[str]:
    """Yield the creatures in view, the nearest first."""
    for creature in nouns.creatures(view):
        name, states = nouns.state_of(creature.name)
        state = f" ({', '.join(states)})" if states else ""
        who, where = f"{capitalised(name)}{state}", _spot(creature.spot, view)
        yield with_comma(phrase("place", "creature", name=who, where=where), name)


def what_lies_there(view: View) -> Iterator[str]:
    """Yield the items in view, the nearest first."""
    for name in view.underfoot:
        yield _lies(name, phrase("place", "here"))
    if view.source:
        yield phrase("place", "source", source=a_thing(view.source))
    for item in nouns.things_seen(view):
        if item.name != "something" and item.spot not in view.foes_at:
            yield _lies(item.name, _spot(item.spot, view))


def ways_on(view: View) -> Iterator[str]:
    """Yield the open directions, the known stairs and doors, and the nearest danger."""
    free = [
        way for way, step in BEARINGS.items() if _kind(view, nouns.ahead(view, step)) not in _CLOSED
    ]
    if free:
        yield phrase("place", "ways" if len(free) < len(BEARINGS) else "all", ways=enumerated(free))
    ways = [way for way in nouns.sights(view) if _kind(view, way.spot) in _WAYS]
    if ways:
        listed = [f"{way.name} {_spot(way.spot, view)}" for way in ways[:_WAYS_LISTED]]
        exits, more = "; ".join(listed), len(ways) - _WAYS_LISTED
        yield phrase("place", "more exits" if more > 0 else "exits", exits=exits, more=more)
    if view.harm_at:
        near = min(view.harm_at, key=lambda spot: distance_to(spot, view))
        name = _tile(view, near).name or phrase("place", "something")
        yield phrase("place", "danger", name=name, where=_spot(near, view))


def log(lines: Iterable[Line]) -> Iterator[str]:
    """Return messages with their turns."""
    return (f"{line.turn}: {line}" for line in lines)


def sentence(line: Line) -> str:
    """Return a message with words in place of the keys it names."""
    text = line.text
    for key, words in tables()["keys in messages"].items():
        text = text.replace(key, words)
    return text


def news(before: View, view: View) -> Iterator[str]:
    """Yield the changes that no message reports."""
    moved = (view.level, view.place) != (before.level, before.place)
    if view.ending is not None or moved:  # a new place is described as a whole
        return
    yield from _newcomers(before, view)
    if before.foes and not view.foes:
        yield phrase("changes", "no more enemies")
    yield from _new_things(before, view)
    if view.hp < before.hp or view.hp == view.max_hp != before.hp:
        yield phrase("changes", "hp", hp=view.hp, max_hp=view.max_hp)
    if len(view.wounds) > len(before.wounds):
        yield phrase("changes", "wounds", wounds=len(view.wounds), most=view.max_wounds)
    yield from _term(before.bond, view.bond)
    lasted = {name for name, _ in before.lasting}
    yield from (_lasts(name, left) for name, left in view.lasting if name not in lasted)
    if not any(line.tone == "news" for line in new_lines(before, view)):  # which report its end
        ended = lasted - {name for name, _ in view.lasting}
        yield from (phrase("changes", "effect over", name=name) for name in sorted(ended))


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
        sides = phrase("offered", "sides", faction=offer.faction, rival=offer.rival)
        yield f"{number}. {capitalised(offer.summoner)}.{f' {sides}' if offer.rival else ''}"
        yield f"   {TITLES[offer.kind]}: {offer.task} {offer.where}."
        levels, term = numbered("level", offer.levels), numbered("turn", offer.term)
        reach = phrase("offered", "reach", danger=offer.danger, levels=levels, term=term)
        yield f"   {reach} {phrase('offered', 'reward', reward=offer.reward)}"
        if offer.talk:
            yield f"   {phrase('offered', 'enemies', names=offer.talk)}"
    if any(offer.heals for offer in view.offers):
        yield phrase("offered", "heals")
    yield phrase("offered", "accept")


def task(view: View) -> Iterable[str]:
    """Return the offers, or else the binding."""
    binding = bond(view.bond) if view.bond is not None else (phrase("task", "none"),)
    return offers(view) if view.offers else binding


def bond(bound: Bond) -> Iterator[str]:
    """Yield the binding."""
    if not (bound.runs or bound.last_way):
        yield phrase("task", "free")
        return
    yield phrase("task", "bound", summoner=bound.summoner)
    yield f"{TITLES[bound.kind]}: {bound.task} {bound.where}."
    left, term = bound.left, bound.term
    if bound.last_way:
        yield phrase("task", "last gate")
    elif left > 0:
        yield phrase("task", "return" if bound.fulfilled else "left", left=left, term=term)
    else:
        yield phrase("task", "burns")


def improvements(view: View) -> Iterator[str]:
    """Yield the upgrades, and how to choose one."""
    due = view.improvements_due
    yield phrase("upgrade", "choose several" if due > 1 else "choose", times=due)
    yield from (f"{text.replace(' → ', ' to ')}." for text in view.improvements_told)
    yield phrase("upgrade", "example", option=view.improvements[0][0])


def held(view: View) -> Iterator[str]:
    """Yield the pack."""
    yield phrase("inventory", "pack" if view.pack else "empty")
    for item in view.pack:
        borne = phrase("inventory", item.borne) if item.worn else ""
        yield f"{item.slot}: {item.name}{borne}."


def spells(view: View) -> Iterator[str]:
    """Yield the known spells."""
    yield phrase("cast", "known" if view.spells else "none", mana=view.mana, most=view.max_mana)
    for spell in view.spells:
        name, needs = spell.name, spell.aiming is not None
        yield phrase("cast", "aimed" if needs else "spell", name=name, mana=spell.mana)


def character(view: View, you: Character) -> Iterator[str]:
    """Yield the character screen."""
    mana = phrase("status", "mana", mana=view.mana, max_mana=view.max_mana)
    hp = phrase("status", "hp", turn=view.turn, hp=view.hp, max_hp=view.max_hp)
    yield f"{hp} {mana}" if view.max_mana else hp
    if view.max_wounds:
        yield phrase("changes", "wounds", wounds=len(view.wounds), most=view.max_wounds)
    yield from (f"{capitalised(name)}: {about}." for name, about in you.wounds)
    for label, boon in zip(tables()["boons by place"]["labels"], view.boons, strict=False):
        yield f"{label}: {boon.name} ({numbered('charge', boon.uses)}). {boon.about}"
    if view.unseen:
        yield phrase("status", "unseen")
    yield from (_lasts(name, left) for name, left in view.lasting)
    if you.max_food:
        hunger = f" ({view.hunger})" if view.hunger else ""
        food = phrase("status", "food", food=you.food, max_food=you.max_food, hunger=hunger)
        yield f"{food} {you.food_about}".rstrip()
    yield phrase("status", "xl", xl=you.level, xp=you.experience, next=you.next_level_at)
    yield f"{'; '.join(f'{capitalised(stat.name)} {stat.told}' for stat in you.stats)}."
    if view.score_parts:
        yield phrase("over", "score", score=view.score)
    if view.bond is not None:
        yield from bond(view.bond)


def discoveries(you: Character) -> Iterator[str]:
    """Yield the identified and unidentified kinds of items."""
    for sort in dict.fromkeys(kind.sort for kind in you.discoveries):
        all_kinds = [kind for kind in you.discoveries if kind.sort == sort]
        known = [kind for kind in all_kinds if kind.known]
        yield phrase("known items", "sort", known=len(known), all=len(all_kinds), sort=sort)
        yield from (f"{capitalised(kind.name)}: {kind.about}" for kind in known)
        unknown = [kind.name for kind in all_kinds if not kind.known]
        if unknown:
            yield phrase("known items", "unknown", names=enumerated(unknown))
    for riddle in you.riddles:
        called = phrase("known items", "called", name=riddle.called) if riddle.called else ""
        tried = phrase("known items", "tried") if riddle.tried else ""
        yield f"{capitalised(riddle.look)}{called}{tried}."


def rooms(chart: Chart) -> Iterator[str]:
    """Yield the remembered rooms and ways, this level first."""
    for level in sorted(chart.levels, key=lambda level: (level.level != chart.here, level.level)):
        here = phrase("known rooms", "here") if level.level == chart.here else ""
        yield phrase("known rooms", "level", level=level.level, place=level.place, here=here)
        yield from (f"  {_room(room)}." for room in level.rooms)
        yield from (f"  {capitalised(way)}." for way in level.ways)


def ending(view: View, causes: Sequence[str]) -> Iterator[str]:
    """Yield how the game ended, and why."""
    yield phrase("over", "victory" if view.ending is Ending.WON else "death")
    yield from (view.epitaph, *view.coda)
    if causes:
        yield from (phrase("over", "causes"), *(f"  {cause}" for cause in causes))
    yield from view.conduct
    if view.belongings:
        yield phrase("over", "had", items=enumerated(tallied(view.belongings)))
    score = phrase("over", "score", score=view.score) if view.score_parts else ""
    yield f"{score} {phrase('over', 'turn', turn=view.turn, seed=view.seed)}".lstrip()


def _newcomers(before: View, view: View) -> Iterator[str]:
    known, adjacent = Counter(enemy.name for enemy in nouns.foes(before)), list[str]()
    perils = {seen.at: tables()["perils"].get(seen.peril.name, "") for seen in view.foes_seen}
    new: dict[str, list[nouns.Noun]] = {}
    for enemy in nouns.foes(view):
        known[enemy.name] -= 1
        was_there, was_called = enemy.spot in before.foes_at, _tile(before, enemy.spot).name
        if known[enemy.name] < 0 and not (was_there and was_called == f"{enemy.name}, asleep"):
            new.setdefault(enemy.name, []).append(enemy)
        elif known[enemy.name] >= 0 and distance_to(enemy.spot, view) == 1 and not was_there:
            name = capitalised(nouns.called(nouns.state_of(enemy.name)[0]))
            adjacent.append(phrase("place", "creature", name=name, where=_spot(enemy.spot, view)))
    for name, enemies in new.items():
        many, more = len(enemies) > _MANY, len(enemies) - 1
        for enemy in enemies[:1] if many else enemies:
            where = f"{_spot(enemy.spot, view)}{perils.get(enemy.spot, '')}"
            yield phrase("changes", "many" if many else "seen", name=name, where=where, more=more)
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
            yield phrase("changes", "seen", name=noun.name, where=_spot(noun.spot, view))


def _term(before: Bond | None, now: Bond | None) -> Iterator[str]:
    if before is not None and now is not None and now.runs:
        word = word_of_the_term(before, now, TENTH)
        if word or any(now.left <= mark < before.left for mark in _TERM_LEFT):
            yield word or phrase("changes", "term", turns=numbered("turn", max(now.left, 0)))


def _spot(spot: Spot, view: View) -> str:
    side = bearing(spot[0] - view.here[0], spot[1] - view.here[1])
    beside = phrase("place", "beside", side=side)
    return beside if distance_to(spot, view) == 1 else tiles_off(spot, view.here)


def _tile(view: View, spot: Spot) -> Tile:
    return view.tiles[spot[1]][spot[0]]


def _kind(view: View, spot: Spot) -> str:
    return _tile(view, spot).kind if nouns.is_on_the_map(spot) else kinds.UNKNOWN


def _room(room: ChartedRoom) -> str:
    name = capitalised(room.name) or phrase("known rooms", "new room")
    here = phrase("known rooms", "here") if room.here else ""
    lying = f": {', '.join(room.lying)}" if room.lying else ""
    return f"{name}, {room.where}{here}{lying}"


def _lasts(name: str, left: int) -> str:
    return phrase("changes", "effect", name=name, turns=numbered("turn", left))


def _lies(name: str, where: str) -> str:
    many, name = name[:1].isdecimal(), capitalised(name)
    return phrase("place", "lie" if many else "lies", name=name, where=where)
