"""The directions that sentences name."""

from __future__ import annotations

from bidden.prose.words import Sentence, direction_of
from bidden.view import Spot


def direction_in(sentence: Sentence) -> Spot | None:
    """Return the direction in a sentence, or None."""
    for words in (sentence.aim, sentence.object, sentence.object[1:], sentence.object[2:]):
        step = direction_of(words)
        if step is not None:
            return step
    return None
