"""Parsing: the meaning of a sentence, given a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from bidden.intents import Inhale, Intent, PickUp, Search, SwitchBoon, Wait
from bidden.kinds import STAIR_DOWN, STAIR_UP
from bidden.prose.meanings import Act, Explore, Lost, Meaning, Reader, Rest, SearchLevel, Tell
from bidden.prose.readers import aiming, back, labels, run, things, ways
from bidden.prose.words import Sentence, read_sentence
from bidden.text import printable
from bidden.view import View


def understand(line: str, view: View) -> Meaning:
    """Return the meaning of a line of input."""
    return meaning_of(read_sentence(line), view)


def meaning_of(sentence: Sentence, view: View) -> Meaning:
    """Return the meaning of a sentence."""
    if not sentence.verb:
        if not sentence.said:
            return Lost('Say what you do. "help" lists the words.')
        said = printable(sentence.said, 100)
        return Lost(f'I do not know the word "{said}". "help" lists the words.')
    reader = _READERS.get(sentence.verb)
    return Tell(sentence.verb, sentence) if reader is None else reader(sentence, view)


def _simply(intent: Intent) -> Reader:
    return lambda _sentence, _view: Act((intent,))


def _look(sentence: Sentence, view: View) -> Meaning:
    said_of = bool(sentence.object or sentence.aim)
    return Tell("Examine" if said_of else "Look", sentence)


_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "Move": ways.go,
        "Attack": ways.attack,
        "Kill": ways.kill,
        "Explore": lambda _sentence, _view: Explore(),
        "Down": partial(ways.stairs, STAIR_DOWN, "stairs down"),
        "Up": partial(ways.stairs, STAIR_UP, "stairs up"),
        "Open": ways.open_door,
        "Close": ways.close_door,
        "Disarm": ways.disarm,
        "Wait": ways.times(Wait()),
        "Search": ways.times(Search()),
        "SearchLevel": lambda _sentence, _view: SearchLevel(),
        "Rest": lambda _sentence, _view: Rest(),
        "PickUp": things.take,
        "Draw": _simply(PickUp()),
        "Drop": things.drop,
        "Quaff": things.use("quaff"),
        "Read": things.use("read"),
        "Eat": things.use("eat"),
        "Throw": things.use("throw"),
        "PutOn": things.use("put on"),
        "TakeOff": things.use("take off"),
        "Shoot": aiming.shoot,
        "Cast": aiming.cast,
        "Inhale": _simply(Inhale()),
        "Breathe": aiming.breathe,
        "UseBoon": run.use_boon,
        "SwitchBoon": _simply(SwitchBoon()),
        "Bid": run.bid,
        "Bind": run.bind,
        "Improve": run.improve,
        "Name": labels.name_thing,
        "Engrave": labels.engrave,
        "Look": _look,
        "GoBack": back.go_back,
    }
)
"""How the sentences of each verb are read; of the others one is told something."""
