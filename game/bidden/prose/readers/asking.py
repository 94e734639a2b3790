"""What is asked where words may mean several things, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bidden.prose.meanings import Lost, Meaning, Which
from bidden.prose.nouns import Noun


def one_of(
    verb: str, found: Sequence[Noun], words: Sequence[str], make: Callable[[Noun], Meaning]
) -> Meaning:
    """Give what a sentence means of what was found; ask which of several, or say there is none."""
    if not found:
        said = " ".join(words)
        return Lost(f'You see and hold no "{said}" for that.' if said else f"{verb} what?")
    return which("Which do you mean?", [(_told(one), make(one)) for one in found])


def _told(noun: Noun) -> str:
    return f"{noun.name} ({noun.slot})" if noun.slot else noun.name


def which(question: str, choices: Sequence[tuple[str, Meaning]]) -> Meaning:
    """Ask what is meant, where it may be more than one thing."""
    return choices[0][1] if len(choices) == 1 else Which(question, tuple(choices))
