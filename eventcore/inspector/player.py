"""Play a journal for the inspector. Usually, only the turns that are shown are played.

Slow work is done by a job, a generator that yields a progress message after each record. Any job
may be closed before it ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

import attrs

from eventcore.errors import JournalError
from eventcore.inspector.events import Kind, Pin, Row, summarize
from eventcore.journal.format import CLOSE
from eventcore.replay import Timeline
from eventcore.replay.event_log import description_error
from eventcore.simulation import Run
from eventcore.tools.explaining import of_turns
from eventcore.tools.naming import Names, intent_text
from eventcore.tools.opening import Recording
from eventcore.tools.state import entity_lines
from eventcore.tools.tracing import replay
from eventcore.trace import Span, Tree
from eventcore.trace.values import Value, Written, make_writer, show
from eventcore.trace.watch import ABSENT, Place, WriteWatch
from eventcore.world import World

T = TypeVar("T")
Job: TypeAlias = Generator[str, None, T]

_MOST_INTENTS = 20  # the maximum number of intents listed for a turn
_MOST_KEPT = 200  # the maximum number of traces kept in memory
_BARS = "▁▂▃▄▅▆▇█"


@attrs.frozen
class TurnTrace:
    whole: Tree  # all events of the records that were played to trace the turn
    tree: Tree  # the events of the turn, with their causes
    picture: Sequence[str]  # the title and lines of the simulation's picture, if it has one
    problem: str = ""  # the error that cut the trace short, if any


class TurnPlayer:
    """Plays a journal's turns and remembers their traces and summaries.

    Attributes:
        faults: Descriptions of the problems on played turns, keyed by turn. A problem is a
            difference from the recording, or an error that stops the replay.
        stops: The turns at which such an error stopped the replay.
        pin: The field whose values are shown, or None.
        values: The pinned field's values, each with its turn, and True if read between records.
        last: The last known turn.
        closed: Whether it is really the last turn; if not, ``find_end`` finds the real end.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.faults: dict[int, str] = {}
        self.stops: set[int] = set()
        self.pin: Pin | None = None
        self.values: list[tuple[tuple[int, bool], Value]] = []
        self.pictured: bool = hasattr(recording.first, "picture")
        self.timeline: Timeline = recording.timeline()
        records = recording.journal.records
        self.closed: bool = bool(records) and records[-1].type == CLOSE
        self.last: int = self.timeline.turn_of(self.timeline.length)
        self._traces: dict[int, TurnTrace] = {}
        self._summaries: dict[int, str] = {}
        self._last_record: tuple[int, list[Span]] = (-1, [])

    @property
    def traced(self) -> Sequence[Span]:
        return [span for trace in self._traces.values() for span in trace.tree.spans]

    def trace(self, turn: int) -> Job[TurnTrace]:
        """Return the trace of a turn. If a handler raises an error, the trace ends there."""
        if turn in self._traces:
            return self._traces[turn]
        positions, begin = self.timeline.positions_of(turn), self.timeline.position_of_turn(turn)
        spans, last, problem = list[Span](), list[Span](), ""
        first = positions.start
        try:
            if self._last_record[0] == begin == self.timeline.position:
                # The previous turn has just been traced, so do not play its last record again.
                first, last = begin, self._last_record[1]
                spans += last
            else:
                yield from _play_up_to(self.timeline, first)
            for step in replay(self.timeline, range(first, positions.stop)):
                last = [*step.tree.spans]
                spans += last
                yield f"tracing turn {turn}"
            self._last_record = self.timeline.position, last
        except JournalError as error:
            problem = self.failed(error)
        self._note_divergence()
        records, whole = self.timeline.journal.records, Tree(spans)
        picture = self._picture() if self.pictured and not problem else ()
        trace = TurnTrace(whole, of_turns(whole, range(turn, turn + 1)), picture, problem)
        self._traces[turn] = trace
        if len(self._traces) > _MOST_KEPT:
            del self._traces[next(iter(self._traces))]
        for inside, group in groupby(spans, lambda span: span.turn):
            if not self.has_records(inside):  # an intent such as Run lasted several turns
                some = [*group]
                events = _counts(span.event for span in Tree(some).roots)
                # Do not list entities that left, because the turn on which they left is unknown.
                self._summaries[inside] = summarize(events, (), some, range(1 << 62))
        if self.has_records(turn):
            intents = (record for record in records[begin : positions.stop] if record.is_intent)
            self._summaries[turn] = summarize(
                self._intents(turn),
                [record.seq for record in intents if record.type != Run.__name__],
                [span for span in spans if span.sequence >= records[begin].seq],
                self.timeline.simulation.world._entities.by_id,
            )
        return trace

    def has_records(self, turn: int) -> bool:
        return self.timeline.position_of_turn(turn) < self.timeline.end_of_turn(turn)

    def find_end(self) -> Job[None]:
        """Find an unclosed recording's last turn by playing the last intent."""
        timeline = self.recording.timeline()
        with suppress(JournalError):  # the error is shown when its turn is played
            yield from _play_up_to(timeline, timeline.length, "looking for the last turn: ")
        self.last = max(self.last, timeline.turn)

    def _picture(self) -> tuple[str, ...]:
        simulation: Any = self.timeline.simulation
        try:
            drawn = simulation.picture()
            lines = "\n".join([drawn] if isinstance(drawn, str) else drawn).split("\n")
            world = simulation.world
            return f"picture at turn {world.turn}, time {world.agenda.now}", *lines
        except Exception as error:  # the simulation's own code may raise any error
            return "picture", str(description_error("picture()", error))

    def summary(self, turn: int) -> str:
        return self._summaries.get(turn) or self._intents(turn)

    def _intents(self, turn: int) -> str:
        timeline = self.timeline
        begin, end = timeline.position_of_turn(turn), timeline.end_of_turn(turn)
        intents = [record for record in timeline.journal.records[begin:end] if record.is_intent]
        some, rest = intents[:_MOST_INTENTS], intents[_MOST_INTENTS:]
        counts = _counts(intent_text(timeline.simulation, record) for record in some)
        return f"{counts}, {len(rest)} more" if rest else counts

    def begin(self, turn: int) -> Job[World | str]:
        """Return the world before a turn's first record or event, or an error text."""
        timeline, begin = self.timeline, self.timeline.position_of_turn(turn)

        def stop() -> dict[Place, Value]:
            if timeline.turn >= turn:
                raise _StartOfTurn
            return {}

        try:
            first = begin if self.has_records(turn) else max(begin - 1, 0)
            yield from _play_up_to(timeline, first)
            watch = partial(WriteWatch, scope=stop)
            _ = [*replay(timeline, range(first, begin), watch, events=False)]
        except _StartOfTurn:
            self._note_divergence()
            self.timeline = timeline.from_start()  # because only part of its last record was played
        except JournalError as error:
            return self.failed(error)
        self._note_divergence()
        return timeline.simulation.world

    def entities(self, turn: int, *, traced: bool = False) -> Job[list[tuple[int, str]]]:
        """Return the entities at the start of a turn; with ``traced``, also those in its events."""
        spans = (yield from self.trace(turn)).tree.spans if traced else ()
        players = [player for span in spans for _, player in span.roles if player is not None]
        found, world = {player.id: str(player) for player in players}, (yield from self.begin(turn))
        if isinstance(world, World):
            names = Names(self.recording.source, world)
            found |= {entity.id: names.of(entity) for entity in world}
        return sorted(found.items())

    def state(self, turn: int, number: int, name: str) -> Job[list[Row]]:
        world = yield from self.begin(turn)
        if isinstance(world, str) or number not in world._entities.by_id:
            return [Row(world if isinstance(world, str) else f"there is no {name}", Kind.ERROR)]
        rows = list[Row]()
        for line in entity_lines(world[number], Names(self.recording.source, world)):
            field = line.split()[0]
            pin = Pin(number, field, name) if rows and "." in field else None
            rows.append(Row(line, Kind.HANDLER, pin=pin))
        return rows

    def pin_field(self, pin: Pin | None) -> Job[None]:
        # Play a separate timeline, so that turns can be shown in the meantime.
        self.pin, self.values = None if pin == self.pin else pin, []
        if pin is None or self.pin is None:
            return
        timeline, values = self.recording.timeline(), self.values

        def look(*, at_record: bool = False) -> dict[Place, Value]:  # also called during events
            least = timeline.turn_of(timeline.position) if at_record else 0
            moment = max(least, timeline.turn), at_record
            if not values or values[-1][0] < moment:
                values.append((moment, self._value_of(pin, timeline.simulation.world)))
            return {}

        look(at_record=True)
        watch = partial(WriteWatch, scope=look)
        with suppress(JournalError):  # the error is shown when its turn is played
            for _ in replay(timeline, range(timeline.length), watch, events=False):
                look(at_record=True)
                yield f"playing record {timeline.position} of {timeline.length}"

    def _value_of(self, pin: Pin, world: World) -> Value:
        component, _, field = pin.field.partition(".")
        entity = world._entities.by_id.get(pin.entity)
        for part in () if entity is None else entity.components:
            if type(part)._declared_.__name__ == component:
                names = Names(self.recording.source, world)
                return make_writer(names.name, live=True)(getattr(part, field, None))
        return None

    def value_text(self, turn: int) -> str:
        value = self._value(turn)
        if isinstance(value, Written) and value[:1] in ("[", "{"):
            return "changed" if self._differs(turn) else "same"
        return "·" if value is ABSENT else show(value, 12)

    def _differs(self, turn: int) -> bool:
        values = self._value(turn - 1), self._value(turn)
        return ABSENT not in values and bool(values[0] != values[1])

    def _value(self, turn: int) -> Any:
        place = bisect_left(self.values, (turn, self.has_records(turn)), key=lambda one: one[0])
        return self.values[place][1] if place < len(self.values) else ABSENT

    def sparkline(self, turns: range) -> str:
        """Return one bar for each turn; for a value that is not a number, mark changes with ≠."""
        numbers = {t: v for t in turns if isinstance(v := self._value(t), int | float)}
        low, high = min(numbers.values(), default=0), max(numbers.values(), default=0)
        scale = (len(_BARS) - 1) / ((high - low) or 1)
        return "".join(
            _BARS[round((numbers[t] - low) * scale)] if t in numbers else "·≠"[self._differs(t)]
            for t in turns
        )

    def failed(self, error: JournalError) -> str:
        """Store an error as its turn's fault, reset the timeline, and return the error's text."""
        turn = max(self.timeline.turn_of(self.timeline.position), self.timeline.turn)
        self._note_divergence()
        self.faults.setdefault(turn, str(error))
        self.stops.add(turn)
        self.timeline = self.timeline.from_start()
        return str(error)

    def _note_divergence(self) -> None:
        divergence = self.timeline.divergence
        if divergence is not None:
            self.faults.setdefault(divergence.turn, str(divergence))


def _counts(texts: Iterable[str]) -> str:
    return ", ".join(text if n == 1 else f"{n} {text}" for text, n in Counter(texts).items())


class _StartOfTurn(BaseException):
    """Stops a replay before a turn's first event. ``except Exception`` does not catch it."""


def _play_up_to(timeline: Timeline, position: int, purpose: str = "") -> Job[None]:
    """Play up to a position, unless it is negative. In that case, ``replay`` starts over."""
    position = timeline.approach(position) if position >= 0 else 0
    while timeline.position < position and timeline.step():
        yield f"{purpose}playing record {timeline.position} of {timeline.length}"
