"""Sentences about bindings, boons, allies and upgrades."""

from __future__ import annotations

from typing import Final, get_args

from bidden.intents import Bid, Bind, Improvable, Improve, Intent, SwitchBoon, UseBoon, Word
from bidden.prose.meanings import Act, Lost, Meaning, Which
from bidden.prose.nouns import direction_named, matching, parted, things_held
from bidden.prose.readers.asking import one_of, which
from bidden.prose.readers.things import first_use
from bidden.prose.words import Sentence, direction_of, number_of, words_of
from bidden.view import View

_LETTERS: Final = "abcdefgh"
HERE: Final = ("here", "self", "me")
_WAYS: Final = tuple(
    (direction_named(dx, dy), (dx, dy))
    for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
)


def use_boon(sentence: Sentence, view: View) -> Meaning:
    """Read the use of a boon, or of an item."""
    words = tuple(word for word in sentence.object if word not in ("boon", "active"))
    if words in (HERE[:1], ("nowhere",)) or sentence.aim in (HERE[:1], ("nowhere",)):
        return Act((UseBoon(0, 0),))
    name, after = parted(words)
    step = direction_of(sentence.aim or after or words)
    if step is not None and not (sentence.aim or after):
        name = ()
    boons = [one for one in view.boons if set(name) <= set(words_of(one.name))]
    if name and not boons:
        held = matching(name, things_held(view))
        return one_of("Use", held, name, lambda noun: first_use(noun, sentence, view))
    active = boons[0] if boons else None
    switch: tuple[Intent, ...] = ()
    if active is not None and active is not view.boons[0]:
        switch = (SwitchBoon(),)
    if step is not None:
        return Act((*switch, UseBoon(*step)))
    if active is None or not active.aimed or not active.uses:
        return Act((*switch, UseBoon(0, 0)))
    choices = ((way, Act((*switch, UseBoon(*step)))) for way, step in _WAYS)
    return Which(f"Use {active.name} where?", tuple(choices))


def bid(sentence: Sentence, view: View) -> Meaning:
    """Read an order to allies."""
    words: tuple[Word, ...] = get_args(Word)
    for word in (*sentence.object, *sentence.aim):
        for one in words:
            if word == one or (word in ("attack", "kill") and one == "strike"):
                return Act((Bid(one),))
            if word in ("follow", "heel") and one == "come":
                return Act((Bid(one),))
    return Lost("Order them to come, stay or attack?")


def bind(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an offer."""
    words = tuple(
        word
        for word in (*sentence.object, *sentence.aim)
        if word not in ("offer", "binding", "one", "by", "of", "number")
        or (word == "one" and sentence.object == ("one",))
    )
    number = number_of(words[0]) if words else None
    if len(words) == 1 and words[0] in _LETTERS[: len(view.offers)]:
        number = _LETTERS.index(words[0]) + 1
    if number is not None and number > 0:
        return Act((Bind(number - 1),))
    if not view.offers:
        return Lost("Nobody offers you a binding.")
    found = [
        (f"{at + 1}, {one.summoner}", Act((Bind(at),)))
        for at, one in enumerate(view.offers)
        if set(words) <= {*words_of(one.summoner), *words_of(one.faction), *words_of(one.task)}
    ]
    if not found:
        return Lost('No such offer. "offers" lists them.')
    return which("Which offer?", found)


def improve(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an upgrade."""
    options: tuple[Improvable, ...] = get_args(Improvable)
    offered = [option for option, _ in view.improvements]
    said = " ".join(sentence.object)
    said = {"hit points": "hp", "health": "hp", "defense": "defence"}.get(said, said)
    exact = next((one for one in options if one == said), None)
    if exact is not None:
        return Act((Improve(exact),))
    found = [one for one in offered if set(sentence.object) <= set(one.split())]
    if not found:
        there = ", ".join(offered)
        return Lost(f"Improve {there}?" if there else "You have no upgrade to choose yet.")
    return which("Which upgrade?", [(one, Act((Improve(one),))) for one in found])
