"""Handler coverage: which handlers run in the worlds that are made inside, and which refuse.

Methods are watched on their classes, as no tap hears a Query. What runs in a preview does not
count: nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import wraps
from inspect import unwrap
from typing import Any

import attrs

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, FAILED, REPLACED
from eventcore.phase import COMMIT
from eventcore.testing.order.patches import Patches
from eventcore.world import World


@attrs.frozen
class Reach:
    """How far a handler was reached.

    Attributes:
        handler: Its name, what it hears, and where in the chain.
        runs: How often it ran.
        refusals: How often it failed or replaced an event; None where its code does neither.
    """

    handler: str
    runs: int
    refusals: int | None


class HandlerCoverage(ExitStack):
    """A context in which it is counted how often each handler runs, and how often it refuses.

    Of all component classes of worlds that are made inside, whether such a component is in the
    world or not::

        with HandlerCoverage() as coverage:
            verify(source_for(journal).begin(), journal)
        assert coverage.unreached() == []
    """

    def __enter__(self) -> HandlerCoverage:
        self._runs: dict[Handler, int] = {}
        self._refusals: dict[Handler, int] = {}
        self._classes: set[type[Component]] = set()
        self._patches = self.enter_context(Patches())
        plain: Callable[..., None] = World.__init__

        @wraps(plain)
        def __init__(world: World, *args: Any, **how: Any) -> None:
            plain(world, *args, **how)
            for cls in world.components:
                if cls not in self._classes:
                    self._classes.add(cls)
                    self._watch(cls)

        self._patches.put(World, "__init__", __init__)
        return super().__enter__()

    def reaches(self) -> list[Reach]:
        """Say of each handler how far it was reached, in the order of classes and definition."""
        return [
            Reach(described(one), runs, self._refusals[one] if _may_refuse(one) else None)
            for one, runs in self._runs.items()
        ]

    def unreached(self) -> list[str]:
        """Name the handlers that did not run."""
        return unreached(self.reaches())

    def unrefusing(self) -> list[str]:
        """Name the handlers that can refuse an event, ran, and refused none."""
        return unrefusing(self.reaches())

    def _watch(self, cls: type[Component]) -> None:
        """Count what the handlers of a class do from now on."""
        by_method: dict[str, list[Handler]] = {}
        for handler in cls._handlers_:
            self._runs[handler] = self._refusals[handler] = 0
            by_method.setdefault(handler.name, []).append(handler)
        for name, handlers in by_method.items():
            self._patches.put(cls, name, self._counted(cls, handlers))

    def _counted(
        self, cls: type[Component], handlers: list[Handler]
    ) -> Callable[[Any, Any, Any], None]:
        method = handlers[0].function

        @wraps(method)
        def run(part: Any, event: Any, world: Any) -> None:
            if not isinstance(world, World) or type(part)._declared_ is not cls:
                method(part, event, world)
                return  # in a preview, or on behalf of a class that overrides the method
            # Found out before it runs, for it may detach its own component.
            heard = [handler for handler in handlers if _hears(handler, part, event)]
            before = event._outcome
            method(part, event, world)
            refused = before is CONTINUE and event._outcome in (FAILED, REPLACED)
            for handler in heard:
                self._runs[handler] += 1
                self._refusals[handler] += refused

        return run


def described(handler: Handler) -> str:
    """Say which handler it is, apart from all others: of one method there may be several."""
    role = "" if handler.via == "world" or handler.role == "enactor" else f", role {handler.role}"
    via = "" if handler.via == "self" else f", via {handler.via}"
    return f"{handler} on {handler.kind.__name__}{role}{via}"


def unreached(reaches: Iterable[Reach]) -> list[str]:
    """Name the handlers that did not run."""
    return [one.handler for one in reaches if not one.runs]


def unrefusing(reaches: Iterable[Reach]) -> list[str]:
    """Name the handlers that can refuse an event, ran, and refused none."""
    return [one.handler for one in reaches if one.runs and one.refusals == 0]


def summed(reaches: Iterable[Reach]) -> list[Reach]:
    """Sum up what several contexts have seen, by handler."""
    found: dict[str, Reach] = {}
    for one in reaches:
        seen = found.get(one.handler, Reach(one.handler, 0, one.refusals and 0))
        refusals = None if one.refusals is None else (seen.refusals or 0) + one.refusals
        found[one.handler] = Reach(one.handler, seen.runs + one.runs, refusals)
    return [*found.values()]


def _may_refuse(handler: Handler) -> bool:
    """Say whether a handler's own code calls ``fail`` or ``replace``."""
    names = unwrap(handler.function).__code__.co_names
    return handler.priority < COMMIT and not {"fail", "replace"}.isdisjoint(names)


def _hears(handler: Handler, part: Component, event: Event) -> bool:
    """Say whether it is as this handler that a component's method was called."""
    if not isinstance(event, handler.kind):
        return False
    if handler.via == "world":
        return True
    own = part.entity
    hearing = own if handler.via == "self" else own.owner
    if event._everyone_:
        return hearing is not None
    return getattr(event, handler.role) is hearing
