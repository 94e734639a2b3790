"""Fields: who made an event what it is, and which event stands in another's place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import attrs

from eventcore.blame.answers import Answer
from eventcore.blame.origins import FieldOrigins, Publishers, Written
from eventcore.component import Component
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import EventLog, divergences, name_of_event
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Simulation
from eventcore.text import short_value, shorten

_MOST_STEPS: Final = 6
"""So many of the values a field had are told: the first, and the last of the others."""


@attrs.frozen
class Blame:
    """A field of an event that differs, and who is to be asked about it.

    Attributes:
        event: The event's type and number.
        field: What of it differs.
        recorded: Its value in the recording.
        replayed: Its value in the replay.
        values: The values it had in the replay, and who wrote them; the first is the one that
            the event was published with.
    """

    event: str
    field: str
    recorded: Any
    replayed: Any
    values: tuple[Written, ...] = ()

    @property
    def sequence(self) -> int:
        """The event's number."""
        return int(self.event.rpartition("#")[2])

    @property
    def handler(self) -> str:
        """Who wrote it last in the replay, or published the event with it; empty if nobody did."""
        return _named(self.values[-1]) if self.values else ""

    @property
    def wrote(self) -> bool:
        """True where somebody wrote it in the event's chain."""
        return len(self.values) > 1 and self.values[-1].handler is not None

    @property
    def answers(self) -> list[Answer]:
        """What those who wrote it had asked, the last one first.

        What somebody has answered comes before what was left as it was.
        """
        asked = [answer for written in reversed(self.values) for answer in written.answers]
        return sorted(dict.fromkeys(asked), key=lambda answer: not answer.components)

    @property
    def components(self) -> list[Component]:
        """Whose method it was that wrote it last, and whose have answered what that one asked."""
        last = self.values[-1].component if self.values else None
        own = [] if last is None else [last]
        return own + [part for answer in self.answers for part in answer.components]

    def __str__(self) -> str:
        values = f"{short_value(self.recorded)} recorded, {short_value(self.replayed)} replayed"
        said = f"{self.event}: {shorten(self.field)} {values}"
        if not self.handler:
            return said
        if len(self.values) > 2:  # one wrote after another
            first, *others = self.values
            steps = [f"published with {_step(first)}", *map(_step, others[1 - _MOST_STEPS :])]
            return f"{said}; {'; '.join(steps)}"
        did = "last written by" if self.wrote else "published with it by"
        return f"{said}; {did} {self.handler}"


@attrs.frozen
class Instead:
    """An event that stands in another's place.

    Attributes:
        number: The number both have.
        recorded: The type of the recorded one; empty for none.
        replayed: The type of the one in the replay; empty for none.
        usual: Who publishes such as the recorded one, as far as was seen before.
        published: Who published the one in the replay.
    """

    number: int
    recorded: str
    replayed: str
    usual: tuple[str, ...]
    published: Written

    @property
    def sequence(self) -> int:
        """The number both have."""
        return self.number

    @property
    def answers(self) -> list[Answer]:
        """What who published it had asked, with what somebody has answered before the rest."""
        return sorted(self.published.answers, key=lambda answer: not answer.components)

    @property
    def components(self) -> list[Component]:
        """Whose method it was that published it, and whose have answered what that one asked."""
        own = [] if self.published.component is None else [self.published.component]
        return own + [part for answer in self.answers for part in answer.components]

    def __str__(self) -> str:
        usual = f" (such is published by {' or '.join(self.usual)})" if self.usual else ""
        one, other = (shorten(kind or "nothing") for kind in (self.recorded, self.replayed))
        said = f"event #{self.number}: recorded {one}{usual}, replayed {other}"
        by = _named(self.published)
        return f"{said}, published by {by}" if by else said


Found: TypeAlias = Blame | Instead


def blame_for(
    divergence: Divergence,
    journal: Journal,
    begin: Callable[[], Simulation],
    restore: Callable[[bytes], Simulation] | None = None,
    *,
    start: int = 0,
) -> list[Found]:
    """Find out in a second replay who made what differs first, and follow it to its causes.

    Of the event all fields that differ are given. One that nobody wrote, the event was
    published with; then the event that caused it is looked at as well, as long as it differs,
    and told before it: what comes first led to the rest.
    Where an event stands in another's place, who published it is told too.

    Args:
        divergence: The first difference, found in an event.
        journal: The journal, read with its events.
        begin: Makes the simulation anew.
        restore: Makes a simulation of a saved state, for a journal with upgrades.
        start: The position to play from, where rules came into force; 0 for the beginning.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
    """
    position = bisect_right(journal.lines, divergence.line) - 1
    if position < start:  # before the first record nothing is replayed a second time
        what = divergence.field, divergence.recorded, divergence.replayed
        return [Blame(divergence.event, *what)]
    bare = attrs.evolve(journal, events=[])
    playback = Playback(begin(), bare, position=start, restore=restore)
    publishers, world = Publishers(), None
    while playback.position < position:
        if playback.simulation.world is not world:  # where rules change it is another
            world = playback.simulation.world
            world.tap(publishers)
        playback.step()
    world = playback.simulation.world
    origins, log = FieldOrigins(), EventLog(world)
    world.tap(origins)
    playback.step()
    whole = position + 2 < len(journal.events)
    intent = _Intent(journal.events[position + 1], log.take(), origins, publishers, whole)
    return intent.found()


class _Intent:
    """What followed from an intent, in the recording and in the replay."""

    def __init__(
        self,
        recorded: Sequence[Settled],
        replayed: Sequence[Settled],
        origins: FieldOrigins,
        publishers: Publishers,
        whole: bool,
    ) -> None:
        self._recorded = {event.seq: event for event in recorded}
        self._replayed = {event.seq: event for event in replayed}
        self._origins = origins
        self._publishers = publishers
        # Where the recording was broken off, events that had not settled are missing in it.
        self._whole = whole

    def found(self) -> list[Found]:
        """Give what differs first, in the order it came about."""
        other = self._first_other()
        above = set[int | None]() if other is None else self._above(other)
        for number in self._replayed:
            differs = self._differs(number)
            came_of_it = number in above and self._ends_the_same(number)
            if other is not None and (number == other or (differs and came_of_it)):
                return [self._instead(other), *self._differing(before=other)]
            if differs and (other is None or number < other):
                return [*self._follow(number), *([self._instead(other)] if other else [])]
        return [] if other is None else [self._instead(other)]

    def _ends_the_same(self, number: int) -> bool:
        recorded = self._recorded.get(number)
        return recorded is not None and recorded.outcome == self._replayed[number].outcome

    def _above(self, number: int) -> set[int | None]:
        """Give the events that led to one, in the recording or in the replay."""
        found = set[int | None]()
        for events in (self._recorded, self._replayed):
            event = events.get(number)
            while event is not None and event.parent is not None:
                found.add(event.parent)
                event = events.get(event.parent)
        return found

    def _differing(self, before: int) -> list[Blame]:
        """Follow the first event that differs as well, of those published before another."""
        for number in self._replayed:
            if number < before and self._differs(number):
                return self._follow(number)
        return []

    def _differs(self, number: int) -> bool:
        recorded, replayed = self._recorded.get(number), self._replayed[number]
        return recorded is not None and any(True for _ in divergences(recorded, replayed))

    def _first_other(self) -> int | None:
        """Give the first number at which another event was published, or none."""
        for number in sorted(self._recorded.keys() | self._replayed.keys()):
            pair = self._recorded.get(number), self._replayed.get(number)
            if _kind(pair[0]) != _kind(pair[1]) and (self._whole or all(pair)):
                return number
        return None

    def _instead(self, number: int) -> Instead:
        recorded, replayed = self._recorded.get(number), self._replayed.get(number)
        usual: list[str] = []
        if recorded is not None and recorded.parent in self._recorded:
            usual = self._publishers.of(recorded.type, self._recorded[recorded.parent].type)
        return Instead(
            number,
            _type(recorded),
            _type(replayed),
            tuple(usual),
            self._origins.publisher(number),
        )

    def _follow(self, number: int | None) -> list[Blame]:
        """Blame the fields of an event that differ, and before them those of what it came of."""
        found = list[Blame]()
        while number in self._recorded and number in self._replayed:
            event = self._replayed[number]
            fields = divergences(self._recorded[number], event)
            blames = [self._blame(event, what) for what in fields]
            found = blames + found
            if all(blame.wrote for blame in blames):
                break
            number = event.parent
        return found

    def _blame(self, event: Settled, what: tuple[str, Any, Any]) -> Blame:
        return Blame(name_of_event(event), *what, tuple(self._origins.values(event.seq, what[0])))


def _kind(event: Settled | None) -> tuple[str, int | None] | None:
    return None if event is None else (event.type, event.parent)


def _type(event: Settled | None) -> str:
    return "" if event is None else event.type


def _named(written: Written) -> str:
    return "" if written.handler is None else str(written.handler)


def _step(written: Written) -> str:
    by = _named(written)
    return f"{short_value(written.value)} by {by}" if by else short_value(written.value)
