"""Parsing: what a sentence means, by what a view shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, get_args

from bidden.bots.paths import Paths
from bidden.intents import (
    USES,
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Engrave,
    Improvable,
    Improve,
    Inhale,
    Intent,
    Move,
    Name,
    PickUp,
    Search,
    Shoot,
    SwitchBoon,
    UseAt,
    UseBoon,
    Wait,
    Word,
)
from bidden.labels import label_of, split_label
from bidden.prose.meanings import Act, Explore, GoTo, Keep, Lost, Meaning, Rest, Tell, Which
from bidden.prose.nouns import (
    NOWHERE,
    Noun,
    creatures,
    direction_named,
    foes,
    matching,
    offset_of,
    parted,
    sights,
    spots_meant,
    things_held,
    things_here,
    things_seen,
    where,
)
from bidden.prose.words import Sentence, direction_of, number_of, read_sentence, words_of
from bidden.view import Aiming, Castable, Spot, View

Reader = Callable[[Sentence, View], Meaning]

_QUOTED: Final = re.compile(r'"(.*)"', re.DOTALL)
_ALL: Final = ("all", "everything")
_FAR: Final = 50
"""So many steps one runs at the most."""
_HERE: Final = ("here", "self", "me")
_SHUT: Final = "+X"
_OPEN: Final = "'"
_TRAPS: Final = "^┼"


def understand(line: str, view: View) -> Meaning:
    """Say what a line means that was typed."""
    return meaning_of(read_sentence(line), view)


def meaning_of(sentence: Sentence, view: View) -> Meaning:
    """Say what a sentence means."""
    if not sentence.verb:
        if not sentence.said:
            return Lost('Say what you do, or "help".')
        return Lost(f'I do not know the word "{sentence.said}". "help" tells those I know.')
    reader = _READERS.get(sentence.verb)
    return Tell(sentence.verb, sentence) if reader is None else reader(sentence, view)


def _go(sentence: Sentence, view: View) -> Meaning:
    words = sentence.aim or sentence.object
    if not words:
        return Lost("Go where? Name a direction, or what you go to.")
    if words in (("down",), ("downstairs",)):
        return _stairs(">", "a stair down", sentence, view)
    if words in (("up",), ("upstairs",)):
        return _stairs("<", "a stair up", sentence, view)
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
    return _one_of("Go to", named, words, lambda noun: GoTo(_all_called(noun, view), noun.name))


def _attack(sentence: Sentence, view: View) -> Meaning:
    words = sentence.object or sentence.aim
    step = direction_of(words)
    if step is not None:
        return Act((Move(*step),))
    found = matching(words, creatures(view)) if words else matching((), foes(view))
    if not words and len(found) > 1:
        beside = [one for one in found if _distance(one.spot, view) == 1]
        found = beside or found
    return _one_of("Attack", found, words, partial(_strike, view=view))


def _strike(noun: Noun, view: View) -> Meaning:
    x, y = view.here
    if _distance(noun.spot, view) == 1:
        return Act((Move(noun.spot[0] - x, noun.spot[1] - y),))
    paths = Paths(view)
    step = paths.towards(paths.tiles([noun.spot]))
    if step is None:
        return Lost(f"You see no safe way to {noun.name}, {where(noun.spot, view.here)}.")
    return Act((step,))


def _stairs(glyph: str, name: str, sentence: Sentence, view: View) -> Meaning:
    spots = _drawn(glyph, view)
    return GoTo(spots, name) if spots else Lost(f"You know of no {name.removeprefix('a ')} here.")


def _open(sentence: Sentence, view: View) -> Meaning:
    spots = _drawn(_SHUT, view)
    return _door(sentence, view, spots, "shut", lambda step: Act((Move(*step),)))


def _close(sentence: Sentence, view: View) -> Meaning:
    return _door(sentence, view, _drawn(_OPEN, view), "open", lambda step: Act((Close(*step),)))


def _door(
    sentence: Sentence,
    view: View,
    spots: tuple[Spot, ...],
    state: str,
    then: Callable[[Spot], Meaning],
) -> Meaning:
    """Do something with a door beside one; go to it first where it is farther off."""
    step = _direction_in(sentence)
    if step is not None:
        return then(step)
    beside = _beside(spots, view)
    if len(beside) > 1:
        return Which(
            "In which direction?", tuple((direction_named(*one), then(one)) for one in beside)
        )
    if beside:
        return then(beside[0])
    if not spots:
        return Lost(f"You see no {state} door.")
    return GoTo(spots, f"the {state} door", sentence)


def _disarm(sentence: Sentence, view: View) -> Meaning:
    step = _direction_in(sentence)
    if step is not None:
        return Act((Disarm(*step),))
    beside = _beside(_drawn(_TRAPS, view), view)
    if not beside:
        return Lost("You know of no trap beside you.")
    if len(beside) == 1:
        return Act((Disarm(*beside[0]),))
    choices = tuple((direction_named(*one), Act((Disarm(*one),))) for one in beside)
    return Which("In which direction?", choices)


def _times(intent: Intent) -> Reader:
    def read(sentence: Sentence, view: View) -> Meaning:
        words = [word for word in (*sentence.object, *sentence.aim) if word != "for"]
        count = number_of(words[0]) if words else 1
        if count is None:
            return Lost(f'How often? Say a number, as in "{sentence.said} 10".')
        return Keep(intent, count) if count > 1 else Act((intent,))

    return read


def _simply(intent: Intent) -> Reader:
    return lambda _sentence, _view: Act((intent,))


def _take(sentence: Sentence, view: View) -> Meaning:
    here, words = things_here(view), sentence.object or sentence.aim
    if words and words[0] in _ALL:
        # From the last one on: each that is taken leaves the numbers before it as they are.
        return Act(tuple(PickUp(one.number) for one in reversed(here)) or (PickUp(),))
    if not words and len(here) < 2:
        return Act((PickUp(),))
    found = matching(words, here)
    if found:
        return _one_of("Take", found, words, lambda noun: Act((PickUp(noun.number),)))
    seen = matching(words, things_seen(view))
    if not seen and matching(words, things_held(view)):
        return Lost("You hold that.")
    return _one_of("Take", seen, words, lambda noun: GoTo((noun.spot,), noun.name, sentence))


def _drop(sentence: Sentence, view: View) -> Meaning:
    held, words = things_held(view), sentence.object
    if words and words[0] in _ALL:
        return Act(tuple(Drop(one.slot) for one in held)) if held else Lost("You hold nothing.")
    if not words:
        return Lost("Drop what?")
    return _one_of("Drop", matching(words, held), words, lambda noun: Act((Drop(noun.slot),)))


def _use(how: str) -> Reader:
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
                return Lost(f"You hold nothing to {how}.")
        else:
            found = matching(words, fit) or matching(words, held)
        if not found and how in ("read", "quaff", "eat", "put on"):
            lying = matching(words, [*things_here(view), *things_seen(view)])
            if lying:
                return Lost(f"Take {lying[0].name} first.")
        return _one_of(how.capitalize(), found, words, lambda noun: _used(noun, how, aim, view))

    return read


def _used(noun: Noun, how: str, aim: Sequence[str], view: View) -> Meaning:
    kind = USES[how]
    if not issubclass(kind, UseAt):
        return Act((kind(noun.slot),))
    held = next(one for one in view.pack if one.slot == noun.slot)
    aiming = held.aiming(how)
    return _aimed(
        f"{how.capitalize()} {noun.name} at",
        aim,
        aiming,
        view,
        lambda x, y: kind(noun.slot, x, y),
    )


def _aimed(
    verb: str,
    aim: Sequence[str],
    aiming: Aiming | None,
    view: View,
    make: Callable[[int, int], Intent],
) -> Meaning:
    """Aim something, at a foe in view where nothing is said of it and it needs an aim."""
    if aim:
        found = spots_meant(tuple(aim), view)
    elif aiming is None:
        return Act((make(*NOWHERE),))
    else:
        found = matching((), foes(view))
        if not found:
            return Lost(f"{verb} what? Name somebody, something, or a direction.")
    return _one_of(verb, found, aim, lambda noun: Act((make(*noun.spot),)))


def _shoot(sentence: Sentence, view: View) -> Meaning:
    words = sentence.object or sentence.aim
    aiming = view.shooting
    if aiming is None and not words:
        return Act((Shoot(*view.here),))  # the game says why not
    return _aimed("Shoot at", words, aiming, view, Shoot)


def _breathe(sentence: Sentence, view: View) -> Meaning:
    words = sentence.object or sentence.aim
    found = spots_meant(words, view) if words else matching((), foes(view))
    return _one_of("Breathe at", found, words, lambda noun: Act((Breathe(*noun.spot),)))


def _cast(sentence: Sentence, view: View) -> Meaning:
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
        return _aimed(f"Cast {name} at", aim, None, view, partial(Cast, name))
    return _which("Cast which spell?", choices)


def _spell(spell: Castable, aim: Sequence[str], view: View) -> Meaning:
    make = partial(Cast, spell.name)
    return _aimed(f"Cast {spell.name} at", aim, spell.aiming, view, make)


def _use_boon(sentence: Sentence, view: View) -> Meaning:
    words = tuple(word for word in sentence.object if word not in ("boon", "active"))
    if words in (_HERE[:1], ("nowhere",)) or sentence.aim in (_HERE[:1], ("nowhere",)):
        return Act((UseBoon(0, 0),))
    name, after = parted(words)
    step = direction_of(sentence.aim or after or words)
    if step is not None and not (sentence.aim or after):
        name = ()
    boons = [one for one in view.boons if set(name) <= set(words_of(one.name))]
    if name and not boons:
        held = matching(name, things_held(view))
        return _one_of("Use", held, name, lambda noun: _first_use(noun, sentence, view))
    active = boons[0] if boons else None
    switch: tuple[Intent, ...] = ()
    if active is not None and active is not view.boons[0]:
        switch = (SwitchBoon(),)
    if step is not None:
        return Act((*switch, UseBoon(*step)))
    if active is None or not active.aimed or not active.uses:
        return Act((*switch, UseBoon(0, 0)))
    choices = ((way, Act((*switch, UseBoon(*step)))) for way, step in _WAYS)
    return Which(f"Use {active.name} in which direction?", tuple(choices))


def _first_use(noun: Noun, sentence: Sentence, view: View) -> Meaning:
    held = next(one for one in view.pack if one.slot == noun.slot)
    for how in held.uses:
        if how in USES and how != "throw":
            return _used(noun, how, sentence.aim, view)
    return Lost(f'Say what you do with {noun.name}, as in "throw {noun.slot} at …".')


def _bid(sentence: Sentence, view: View) -> Meaning:
    words: tuple[Word, ...] = get_args(Word)
    for word in (*sentence.object, *sentence.aim):
        for one in words:
            if word == one or (word in ("attack", "kill") and one == "strike"):
                return Act((Bid(one),))
            if word in ("follow", "heel") and one == "come":
                return Act((Bid(one),))
    return Lost("Bid them what? There is come, stay and strike.")


def _bind(sentence: Sentence, view: View) -> Meaning:
    words = tuple(
        word
        for word in (*sentence.object, *sentence.aim)
        if word not in ("offer", "binding", "one", "by", "of", "number")
        or (word == "one" and sentence.object == ("one",))
    )
    number = number_of(words[0]) if words else None
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
        return Lost('There is no such offer; "offers" tells them.')
    return _which("Which offer?", found)


def _improve(sentence: Sentence, view: View) -> Meaning:
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
        return Lost(f"Improve what? There is {there}." if there else "Nothing can be improved now.")
    return _which("Improve what?", [(one, Act((Improve(one),))) for one in found])


def _name(sentence: Sentence, view: View) -> Meaning:
    quoted = _QUOTED.search(sentence.raw)
    before, _, after = sentence.raw.partition(" as ")
    if quoted is not None:
        before, name = sentence.raw[: quoted.start()], quoted[1]
    elif after:
        name = after.strip()
    else:
        return Lost('Name it what? Say it as in: name the sword "Sting".')
    words = list(words_of(before))
    if words and words[-1] in ("as", "to"):
        words.pop()
    alike = bool(words) and words[0] in ("every", "each", "all")
    words = words[1:] if alike else words
    called, inscription = split_label(name)
    if len(called) > view.longest_name > 0:
        return Lost(f"A name has at the most {view.longest_name} characters.")

    def then(noun: Noun) -> Meaning:
        keeps = "" if alike else inscription or split_label(_label(noun, view))[1]
        return Act((Name(noun.slot, label_of(called, keeps) if keeps else name, alike),))

    found = matching(words, things_held(view)) if words else []
    return _one_of("Name", found, words, then)


def _inscribe(sentence: Sentence, view: View) -> Meaning:
    quoted = _QUOTED.search(sentence.raw)
    before, _, after = sentence.raw.partition(" with ")
    if quoted is not None:
        before, after = sentence.raw[: quoted.start()], quoted[1]
    text = after.strip().strip("{}").strip()
    if not text and quoted is None:
        return Lost('Inscribe it with what? Say it as in: inscribe the javelin with "spare".')
    if "{" in text or "}" in text:
        return Lost("An inscription has no braces in it.")
    if len(text) > view.longest_inscription > 0:
        return Lost(f"An inscription has at the most {view.longest_inscription} characters.")
    words = words_of(before)
    words = words[:-1] if words[-1:] == ("with",) else words
    found = matching(words, things_held(view)) if words else []

    def then(noun: Noun) -> Meaning:
        name = split_label(_label(noun, view))[0]
        return Act((Name(noun.slot, label_of(name, text)),))

    return _one_of("Inscribe", found, words, then)


def _label(noun: Noun, view: View) -> str:
    """Give what was written on a thing that is held."""
    return next((one.label for one in view.pack if one.slot == noun.slot), "")


def _engrave(sentence: Sentence, view: View) -> Meaning:
    quoted = _QUOTED.fullmatch(sentence.raw)
    text = sentence.raw if quoted is None else quoted[1]
    if not text and quoted is None:
        return Lost("Engrave which words?")
    if len(text) > view.longest_words > 0:
        return Lost(f"At the most {view.longest_words} characters can be engraved at once.")
    return Act((Engrave(text),))


def _look(sentence: Sentence, view: View) -> Meaning:
    said_of = bool(sentence.object or sentence.aim)
    return Tell("Examine" if said_of else "Look", sentence)


def _one_of(
    verb: str, found: Sequence[Noun], words: Sequence[str], make: Callable[[Noun], Meaning]
) -> Meaning:
    if not found:
        said = " ".join(words)
        return Lost(f'You see and hold no "{said}" for that.' if said else f"{verb} what?")
    return _which("Which do you mean?", [(_told(one), make(one)) for one in found])


def _told(noun: Noun) -> str:
    return f"{noun.name} ({noun.slot})" if noun.slot else noun.name


def _which(question: str, choices: Sequence[tuple[str, Meaning]]) -> Meaning:
    return choices[0][1] if len(choices) == 1 else Which(question, tuple(choices))


def _direction_in(sentence: Sentence) -> Spot | None:
    for words in (sentence.aim, sentence.object, sentence.object[1:], sentence.object[2:]):
        step = direction_of(words)
        if step is not None:
            return step
    return None


def _drawn(glyphs: str, view: View) -> tuple[Spot, ...]:
    return tuple(
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.glyph in glyphs and _is_built(tile.look)
    )


def _is_built(look: str) -> bool:
    return look in ("door", "stair", "trap", "web")


def _beside(spots: Sequence[Spot], view: View) -> list[Spot]:
    """Give the steps to those tiles that are beside the player."""
    x, y = view.here
    return [(spot[0] - x, spot[1] - y) for spot in spots if _distance(spot, view) == 1]


def _distance(spot: Spot, view: View) -> int:
    return max(abs(spot[0] - view.here[0]), abs(spot[1] - view.here[1]))


def _all_called(noun: Noun, view: View) -> tuple[Spot, ...]:
    """Give all tiles that show the same as one does, that one first; the nearest is gone to."""
    alike = (one.spot for one in sights(view) if one.name == noun.name)
    return (noun.spot, *(spot for spot in alike if spot != noun.spot))


_WAYS: Final = tuple(
    (direction_named(dx, dy), (dx, dy))
    for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
)

_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "Move": _go,
        "Attack": _attack,
        "Explore": lambda _sentence, _view: Explore(),
        "Down": partial(_stairs, ">", "a stair down"),
        "Up": partial(_stairs, "<", "a stair up"),
        "Open": _open,
        "Close": _close,
        "Disarm": _disarm,
        "Wait": _times(Wait()),
        "Search": _times(Search()),
        "Rest": lambda _sentence, _view: Rest(),
        "PickUp": _take,
        "Draw": _simply(PickUp()),
        "Drop": _drop,
        "Quaff": _use("quaff"),
        "Read": _use("read"),
        "Eat": _use("eat"),
        "Throw": _use("throw"),
        "PutOn": _use("put on"),
        "TakeOff": _use("take off"),
        "Shoot": _shoot,
        "Cast": _cast,
        "Inhale": _simply(Inhale()),
        "Breathe": _breathe,
        "UseBoon": _use_boon,
        "SwitchBoon": _simply(SwitchBoon()),
        "Bid": _bid,
        "Bind": _bind,
        "Improve": _improve,
        "Name": _name,
        "Inscribe": _inscribe,
        "Engrave": _engrave,
        "Look": _look,
    }
)
"""How the sentences of each verb are read; of the others one is told something."""
