"""Sentences that quote words: names, inscriptions, and what is engraved."""

from __future__ import annotations

import re
from typing import Final

from bidden.intents import Engrave, Name
from bidden.labels import label_of, split_label
from bidden.prose.meanings import Act, Lost, Meaning
from bidden.prose.nouns import Noun, matching, things_held
from bidden.prose.readers.asking import one_of
from bidden.prose.words import Sentence, words_of
from bidden.view import View

_QUOTED: Final = re.compile(r'"(.*)"', re.DOTALL)


def name_thing(sentence: Sentence, view: View) -> Meaning:
    """Read a name for a thing, or for all like it; what is inscribed on it stays."""
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
    return one_of("Name", found, words, then)


def inscribe(sentence: Sentence, view: View) -> Meaning:
    """Read an inscription; the name of the thing stays."""
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

    return one_of("Inscribe", found, words, then)


def _label(noun: Noun, view: View) -> str:
    """Give what was written on a thing that is held."""
    return next((one.label for one in view.pack if one.slot == noun.slot), "")


def engrave(sentence: Sentence, view: View) -> Meaning:
    """Read what is engraved on the floor."""
    quoted = _QUOTED.fullmatch(sentence.raw)
    text = sentence.raw if quoted is None else quoted[1]
    if not text and quoted is None:
        return Lost("Engrave which words?")
    if len(text) > view.longest_words > 0:
        return Lost(f"At the most {view.longest_words} characters can be engraved at once.")
    return Act((Engrave(text),))
