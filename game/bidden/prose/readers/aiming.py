"""Sentences with a target: shots, spells, breath, throws and scrolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bidden.intents import Breathe, Cast, Intent, Shoot
from bidden.prose.meanings import Act, Lost, Meaning
from bidden.prose.nouns import NOWHERE, foes, matching, parted, spots_meant
from bidden.prose.readers.asking import one_of, which
from bidden.prose.words import Sentence, words_of
from bidden.view import Aiming, Castable, View


def aimed(
    verb: str,
    aim: Sequence[str],
    aiming: Aiming | None,
    view: View,
    make: Callable[[int, int], Intent],
) -> Meaning:
    """Aim an intent at what words name; without words at an enemy in view, if it needs a target."""
    if aim:
        found = spots_meant(tuple(aim), view)
    elif aiming is None:
        return Act((make(*NOWHERE),))
    else:
        found = matching((), foes(view))
        if not found:
            return Lost(f"{verb} what? Name a target or a direction.")
    return one_of(verb, found, aim, lambda noun: Act((make(*noun.spot),)))


def shoot(sentence: Sentence, view: View) -> Meaning:
    """Read a shot."""
    words = sentence.object or sentence.aim
    aiming = view.shooting
    if aiming is None and not words:
        return Act((Shoot(*view.here),))  # the game says why not
    return aimed("Shoot at", words, aiming, view, Shoot)


def breathe(sentence: Sentence, view: View) -> Meaning:
    """Read a breath."""
    words = sentence.object or sentence.aim
    found = spots_meant(words, view) if words else matching((), foes(view))
    return one_of("Breathe at", found, words, lambda noun: Act((Breathe(*noun.spot),)))


def cast(sentence: Sentence, view: View) -> Meaning:
    """Read a spell and its target."""
    words, after = parted(sentence.object)
    aim = sentence.aim or after
    if not words:
        if not view.spells:
            return Act((Cast(""),))  # the game says why not
        names = ", ".join(one.name for one in view.spells)
        return Lost(f"Cast what? You know {names}.")
    known = [one for one in view.spells if set(words) <= set(words_of(one.name))]
    whole = [one for one in known if words_of(one.name) == words]
    choices = [(one.name, _spell(one, aim, view)) for one in whole or known]
    if not choices:
        name = " ".join(words)
        return aimed(f"Cast {name} at", aim, None, view, partial(Cast, name))
    return which("Cast which spell?", choices)


def _spell(spell: Castable, aim: Sequence[str], view: View) -> Meaning:
    make = partial(Cast, spell.name)
    return aimed(f"Cast {spell.name} at", aim, spell.aiming, view, make)
