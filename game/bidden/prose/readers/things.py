"""Sentences about items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bidden.intents import USES, Drop, PickUp, UseAt
from bidden.prose.meanings import Act, GoTo, Lost, Meaning, Reader
from bidden.prose.nouns import Noun, matching, parted, things_held, things_here, things_seen
from bidden.prose.readers.aiming import aimed
from bidden.prose.readers.asking import one_of
from bidden.prose.words import Sentence
from bidden.view import View

_ALL: Final = ("all", "everything")


def take(sentence: Sentence, view: View) -> Meaning:
    """Read a pick-up; an item farther off is gone to first."""
    here, words = things_here(view), sentence.object or sentence.aim
    if words and words[0] in _ALL:
        # From the last one on: each that is taken leaves the numbers before it as they are.
        return Act(tuple(PickUp(one.number) for one in reversed(here)) or (PickUp(),))
    if not words and len(here) < 2:
        return Act((PickUp(),))
    found = matching(words, here)
    if found:
        return one_of("Take", found, words, lambda noun: Act((PickUp(noun.number),)))
    seen = matching(words, things_seen(view))
    if not seen and matching(words, things_held(view)):
        return Lost("You already have it.")
    return one_of("Take", seen, words, lambda noun: GoTo((noun.spot,), noun.name, sentence))


def drop(sentence: Sentence, view: View) -> Meaning:
    """Read a drop."""
    held, words = things_held(view), sentence.object
    if words and words[0] in _ALL:
        return Act(tuple(Drop(one.slot) for one in held)) if held else Lost("Your pack is empty.")
    if not words:
        return Lost("Drop what?")
    return one_of("Drop", matching(words, held), words, lambda noun: Act((Drop(noun.slot),)))


def use(how: str) -> Reader:
    """Return the reader of a way to use items."""
    kind = USES[how]

    def read(sentence: Sentence, view: View) -> Meaning:
        words, aim = sentence.object, sentence.aim
        if issubclass(kind, UseAt):
            words, after = parted(words)
            aim = aim or after
        fit, held = things_held(view, how), things_held(view)
        if not words:
            found = fit
            if not fit:
                return Lost(f"You have nothing to {how}.")
        else:
            found = matching(words, fit) or matching(words, held)
        if not found and how in ("read", "quaff", "eat", "put on"):
            lying = matching(words, [*things_here(view), *things_seen(view)])
            if lying:
                return Lost(f"Pick up {lying[0].name} first.")
        return one_of(how.capitalize(), found, words, lambda noun: _used(noun, how, aim, view))

    return read


def _used(noun: Noun, how: str, aim: Sequence[str], view: View) -> Meaning:
    kind = USES[how]
    if not issubclass(kind, UseAt):
        return Act((kind(noun.slot),))
    held = next(one for one in view.pack if one.slot == noun.slot)
    aiming = held.aiming(how)
    return aimed(
        f"{how.capitalize()} {noun.name} at",
        aim,
        aiming,
        view,
        lambda x, y: kind(noun.slot, x, y),
    )


def first_use(noun: Noun, sentence: Sentence, view: View) -> Meaning:
    """Return the first use of an item."""
    held = next(one for one in view.pack if one.slot == noun.slot)
    for how in held.uses:
        if how in USES and how != "throw":
            return _used(noun, how, sentence.aim, view)
    return Lost(f'Use it how? Try "throw {noun.slot} at …".')
