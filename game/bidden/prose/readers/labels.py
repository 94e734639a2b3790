"""Sentences with quotes: names and engravings."""

from __future__ import annotations

import re
from typing import Final

from bidden.intents import Engrave, Name
from bidden.prose.meanings import Act, Lost, Meaning
from bidden.prose.nouns import Noun, matching, things_held
from bidden.prose.readers.asking import one_of
from bidden.prose.words import Sentence, words_of
from bidden.view import View

_QUOTED: Final = re.compile(r'"(.*)"', re.DOTALL)


def name_thing(sentence: Sentence, view: View) -> Meaning:
    """Read a name for an item, or for its kind."""
    quoted = _QUOTED.search(sentence.raw)
    before, _, after = sentence.raw.partition(" as ")
    if quoted is not None:
        before, name = sentence.raw[: quoted.start()], quoted[1]
    elif after:
        name = after.strip()
    else:
        return Lost('Name it what? Try: name the sword "Sting".')
    words = list(words_of(before))
    if words and words[-1] in ("as", "to"):
        words.pop()
    alike = bool(words) and words[0] in ("every", "each", "all")
    words = words[1:] if alike else words
    if len(name) > view.longest_name > 0:
        return Lost(f"A name has at most {view.longest_name} characters.")

    def then(noun: Noun) -> Meaning:
        return Act((Name(noun.slot, name, alike),))

    found = matching(words, things_held(view)) if words else []
    return one_of("Name", found, words, then)


def engrave(sentence: Sentence, view: View) -> Meaning:
    """Read an engraving."""
    quoted = _QUOTED.fullmatch(sentence.raw)
    text = sentence.raw if quoted is None else quoted[1]
    if not text and quoted is None:
        return Lost("Engrave which words?")
    if len(text) > view.longest_words > 0:
        return Lost(f"You can engrave at most {view.longest_words} characters.")
    return Act((Engrave(text),))
