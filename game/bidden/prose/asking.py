"""Questions about words that may mean several things."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bidden.prose.meanings import Lost, Meaning, Which
from bidden.prose.nouns import Noun


def which(question: str, choices: Sequence[tuple[str, Meaning]]) -> Meaning:
    """Return the one choice, or ask which."""
    return choices[0][1] if len(choices) == 1 else Which(question, tuple(choices))


def one_of(
    verb: str, found: Sequence[Noun], words: Sequence[str], make: Callable[[Noun], Meaning]
) -> Meaning:
    """Return the meaning for the one noun found; ask which, or say that there is none."""
    if not found:
        said = " ".join(words)
        return Lost(f'You see and have no "{said}".' if said else f"{verb} what?")
    names = [f"{noun.name} ({noun.slot})" if noun.slot else noun.name for noun in found]
    return which("Which do you mean?", [*zip(names, map(make, found), strict=True)])
