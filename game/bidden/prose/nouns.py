"""Nouns: everything in a view that the player can name, and the nouns that words mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from bidden.labels import split_label
from bidden.prose.words import DIRECTIONS, direction_of, number_of, ordinal_of, words_of
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Held, Spot, View

NOWHERE: Final[Spot] = (-1, -1)
"""What is aimed at where nothing is."""
FRIENDLY: Final = (", on your side", ", lets you pass")
_STATES: Final = (", asleep", *FRIENDLY)
"""What shows of somebody, behind the name."""
_STEPS: Final = ("tile", "tiles", "step", "steps")
_PLAIN: Final = ("", "the floor", "a wall", "you")
_SELF: Final = (("me",), ("myself",), ("self",), ("here",))
_NO_WORDS: Final = str.maketrans(dict.fromkeys("(){}", " "))
_FAR: Final = 5
"""So many tiles off one aims who only names a direction."""


@attrs.frozen
class Noun:
    """Something with a name.

    Attributes:
        name: Its name, such as "a zombie" or "12 arrows".
        words: The words of the name.
        spot: Its tile; the player's for items in the pack.
        slot: The letter of its slot; empty outside the pack.
        number: Its place among the items underfoot; -1 for others.
    """

    name: str
    words: frozenset[str]
    spot: Spot
    slot: str = ""
    number: int = -1


def things_held(view: View, use: str = "") -> list[Noun]:
    """Return the items in the pack, or those with a use."""
    found = [one for one in view.pack if not use or use in one.uses]
    return [_held(one, view) for one in found]


def things_here(view: View) -> list[Noun]:
    """Return the items underfoot."""
    return [
        Noun(name, _words(name), view.here, number=number)
        for number, name in enumerate(view.underfoot)
    ]


def foes(view: View) -> list[Noun]:
    """Return the enemies in view, the nearest first."""
    return _nearest(view, view.foes_at)


def creatures(view: View) -> list[Noun]:
    """Return the creatures in view: enemies first, the nearest first."""
    friends = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.name.endswith(FRIENDLY) and (x, y) not in view.foes_at
    ]
    return [*foes(view), *_nearest(view, friends)]


def things_seen(view: View) -> list[Noun]:
    """Return the items in view, but not underfoot, the nearest first."""
    return _nearest(view, [spot for spot in dict.fromkeys(view.things_at) if spot != view.here])


def sights(view: View) -> list[Noun]:
    """Return all the map shows but bare floor and walls, the nearest first."""
    return _nearest(
        view,
        [
            (x, y)
            for y, row in enumerate(view.tiles)
            for x, tile in enumerate(row)
            if tile.name not in _PLAIN and (x, y) != view.here
        ],
    )


def matching(words: Sequence[str], nouns: Sequence[Noun]) -> list[Noun]:
    """Return the nouns that words may mean.

    Of nouns with one name, the first is meant, or the one in the place that the words name, as in
    "the second bat".
    """
    place, rest = _place(words)
    slot = _slot(rest)
    if slot and any(one.slot == slot for one in nouns):
        return [one for one in nouns if one.slot == slot]
    found = [one for one in nouns if all(_is_called(one, word) for word in rest)]
    whole = [one for one in found if one.words <= {form for w in rest for form in _forms(w)}]
    found = whole or found
    if place is not None:
        at = len(found) - 1 if place < 0 else place - 1
        return found[at : at + 1]
    return [*{one.name: one for one in reversed(found)}.values()][::-1]


def is_meant(words: Sequence[str], name: str) -> bool:
    """Return whether words may mean a name."""
    return bool(matching(words, [Noun(name, _words(name), NOWHERE)]))


def spots_meant(words: Sequence[str], view: View) -> list[Noun]:
    """Return the targets that words mean: a direction, an offset, a creature, an item, a place."""
    if words == ("nothing",):
        return [Noun("nothing", frozenset(), NOWHERE)]
    if tuple(words) in _SELF:
        return [Noun("you", frozenset(), view.here)]
    step = direction_of(words)
    if step is not None:
        return [_tile(_ahead(view.here, step))]
    offset = offset_of(words)
    if offset is not None:
        x, y = view.here
        return [_tile((x + offset[0], y + offset[1]))]
    for nouns in (creatures(view), things_seen(view), sights(view)):
        found = matching(words, nouns)
        if found:
            return found
    return []


def offset_of(words: Sequence[str]) -> Spot | None:
    """Return the columns east and rows south of words such as "3 east and 2 north", or None."""
    told = [word for word in words if word not in ("and", *_STEPS)]
    x = y = 0
    if not told or len(told) % 2:
        return None
    for count, word in zip(told[::2], told[1::2], strict=True):
        steps, direction = number_of(count), direction_of((word,))
        if steps is None or direction is None:
            return None
        x, y = x + direction[0] * steps, y + direction[1] * steps
    return x, y


def parted(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split an item from the direction or offset after it, as in "rock 3 east"."""
    for at in range(1, len(words)):
        aim = words[at:]
        if direction_of(aim) is not None or offset_of(aim) is not None:
            return tuple(words[:at]), tuple(aim)
    return tuple(words), ()


def bare(name: str) -> str:
    """Return a name without article, number and inscription."""
    name = split_label(name)[0]
    first, _, rest = name.partition(" ")
    return rest if rest and (first in ("a", "an", "the") or first.isdecimal()) else name


def called(name: str) -> str:
    """Return a creature's name with "the", unless it has a name of its own."""
    return name if name[:1].isupper() else f"the {bare(name)}"


def state_of(name: str) -> tuple[str, tuple[str, ...]]:
    """Split a name from the states after it, such as "asleep" and "on your side"."""
    states: list[str] = []
    while True:
        state = next((one for one in _STATES if name.endswith(one)), "")
        if not state:
            return name, tuple(states)
        name = name.removesuffix(state)
        states.insert(0, state.removeprefix(", "))


def direction_named(dx: int, dy: int) -> str:
    """Return the name of a step; empty if it is not one."""
    return next((name for name, step in DIRECTIONS.items() if step == (dx, dy)), "")


def _held(one: Held, view: View) -> Noun:
    worn = f" ({one.borne})" if one.borne else ""
    words = _words(one.name) | _words(one.each)
    return Noun(f"{one.name}{worn}", words, view.here, slot=one.slot)


def _nearest(view: View, spots: Iterable[Spot]) -> list[Noun]:
    x, y = view.here
    ordered = sorted(
        spots, key=lambda spot: (max(abs(spot[0] - x), abs(spot[1] - y)), spot[1], spot[0])
    )
    return [
        Noun(name, _words(name), spot)
        for spot in ordered
        if (name := view.tiles[spot[1]][spot[0]].name or "something")
    ]


def _tile(spot: Spot) -> Noun:
    return Noun("the tile", frozenset(), spot)


def _ahead(here: Spot, step: Spot) -> Spot:
    x, y = here
    for _ in range(_FAR):
        nx, ny = x + step[0], y + step[1]
        if not (0 <= nx < MAP_WIDTH and 0 <= ny < MAP_HEIGHT):
            break
        x, y = nx, ny
    return x, y


def _place(words: Sequence[str]) -> tuple[int | None, tuple[str, ...]]:
    if len(words) > 1:
        if words[0] == "last":
            return -1, tuple(words[1:])
        if words[0] in ("nearest", "next"):
            return 1, tuple(words[1:])
        place = ordinal_of(words[0])
        if place is not None:
            return place, tuple(words[1:])
    return None, tuple(words)


def _slot(words: Sequence[str]) -> str:
    if words and words[0] == "slot":
        words = words[1:]
    return words[0] if len(words) == 1 and len(words[0]) == 1 else ""


def _words(name: str) -> frozenset[str]:
    return frozenset(words_of(name.translate(_NO_WORDS)))


def _is_called(noun: Noun, word: str) -> bool:
    return any(form in noun.words for form in _forms(word)) or (
        len(word) > 2 and any(one.startswith(word) for one in noun.words)
    )


def _forms(word: str) -> tuple[str, ...]:
    one = word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
    return word, one, f"{word}s", f"{word}es", f"{word[:-1]}ies"
