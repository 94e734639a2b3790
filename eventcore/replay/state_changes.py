"""State changes: a saved state told by what differs from an older one, which is most of it still.

States are JSON: between commas stand parts that come again. What both have is told by its place.
"""

from __future__ import annotations

from typing import Final

from eventcore.errors import SaveError

_BETWEEN: Final = b","
"""What stands between two parts. A value that holds one is two parts, which does no harm."""
_GROWTH: Final = 4
_LEAST: Final = 1 << 20
"""A state is no more than so many times the older one and what is new, and so many bytes."""


def changes(old: bytes, new: bytes) -> bytes:
    """Tell a state by what differs from an older one.

    The first line says what to take in turn: so many new parts, then from a place in the older one
    so many parts. The new parts follow.
    """
    before, after = old.split(_BETWEEN), new.split(_BETWEEN)
    first = dict(zip(reversed(before), range(len(before) - 1, -1, -1), strict=True))
    steps: list[tuple[int, int, int]] = []
    fresh: list[bytes] = []
    own, here, there = 0, 0, 0
    most, end = len(before), len(after)
    while here < end:
        part = after[here]
        # What stood here before stands here still, more often than where such a part came first.
        found = there if there < most and before[there] == part else first.get(part)
        if found is None:
            fresh.append(part)
            own, here, there = own + 1, here + 1, there + 1
            continue
        start, here, there = here, here + 1, found + 1
        while here < end and there < most and before[there] == after[here]:
            here, there = here + 1, there + 1
        steps.append((own, found, here - start))
        own = 0
    if own:
        steps.append((own, 0, 0))
    return b" ".join(b"%d,%d,%d" % step for step in steps) + b"\n" + _BETWEEN.join(fresh)


def changed(old: bytes, told: bytes) -> bytes:
    """Give the state that ``changes`` told of.

    Raises:
        SaveError: What is told takes what is not there, or more than a state can hold.
    """
    line, _, text = told.partition(b"\n")
    before, fresh = old.split(_BETWEEN), text.split(_BETWEEN)
    parts: list[bytes] = []
    used, left = 0, _GROWTH * (len(old) + len(told)) + _LEAST
    for step in line.split():
        try:
            own, place, length = map(int, step.split(b","))
        except ValueError:
            raise SaveError("this is no change of a state") from None
        taken = fresh[used : used + own] + before[place : place + length]
        if min(own, place, length) < 0 or len(taken) != own + length:
            raise SaveError("this is no change of that state: it takes what is not there")
        left -= sum(map(len, taken))
        if left < 0:
            raise SaveError("this is no change of that state: it is too large")
        parts += taken
        used += own
    return _BETWEEN.join(parts)
