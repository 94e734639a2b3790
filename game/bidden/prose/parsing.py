"""Parsing: the meaning of a sentence, given a view. Here are the readers of ways and attacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from bidden import intents
from bidden.going.commands.explore import Explore
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.run import Run
from bidden.going.commands.search_level import SearchLevel
from bidden.going.commands.stay import Repeat, Rest
from bidden.going.commands.travel import TakeStairs
from bidden.going.known.standing import distance_to, steps_beside, tiles_of
from bidden.grid.compass import bearing
from bidden.intents import Breathe, Close, Disarm, Intent, Move, PickUp
from bidden.kinds import LOCKED_DOOR, OPEN_DOOR, SHUT_DOOR, TRAPS
from bidden.prose import nouns, things
from bidden.prose.commands import Approach, GoTo
from bidden.prose.meanings import Act, Back, Go, Lost, Meaning, Reader, Tell, one_of, which
from bidden.prose.nouns import Noun, called, creatures, matching, state_of
from bidden.prose.words import Sentence, direction_of, number_of
from bidden.text import printable
from bidden.view import Spot, View
from bidden.words import phrase

_TURNS_BACK = 20
_IDLE = ("turn", "turns", "move", "moves", "by", "for", "last", "number")


def meaning_of(sentence: Sentence, view: View) -> Meaning:
    """Return the meaning of a sentence."""
    if not sentence.said:
        return Lost(phrase("typing", "nothing"))
    if not sentence.verb:
        return Lost(phrase("typing", "unknown word", word=printable(sentence.said, 100)))
    reader = _READERS.get(sentence.verb)
    if reader is not None:
        return reader(sentence, view)
    examines = sentence.verb == "Look" and sentence.words
    return Tell("Examine" if examines else sentence.verb, sentence)


def _go(sentence: Sentence, view: View) -> Meaning:
    words = sentence.aim or sentence.object
    if not words:
        return Lost(phrase("go", "where"))
    if words[0] in ("down", "downstairs", "up", "upstairs"):
        return Go(TakeStairs, (words[0].removesuffix("stairs"),))
    if words[0] == "level":
        level = number_of(words[1]) if len(words) > 1 else None
        return Go(TravelFar, (level,)) if level else Lost(phrase("go", "which level"))
    step, offset = direction_of(words), nouns.offset_of(words)
    if step is not None:
        return Go(Run, step) if sentence.said == "run" else Act((Move(*step),))
    for count, way in ((words[-1], words[:-1]), (words[0], words[1:])):
        number, step = number_of(count), direction_of(way)
        if number is not None and step is not None:
            return Go(Repeat, (Move(*step), number))
    if offset is not None:
        return Go(GoTo, ((nouns.ahead(view, offset),), "the tile"))
    named = [each for each in nouns.spots_meant(words, view) if each.spot != view.here]
    return one_of("Go to", named, words, partial(_going_to, view=view))


def _going_to(noun: Noun, view: View) -> Meaning:
    if noun.spot in {each.spot for each in creatures(view)}:
        return Go(Approach, (state_of(noun.name)[0], noun.spot, False))
    alike = (each.spot for each in nouns.sights(view) if each.name == noun.name)
    return Go(GoTo, (tuple(dict.fromkeys((noun.spot, *alike))), noun.name))


def _attack(sentence: Sentence, view: View, *, kills: bool = False) -> Meaning:
    words, step = sentence.words, direction_of(sentence.words)
    if step is not None and not kills:
        return Act((Move(*step),))
    if step is not None:
        matches = [one for one in creatures(view) if one.spot == nouns.ahead(view, step)]
    elif words:
        matches = matching(words, creatures(view))
    else:
        enemies = matching((), nouns.foes(view))
        matches = [enemy for enemy in enemies if distance_to(enemy.spot, view) == 1] or enemies
    if not matches:
        return Lost(phrase("naming", "unseen" if words else "no enemy", name=" ".join(words)))
    return one_of("Attack", matches, words, partial(_attacking, view=view, kills=kills))


def _attacking(noun: Noun, view: View, *, kills: bool) -> Meaning:
    if kills and noun.spot not in view.foes_at:
        return Lost(phrase("attack", "no enemy", name=called(state_of(noun.name)[0])))
    if not kills and distance_to(noun.spot, view) == 1:
        return Act((Move(noun.spot[0] - view.here[0], noun.spot[1] - view.here[1]),))
    return Go(Approach, (state_of(noun.name)[0], noun.spot, kills))


def _nearby(
    sentence: Sentence,
    view: View,
    make: type[Move | Close | Disarm],
    kinds: Collection[str],
    name: str,
) -> Meaning:
    object_, spots = sentence.object, tiles_of(kinds, view)
    named = map(direction_of, (sentence.aim, object_, object_[1:], object_[2:]))
    step = next(filter(None, named), None)
    steps: list[Spot] = steps_beside(spots, view) if step is None else [step]
    if steps:
        choices = [(bearing(*step), Act((make(*step),))) for step in steps]
        return which(phrase("go", "which way"), choices)
    if not spots:
        return Lost(phrase("go", "none", kind=name))
    return Go(GoTo, (spots, f"the {name}", 1), sentence)


def _times(sentence: Sentence, view: View, intent: Intent) -> Meaning:
    words = [word for word in sentence.words if word != "for"]
    count = number_of(words[0]) if words else 1
    if not count:
        return Lost(phrase("typing", "times", verb=sentence.said))
    return Go(Repeat, (intent, count)) if count > 1 else Act((intent,))


def _go_back(sentence: Sentence, view: View) -> Meaning:
    """Read how many turns to go back, or the way back to a place; "undo" takes a sentence back."""
    words = [word for word in sentence.words if word not in _IDLE]
    if not words:
        return Back(0 if sentence.said in ("undo", "take back") else _TURNS_BACK)
    count = number_of(words[0]) if len(words) == 1 else None
    if count:
        return Back(max(1, view.turn - count) if sentence.aim else count)
    if sentence.said == "go back" and not (len(words) == 1 and words[0].lstrip("-").isdecimal()):
        return _go(sentence, view)
    return Lost(phrase("go back", "turns"))


def _always(meaning: Meaning) -> Reader:
    return lambda _sentence, _view: meaning


_SIMPLE: Final = (intents.Wait, intents.Search, intents.Inhale, intents.SwitchBoon)
_READERS: Final[Mapping[str, Reader]] = {
    "Move": _go,
    "Attack": _attack,
    "Kill": partial(_attack, kills=True),
    "Explore": _always(Go(Explore)),
    "SearchLevel": _always(Go(SearchLevel)),
    "Rest": _always(Go(Rest)),
    "Down": _always(Go(TakeStairs, ("down",))),
    "Up": _always(Go(TakeStairs, ("up",))),
    "Open": partial(_nearby, make=Move, kinds=(SHUT_DOOR, LOCKED_DOOR), name="shut door"),
    "Close": partial(_nearby, make=Close, kinds=(OPEN_DOOR,), name="open door"),
    "Disarm": partial(_nearby, make=Disarm, kinds=TRAPS, name="trap"),
    **{kind.__name__: partial(_times, intent=kind()) for kind in _SIMPLE},
    "GoBack": _go_back,
    "PickUp": things.take,
    "Draw": _always(Act((PickUp(),))),
    **{kind.__name__: partial(things.use, how=how) for how, kind in things.USES.items()},
    "Shoot": things.shoot,
    "Cast": things.cast,
    "Breathe": lambda said, view: things.aimed("Breathe at", said.words, view, Breathe),
    "Name": things.name_thing,
    "Engrave": things.engrave,
    "UseBoon": things.use_boon,
    "Bid": things.bid,
    "Bind": things.bind,
    "Improve": things.improve,
}
