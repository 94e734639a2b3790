"""Words: a line of input as a verb and its objects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

import attrs
import msgspec

from bidden.content.datafiles import ContentError, convert, parse, read

_FILE: Final = "verbs.toml"
_TOKEN: Final = re.compile(r"[^\s,;.!?]+(?:\?+[^\s,;.!?]+)*|\?")
"""A word; a question mark is one by itself, which asks for help where nothing is before it."""
_ARTICLES: Final = frozenset(("a", "an", "the", "my", "that", "this", "some"))
_AIMS: Final = frozenset(("at", "on", "against", "towards", "toward", "to", "into", "onto", "with"))
_PARTICLES: Final = frozenset((("pick", "up"), ("put", "on"), ("take", "off"), ("put", "down")))
_POLITE: Final = frozenset(("please", "then", "and", "now", "i", "i'll"))

Step = tuple[int, int]

DIRECTIONS: Final[Mapping[str, Step]] = MappingProxyType(
    {
        "north": (0, -1),
        "north-east": (1, -1),
        "east": (1, 0),
        "south-east": (1, 1),
        "south": (0, 1),
        "south-west": (-1, 1),
        "west": (-1, 0),
        "north-west": (-1, -1),
    }
)
"""The eight directions: how many columns east and rows south."""

_SHORT: Final = {"n": 0, "ne": 1, "e": 2, "se": 3, "s": 4, "sw": 5, "w": 6, "nw": 7}
_NAMED: Final[Mapping[str, Step]] = MappingProxyType(
    {
        **DIRECTIONS,
        **{name.replace("-", ""): step for name, step in DIRECTIONS.items()},
        **{short: [*DIRECTIONS.values()][at] for short, at in _SHORT.items()},
    }
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LARGER: Final[Mapping[str, int]] = MappingProxyType(
    {"dozen": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
    | {"hundred": 100, "thousand": 1000}
)


class Verb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A verb: its names, a description, and example sentences."""

    says: tuple[str, ...]
    does: str
    example: str


@attrs.frozen
class Sentence:
    """A line of input.

    Attributes:
        verb: The name of its verb; empty if unknown.
        said: The verb as it was typed.
        object: The words after it, without articles.
        aim: The words after "at" and the like.
        raw: All after the verb, as it was typed.
    """

    verb: str
    said: str = ""
    object: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    raw: str = ""


@cache
def verbs() -> Mapping[str, Verb]:
    """Return the verbs by name.

    Raises:
        ContentError: A verb is malformed, or two share a name.
    """
    text = read(_FILE, resources.files(__package__))
    found: dict[str, Verb] = {}
    called: dict[str, str] = {}
    for name, data in parse(text, _FILE).items():
        found[name] = verb = convert(data, Verb, _FILE, name)
        for said in verb.says:
            if said in called:
                reason = f"{said!r} is {called[said]} already"
                raise ContentError(_FILE, f"{name}.says", reason)
            called[said] = name
    return MappingProxyType(found)


def read_sentence(line: str) -> Sentence:
    """Split a line into its longest verb and the rest; a direction alone means a step."""
    tokens, polite = _tokens(line.replace('"', " ")), 0
    while len(tokens) > 1 and tokens[0] in _POLITE:
        tokens, polite = tokens[1:], polite + 1
    if not tokens:
        return Sentence("")
    if direction_of(tokens) is not None or (len(tokens) == 2 and direction_of(tokens[:1])):
        return Sentence("Move", "go", tokens)
    if len(tokens) > 2 and (tokens[0], tokens[-1]) in _PARTICLES:
        tokens = (tokens[0], tokens[-1], *tokens[1:-1])
    for length in range(min(5, len(tokens)), 0, -1):
        said = " ".join(tokens[:length])
        if said in _by_name():
            object_, aim = _halves(tokens[length:])
            raw = _after(line, polite + length).strip()
            return Sentence(_by_name()[said], said, object_, aim, raw)
    return Sentence("", tokens[0], tokens[1:], (), line.strip())


def direction_of(words: Sequence[str]) -> Step | None:
    """Return the step of a direction such as "north east" or "ne", or None."""
    return _NAMED.get("".join(words)) or _NAMED.get("-".join(words)) if words else None


def number_of(word: str) -> int | None:
    """Return the number of a word, such as "3", "three" or "third", or None."""
    if word.isdecimal() and len(word) < 5:
        return int(word)
    for names in (_NUMBERS, _ORDINALS):
        if word in names:
            return names.index(word) + 1
    return _LARGER.get(word)


def ordinal_of(word: str) -> int | None:
    """Return the place that a word names, from 1, such as "second" or "2nd", or None."""
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    return int(word[:-2]) if re.fullmatch(r"\d{1,2}(st|nd|rd|th)", word) else None


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, without articles and marks."""
    return without_articles(_tokens(text.replace('"', " ")))


def without_articles(words: Sequence[str]) -> tuple[str, ...]:
    """Drop the articles; at the end, "a" is the letter of a slot."""
    last = len(words) - 1
    return tuple(word for at, word in enumerate(words) if word not in _ARTICLES or at == last)


def _tokens(text: str) -> tuple[str, ...]:
    found = [word.lower() for word in _TOKEN.findall(text)]
    return tuple(found[:1] + [word for word in found[1:] if word != "?"])


def _halves(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for place, word in enumerate(words):
        if word in _AIMS:
            return without_articles(words[:place]), without_articles(words[place + 1 :])
    return without_articles(words), ()


@cache
def _by_name() -> Mapping[str, str]:
    return {said.lower(): name for name, verb in verbs().items() for said in verb.says}


def _after(line: str, count: int) -> str:
    for _ in range(count):
        match = _TOKEN.search(line)
        line = line[match.end() :] if match is not None else ""
    return line
