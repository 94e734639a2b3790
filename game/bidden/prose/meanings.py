"""Meanings: what a sentence asks for, before anything is done about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from bidden.intents import Intent
from bidden.prose.words import Sentence
from bidden.view import Spot, View


@attrs.frozen
class Act:
    """Perform intents one after the other, unless something comes between."""

    intents: tuple[Intent, ...]


@attrs.frozen
class Sure:
    """Perform an intent that the player has confirmed."""

    intent: Intent


@attrs.frozen
class GoTo:
    """Go to the nearest of some tiles, which show ``name``, and follow another sentence there."""

    spots: tuple[Spot, ...]
    name: str
    then: Sentence | None = None


@attrs.frozen
class Approach:
    """Follow a creature, and attack it until it is gone if ``kills``."""

    name: str
    at: Spot
    kills: bool = False


@attrs.frozen
class GoFar:
    """Go to another level, and to a tile there."""

    level: int
    to: Spot | None = None


@attrs.frozen
class Keep:
    """Repeat an intent a number of times, or until something happens."""

    intent: Intent
    times: int


@attrs.frozen
class Explore:
    """Explore the level."""


@attrs.frozen
class SearchLevel:
    """Search the whole level for secrets."""


@attrs.frozen
class Rest:
    """Rest until healed."""


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
    """Say why a sentence can't be understood."""

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
"""Returns the meaning of a sentence, given a view."""
