"""Words: a line of input as a verb and its objects."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

import attrs

from bidden.grid.compass import BEARINGS
from bidden.view import Spot

_TOKEN: Final = re.compile(r"[^\s,;.!?(){}]+(?:\?+[^\s,;.!?(){}]+)*|\?")
"""A word. A question mark alone asks for help if it comes first."""
_ARTICLES: Final = frozenset(("a", "an", "the", "my", "that", "this", "some"))
_AIMS: Final = frozenset(("at", "on", "against", "towards", "toward", "to", "into", "onto", "with"))
_PARTICLES: Final = frozenset((("pick", "up"), ("put", "on"), ("take", "off"), ("put", "down")))
_POLITE: Final = frozenset(("please", "then", "and", "now", "i", "i'll"))
_LONGEST_VERB: Final = 5

_DIRECTIONS: Final[Mapping[str, Spot]] = {
    alias: step
    for name, step in BEARINGS.items()
    for alias in (name, name.replace("-", ""), "".join(part[0] for part in name.split("-")))
}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final[Mapping[str, int]] = (
    {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
    | {"nine": 9, "ten": 10, "dozen": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40}
    | {"fifty": 50, "hundred": 100, "thousand": 1000}
)


@attrs.frozen
class Verb:
    """A verb: its names, a description, and example sentences."""

    says: tuple[str, ...] = attrs.field(converter=tuple)
    does: str
    example: str


@attrs.frozen
class Sentence:
    """A line of input, without articles.

    Attributes:
        verb: The name of its verb; empty if unknown.
        said: The verb as it was typed.
        object: The words after it.
        aim: The words after "at" and the like.
        raw: All after the verb, as it was typed.
    """

    verb: str
    said: str = ""
    object: tuple[str, ...] = ()
    aim: tuple[str, ...] = ()
    raw: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words after the verb, without articles and the word before an aim."""
        return (*self.object, *self.aim)


@cache
def verbs() -> Mapping[str, Verb]:
    """Return the verbs of ``verbs.toml`` by name."""
    text = resources.files(__package__).joinpath("verbs.toml").read_text("utf-8")
    return {name: Verb(**data) for name, data in tomllib.loads(text).items()}


def read_sentence(line: str) -> Sentence:
    """Split a line into its longest verb and the rest; a direction alone means a step."""
    tokens, polite = _tokens(line), 0
    while len(tokens) > 1 and tokens[0] in _POLITE:
        tokens, polite = tokens[1:], polite + 1
    if not tokens:
        return Sentence("")
    if direction_of(tokens) is not None or (len(tokens) == 2 and direction_of(tokens[:1])):
        return Sentence("Move", "go", tokens)
    if len(tokens) > 2 and (tokens[0], tokens[-1]) in _PARTICLES:
        tokens = (tokens[0], tokens[-1], *tokens[1:-1])
    for length in range(min(_LONGEST_VERB, len(tokens)), 0, -1):
        said = " ".join(tokens[:length])
        if said in _by_name():
            rest, raw = tokens[length:], _after(line, polite + length)
            at = next((at for at, word in enumerate(rest) if word in _AIMS), len(rest))
            object_, aim = without_articles(rest[:at]), without_articles(rest[at + 1 :])
            return Sentence(_by_name()[said], said, object_, aim, raw)
    return Sentence("", tokens[0], tokens[1:], (), line.strip())


def direction_of(words: Sequence[str]) -> Spot | None:
    """Return the step of a direction such as "north east" or "ne", or None."""
    return _DIRECTIONS.get("".join(words))


def number_of(word: str) -> int | None:
    """Return the number of a word, such as "3", "three" or "third", or None."""
    if word.isdecimal() and len(word) < 5:
        return int(word)
    return _NUMBERS.get(word, ordinal_of(word))


def ordinal_of(word: str) -> int | None:
    """Return the place that a word names, from 1, such as "second" or "2nd", or None."""
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    return int(word[:-2]) if re.fullmatch(r"\d{1,2}(st|nd|rd|th)", word) else None


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, without articles and marks."""
    return without_articles(_tokens(text))


def without_articles(words: Sequence[str]) -> tuple[str, ...]:
    """Drop the articles; at the end, "a" is the letter of a slot."""
    last = len(words) - 1
    return tuple(word for at, word in enumerate(words) if word not in _ARTICLES or at == last)


def _tokens(text: str) -> tuple[str, ...]:
    found = [word.lower() for word in _TOKEN.findall(text.replace('"', " "))]
    return tuple(found[:1] + [word for word in found[1:] if word != "?"])


@cache
def _by_name() -> Mapping[str, str]:
    return {said.lower(): name for name, verb in verbs().items() for said in verb.says}


def _after(line: str, count: int) -> str:
    for _ in range(count):
        match = _TOKEN.search(line)
        line = line[match.end() :] if match is not None else ""
    return line.strip()
