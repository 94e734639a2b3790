"""It: the last creature or item that the player or an answer named."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import attrs

from bidden.prose import nouns
from bidden.prose.nouns import Noun, bare, matching, state_of
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
        if sentence.verb in _QUOTING or _PRONOUNS.isdisjoint(sentence.words):
            return sentence
        if not self._words:
            return None
        raw = [" ".join(self._named([word])) for word in sentence.raw.split(" ", 1)[:1]]
        raw += sentence.raw.split(" ", 1)[1:]
        object_, aim = self._named(sentence.object), self._named(sentence.aim)
        return attrs.evolve(sentence, object=object_, aim=aim, raw=" ".join(raw))

    def _named(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            named for word in words for named in (self._words if word in _PRONOUNS else [word])
        )

    def note_said(self, sentence: Sentence, view: View) -> None:
        """Remember what a sentence names: its target before its object."""
        there = [*_nouns(view), *nouns.sights(view)]
        named = (words for words in (sentence.aim, sentence.object) if matching(words, there))
        self._words = next(filter(None, named), self._words)

    def note_told(self, text: str, view: View) -> None:
        """Remember the last name in an answer."""
        names = filter(None, map(_plain, _nouns(view)))
        matches = [
            (text.lower().rfind(name) + len(name), len(name), name)
            for name in names
            if re.search(rf"\b{re.escape(name)}\b", text.lower())
        ]
        if matches:
            self._words = words_of(max(matches)[2])


def _nouns(view: View) -> list[Noun]:
    return [
        *nouns.creatures(view),
        *nouns.things_here(view),
        *nouns.things_seen(view),
        *nouns.things_held(view),
    ]


def _plain(noun: Noun) -> str:
    name = state_of(noun.name.partition(" (")[0])[0]
    return "" if name == "something" else bare(name).lower()
