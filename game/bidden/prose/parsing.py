"""Parsing: the meaning of a sentence, given a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from bidden import intents
from bidden.going.commands.explore import Explore
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Rest
from bidden.going.commands.travel import TakeStairs
from bidden.intents import USES, Close, Disarm, Drop, Move, PickUp, Use
from bidden.kinds import LOCKED_DOOR, OPEN_DOOR, SHUT_DOOR, TRAPS
from bidden.prose import things, ways
from bidden.prose.meanings import Act, Go, Lost, Meaning, Reader, Tell
from bidden.prose.words import Sentence, read_sentence
from bidden.text import printable
from bidden.view import View


def understand(line: str, view: View) -> Meaning:
    """Return the meaning of a line of input."""
    return meaning_of(read_sentence(line), view)


def meaning_of(sentence: Sentence, view: View) -> Meaning:
    """Return the meaning of a sentence."""
    if not sentence.said:
        return Lost('Type what you want to do. "help" lists the commands.')
    if not sentence.verb:
        said = printable(sentence.said, 100)
        return Lost(f'I do not know the word "{said}". "help" lists the commands.')
    reader = _READERS.get(sentence.verb)
    if reader is not None:
        return reader(sentence, view)
    examines = sentence.verb == "Look" and sentence.words
    return Tell("Examine" if examines else sentence.verb, sentence)


def _always(meaning: Meaning) -> Reader:
    return lambda _sentence, _view: meaning


_SIMPLE: Final = (intents.Wait, intents.Search, intents.Inhale, intents.SwitchBoon)
_USES: Final[tuple[type[Use | Drop], ...]] = (Drop, *USES.values())
_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "Move": ways.go,
        "Attack": ways.attack,
        "Kill": partial(ways.attack, kills=True),
        "Explore": _always(Go(Explore)),
        "SearchLevel": _always(Go(SearchLevel)),
        "Rest": _always(Go(Rest)),
        "Down": _always(Go(TakeStairs, ("down",))),
        "Up": _always(Go(TakeStairs, ("up",))),
        "Open": ways.nearby(Move, (SHUT_DOOR, LOCKED_DOOR), "shut door"),
        "Close": ways.nearby(Close, (OPEN_DOOR,), "open door"),
        "Disarm": ways.nearby(Disarm, TRAPS, "trap"),
        **{kind.__name__: ways.times(kind()) for kind in _SIMPLE},
        "GoBack": ways.go_back,
        "PickUp": things.take,
        "Draw": _always(Act((PickUp(),))),
        **{kind.__name__: things.use(kind) for kind in _USES},
        "Shoot": things.shoot,
        "Cast": things.cast,
        "Breathe": things.breathe,
        "Name": things.name_thing,
        "Engrave": things.engrave,
        "UseBoon": things.use_boon,
        "Bid": things.bid,
        "Bind": things.bind,
        "Improve": things.improve,
    }
)
"""How the sentences of each verb are read; all other verbs ask a question."""
