"""Meanings: what a sentence comes to, before anything is done about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from bidden.intents import Intent
from bidden.prose.words import Sentence
from bidden.view import Spot, View


@attrs.frozen
class Act:
    """Do something; of several things one after the other, unless something comes between."""

    intents: tuple[Intent, ...]


@attrs.frozen
class Sure:
    """Do something, whatever harm it does, for it was asked already."""

    intent: Intent


@attrs.frozen
class GoTo:
    """Go to the nearest of some tiles.

    Attributes:
        spots: The tiles.
        name: What is there.
        then: What is to be done once there; None for nothing.
    """

    spots: tuple[Spot, ...]
    name: str
    then: Sentence | None = None


@attrs.frozen
class Approach:
    """Go up to a creature, wherever it goes meanwhile.

    Attributes:
        name: What it is called, and nothing of what shows of it.
        at: The tile it is on.
        kills: Whether it is to be struck from then on, until it is gone.
    """

    name: str
    at: Spot
    kills: bool = False


@attrs.frozen
class GoFar:
    """Go to another level, over stairs and gates.

    Attributes:
        level: Its number, from 1.
        to: The tile to go to on it; None to go no further than to the level.
    """

    level: int
    to: Spot | None = None


@attrs.frozen
class Keep:
    """Do the same so many times, or until something happens."""

    intent: Intent
    times: int


@attrs.frozen
class Explore:
    """Go where one has not been."""


@attrs.frozen
class SearchLevel:
    """Search the whole level for what is hidden."""


@attrs.frozen
class Rest:
    """Wait until one is well."""


@attrs.frozen
class Back:
    """Play on from some turns before.

    Attributes:
        turns: How many; 0 for as many as what was said last took.
    """

    turns: int


@attrs.frozen
class Tell:
    """Be told of something: the name of the verb, and what it was said of."""

    topic: str
    sentence: Sentence


@attrs.frozen
class Which:
    """It is not clear what is meant.

    Attributes:
        question: What to ask.
        choices: What may be meant: what it is called, and what the sentence means then.
    """

    question: str
    choices: tuple[tuple[str, Meaning], ...]


@attrs.frozen
class Lost:
    """It cannot be said what is meant.

    Attributes:
        reason: Why, in a sentence.
    """

    reason: str


Meaning: TypeAlias = (
    Act
    | Sure
    | GoTo
    | Approach
    | GoFar
    | Keep
    | Explore
    | SearchLevel
    | Rest
    | Back
    | Tell
    | Which
    | Lost
)

Reader: TypeAlias = Callable[[Sentence, View], Meaning]
"""Says what a sentence means, by what a view shows."""
