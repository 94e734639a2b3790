"""A tap that notes who writes some fields: which handler, which observer, or what drives it all.

A tracer looks at what plays a part in an event; this looks at the same fields after each handler
and each observer, wherever they hang, and so finds all who write them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

import attrs

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.phase import APPLY
from eventcore.trace.running import Call, Running
from eventcore.world import World

P = TypeVar("P", bound=Hashable)

Scope: TypeAlias = Callable[[Sequence[Call]], Mapping[P, Any]]
"""Gives what is looked at, by its place, given the handlers at work, the innermost last. Values are
snapshots that can be compared; a field that is not there has none."""


class _Absent:
    """Stands for the value of a field that is not there."""


ABSENT: Final = _Absent()


@attrs.frozen
class FieldWrite(Generic[P]):
    """A change of a field, or that one did not come about.

    Attributes:
        place: The field, as the scope has it.
        before: What it held, or ``ABSENT``.
        after: What it holds, or ``ABSENT``.
        turn: The turn it was written in.
        call: The handler that was at work; None where none was.
        observer: The observer that was told last, where it was one; empty otherwise.
        event: In whose chain it was, or of which the observer was told; None for none.
    """

    place: P
    before: Any
    after: Any
    turn: int
    call: Call | None
    observer: str = ""
    event: Event | None = None

    @property
    def left(self) -> bool:
        """Whether it was left as it was, by a handler that might have written it."""
        return self.before is self.after

    @property
    def by(self) -> str:
        """The handler, or the observer; empty where it was what drives the simulation."""
        return self.call.handler.label if self.call is not None else self.observer


class WriteWatch(Running, Generic[P]):
    """Notes each change of some fields, and who made it; a context manager.

    It looks at the whole scope after each handler, so it is for few fields or short stretches.

    Attributes:
        writes: The changes, in order.
    """

    def __init__(
        self,
        world: World,
        scope: Scope[P],
        might: Callable[[Call], Iterable[P]] | None = None,
        *,
        moving: bool = False,
    ) -> None:
        """Take what there is as the beginning; it is not attached yet.

        Args:
            world: Where to look.
            scope: What to look at.
            might: Gives what a handler at APPLY or later might have written; what it left as it
                was is noted, too. Without it, only changes are.
            moving: Whether the scope is another one for each handler at work.
        """
        super().__init__()
        self.writes: list[FieldWrite[P]] = []
        self._world = world
        self._scope = scope
        self._might = might
        self._moving = moving
        self._written: dict[Call, set[P]] = {}
        self._known = scope(())

    def __enter__(self) -> Self:
        self._world.tap(self)
        self._world._observers.watchers.append(self.look)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._world.untap(self)
        self._world._observers.watchers.remove(self.look)

    def published(self, event: Event) -> None:
        """Look at what was written before the event, by whoever publishes it."""
        self.look()

    def handling(self, event: Event, handler: Handler, component: Any) -> None:
        """Note who is at work."""
        super().handling(event, handler, component)
        self._move()

    def handled(self, event: Event, handler: Handler) -> None:
        """Look at what the handler has written, or left as it was."""
        self.look()
        call = self.call
        if self._might is not None and call is not None and handler.priority >= APPLY:
            for place in self._might(call):
                if place not in self._written.get(call, ()):
                    held = self._known.get(place, ABSENT)
                    self._note(place, held, held)
        if call is not None:
            self._written.pop(call, None)
        super().handled(event, handler)
        self._move()

    def settled(self, event: Event) -> None:
        """Have nobody at work, where the outermost event is over."""
        if event.cause is None:
            self.calls.clear()
            self._move()

    def look(self, observer: str = "", event: Event | None = None) -> None:
        """Note what has changed since the last look.

        Args:
            observer: Who was told last, if an observer was.
            event: What it was told of.
        """
        known, self._known = self._known, self._scope(self.calls)
        if known == self._known:
            return
        for place in {**known, **self._known}:
            before, after = known.get(place, ABSENT), self._known.get(place, ABSENT)
            if before != after or type(before) is not type(after):
                self._note(place, before, after, observer, event)

    def _note(
        self, place: P, before: Any, after: Any, observer: str = "", event: Event | None = None
    ) -> None:
        call = None if observer else self.call
        event = event if call is None else call.event
        turn = self._world.turn
        if call is not None:
            self._written.setdefault(call, set()).add(place)
        self.writes.append(FieldWrite(place, before, after, turn, call, observer, event))

    def _move(self) -> None:
        if self._moving:
            self._known = self._scope(self.calls)
