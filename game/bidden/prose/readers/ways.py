"""Sentences of going about, of striking, and of doors and traps."""

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
    """Read where one goes: in a direction, so far off, to what is seen, or to another level."""
    words = sentence.aim or sentence.object
    if not words:
        return Lost("Go where? Name a direction, or what you go to.")
    if words in (("down",), ("downstairs",)):
        return stairs(STAIR_DOWN, "a stair down", sentence, view)
    if words in (("up",), ("upstairs",)):
        return stairs(STAIR_UP, "a stair up", sentence, view)
    if words[0] == "level":
        level = number_of(words[1]) if len(words) > 1 else None
        return Lost("Go to which level? Name its number.") if level is None else GoFar(level)
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
    """Give all tiles that show the same as one does, that one first; the nearest is gone to."""
    alike = (one.spot for one in sights(view) if one.name == noun.name)
    return (noun.spot, *(spot for spot in alike if spot != noun.spot))


def stairs(kind: str, name: str, sentence: Sentence, view: View) -> Meaning:
    """Read the way to the nearest of some stairs, and over it."""
    if view.ground == kind:
        aside = step_off(view, Notes())
        if isinstance(aside, Stop):
            return Lost(aside.reason)
        beside = (view.here[0] + aside.dx, view.here[1] + aside.dy)
        return GoTo((beside,), "the tile beside it", sentence)
    spots = tiles_of([kind], view)
    return GoTo(spots, name) if spots else Lost(f"You know of no {name.removeprefix('a ')} here.")


def attack(sentence: Sentence, view: View) -> Meaning:
    """Read whom one strikes, or goes up to."""
    words = sentence.object or sentence.aim
    step = direction_of(words)
    if step is not None:
        return Act((Move(*step),))
    return _somebody("Attack", _victims(words, view), words, partial(_strike, view=view))


def kill(sentence: Sentence, view: View) -> Meaning:
    """Read whom one fights until they are gone."""
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
    return Lost(f'You see no "{" ".join(words)}".' if words else "No foe is in view.")


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
        return Lost(f"{noun.name[:1].upper()}{noun.name[1:]}: that is no foe.")
    return Approach(state_of(noun.name)[0], noun.spot, kills=True)


def open_door(sentence: Sentence, view: View) -> Meaning:
    """Read which door is opened; one farther off is gone to first."""
    spots = tiles_of(_SHUT, view)
    return _door(sentence, view, spots, "shut", lambda step: Act((Move(*step),)))


def close_door(sentence: Sentence, view: View) -> Meaning:
    """Read which door is closed; one farther off is gone to first."""
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
    """Do something with a door beside one; go to it first where it is farther off."""
    step = direction_in(sentence)
    if step is not None:
        return then(step)
    beside = steps_beside(spots, view)
    if len(beside) > 1:
        return Which(
            "In which direction?", tuple((direction_named(*one), then(one)) for one in beside)
        )
    if beside:
        return then(beside[0])
    if not spots:
        return Lost(f"You see no {state} door.")
    return GoTo(spots, f"the {state} door", sentence)


def disarm(sentence: Sentence, view: View) -> Meaning:
    """Read which trap beside one is taken apart."""
    step = direction_in(sentence)
    if step is not None:
        return Act((Disarm(*step),))
    beside = steps_beside(tiles_of(TRAPS, view), view)
    if not beside:
        return Lost("You know of no trap beside you.")
    if len(beside) == 1:
        return Act((Disarm(*beside[0]),))
    choices = tuple((direction_named(*one), Act((Disarm(*one),))) for one in beside)
    return Which("In which direction?", choices)


def times(intent: Intent) -> Reader:
    """Make the reader of what is done so many times."""

    def read(sentence: Sentence, view: View) -> Meaning:
        words = [word for word in (*sentence.object, *sentence.aim) if word != "for"]
        count = number_of(words[0]) if words else 1
        if not count:
            return Lost(f'How often? Say a number, as in "{sentence.said} 10".')
        return Keep(intent, count) if count > 1 else Act((intent,))

    return read
