"""Sentences about bindings, boons, allies and upgrades."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from bidden.grid.compass import BEARINGS
from bidden.intents import Bid, Bind, Improvable, Improve, Intent, SwitchBoon, UseBoon, Word
from bidden.prose.asking import one_of, which
from bidden.prose.meanings import Act, Lost, Meaning, Which
from bidden.prose.nouns import matching, parted, things_held
from bidden.prose.things import first_use
from bidden.prose.words import Sentence, direction_of, number_of, words_of
from bidden.view import View

_NOWHERE: Final = (("here",), ("nowhere",))
_ORDERS: Final[dict[str, Word]] = {
    **{word: word for word in get_args(Word)},
    **dict.fromkeys(("follow", "heel"), "come"),
    **dict.fromkeys(("attack", "kill"), "strike"),
}
_IDLE: Final = ("offer", "binding", "by", "of", "number")


def use_boon(sentence: Sentence, view: View) -> Meaning:
    """Read the use of a boon, or of an item."""
    words = tuple(word for word in sentence.object if word not in ("boon", "active"))
    if words in _NOWHERE or sentence.aim in _NOWHERE:
        return Act((UseBoon(0, 0),))
    name, after = parted(words)
    aim = sentence.aim or after
    step = direction_of(aim or words)
    if step is not None and not aim:
        name = ()
    boons = [one for one in view.boons if set(name) <= set(words_of(one.name))]
    if name and not boons:
        held = matching(name, things_held(view))
        return one_of("Use", held, name, partial(first_use, aim=sentence.aim, view=view))
    active = boons[0] if boons else None
    switch: tuple[Intent, ...] = ()
    if active is not None and active is not view.boons[0]:
        switch = (SwitchBoon(),)
    if step is not None or active is None or not active.aimed or not active.uses:
        return Act((*switch, UseBoon(*step or (0, 0))))
    choices = ((way, Act((*switch, UseBoon(*step)))) for way, step in BEARINGS.items())
    return Which(f"Use {active.name} where?", tuple(choices))


def bid(sentence: Sentence, view: View) -> Meaning:
    """Read an order to allies."""
    word = next((_ORDERS[word] for word in sentence.words if word in _ORDERS), None)
    return Lost("Order them to come, stay or attack?") if word is None else Act((Bid(word),))


def bind(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an offer."""
    words = tuple(word for word in sentence.words if word not in _IDLE)
    words = words[:-1] if words[-1:] == ("one",) and len(words) > 1 else words
    number = number_of(words[0]) if words else None
    if number:
        return Act((Bind(number - 1),))
    if not view.offers:
        return Lost("Nobody offers you a binding.")
    found = [
        (f"{at + 1}, {one.summoner}", Act((Bind(at),)))
        for at, one in enumerate(view.offers)
        if set(words) <= {*words_of(f"{one.summoner} {one.faction} {one.task}"), "abcdefgh"[at]}
    ]
    return which("Which offer?", found) if found else Lost('No such offer. "offers" lists them.')


def improve(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an upgrade."""
    said = " ".join(sentence.object)
    said = {"hit points": "hp", "health": "hp", "defense": "defence"}.get(said, said)
    exact = [one for one in get_args(Improvable) if one == said]
    offered = [option for option, _ in view.improvements]
    found = exact or [one for one in offered if set(said.split()) <= set(one.split())]
    if not found:
        return Lost(
            f"Improve {', '.join(offered)}?" if offered else "You have no upgrade to choose yet."
        )
    return which("Which upgrade?", [(one, Act((Improve(one),))) for one in found])
