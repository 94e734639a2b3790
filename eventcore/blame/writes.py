"""Writes: who wrote a field of a component, and what led to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, Self

import attrs

from eventcore.blame.origins import FieldOrigins
from eventcore.blame.reach import Reach, reaches
from eventcore.blame.stretch import Stretch
from eventcore.component import Component
from eventcore.schema.encoding import encode, fields_of
from eventcore.text import shorten
from eventcore.trace.running import Call
from eventcore.trace.watch import ABSENT, FieldWrite, WriteWatch
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
        times: How often the same wrote it by the same step, or left it alone, in all.
        number: Which of all that was noted it is, in order.
        last: Of several that are told as one, the last; None where there is no other.
        priority: The handler's.
        sequence: The number of the event; 0 for none.
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
    sequence: int = 0
    number: int = 0
    last: Write | None = None

    @property
    def latest(self) -> Write:
        """The last of those that are told as one."""
        return self.last or self

    @property
    def step(self) -> int | None:
        """By how much a whole number changed; None of anything else."""
        try:
            return int(self.after) - int(self.before)
        except ValueError:
            return None

    def __str__(self) -> str:
        on = f" in {self.event}" if self.event else ""
        last = f", last on turn {self.latest.turn}" if self.latest.turn != self.turn else ""
        times = f" (first of {self.times}{last})" if self.times > 1 else ""
        who = f"the observer {self.by}" if self.observed else self.by
        values = f"{self.before or 'nothing'} → {self.after or 'nothing'}"
        if self.before == self.after:  # as far as they are shown
            values = "written"
        return f"turn {self.turn}: {values} by {who or 'no handler'}{on}{times}"


def watch_places(world: World, places: Sequence[Place]) -> WriteWatch[Place]:
    """Make what watches some fields, and who might have written them."""
    might: dict[tuple[int, str], list[Place]] = {}
    for place in places:
        might.setdefault((place.entity, place.component), []).append(place)

    def scope(_calls: Sequence[Call]) -> dict[Place, str]:
        found = {place: _value(world, place) for place in places}
        return {place: value for place, value in found.items() if value is not None}

    def might_write(call: Call) -> Sequence[Place]:
        entity = call.component._entity
        return might.get((0 if entity is None else entity.id, kind_of(call.component)), ())

    return WriteWatch(world, scope, might_write)


def told(found: Iterable[FieldWrite[Place]]) -> list[Write]:
    """Sum up who wrote some fields.

    Of a field written often each writer comes once for each step it took with a number, with
    its first write, which knows the last; of the handlers that never wrote it, each comes with its
    last run. They are in the order of the last ones.
    """
    writes = [_told(one, number) for number, one in enumerate(found)]
    often = Counter(write.place for write in writes if not write.left)
    wrote = {(write.place, write.by) for write in writes if not write.left}
    first, last = dict[Hashable, Write](), dict[Hashable, Write]()
    times = Counter[Hashable]()
    for write in writes:
        if write.left and (write.place, write.by) in wrote:
            continue
        key = write.place, write.by, write.step
        listed = not write.left and often[write.place] <= _MOST_LISTED
        one: Hashable = write.number if listed else key
        last.pop(one, None)
        if write.left:
            first[one] = write
        else:
            first.setdefault(one, write)
        last[one] = write
        times[one] += 1
    return [
        attrs.evolve(first[key], times=times[key], last=None if first[key] is write else write)
        for key, write in last.items()
    ]


def _told(found: FieldWrite[Place], number: int) -> Write:
    before, after = (
        "" if v is ABSENT else shorten(v, _MOST_SHOWN) for v in (found.before, found.after)
    )
    event, call = found.event, found.call
    return Write(
        found.place,
        found.turn,
        "" if event is None else f"{type(event).__name__} #{event.sequence}",
        found.by,
        before,
        after,
        left=found.left,
        observed=bool(found.observer),
        priority=0 if call is None else call.handler.priority,
        sequence=0 if event is None else event.sequence,
        number=number,
    )


def _value(world: World, place: Place) -> str | None:
    entity = world._entities.by_id.get(place.entity)
    for part in () if entity is None else entity.components:
        if kind_of(part) == place.component:
            held = fields_of(part)
            return encode(held[place.field]).decode() if place.field in held else None
    return None


def kind_of(component: Component) -> str:
    """Name the class of a component."""
    return component._declared_.__name__


@attrs.frozen
class Writes:
    """Who wrote some fields.

    Attributes:
        found: What was written, summed up.
        reached: Between what the fields went that were written often.
        origins: Of the last intent, what its events are made of; None where that was not looked at.
    """

    found: list[Write]
    reached: Mapping[Place, Reach]
    origins: FieldOrigins | None = None

    def behind(self, write: Write) -> list[str]:
        """Name who led to a write, the nearest first; nobody where that is not known."""
        if self.origins is None or not write.sequence or write.observed:
            return []
        return self.origins.behind(write.sequence, write.by)


def writes_to(places: Sequence[Place], stretch: Stretch, *, closely: bool = False) -> Writes:
    """Say who writes some fields in a stretch, observers included.

    Args:
        places: The fields.
        stretch: Where to look.
        closely: Whether to look at what led to what the last intent writes.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    origins = FieldOrigins() if closely else None
    watch, playback = stretch.played(lambda world: watch_places(world, places))
    with watch:
        while playback.position < stretch.end:
            if origins is not None and playback.position == stretch.end - 1:
                playback.simulation.world.tap(origins)
            if not playback.step():
                break
            watch.look()
    return Writes(told(watch.writes), reaches(watch.writes, _MOST_LISTED), origins)
