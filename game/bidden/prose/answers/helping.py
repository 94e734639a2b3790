"""Help on verbs."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.prose.words import Sentence, verbs
from bidden.text import printable


def help_with(sentence: Sentence) -> Iterator[str]:
    """Yield help on the verb in a sentence, or on all."""
    said = " ".join((*sentence.object, *sentence.aim))
    for name, verb in verbs().items():
        if said and said not in (name.lower(), *verb.says):
            continue
        yield f"{verb.says[0]}: {verb.does[0].lower()}{verb.does[1:]}. Say: {verb.example}."
        if said:
            yield f"Also called: {', '.join(verb.says[1:]) or 'no other word'}."
            return
    if said:
        yield f'I do not know the word "{printable(said, 100)}".'
