"""Keeping: what was worked out from the state is kept while nothing happens that could change it.

A stat is asked for again and again, and seldom becomes another. Whoever knows which events leave
it alone, those of quiet types, has its answers kept in ``world.kept`` until

- an event of any other type settles, and none is kept while one is in flight, since its handlers
  may write whatever they like at any place of their chains;
- an entity goes, or has other components or things, in a dispatch or outside of any;
- a timer has something to do, or runs out.

So what is kept may hang on the entities it is about, but not on who else is in the world. It is
neither saved nor part of the digest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from eventcore.dispatch.inline import Inline
from eventcore.event import Event, Query

if TYPE_CHECKING:
    from eventcore.handler import Handler
    from eventcore.world import World


class Kept(dict[Any, Any]):
    """What is kept, by whatever names it.

    Attributes:
        busy: How many events are in flight that may change it: while there are any, nothing
            may be looked up or kept. So it is as well where nobody said which are quiet.
    """

    __slots__ = ("busy",)

    def __init__(self) -> None:
        super().__init__()
        self.busy: int = 1


class Keeping(Inline):
    """A tap that forgets what is kept as it may have changed."""

    shape: object = "keeping"
    watches_handlers = False

    def __init__(self, world: World, quiet: Collection[type[Event]]) -> None:
        """Begin to keep.

        Args:
            world: The world, which is new, or was loaded just now.
            quiet: The event types whose own handlers change nothing of what is kept. Their
                subclasses are not quiet unless they are named too.
        """
        super().__init__({"kept": world.kept})
        self._quiet = frozenset(quiet)
        world.kept.busy = 0
        world.tap(self)

    def hears(self, kind: type[Event]) -> bool:
        """Hear of all that is not quiet."""
        return kind not in self._quiet and not issubclass(kind, Query)

    def write(self, hook: str, handler: Handler | None) -> Sequence[str]:
        """Keep nothing while the event is in flight, and forget all as it settles.

        An error leaves what was in flight without settling it. So the outermost event counts anew,
        and until then nothing is kept.
        """
        if hook == "published":
            return ("kept.busy = kept.busy + 1 if event._cause is not None else 1",)
        return ("kept.busy -= 1", "kept.clear()") if hook == "settled" else ()
