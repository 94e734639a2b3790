"""A chain that is not compiled yet: most chains of a world are seldom called, and many only once.

To compile a chain takes as long as to go through it some thirty times by the loop of ``loop``,
which does the same. So a new one is gone through by the loop, until it has been called so often
that it will be called again; or until it was compiled for another world, whose code it can have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from eventcore.dispatch import loop, rules
from eventcore.dispatch.order import Plan
from eventcore.entity import Chain
from eventcore.event import Query
from eventcore.tap import Tap

TRIALS: Final = 12
"""How often a chain is gone through by the loop before it is compiled."""


class Untried:
    """A chain that is gone through by the loop, and puts a compiled one in its place in the end.

    Attributes:
        places: The tables that it stands in, and by which key.
    """

    __slots__ = ("_compiled", "_heard", "_home", "_left", "_plan", "_taps", "places")

    def __init__(
        self,
        plan: Plan,
        taps: Sequence[Tap],
        heard: bool,
        home: object,
        compiled: Callable[[], Chain],
    ) -> None:
        """Stand in for a chain.

        Args:
            plan: The ordered chain.
            taps: Those that hear this event type.
            heard: Whether observers are told of it.
            home: The world of the chain.
            compiled: Compiles it.
        """
        self._plan = plan
        self._taps = taps
        self._heard = heard
        self._home = home
        self._compiled = compiled
        self._left = TRIALS
        self.places: list[tuple[dict[Any, Chain], object]] = []

    def __call__(self, event: Any, world: Any) -> Any:
        """Do what the chain does."""
        if world is not self._home:
            rules.refuse_foreign_event(event)
        if self._left <= 0:
            return self._replaced()(event, world)
        self._left -= 1
        if isinstance(event, Query):
            loop.ask(self._plan, event, world, taps=self._taps)
        else:
            loop.publish(self._plan, event, world, self._taps, self._heard)
        return event

    def _replaced(self) -> Chain:
        """Compile the chain, and put it wherever this still stands."""
        chain = self._compiled()
        for table, key in self.places:
            if table.get(key) is self:
                table[key] = chain
        return chain
