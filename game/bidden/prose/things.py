"""Sentences about items, targets, boons, bindings, allies and upgrades."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias, get_args

from bidden import intents
from bidden.grid.compass import BEARINGS
from bidden.intents import Cast, Drop, Intent, Name, PickUp, Use, UseAt, UseBoon
from bidden.prose import nouns
from bidden.prose.commands import GoTo
from bidden.prose.meanings import Act, Go, Lost, Meaning, Which, one_of, which
from bidden.prose.nouns import Noun, matching, parted, things_held
from bidden.prose.words import Sentence, direction_of, number_of, words_of
from bidden.view import View
from bidden.words import phrase

USES: Final[dict[str, type[Use | Drop]]] = {"drop": Drop, **intents.USES}
_ALL: Final = (("all",), ("everything",))
_QUOTED: Final = re.compile(r'"(.*)"', re.DOTALL)
_NOWHERE: Final = (("here",), ("nowhere",))
_ORDERS: Final[Mapping[str, intents.Word]] = {
    **{word: word for word in get_args(intents.Word)},
    **dict.fromkeys(("follow", "heel"), "come"),
    **dict.fromkeys(("attack", "kill"), "strike"),
}
_Aimed: TypeAlias = Callable[[int, int], Intent]
_IDLE: Final = ("offer", "binding", "by", "of", "number")


def take(sentence: Sentence, view: View) -> Meaning:
    """Read a pick-up; an item farther off is gone to first."""
    here, words = nouns.things_here(view), sentence.words
    if words in _ALL:
        # The last comes first: so the items before it keep their numbers.
        return Act(tuple(PickUp(item.number) for item in reversed(here)) or (PickUp(),))
    if not words and len(here) < 2:
        return Act((PickUp(),))
    matches = matching(words, here)
    if matches:
        return one_of("Take", matches, words, lambda noun: Act((PickUp(noun.number),)))
    seen = matching(words, nouns.things_seen(view))
    if not seen and matching(words, things_held(view)):
        return Lost(phrase("use", "held already"))
    return one_of("Take", seen, words, lambda noun: Go(GoTo, ((noun.spot,), noun.name), sentence))


def use(sentence: Sentence, view: View, how: str) -> Meaning:
    """Read a way to use an item."""
    words, aim = sentence.object, sentence.aim
    if issubclass(USES[how], UseAt):
        words, after = parted(words)
        aim = aim or after
    fit, held = things_held(view, how), things_held(view)
    if not fit and (not words or words in _ALL):
        return Lost(phrase("use", "nothing", verb=how))
    if how == "drop" and words in _ALL:
        return Act(tuple(Drop(item.slot) for item in held))
    matches = matching(words, fit) or matching(words, held)
    if not matches and how not in ("drop", "throw", "take off"):
        lying = matching(words, [*nouns.things_here(view), *nouns.things_seen(view)])
        if lying:
            return Lost(phrase("use", "lies there", name=lying[0].name))
    return one_of(how.capitalize(), matches, words, partial(_used, how=how, aim=aim, view=view))


def _used(noun: Noun, how: str, aim: tuple[str, ...], view: View) -> Meaning:
    held = next(item for item in view.pack if item.slot == noun.slot)
    how = how or next((use for use in held.uses if use not in ("throw", "drop")), "")
    kind = USES.get(how)
    if kind is None:
        return Lost(phrase("use", "how", slot=noun.slot))
    if not issubclass(kind, UseAt):
        return Act((kind(noun.slot),))
    verb, needs = f"{how.capitalize()} {noun.name} at", held.aiming(how) is not None
    return aimed(verb, aim, view, partial(kind, noun.slot), needs=needs)


def aimed(
    verb: str, aim: tuple[str, ...], view: View, make: _Aimed, *, needs: bool = True
) -> Meaning:
    """Aim an intent at the target that words name, or if it needs one, at an enemy in view."""
    if not aim and not needs:
        return Act((make(*nouns.NOWHERE),))
    matches = nouns.spots_meant(aim, view) if aim else matching((), nouns.foes(view))
    if not aim and not matches:
        return Lost(phrase("naming", "target", verb=verb))
    return one_of(verb, matches, aim, lambda noun: Act((make(*noun.spot),)))


def shoot(sentence: Sentence, view: View) -> Meaning:
    """Read a shot."""
    if view.shooting is None and not sentence.words:
        return Act((intents.Shoot(*view.here),))  # the game says why not
    return aimed("Shoot at", sentence.words, view, intents.Shoot)


def cast(sentence: Sentence, view: View) -> Meaning:
    """Read a spell and its target."""
    words, after = parted(sentence.object)
    aim, name = sentence.aim or after, " ".join(words)
    if not words and view.spells:
        return Lost(phrase("cast", "what", spells=", ".join(spell.name for spell in view.spells)))
    known = [spell for spell in view.spells if set(words) <= set(words_of(spell.name))]
    known = [spell for spell in known if words_of(spell.name) == words] or known
    aims = {spell.name: spell.aiming is not None for spell in known}
    castings = [
        (spell, aimed(f"Cast {spell} at", aim, view, partial(Cast, spell), needs=needs))
        for spell, needs in (aims or {name: False}).items()  # the game says why not
    ]
    return which(phrase("cast", "which"), castings)


def name_thing(sentence: Sentence, view: View) -> Meaning:
    """Read a name for an item, or for its kind."""
    quoted = _QUOTED.search(sentence.raw)
    before, _, name = sentence.raw.partition(" as ")
    if quoted is not None:
        before, name = sentence.raw[: quoted.start()], quoted[1]
    elif not name:
        return Lost(phrase("name", "what"))
    words = words_of(before)
    words = words[:-1] if words[-1:] in (("as",), ("to",)) else words
    alike = words[:1] in (("every",), ("each",), ("all",))
    words = words[1:] if alike else words
    if len(name) > view.longest_name > 0:
        return Lost(phrase("name", "too long", most=view.longest_name))
    matches = matching(words, things_held(view)) if words else []
    return one_of("Name", matches, words, lambda noun: Act((Name(noun.slot, name.strip(), alike),)))


def engrave(sentence: Sentence, view: View) -> Meaning:
    """Read an engraving."""
    quoted = _QUOTED.fullmatch(sentence.raw)
    text = sentence.raw if quoted is None else quoted[1]
    if not text and quoted is None:
        return Lost(phrase("engrave", "what"))
    if len(text) > view.longest_words > 0:
        return Lost(phrase("engrave", "too long", most=view.longest_words))
    return Act((intents.Engrave(text),))


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
    boons = [boon for boon in view.boons if set(name) <= set(words_of(boon.name))]
    if name and not boons:
        held = matching(name, things_held(view))
        return one_of("Use", held, name, partial(_used, how="", aim=sentence.aim, view=view))
    boon = boons[0] if boons else None
    switch = (intents.SwitchBoon(),) if boon is not None and boon is not view.boons[0] else ()
    if step is not None or boon is None or not boon.aimed or not boon.uses:
        return Act((*switch, UseBoon(*step or (0, 0))))
    choices = ((way, Act((*switch, UseBoon(*step)))) for way, step in BEARINGS.items())
    return Which(phrase("use", "boon", name=boon.name), tuple(choices))


def bid(sentence: Sentence, view: View) -> Meaning:
    """Read an order to allies."""
    words = [_ORDERS[word] for word in sentence.words if word in _ORDERS]
    return Act((intents.Bid(words[0]),)) if words else Lost(phrase("order", "what"))


def bind(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an offer."""
    words = tuple(word for word in sentence.words if word not in _IDLE)
    number = number_of(words[0]) if words else None
    if number:
        return Act((intents.Bind(number - 1),))
    if not view.offers:
        return Lost(phrase("accept", "none"))
    matches = list[tuple[str, Meaning]]()
    for at, offer in enumerate(view.offers):
        names = f"{offer.summoner} {offer.faction} {offer.task}"
        if set(words) - {"one"} <= {*words_of(names), "abcdefgh"[at]}:
            name = phrase("accept", "offer", number=at + 1, summoner=offer.summoner)
            matches.append((name, Act((intents.Bind(at),))))
    if not matches:
        return Lost(phrase("accept", "unknown"))
    return which(phrase("accept", "which"), matches)


def improve(sentence: Sentence, view: View) -> Meaning:
    """Read the choice of an upgrade."""
    said = " ".join(sentence.object)
    said = {"hit points": "hp", "health": "hp", "defense": "defence"}.get(said, said)
    exact = [option for option in get_args(intents.Improvable) if option == said]
    offered = [option for option, _ in view.improvements]
    matches = exact or [option for option in offered if set(said.split()) <= set(option.split())]
    if not matches:
        options = ", ".join(offered)
        return Lost(phrase("upgrade", "what" if offered else "none", options=options))
    choices = [(option, Act((intents.Improve(option),))) for option in matches]
    return which(phrase("upgrade", "which"), choices)
