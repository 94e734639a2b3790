"""Writes: which handlers wrote a field of a component, found by looking after each handler."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Self, TypeVar

import attrs

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import APPLY, REACT, Handler
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import ABSENT
from eventcore.replay.playback import Playback
from eventcore.replay.simulation import Source
from eventcore.state.codec import encode, fields_of
from eventcore.state.short_text import shorten
from eventcore.tap import Tap
from eventcore.world import World

T = TypeVar("T")

_PATH: Final = re.compile(r"entities\[(\d+)\]\.(\w+)\.(\w+)")
_MOST_SHOWN: Final = 40


@attrs.frozen
class Place:
    """A field of a component of an entity, by its id and by their names."""

    entity: int
    component: str
    field: str

    @classmethod
    def at(cls, path: str) -> Self | None:
        """Give the place of a path, such as ``entities[13].Health.hp``; None where it is none."""
        found = _PATH.match(path)
        return None if found is None else cls(int(found[1]), found[2], found[3])


@attrs.frozen
class Write:
    """A change of a field.

    Attributes:
        place: The field.
        turn: The turn it was written in.
        event: The event in whose chain, its type and number; empty outside all of them.
        handler: Who wrote it; empty where it was no handler: an observer, or what drives the
            simulation.
        before: The value before, as JSON; empty where there was none.
        after: The value after.
    """

    place: Place
    turn: int
    event: str
    handler: str
    before: str
    after: str

    def __str__(self) -> str:
        who = self.handler or "no handler: an observer, or what drives the simulation"
        on = f" in {self.event}" if self.event else ""
        values = f"{self.before or 'nothing'} → {self.after or 'nothing'}"
        return f"turn {self.turn}: {values} by {who}{on}"


class WriteWatch(Tap):
    """A tap that notes each change of some fields, and which handler was running.

    Attributes:
        writes: The changes, in order.
    """

    def __init__(self, world: World, places: Sequence[Place]) -> None:
        self.writes: list[Write] = []
        self._world = world
        self._places = places
        self._values = [self._value(place) for place in places]
        self._running: list[tuple[Event, Handler]] = []
        world.tap(self)

    def published(self, event: Event) -> None:
        """Look at what was written before the event, by whoever publishes it."""
        self.look()

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note who is running."""
        while self._running and self._running[-1][0] is not event.cause:
            self._running.pop()  # what raised, or was removed, has not returned
        self._running.append((event, handler))

    def handled(self, event: Event, handler: Handler) -> None:
        """Look at what the handler has written."""
        self.look()
        while self._running and self._running.pop()[0] is not event:
            pass

    def look(self) -> None:
        """Note what has changed since the last look."""
        for number, place in enumerate(self._places):
            before, after = self._values[number], self._value(place)
            if before != after:
                self._values[number] = after
                event, handler = self._running[-1] if self._running else (None, None)
                self.writes.append(
                    Write(
                        place,
                        self._world.turn,
                        "" if event is None else f"{type(event).__name__} #{event.sequence}",
                        "" if handler is None else handler.label,
                        before,
                        after,
                    )
                )

    def _value(self, place: Place) -> str:
        entity = self._world._entities.by_id.get(place.entity)
        for part in () if entity is None else entity.components:
            if _kind(part) == place.component:
                value: Any = fields_of(part).get(place.field, ABSENT)
                text = "" if value is ABSENT else encode(value).decode()
                return shorten(text, _MOST_SHOWN)
        return ""


class OwnWrites(Tap):
    """A tap that notes who last wrote each field, of what handlers write in their own component.

    It looks at all that a component holds before and after each of its handlers, so it is for
    short stretches.

    Attributes:
        handlers: By component class, its handlers that wrote, with how often and when last.
    """

    def __init__(self, world: World, kinds: Collection[str] | None = None) -> None:
        """Begin to look.

        Args:
            world: Where.
            kinds: The names of the component classes that are looked at; all by default.
        """
        self.handlers: dict[str, dict[str, tuple[int, int]]] = {}
        self._world = world
        self._kinds = kinds
        self._writers: dict[Place, Handler] = {}
        self._ran: dict[tuple[int, str], Handler] = {}
        self._seen: dict[Component, dict[str, bytes]] = {}
        self._running: list[Component] = []
        world.tap(self)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Look at what a component holds before its handler runs."""
        self._running.append(component)
        self._seen[component] = self._fields(component)
        entity = component._entity
        if entity is not None and APPLY <= handler.priority < REACT:
            self._ran[entity.id, _kind(component)] = handler

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what the handler has written; what others did beneath it is noted already."""
        component = self._running.pop()
        kind, fields, before = _kind(component), self._fields(component), self._seen[component]
        self._seen[component] = fields
        changed = [name for name, value in fields.items() if value != before.get(name)]
        if changed and component._entity is not None:
            number = component._entity.id
            self._writers |= {Place(number, kind, name): handler for name in changed}
            counts = self.handlers.setdefault(kind, {})
            counts[handler.label] = counts.get(handler.label, (0, 0))[0] + 1, self._world.turn

    def writer(self, place: Place) -> Handler | None:
        """Name who wrote a field last; where nobody did, who ran last that might have."""
        return self._writers.get(place) or self._ran.get((place.entity, place.component))

    def _fields(self, component: Component) -> dict[str, bytes]:
        if self._kinds is not None and _kind(component) not in self._kinds:
            return {}
        return {name: encode(value) for name, value in fields_of(component).items()}


def _kind(component: Component) -> str:
    return component._declared_.__name__


@attrs.frozen
class Stretch:
    """A stretch of a journal that is played again.

    Attributes:
        journal: The journal.
        source: Where simulations come from.
        start: The position from which its rules hold, and it is played; 0 for the beginning.
        begin: The position from which on is looked.
        end: The position up to which.
    """

    journal: Journal
    source: Source
    start: int
    begin: int
    end: int

    def played(self, watch: Callable[[World], T]) -> tuple[T, Playback]:
        """Play up to where is looked from, and let somebody watch the world from there on.

        Raises:
            JournalError: A record cannot be played, as for ``Playback.step``.
            RaisedError: A handler raised.
        """
        bare, source = attrs.evolve(self.journal, events=[]), self.source
        playback = Playback(source.begin(), bare, position=self.start, restore=source.restore)
        while playback.position < self.begin and playback.step():
            pass
        return watch(playback.simulation.world), playback


def writes_to(places: Sequence[Place], stretch: Stretch) -> list[Write]:
    """Say who writes some fields in a stretch, observers included.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    watch, playback = stretch.played(lambda world: WriteWatch(world, places))
    while playback.position < stretch.end and playback.step():
        watch.look()
    return watch.writes


def writers_of(kinds: Collection[str], stretch: Stretch) -> dict[str, dict[str, tuple[int, int]]]:
    """Say which handlers write components of some classes in a stretch.

    Returns:
        By component class its handlers, with how often they wrote, and on which turn last.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    watch, playback = stretch.played(lambda world: OwnWrites(world, kinds))
    while playback.position < stretch.end and playback.step():
        pass
    return watch.handlers
