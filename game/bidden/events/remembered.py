"""Remembered answers: what hangs on a creature alone is asked once, while nothing changes that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from eventcore import DispatchError, Entity, World

T = TypeVar("T")


def remembered(world: World, who: Entity, about: object, ask: Callable[[], T]) -> T:
    """Ask about a creature what is the same until a stat of its own may be another; or remember.

    Debug mode asks besides.

    Args:
        world: The world, whose answers are kept as ``keep_stats`` has it.
        who: The creature.
        about: What names the question.
        ask: Asks it.

    Raises:
        DispatchError: In debug mode, the answer became another by an event that was taken to be
            quiet.
    """
    kept = world.kept
    if kept.busy:
        return ask()
    known: tuple[T] | None = kept.get((who, about))
    if known is None:
        known = kept[who, about] = (ask(),)
    elif world.debug and ask() != known[0]:
        raise DispatchError(
            f"{about} of {who!r} is another, by what is taken to be quiet: {known[0]!r} before"
        )
    return known[0]
