"""It: the last creature or item that the player or an answer named."""

from __future__ import annotations

import re
from typing import Final

import attrs

from bidden.prose.nouns import (
    Noun,
    bare,
    creatures,
    matching,
    sights,
    state_of,
    things_held,
    things_here,
    things_seen,
)
from bidden.prose.words import Sentence, words_of
from bidden.view import View

_PRONOUNS: Final = frozenset(("it", "them", "him", "her"))
_QUOTING: Final = ("Engrave", "Bid")
"""Verbs after which these are words like any others."""


class It:
    """Remembers the last name."""

    def __init__(self) -> None:
        self._words: tuple[str, ...] = ()

    def put_into(self, sentence: Sentence) -> Sentence | None:
        """Replace pronouns in a sentence by the last name; return None if there is none."""
        said = (*sentence.object, *sentence.aim)
        if sentence.verb in _QUOTING or _PRONOUNS.isdisjoint(said):
            return sentence
        if not self._words:
            return None
        first, _, rest = sentence.raw.partition(" ")
        raw = f"{' '.join(self._words)} {rest}".rstrip() if first in _PRONOUNS else sentence.raw
        object_, aim = self._named(sentence.object), self._named(sentence.aim)
        return attrs.evolve(sentence, object=object_, aim=aim, raw=raw)

    def _named(self, words: tuple[str, ...]) -> tuple[str, ...]:
        put = [self._words if word in _PRONOUNS else (word,) for word in words]
        return tuple(word for words in put for word in words)

    def note_said(self, sentence: Sentence, view: View) -> None:
        """Remember what a sentence names: its target before its object."""
        there = [*_nouns(view), *sights(view)]
        for words in (sentence.aim, sentence.object):
            if words and matching(words, there):
                self._words = words
                return

    def note_told(self, text: str, view: View) -> None:
        """Remember the last name in an answer."""
        named = [
            (found.end(), name)
            for name in filter(None, map(_plain, _nouns(view)))
            for found in re.finditer(rf"\b{re.escape(name)}\b", text.lower())
        ]
        if named:
            self._words = words_of(max(named, key=lambda one: (one[0], len(one[1])))[1])


def _nouns(view: View) -> list[Noun]:
    return [*creatures(view), *things_here(view), *things_seen(view), *things_held(view)]


def _plain(noun: Noun) -> str:
    name = state_of(noun.name.partition(" (")[0])[0]
    return "" if name == "something" else bare(name).lower()
