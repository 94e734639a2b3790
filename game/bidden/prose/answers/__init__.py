"""Answers to questions, which take no turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.frontend.port import Game
from bidden.prose import telling
from bidden.prose.answers.examining import examine
from bidden.prose.answers.helping import help_with
from bidden.prose.answers.ideas import what_to_say
from bidden.prose.answers.reasons import why
from bidden.prose.nouns import creatures
from bidden.prose.words import Sentence, number_of
from bidden.view import View

__all__ = ["answer"]

_LATEST: Final = 20
"""So many messages are told again, if no number is named."""


def answer(topic: str, sentence: Sentence, view: View, game: Game) -> Iterator[str]:
    """Yield the answer to a question.

    Args:
        topic: The name of its verb.
        sentence: The question.
        view: What the player knows.
        game: The game.
    """
    match topic:
        case "Look":
            yield from telling.place(view, game.chart())
        case "Examine":
            yield from examine(sentence.object or sentence.aim, view, game)
        case "Exits":
            yield from telling.ways_on(view)
        case "Foes":
            yield from telling.who_is_there(view) if creatures(view) else ("Nobody.",)
        case "Inventory":
            yield from telling.held(view)
        case "Character":
            yield from telling.character(view, game.character())
        case "Discoveries":
            yield from telling.discoveries(game.character())
        case "Bond":
            yield from telling.offers(view) if view.offers else telling.bond(view.bond)
        case "Spells":
            yield from telling.spells(view)
        case "Map":
            yield from telling.rooms(game.chart())
        case "Messages":
            count = number_of(sentence.object[0]) if sentence.object else None
            yield from telling.log(view.lines[-(count or _LATEST) :])
        case "Why":
            yield from why(view, game, brief=not sentence.object)
        case "Actions":
            yield from what_to_say(view)
        case "Help":
            yield from help_with(sentence)
