"""Nouns: everything in a view that the player can name, and the nouns that words mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from bidden.going.known.standing import distance_to
from bidden.prose.words import direction_of, number_of, ordinal_of, words_of
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot, View

NOWHERE: Final[Spot] = (-1, -1)
"""The aim of an intent without a target."""
_FRIENDLY: Final = (", your ally", ", peaceful")
_STATES: Final = (", asleep", *_FRIENDLY)
_STEPS: Final = ("tile", "tiles", "step", "steps")
_PLAIN: Final = ("", "the floor", "a wall", "you")
_SELF: Final = (("me",), ("myself",), ("self",), ("here",))
_FAR: Final = 5
"""A target named by its direction alone is this many tiles away."""


@attrs.frozen
class Noun:
    """Something with a name, such as "a zombie" or "12 arrows".

    Attributes:
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
    matches = list[Noun]()
    for item in view.pack:
        if not use or use in item.uses:
            name = f"{item.name} ({item.borne})" if item.borne else item.name
            words = _words(item.name) | _words(item.each)
            matches.append(Noun(name, words, view.here, slot=item.slot))
    return matches


def things_here(view: View) -> list[Noun]:
    """Return the items underfoot."""
    return [Noun(name, _words(name), view.here, number=n) for n, name in enumerate(view.underfoot)]


def foes(view: View) -> list[Noun]:
    """Return the enemies in view, the nearest first."""
    return _nearest(view, view.foes_at)


def creatures(view: View) -> list[Noun]:
    """Return the creatures in view: enemies first, the nearest first."""
    friends = [spot for spot, name in _names(view) if name.endswith(_FRIENDLY)]
    return [*foes(view), *_nearest(view, [spot for spot in friends if spot not in view.foes_at])]


def things_seen(view: View) -> list[Noun]:
    """Return the items in view, but not underfoot, the nearest first."""
    return _nearest(view, [spot for spot in dict.fromkeys(view.things_at) if spot != view.here])


def sights(view: View) -> list[Noun]:
    """Return all the map shows but bare floor and walls, the nearest first."""
    spots = [spot for spot, name in _names(view) if name not in _PLAIN]
    return _nearest(view, [spot for spot in spots if spot != view.here])


def matching(words: Sequence[str], nouns: Sequence[Noun]) -> list[Noun]:
    """Return the nouns that words may mean.

    Of nouns with one name, the first is meant, or the one in the place that the words name, as in
    "the second bat" and "the last bat".
    """
    named = {"last": 0, "nearest": 1, "next": 1}
    place = named.get(words[0], ordinal_of(words[0])) if len(words) > 1 else None
    rest = words if place is None else words[1:]
    slot = " ".join(rest).removeprefix("slot ")
    if in_slot := [noun for noun in nouns if noun.slot and noun.slot == slot]:
        return in_slot
    matches = [noun for noun in nouns if all(_is_called(noun, word) for word in rest)]
    forms = {form for word in rest for form in _forms(word)}
    matches = [noun for noun in matches if noun.words <= forms] or matches
    if place is not None:
        return matches[place - 1 :][:1]
    return [*{noun.name: noun for noun in reversed(matches)}.values()][::-1]


def is_meant(words: Sequence[str], name: str) -> bool:
    """Return whether words may mean a name."""
    return bool(matching(words, [Noun(name, _words(name), NOWHERE)]))


def spots_meant(words: tuple[str, ...], view: View) -> list[Noun]:
    """Return the targets that words mean: a direction, an offset, a creature, an item, a place."""
    if words == ("nothing",):
        return [Noun("nothing", frozenset(), NOWHERE)]
    step, offset = direction_of(words), (0, 0) if words in _SELF else offset_of(words)
    if step is not None:
        line = [ahead(view, step, tiles) for tiles in range(_FAR + 1)]
        return [Noun("the tile", frozenset(), [*filter(is_on_the_map, line)][-1])]
    if offset is not None:
        return [Noun("the tile", frozenset(), ahead(view, offset))]
    sorts = (creatures(view), things_seen(view), sights(view))
    return next(filter(None, (matching(words, nouns) for nouns in sorts)), [])


def is_on_the_map(spot: Spot) -> bool:
    """Return whether the map has a tile."""
    return 0 <= spot[0] < MAP_WIDTH and 0 <= spot[1] < MAP_HEIGHT


def ahead(view: View, step: Spot, tiles: int = 1) -> Spot:
    """Return the tile some steps from the player."""
    return view.here[0] + step[0] * tiles, view.here[1] + step[1] * tiles


def offset_of(words: Sequence[str]) -> Spot | None:
    """Return the columns east and rows south of words such as "3 east and 2 north", or None."""
    parts = [word for word in words if word not in ("and", *_STEPS)]
    x = y = 0
    if not parts or len(parts) % 2:
        return None
    for count, word in zip(parts[::2], parts[1::2], strict=True):
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
    """Return a name without article and number."""
    first, _, rest = name.partition(" ")
    return rest if rest and (first in ("a", "an", "the") or first.isdecimal()) else name


def called(name: str) -> str:
    """Return a creature's name with "the", or its own name."""
    return name.partition(", ")[0] if name[:1].isupper() else f"the {bare(name)}"


def state_of(name: str) -> tuple[str, tuple[str, ...]]:
    """Split a name from the states after it, such as "asleep" and "your ally"."""
    state = next((state for state in _STATES if name.endswith(state)), "")
    if not state:
        return name, ()
    name, others = state_of(name.removesuffix(state))
    return name, (*others, state.removeprefix(", "))


def _names(view: View) -> Iterator[tuple[Spot, str]]:
    for y, row in enumerate(view.tiles):
        yield from (((x, y), tile.name) for x, tile in enumerate(row))


def _nearest(view: View, spots: Iterable[Spot]) -> list[Noun]:
    ordered = sorted(spots, key=lambda spot: (distance_to(spot, view), spot[1], spot[0]))
    named = ((view.tiles[y][x].name or "something", (x, y)) for x, y in ordered)
    return [Noun(name, _words(name), spot) for name, spot in named]


def _words(name: str) -> frozenset[str]:
    return frozenset(words_of(name))


def _is_called(noun: Noun, word: str) -> bool:
    begins = len(word) > 2 and any(each.startswith(word) for each in noun.words)
    return begins or any(form in noun.words for form in _forms(word))


def _forms(word: str) -> tuple[str, ...]:
    singular = word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
    return word, singular, f"{word}s", f"{word}es", f"{word[:-1]}ies"
