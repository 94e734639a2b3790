"""Handler coverage: how often each handler runs, and how often it refuses an event.

Most taps ignore queries, so ``HandlerCoverage`` wraps handler methods to count their calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from inspect import unwrap
from typing import Any, TypeAlias

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, FAILED, REPLACED
from eventcore.phase import COMMIT
from eventcore.world import World

Counts: TypeAlias = Mapping[str, tuple[int, int | None]]
"""For each handler, the number of its calls and of its refusals (None if it cannot refuse)."""


class HandlerCoverage(ExitStack):
    """A context manager that counts how often each handler runs and refuses an event.

    The manager covers all worlds that are created inside the ``with`` block. Previews and calls of
    eventcore's own handlers are not counted::

        with HandlerCoverage() as coverage:
            verify(source_for(journal).begin(), journal)
        assert coverage.unreached() == []
    """

    def __enter__(self) -> HandlerCoverage:
        self._runs: dict[Handler, int] = {}
        self._refusals: dict[Handler, int] = {}
        self._classes: set[type[Component]] = set()
        original: Callable[..., None] = World.__init__

        @wraps(original)
        def __init__(world: World, *args: Any, **options: Any) -> None:
            original(world, *args, **options)
            for cls in world.components:
                if cls not in self._classes and cls.__module__.partition(".")[0] != "eventcore":
                    self._classes.add(cls)
                    self._watch(cls)

        self.enter_context(replaced(World, "__init__", __init__))
        return super().__enter__()

    def counts(self) -> Counts:
        """Return how often each handler ran and refused an event, grouped by component class."""
        return {
            _described(handler): (runs, self._refusals[handler] if _may_refuse(handler) else None)
            for handler, runs in self._runs.items()
        }

    def unreached(self) -> list[str]:
        return unreached(self.counts())

    def _watch(self, cls: type[Component]) -> None:
        by_method: dict[str, list[Handler]] = {}
        for handler in cls._handlers_:
            self._runs[handler] = self._refusals[handler] = 0
            by_method.setdefault(handler.name, []).append(handler)
        for name, handlers in by_method.items():
            self.enter_context(replaced(cls, name, self._counted(cls, handlers)))

    def _counted(
        self, cls: type[Component], handlers: list[Handler]
    ) -> Callable[[Any, Any, Any], None]:
        method = handlers[0].function

        @wraps(method)
        def run(part: Any, event: Any, world: Any) -> None:
            # Do not count previews, or calls that a subclass makes with super().
            if not isinstance(world, World) or type(part)._declared_ is not cls:
                method(part, event, world)
                return
            # Select the handlers before the call, because the method may detach its component.
            called = [handler for handler in handlers if _is_called_as(handler, part, event)]
            before = event._outcome
            method(part, event, world)
            refused = before is CONTINUE and event._outcome in (FAILED, REPLACED)
            for handler in called:
                self._runs[handler] += 1
                self._refusals[handler] += refused

        return run


def unreached(counts: Counts) -> list[str]:
    """Return the labels of the handlers that never ran."""
    return [handler for handler, (runs, _) in counts.items() if not runs]


def unrefusing(counts: Counts) -> list[str]:
    """Return the labels of the handlers that ran and could have refused an event, but never did."""
    return [handler for handler, (runs, refusals) in counts.items() if runs and refusals == 0]


def summed(counts: Iterable[Counts]) -> Counts:
    sums: dict[str, tuple[int, int | None]] = {}
    for handler, (runs, refusals) in (item for each in counts for item in each.items()):
        before = sums.get(handler, (0, 0))
        total = None if refusals is None else (before[1] or 0) + refusals
        sums[handler] = (before[0] + runs, total)
    return sums


@contextmanager
def replaced(cls: type, name: str, value: Any) -> Iterator[None]:
    inherited, before = name not in vars(cls), vars(cls).get(name)
    setattr(cls, name, value)
    try:
        yield
    finally:
        if inherited:
            delattr(cls, name)
        else:
            setattr(cls, name, before)


def _described(handler: Handler) -> str:
    role = "" if handler.via == "world" or handler.role == "enactor" else f", role {handler.role}"
    via = "" if handler.via == "self" else f", via {handler.via}"
    return f"{handler} on {handler.kind.__name__}{role}{via}"


def _may_refuse(handler: Handler) -> bool:
    names = unwrap(handler.function).__code__.co_names
    return handler.priority < COMMIT and not {"fail", "replace"}.isdisjoint(names)


def _is_called_as(handler: Handler, part: Component, event: Event) -> bool:
    if not isinstance(event, handler.kind):
        return False
    if handler.via == "world":
        return True
    entity = part.entity if handler.via == "self" else part.entity.owner
    if event._everyone_:
        return entity is not None
    return getattr(event, handler.role) is entity
