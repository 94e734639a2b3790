"""Sentences of marks on the map: points to go to, and ground to keep off."""

from __future__ import annotations

from bidden.kinds import UNKNOWN, WALL
from bidden.prose.meanings import Exclude, GoToMark, Lost, Mark, Meaning
from bidden.prose.nouns import offset_of
from bidden.prose.readers.run import HERE
from bidden.prose.words import Sentence, direction_of
from bidden.recording.marking.waymarks import DIGITS
from bidden.view import MAP_HEIGHT, MAP_WIDTH, View

_NO_DIGIT = "Which waypoint? Say its digit, 0 to 9."


def mark(sentence: Sentence, view: View) -> Meaning:
    """Read which digit the tile one stands on is to have."""
    digit = _digit_in((*sentence.object, *sentence.aim))
    return Mark(digit) if digit else Lost(_NO_DIGIT)


def go_to_mark(words: tuple[str, ...]) -> Meaning:
    """Read which waypoint is gone to."""
    digit = _digit_in(words)
    return GoToMark(digit) if digit else Lost(_NO_DIGIT)


def exclude(sentence: Sentence, view: View) -> Meaning:
    """Read around which tile the ground is excluded: so far off, or where one stands."""
    words = (*sentence.object, *sentence.aim)
    step = direction_of(words) or offset_of(words)
    if step is None:
        if {*words} - {*HERE, "this", "around"}:
            return Lost("Exclude around what? Say a direction, or nothing for where you stand.")
        step = (0, 0)
    x, y = view.here[0] + step[0], view.here[1] + step[1]
    if not (0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT) or view.tiles[y][x].kind in (UNKNOWN, WALL):
        return Lost("Nobody can go there.")
    return Exclude((x, y))


def _digit_in(words: tuple[str, ...]) -> str:
    return next((word for word in reversed(words) if len(word) == 1 and word in DIGITS), "")
