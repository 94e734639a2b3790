"""Sentences about going back."""

from __future__ import annotations

import re
from typing import Final

from bidden.prose.meanings import Back, Lost, Meaning
from bidden.prose.readers.ways import go
from bidden.prose.words import Sentence, number_of
from bidden.view import View

_USUAL: Final = 20
"""So many turns one goes back where no number is named, as with keys."""
_LAST: Final = ("undo", "take back")
"""Said alone, these mean what was said last, however long it took."""
_NUMBER: Final = re.compile(r"-?\d+")
"""One that was read as none is too great, or no number of turns."""
_IDLE: Final = ("turn", "turns", "move", "moves", "by", "for", "last", "number")


def go_back(sentence: Sentence, view: View) -> Meaning:
    """Read how many turns to go back, or the way back to a place."""
    words, aim = ([one for one in part if one not in _IDLE] for part in _parts(sentence))
    if not words and not aim:
        return Back(0 if sentence.said in _LAST else _USUAL)
    only = (aim or words)[0] if len(words) + len(aim) == 1 else ""
    count = number_of(only)
    if count:
        return Back(max(1, view.turn - count) if aim else count)
    if sentence.said == "go back" and not _NUMBER.fullmatch(only):
        return go(sentence, view)
    return Lost('How many turns back? Try "rewind 20".')


def _parts(sentence: Sentence) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return sentence.object, sentence.aim
