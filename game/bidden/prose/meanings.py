"""Meanings: the requests that a sentence can make, before they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs

from bidden.going.going import Answer
from bidden.intents import Intent
from bidden.prose.nouns import Noun
from bidden.prose.words import Sentence
from bidden.view import View
from bidden.words import phrase


@attrs.frozen
class Act:
    """Perform intents one after the other, asking about risks first unless ``sure``."""

    intents: tuple[Intent, ...]
    sure: bool = False


@attrs.frozen
class Go:
    """Run a command, and carry out another sentence once it has arrived.

    ``command`` creates, from the notes on the map, the options and ``args``, a function that
    returns the next intent, or why it stops, for each new view.
    """

    command: Callable[..., Callable[[View], Answer]]
    args: tuple[Any, ...] = ()
    then: Sentence | None = None


@attrs.frozen
class Back:
    """Play on from some turns before; 0 for the turns of the last sentence."""

    turns: int


@attrs.frozen
class Tell:
    """Answer a question: the name of its verb, and the sentence."""

    topic: str
    sentence: Sentence


@attrs.frozen
class Which:
    """Ask which of several meanings is right; each has a name."""

    question: str
    choices: tuple[tuple[str, Meaning], ...]


@attrs.frozen
class Lost:
    """Explain why a sentence can't be understood."""

    reason: str


Meaning: TypeAlias = Act | Go | Back | Tell | Which | Lost
Reader: TypeAlias = Callable[[Sentence, View], Meaning]


def which(question: str, choices: Sequence[tuple[str, Meaning]]) -> Meaning:
    """Return the one choice, or ask which."""
    return choices[0][1] if len(choices) == 1 else Which(question, tuple(choices))


def one_of(
    verb: str, nouns: Sequence[Noun], words: Sequence[str], make: Callable[[Noun], Meaning]
) -> Meaning:
    """Return the meaning for the one noun found; ask which, or say that there is none."""
    if not nouns:
        return Lost(phrase("naming", "none" if words else "what", verb=verb, name=" ".join(words)))
    names = [f"{noun.name} ({noun.slot})" if noun.slot else noun.name for noun in nouns]
    return which(phrase("naming", "which"), [*zip(names, map(make, nouns), strict=True)])
