"""Events of what grows."""

from __future__ import annotations

from eventcore import Change, event

__all__ = ["Sprout"]


@event
class Sprout(Change):
    """Something grows a young of its own on a free tile beside it.

    Fails with ``"crowded"`` where no tile beside it is free.

    Attributes:
        x: The column of the young, set at APPLY.
        y: The row of the young, set at APPLY.
    """

    x: int = -1
    y: int = -1
