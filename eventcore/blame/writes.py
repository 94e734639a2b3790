"""Writes: who wrote a field of a component, found by looking after each handler and observer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, Self

import attrs

from eventcore.blame.receivers import watch_receivers
from eventcore.blame.running import Running
from eventcore.blame.stretch import Stretch
from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import APPLY, Handler
from eventcore.replay.event_log import ABSENT
from eventcore.state.codec import encode, fields_of
from eventcore.state.short_text import shorten
from eventcore.world import World

_PATH: Final = re.compile(r"entities\[(\d+)\]\.(\w+)\.(\w+)")
_MOST_SHOWN: Final = 40
_MOST_LISTED: Final = 7
"""Of a field that was written more often, not all of it is told."""


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


def place_of(path: str, names: Mapping[str, str]) -> str:
    """Say where a path leads, as in ``Health.hp of zombie 57``, or give it as it is.

    Args:
        path: As ``divergent_paths`` gives it.
        names: What entities are called, by their ids.
    """
    place = Place.at(path)
    if place is None:
        return path
    inner = path.partition(f".{place.component}.")[2]
    return f"{place.component}.{inner} of {who_at(place, names)}"


def who_at(place: Place, names: Mapping[str, str]) -> str:
    """Say whose a place is."""
    return f"{names.get(str(place.entity), 'entity')} {place.entity}"


@attrs.frozen
class Write:
    """A change of a field, or that one did not come about.

    Attributes:
        place: The field.
        turn: The turn it was written in.
        event: The event in whose chain, or which an observer was told of: its type and number;
            empty for none.
        by: The handler, or the observer; empty where it was what drives the simulation.
        before: The value before, as JSON; empty where there was none.
        after: The value after.
        left: Whether it was left as it was, by a handler of its own component that might have
            written it.
        observed: Whether it was an observer.
        times: How often the same wrote it, or left it alone, in all.
        priority: The handler's.
    """

    place: Place
    turn: int
    event: str
    by: str
    before: str
    after: str
    left: bool = False
    observed: bool = False
    times: int = 1
    priority: int = 0

    @property
    def step(self) -> int | None:
        """By how much a whole number changed; None of anything else."""
        try:
            return int(self.after) - int(self.before)
        except ValueError:
            return None

    def __str__(self) -> str:
        on = f" in {self.event}" if self.event else ""
        times = f" ({self.times} times in all)" if self.times > 1 else ""
        who = f"the observer {self.by}" if self.observed else self.by
        values = f"{self.before or 'nothing'} → {self.after or 'nothing'}"
        if self.before == self.after:  # as far as they are shown
            values = "written"
        return f"turn {self.turn}: {values} by {who or 'no handler'}{on}{times}"


class WriteWatch(Running):
    """A tap that notes each change of some fields, and who was at work.

    Attributes:
        writes: The changes, and the calls that might have changed something, in order.
    """

    def __init__(self, world: World, places: Sequence[Place]) -> None:
        super().__init__()
        self.writes: list[Write] = []
        self._world = world
        self._places = places
        self._values = [self._value(place) for place in places]
        self._might: dict[tuple[int, str], list[int]] = {}
        for number, place in enumerate(places):
            self._might.setdefault((place.entity, place.component), []).append(number)
        world.tap(self)
        watch_receivers(world, self._told)

    def published(self, event: Event) -> None:
        """Look at what was written before the event, by whoever publishes it."""
        self.look()

    def handled(self, event: Event, handler: Handler) -> None:
        """Look at what the handler has written, or left as it was."""
        call, before = self.call, len(self.writes)
        self.look()
        if call is not None and handler.priority >= APPLY and len(self.writes) == before:
            entity = call.component._entity
            key = (0 if entity is None else entity.id), kind_of(call.component)
            for number in self._might.get(key, ()):
                self._note(number, handler.label, call.where, self._values[number])
        super().handled(event, handler)

    def take(self) -> list[Write]:
        """Give what was written so far, all of it.

        Of a field written often each writer comes once for each step it took with a number, with
        its last write; of the handlers that never wrote it, each comes with its last run.
        """
        self.look()
        often = Counter(write.place for write in self.writes if not write.left)
        wrote = {(write.place, write.by) for write in self.writes if not write.left}
        last: dict[Hashable, Write] = {}
        times = Counter[Hashable]()
        for number, write in enumerate(self.writes):
            if write.left and (write.place, write.by) in wrote:
                continue
            key = write.place, write.by, write.step
            listed = not write.left and often[write.place] <= _MOST_LISTED
            one: Hashable = number if listed else key
            last.pop(one, None)
            last[one] = write
            times[one] += 1
        return [attrs.evolve(write, times=times[key]) for key, write in last.items()]

    def _told(self, observer: str, event: Event) -> None:
        self.look(observer, f"{type(event).__name__} #{event.sequence}")

    def look(self, observer: str = "", event: str = "") -> None:
        """Note what has changed since the last look.

        Args:
            observer: Who was told last, if an observer was.
            event: What it was told of.
        """
        call = self.call
        if call is not None and not observer:
            by, event = call.handler.label, call.where
        else:
            by = observer
        for number, place in enumerate(self._places):
            before, after = self._values[number], self._value(place)
            if before != after:
                self._values[number] = after
                self._note(number, by, event, before, observed=bool(observer))

    def _note(
        self, number: int, by: str, event: str, before: str, *, observed: bool = False
    ) -> None:
        place, after = self._places[number], self._values[number]
        values = shorten(before, _MOST_SHOWN), shorten(after, _MOST_SHOWN)
        priority = 0 if observed or self.call is None else self.call.handler.priority
        self.writes.append(
            Write(
                place,
                self._world.turn,
                event,
                by,
                *values,
                left=before == after,
                observed=observed,
                priority=priority,
            )
        )

    def _value(self, place: Place) -> str:
        entity = self._world._entities.by_id.get(place.entity)
        for part in () if entity is None else entity.components:
            if kind_of(part) == place.component:
                value: Any = fields_of(part).get(place.field, ABSENT)
                return "" if value is ABSENT else encode(value).decode()
        return ""


def kind_of(component: Component) -> str:
    """Name the class of a component."""
    return component._declared_.__name__


def writes_to(places: Sequence[Place], stretch: Stretch) -> list[Write]:
    """Say who writes some fields in a stretch, observers included: each with its last write.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    watch, playback = stretch.played(lambda world: WriteWatch(world, places))
    while playback.position < stretch.end and playback.step():
        watch.look()
    return watch.take()
