"""Handler coverage counts how often each handler runs, and how often it refuses an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import unwrap
from typing import Any, TypeAlias
from unittest.mock import patch

from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.phase import COMMIT
from eventcore.tap import Tap
from eventcore.world import World

Counts: TypeAlias = Mapping[str, tuple[int, int | None]]
"""Maps each handler to its number of calls and number of refusals (None if it cannot refuse)."""


class HandlerCoverage(Tap):
    """A context manager that counts how often each handler runs and refuses an event.

    It counts in all worlds that are created inside the ``with`` block. It counts neither previews
    nor calls of eventcore's own handlers::

        with HandlerCoverage() as coverage:
            verify(source_for(journal).begin(), journal)
        assert coverage.unreached() == []
    """

    def __enter__(self) -> HandlerCoverage:
        self._runs: dict[Handler, int] = {}
        self._refusals: Counter[Handler | None] = Counter()
        original: Callable[..., None] = World.__init__

        @wraps(original)
        def __init__(world: World, *args: Any, **options: Any) -> None:
            original(world, *args, **options)
            for cls in world.components:
                if cls.__module__.partition(".")[0] != "eventcore":
                    for handler in cls._handlers_:
                        self._runs.setdefault(handler, 0)
            world.tap(self)

        self._patch = patch.object(World, "__init__", __init__)
        self._patch.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._patch.stop()

    def counts(self) -> Counts:
        """Return how often each handler ran and refused an event, grouped by component class."""
        return {
            _described(handler): (runs, self._refusals[handler] if _may_refuse(handler) else None)
            for handler, runs in self._runs.items()
        }

    def unreached(self) -> list[str]:
        return unreached(self.counts())

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self

    def handled(self, event: Event, handler: Handler) -> None:
        if handler in self._runs:
            self._runs[handler] += 1

    def settled(self, event: Event) -> None:
        self._refusals[event.failed_by] += 1


def unreached(counts: Counts) -> list[str]:
    """Return the labels of the handlers that never ran."""
    return [handler for handler, (runs, _) in counts.items() if not runs]


def unrefusing(counts: Counts) -> list[str]:
    """Return the labels of the handlers that ran and can refuse events, but never refused any."""
    return [handler for handler, (runs, refusals) in counts.items() if runs and refusals == 0]


def summed(counts: Iterable[Counts]) -> Counts:
    sums: dict[str, tuple[int, int | None]] = {}
    for handler, (runs, refusals) in (item for each in counts for item in each.items()):
        before = sums.get(handler, (0, 0))
        total = None if refusals is None else (before[1] or 0) + refusals
        sums[handler] = (before[0] + runs, total)
    return sums


def _described(handler: Handler) -> str:
    role = "" if handler.via == "world" or handler.role == "enactor" else f", role {handler.role}"
    via = "" if handler.via == "self" else f", via {handler.via}"
    return f"{handler} on {handler.kind.__name__}{role}{via}"


def _may_refuse(handler: Handler) -> bool:
    names = unwrap(handler.function).__code__.co_names
    return handler.priority < COMMIT and not {"fail", "replace"}.isdisjoint(names)
