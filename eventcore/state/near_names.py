"""What to say to a wrong name: the names that it comes near to, or else all there are."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_MOST: Final = 12
"""So many names are listed at most."""
_MOST_NEAR: Final = 3
_LIKE: Final = 0.5
"""How much of two names is the same, of 1, where one may be meant by the other."""


def there_is(name: str, names: Iterable[str]) -> str:
    """Say what there is in place of a name: ``there is Move``, or ``there is none``.

    Args:
        name: One that is not among them.
        names: All there are, in the order they are listed in.
    """
    whole = list(dict.fromkeys(names))
    swapped = [one for one in whole if sorted(one) == sorted(name)]  # difflib rates these low
    near = (*swapped, *get_close_matches(name, whole, n=_MOST_NEAR, cutoff=_LIKE))
    found = [*dict.fromkeys(near)][:_MOST_NEAR] or whole
    more = len(found) - _MOST
    shown = ", ".join(found[:_MOST]) or "none"
    return f"there is {shown} and {more} more" if more > 0 else f"there is {shown}"
