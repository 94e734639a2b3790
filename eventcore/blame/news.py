"""News: what handlers did in an intent that none had done before it, and what was drawn."""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from eventcore.blame.answers import Answers
from eventcore.blame.stretch import Stretch
from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.tap import Tap
from eventcore.trace.running import Running
from eventcore.world import World

_NOBODY: Final = "no handler"
_RAN: Final = ""
"""Stands for a handler's running, among what it did."""
_FEW: Final = 3
_ONE_OF: Final = 20
"""A handler runs seldom that ran in at most so few of the intents, or in one of so many."""


@attrs.frozen
class Deeds:
    """What handlers did.

    Attributes:
        by: By handler what it did, such as ``published Heal`` or ``answered WhatIs``, where it
            changed the query; nothing for one that only ran.
        events: How many events there were.
        drawn: By stream who drew from it, with in which event, in order.
    """

    by: dict[str, dict[str, None]] = attrs.field(factory=dict)
    events: int = 0
    drawn: dict[str, list[tuple[str, str]]] = attrs.field(factory=dict)


class News(Running):
    """A tap that notes what handlers do.

    Attributes:
        deeds: What they did since they were last taken.
    """

    def __init__(self, world: World) -> None:
        super().__init__()
        self.deeds: Deeds = Deeds()
        self._world = world
        self._draws = dict(world.draws())
        self._sequence = world.sequence
        self._answers = Answers(lambda: self.call)
        world.tap(self)

    def tap_for_query(self, kind: type[Query]) -> Tap:
        """Hear all queries."""
        return self._answers

    def take(self) -> Deeds:
        """Give what was done since this was last asked."""
        self._look()
        for answer in self._answers.take():
            for voice in answer.voices:
                if voice.wrote:
                    self._note(voice.handler.label, f"answered {answer.query}")
        before, self._sequence = self._sequence, self._world.sequence
        taken, self.deeds = self.deeds, Deeds()
        return attrs.evolve(taken, events=self._sequence - before)

    def published(self, event: Event) -> None:
        """Note who published an event."""
        self._look()
        call = self.publisher_of(event)
        if call is not None:
            self._note(call.handler.label, f"published {type(event).__name__}")

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note that a handler runs."""
        self._look()
        super().handling(event, handler, component)
        self._note(handler.label)

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what the handler has drawn."""
        self._look()
        super().handled(event, handler)

    def _look(self) -> None:
        draws = dict(self._world.draws())
        for stream in [name for name, count in draws.items() if count != self._draws.get(name, 0)]:
            call = self.call
            who, where = (_NOBODY, "") if call is None else (call.handler.label, call.where)
            self._note(who, f"drew from {stream}")
            self.deeds.drawn.setdefault(stream, []).append((who, where))
        self._draws = draws

    def _note(self, handler: str, *deeds: str) -> None:
        self.deeds.by.setdefault(handler, {}).update(dict.fromkeys(deeds))


@attrs.frozen
class Report:
    """What an intent did, and what had been done before it.

    Attributes:
        turn: The turn it was given in.
        line: The line of its record.
        deeds: What it did.
        new: Of these, by handler, what none before it had done; nothing for one that only ran.
        seldom: The handlers that ran in few before it, the fewest first.
        published: By handler the types of events it published, as ``published Heal``, with in how
            many before it this was done.
        more: How many more events there were than in the recording; below 0 for fewer.
    """

    turn: int
    line: int
    deeds: Deeds
    new: dict[str, list[str]]
    seldom: list[str]
    published: dict[str, dict[str, int]]
    more: int


class _Known:
    """In how many intents handlers have done what."""

    def __init__(self) -> None:
        self._intents = 0
        self._counts: dict[str, Counter[str]] = {}

    def add(self, deeds: Deeds) -> None:
        """Count one intent's."""
        self._intents += 1
        for handler, done in deeds.by.items():
            self._counts.setdefault(handler, Counter()).update([_RAN, *done])

    def new(self, deeds: Deeds) -> dict[str, list[str]]:
        """Give what was done in none: handlers that only ran now, and what the others did."""
        found = {}
        for handler, done in deeds.by.items():
            before = self._counts.get(handler)
            more = [deed for deed in done if before is None or deed not in before]
            if more or before is None:
                found[handler] = more
        return found

    def published(self, deeds: Deeds) -> dict[str, dict[str, int]]:
        """Give what was published, and in how many the same handler had."""
        found = {
            who: {deed: self._times(who, deed) for deed in done if deed.startswith("published")}
            for who, done in deeds.by.items()
        }
        return {who: done for who, done in found.items() if done}

    def _times(self, handler: str, deed: str) -> int:
        return self._counts.get(handler, Counter[str]())[deed]

    def seldom(self, deeds: Deeds) -> list[str]:
        """Give the handlers that ran in few, the fewest first."""
        few = max(_FEW, self._intents // _ONE_OF)
        ran = {who: self._counts[who][_RAN] for who in deeds.by if who in self._counts}
        return sorted((who for who, times in ran.items() if times <= few), key=ran.__getitem__)


def news_in(stretch: Stretch) -> Report | None:
    """Look at the last intent of a stretch; None where it has none.

    What comes after it is the record that met another state than the recording has.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    if stretch.end <= stretch.start:
        return None
    last = stretch.end - 1
    news, playback = attrs.evolve(stretch, begin=stretch.start).played(News)
    known, seen = _Known(), playback.simulation.world
    while playback.position < last:
        playback.step()
        if playback.simulation.world is not seen:  # where rules change it is another
            seen = playback.simulation.world
            news = News(seen)
        known.add(news.take())
    playback.step()
    deeds, record = news.take(), stretch.journal.records[last]
    following = stretch.journal.records[stretch.end : stretch.end + 1]
    more = playback.simulation.world.sequence + 1 - following[0].seq if following else 0
    line = stretch.journal.lines[last]
    return Report(
        record.turn,
        line,
        deeds,
        known.new(deeds),
        known.seldom(deeds),
        known.published(deeds),
        more,
    )
