"""Belongings: scheduled events by their owners, so that who is frozen takes along what it has.

Nobody looks for them otherwise, and most worlds freeze nobody. So they are gathered from the
agenda when somebody is frozen, and kept up from then on; what is over stays among them. Once
as many have come as were gathered they are dropped, for the next to be frozen to gather anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from eventcore.entity import Entity
from eventcore.time.scheduled import OVER, Scheduled

_SLACK: Final = 64
"""So many may come in any case before all are gathered anew."""
_ORDER: Final = attrgetter("_due", "_priority", "_place")


class Belongings:
    """The scheduled events of each owner."""

    __slots__ = ("_left", "_of")

    def __init__(self, handles: Iterable[Scheduled]) -> None:
        """Gather those that come up."""
        self._left = _SLACK
        self._of: dict[Entity | None, list[Scheduled]] = {}
        for handle in handles:
            self._of.setdefault(handle._owner, []).append(handle)
            self._left += 1

    def add(self, handle: Scheduled) -> bool:
        """Take in one that has come up for the first time, or again.

        Returns:
            Whether so many came that it is time to gather anew.
        """
        try:
            self._of[handle._owner].append(handle)
        except KeyError:
            self._of[handle._owner] = [handle]
        self._left -= 1
        return self._left <= 0

    def take(self, owner: Entity) -> list[Scheduled]:
        """Take out those of an owner that come up still, in their order."""
        handles = self._of.pop(owner, ())
        self._left += len(handles)
        return sorted((one for one in handles if one._place > OVER), key=_ORDER)
