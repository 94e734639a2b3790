"""A tap that holds every event to the rules: it settles once, in its turn, by one who lives."""

from __future__ import annotations

from collections.abc import Callable

from eventcore.entity import Entity
from eventcore.event import Action, Event, name_of
from eventcore.outcome import CONTINUE
from eventcore.tap import Tap
from eventcore.world import World

Alive = Callable[[Entity], bool]
"""Says whether an entity may act."""


def is_alive(entity: Entity) -> bool:
    """Say whether an entity is in its world still; a game may know other ways to be dead."""
    return entity.alive


class EventRules(Tap):
    """Looks on as events are published and settle, and keeps what was wrong.

    It raises nothing itself: that would be an error in the chain it looks at.
    """

    def __init__(self, world: World, alive: Alive = is_alive) -> None:
        self._alive = alive
        self._open: list[Event] = []
        self._dead: set[Event] = set()
        self._latest = world.sequence
        self._unsettled: list[str] = []
        self._undead: list[str] = []
        world.tap(self)

    def published(self, event: Event) -> None:
        """Expect it to settle. Nobody dies above the commit line, so this is when to ask."""
        if event.sequence <= self._latest:
            self._unsettled.append(f"{name_of(event)} comes after event #{self._latest}")
        self._latest = event.sequence
        self._open.append(event)
        if isinstance(event, Action) and not self._alive(event.enactor):
            self._dead.add(event)

    def settled(self, event: Event) -> None:
        """See that it was next, and that it has an outcome, and a reason where it failed."""
        name = name_of(event)
        if event not in self._open:
            self._unsettled.append(f"{name} settled, and was not under way")
        else:
            while (inner := self._open.pop()) is not event:
                self._unsettled.append(_left_open(inner))
        if event.outcome is CONTINUE:
            self._unsettled.append(f"{name} ended with no outcome")
        elif not event.reason if event.failed else event.reason is not None:
            self._unsettled.append(f"{name} is {event.outcome.value}, reason {event.reason!r}")
        if event in self._dead and not event.failed:
            self._undead.append(f"{name} is {event.outcome.value}, and {event.enactor!r} was dead")
        self._dead.discard(event)

    def check_settled(self, where: str) -> None:
        """Raise AssertionError if, by now, not all has settled as it should."""
        wrong = self._unsettled + [_left_open(event) for event in self._open]
        # Raised, for pytest rewrites what a plugin asserts, and adds to its message.
        if wrong:
            raise AssertionError(f"{where}: {wrong[0]}")

    def check_living(self, where: str) -> None:
        """Raise AssertionError if somebody dead has acted."""
        if self._undead:
            raise AssertionError(f"{where}: {self._undead[0]}")


def _left_open(event: Event) -> str:
    return f"{name_of(event)} was published and never settled: a handler raised, another caught it"
