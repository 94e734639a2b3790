"""Handler tables as data: their fingerprint, for journals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from eventcore.component import Component
from eventcore.state.codec import encode

__all__ = ["handlers_fingerprint"]


def handlers_fingerprint(components: Sequence[type[Component]]) -> str:
    """Hash what decides the order of all chains, as 16 hexadecimal digits.

    Two worlds with the same fingerprint run the same handlers in the same order;
    what the handlers do is not in it.
    """
    return _fingerprint(tuple(components))


@lru_cache(maxsize=8)  # each journal begins with it
def _fingerprint(components: tuple[type[Component], ...]) -> str:
    rows = [
        [
            cls.__name__,
            [
                [h.name, h.kind.__name__, h.priority, h.role, h.via, h.always]
                for h in cls._handlers_
            ],
        ]
        for cls in components
    ]
    return blake2b(encode(rows), digest_size=8).hexdigest()
