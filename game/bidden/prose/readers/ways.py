"""Sentences about ways, attacks, doors and traps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bidden.going.commands.travel import step_off
from bidden.going.going import Stop
from bidden.going.known.built import distance_to, steps_beside, tiles_of
from bidden.going.known.notes import Notes
from bidden.intents import Close, Disarm, Intent, Move
from bidden.kinds import LOCKED_DOOR, OPEN_DOOR, SHUT_DOOR, STAIR_DOWN, STAIR_UP, TRAPS
from bidden.prose.meanings import Act, Approach, GoFar, GoTo, Keep, Lost, Meaning, Reader, Which
from bidden.prose.nouns import (
    Noun,
    creatures,
    direction_named,
    foes,
    matching,
    offset_of,
    sights,
    spots_meant,
    state_of,
)
from bidden.prose.readers.asking import one_of
from bidden.prose.readers.ground import direction_in
from bidden.prose.words import Sentence, direction_of, number_of
from bidden.view import Spot, View

_FAR: Final = 50
"""So many steps one runs at the most."""
_SHUT: Final = (SHUT_DOOR, LOCKED_DOOR)


def go(sentence: Sentence, view: View) -> Meaning:
    """Read a walk: a direction, an offset, a thing in view, or a level."""
    words = sentence.aim or sentence.object
    if not words:
        return Lost("Go where? Name a direction, or something you see.")
    if words in (("down",), ("downstairs",)):
        return stairs(STAIR_DOWN, "stairs down", sentence, view)
    if words in (("up",), ("upstairs",)):
        return stairs(STAIR_UP, "stairs up", sentence, view)
    if words[0] == "level":
        level = number_of(words[1]) if len(words) > 1 else None
        return Lost("Go to which level? Say its number.") if level is None else GoFar(level)
    step = direction_of(words)
    if step is not None:
        return Keep(Move(*step), _FAR) if sentence.said == "run" else Act((Move(*step),))
    if len(words) > 1:
        for count, way in ((words[-1], words[:-1]), (words[0], words[1:])):
            steps, step = number_of(count), direction_of(way)
            if steps is not None and step is not None:
                return Keep(Move(*step), steps)
    offset = offset_of(words)
    if offset is not None:
        spot = (view.here[0] + offset[0], view.here[1] + offset[1])
        return GoTo((spot,), "the tile")
    named = [one for one in spots_meant(words, view) if one.spot != view.here]
    return one_of("Go to", named, words, partial(_going_to, view=view))


def _going_to(noun: Noun, view: View) -> Meaning:
    if noun.spot in {one.spot for one in creatures(view)}:
        return Approach(state_of(noun.name)[0], noun.spot)
    return GoTo(_all_called(noun, view), noun.name)


def _all_called(noun: Noun, view: View) -> tuple[Spot, ...]:
    alike = (one.spot for one in sights(view) if one.name == noun.name)
    return (noun.spot, *(spot for spot in alike if spot != noun.spot))


def stairs(kind: str, name: str, sentence: Sentence, view: View) -> Meaning:
    """Read the way to the nearest stairs, and over them."""
    if view.ground == kind:
        aside = step_off(view, Notes())
        if isinstance(aside, Stop):
            return Lost(aside.reason)
        beside = (view.here[0] + aside.dx, view.here[1] + aside.dy)
        return GoTo((beside,), "the tile beside it", sentence)
    spots = tiles_of([kind], view)
    return GoTo(spots, name) if spots else Lost(f"You know no {name} on this level.")


def attack(sentence: Sentence, view: View) -> Meaning:
    """Read an attack on a creature, or the way to it."""
    words = sentence.object or sentence.aim
    step = direction_of(words)
    if step is not None:
        return Act((Move(*step),))
    return _somebody("Attack", _victims(words, view), words, partial(_strike, view=view))


def kill(sentence: Sentence, view: View) -> Meaning:
    """Read a fight to the end."""
    words = sentence.object or sentence.aim
    step = direction_of(words)
    ahead = None if step is None else (view.here[0] + step[0], view.here[1] + step[1])
    there = [one for one in creatures(view) if one.spot == ahead]
    found = _victims(words, view) if step is None else there
    return _somebody("Kill", found, words, partial(_fight, view=view))


def _somebody(
    verb: str, found: list[Noun], words: tuple[str, ...], make: Callable[[Noun], Meaning]
) -> Meaning:
    if found:
        return one_of(verb, found, words, make)
    return Lost(f'You see no "{" ".join(words)}".' if words else "No enemy in view.")


def _victims(words: tuple[str, ...], view: View) -> list[Noun]:
    if words:
        return matching(words, creatures(view))
    found = matching((), foes(view))
    beside = [one for one in found if distance_to(one.spot, view) == 1]
    return (beside or found) if len(found) > 1 else found


def _strike(noun: Noun, view: View) -> Meaning:
    x, y = view.here
    if distance_to(noun.spot, view) == 1:
        return Act((Move(noun.spot[0] - x, noun.spot[1] - y),))
    return Approach(state_of(noun.name)[0], noun.spot)


def _fight(noun: Noun, view: View) -> Meaning:
    if noun.spot not in view.foes_at:
        return Lost(f"{noun.name[:1].upper()}{noun.name[1:]}: not an enemy.")
    return Approach(state_of(noun.name)[0], noun.spot, kills=True)


def open_door(sentence: Sentence, view: View) -> Meaning:
    """Read the opening of a door; one farther off is gone to first."""
    spots = tiles_of(_SHUT, view)
    return _door(sentence, view, spots, "shut", lambda step: Act((Move(*step),)))


def close_door(sentence: Sentence, view: View) -> Meaning:
    """Read the closing of a door; one farther off is gone to first."""
    return _door(
        sentence, view, tiles_of([OPEN_DOOR], view), "open", lambda step: Act((Close(*step),))
    )


def _door(
    sentence: Sentence,
    view: View,
    spots: tuple[Spot, ...],
    state: str,
    then: Callable[[Spot], Meaning],
) -> Meaning:
    step = direction_in(sentence)
    if step is not None:
        return then(step)
    beside = steps_beside(spots, view)
    if len(beside) > 1:
        return Which(
            "Which direction?", tuple((direction_named(*one), then(one)) for one in beside)
        )
    if beside:
        return then(beside[0])
    if not spots:
        return Lost(f"You see no {state} door.")
    return GoTo(spots, f"the {state} door", sentence)


def disarm(sentence: Sentence, view: View) -> Meaning:
    """Read the disarming of an adjacent trap."""
    step = direction_in(sentence)
    if step is not None:
        return Act((Disarm(*step),))
    beside = steps_beside(tiles_of(TRAPS, view), view)
    if not beside:
        return Lost("No known trap next to you.")
    if len(beside) == 1:
        return Act((Disarm(*beside[0]),))
    choices = tuple((direction_named(*one), Act((Disarm(*one),))) for one in beside)
    return Which("Which direction?", choices)


def times(intent: Intent) -> Reader:
    """Return the reader of an intent with a number."""

    def read(sentence: Sentence, view: View) -> Meaning:
        words = [word for word in (*sentence.object, *sentence.aim) if word != "for"]
        count = number_of(words[0]) if words else 1
        if not count:
            return Lost(f'How many times? Try "{sentence.said} 10".')
        return Keep(intent, count) if count > 1 else Act((intent,))

    return read
