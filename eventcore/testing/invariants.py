"""Functions that check the invariants of a simulation for a given list of intents.

Most of these functions perform the intents again, and compare the second run with the first. Before
a check blames saving, cloning or replaying, it performs the intents once more without any of these.
If this run differs too, the check reports instead that the simulation is not deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any, Final, NoReturn, TypeAlias

import attrs
import msgspec

from eventcore.component import private_fields
from eventcore.entity import Entity
from eventcore.errors import JournalError, SaveError
from eventcore.event import Action, Event, name_of
from eventcore.journal.format import Record, decode_record, encode_record
from eventcore.journal.lines import BAD_JSON
from eventcore.journal.settled import decode_events, encode_events
from eventcore.outcome import CONTINUE
from eventcore.replay.comparison import divergent_paths
from eventcore.replay.event_log import EventLog, divergences
from eventcore.replay.simulation import Simulation, Source
from eventcore.simulation import Run as RunIntent
from eventcore.state.digest import state_digest
from eventcore.tap import Tap
from eventcore.testing.fakes import RunFor, intent_for, repr_of
from eventcore.testing.order import Scenario, describe_drift

Origin: TypeAlias = Source | Callable[[], Any]  # a source, or a function that creates a simulation
Alive: TypeAlias = Callable[[Entity], bool]
Names: TypeAlias = tuple[str, str]  # the names of two compared runs, as used in error messages
Between: TypeAlias = Callable[["Run", str], object]  # a function to call between two intents

_AHEAD: Final = 3  # the maximum number of intents that each clone performs
_IS_ALIVE: Final[Alive] = attrgetter("alive")
_PATHS: Final = 3  # the maximum number of differences that a message lists
_END: Final = "after the last intent"


def check_simulation(source: Origin, intents: Sequence[Any], *, alive: Alive = _IS_ALIVE) -> None:
    """Check all invariants of a simulation for a list of intents.

    Args:
        source: The class of the simulation, a function that creates it, or a ``Source``.
        intents: The intents to perform, in order.
        alive: A function that returns whether an entity may act. By default, an entity may act
            until it leaves the world.

    Raises:
        AssertionError: An invariant is broken. The message names the intent and the difference, and
            a note lists all intents.
    """
    if not callable(source) and not isinstance(source, Source):
        raise TypeError(f"check_simulation({source!r}, …): pass the class, not an instance")
    source = source if isinstance(source, Source) else Source(source, source().restore)
    try:
        for check in (check_replays, check_saves, check_clones):
            check(source, intents)
        check_events(source, intents, alive=alive)  # later, because the first run may fill a cache
    except AssertionError as error:
        error.add_note(f"intents = [{', '.join(map(repr_of, intents))}]")
        raise


def check_events(source: Source, intents: Sequence[Any], *, alive: Alive = _IS_ALIVE) -> None:
    """Check that intents raise no errors, and that their events obey the rules.

    Events must settle after their nested events, refusals must have a reason, and an Action must
    fail if ``alive`` returns False for its enactor.
    """
    Run(source.begin(), alive).play(intents)


def check_replays(source: Source, intents: Sequence[Any]) -> None:
    """Check that replaying the recorded intents leads to the same events and state."""
    _check_again(source, intents, ("in the run", "in the replay"))


def check_saves(source: Source, intents: Sequence[Any]) -> None:
    """Check that saving and loading the simulation before each intent does not change the run."""

    def between(run: Run, where: str) -> None:
        before = Snapshot.of(run.simulation)
        loaded = _restored(source, before.save, where)
        before.require_same(Snapshot.of(loaded), where, ("when saved", "after loading"))
        before.require_same(Snapshot.of(run.simulation), where, ("before saving", "after saving"))
        run.continue_with(loaded)

    try:
        _check_again(source, intents, ("without saving", "with saving and loading"), between)
    except AssertionError as error:
        own = ", ".join(private_fields(source.begin().world.components))
        omitted = f"private fields ({own or 'none here'}), attributes that restored() does not set"
        shared = "if two fields share a list, they no longer share it after loading"
        error.add_note(f"saves omit {omitted}, and observers; {shared}")
        raise


def check_clones(source: Source, intents: Sequence[Any]) -> None:
    """Check that running a clone before each intent does not change the original simulation."""

    def between(run: Run, where: str) -> None:
        ahead = intents[len(run.steps) :][:_AHEAD]
        if not ahead:  # start over, with durations, because the end times have passed
            ahead = [RunFor(x.until) if isinstance(x, RunIntent) else x for x in intents[:_AHEAD]]
        before = Snapshot.of(run.simulation)
        Run(_restored(source, before.save, where)).play(ahead, f" on a clone, {where}")
        names = ("before", "after running a clone")
        before.require_same(Snapshot.of(run.simulation), where, names)

    _check_again(source, intents, ("without clones", "with clones"), between)


def _check_again(
    source: Source, intents: Sequence[Any], names: Names, between: Between = lambda run, where: None
) -> None:
    """Perform the intents twice, the second time with ``between``, and compare the two runs.

    If the runs differ, perform the intents once more without ``between``, and report any
    difference from the first run instead.
    """
    run = Run(source.begin())
    run.play(intents)
    try:
        check_replay(source, intents, run, names, between)
    except AssertionError:
        try:
            names = ("in the first run", "in the second run")
            check_replay(source, intents, run, names, record=False)
        except AssertionError as error:
            # Later runs may be the same if the first run has changed something that they share.
            drift = describe_drift(Scenario("", source.begin, intents)) or f": {error}"
        else:
            raise
        raise AssertionError(
            f"two runs of the same intents already differ{drift}; a handler draws random "
            "numbers outside the world's streams, or stores state outside the world"
        ) from None


def check_replay(
    source: Source,
    intents: Sequence[Any],
    run: Run,
    names: Names,
    between: Between = lambda run, where: None,
    *,
    record: bool = True,
) -> None:
    """Perform the intents of a run again, and check that each has the same result.

    ``between`` is called before each intent and after the last intent. Its arguments are the second
    run and a phrase for error messages. Unless ``record`` is False, each intent is recorded and
    decoded before it is performed.
    """
    again = Run(source.begin())
    for number, (step, intent) in enumerate(zip(run.steps, intents, strict=True)):
        between(again, f"before {step.where}")
        if record:
            intent = _recorded(again.simulation, intent, step.where)
        again.play([intent], f", {names[1]}")
        step.require_same(again.steps[number], names)
    between(again, _END)
    Snapshot.of(run.simulation).require_same(Snapshot.of(again.simulation), _END, names)


def _restored(source: Source, save: bytes, where: str) -> Simulation:
    try:
        return source.restore(save)
    except SaveError as error:
        raise AssertionError(f"{where}: the save cannot be loaded: {error}") from error


def _recorded(simulation: Simulation, intent: Any, where: str) -> Any:
    try:
        name, version, data = simulation.encode(intent_for(simulation, intent))
        line, _ = encode_record(Record(1, 0, name, version, None, data, ""), 0)
        record, _ = decode_record(line[:-1], 1, 0)
        return simulation.decode(record.type, record.v, bytes(record.data))
    except (JournalError, msgspec.MsgspecError) as error:
        raise AssertionError(f"{where}: the intent cannot be recorded: {error}") from error


@attrs.frozen
class Snapshot:
    """The whole state of a simulation, for comparisons."""

    state: str
    digest: list[str]
    save: bytes

    @classmethod
    def of(cls, simulation: Simulation) -> Snapshot:
        return cls(state_digest(simulation.world), simulation.digest.state(), simulation.save())

    def require_same(self, other: Snapshot, where: str, names: Names) -> None:
        if self == other:
            return
        one, two = names
        found = []
        with suppress(*BAD_JSON):  # the simulation may have its own save format
            for path in divergent_paths(self.save, other.save)[:_PATHS]:
                before, after = path.recorded or "nothing", path.replayed or "nothing"
                found.append(f"{path.path} {before} {one}, {after} {two}")
        if not found:
            parts = ("state", "digest", "save")
            differ = [part for part in parts if getattr(self, part) != getattr(other, part)]
            found = [f"different {' and '.join(differ)} {two} than {one}"]
        raise AssertionError(f"{where}: {'; '.join(found)}")


@attrs.frozen
class Step:
    """A performed intent: its description, facts about the state before it, and settled events."""

    where: str
    before: dict[str, Any]
    events: bytes

    def require_same(self, other: Step, names: Names) -> None:
        for name, value in self.before.items():
            if value != other.before[name]:
                _fail(f"before {self.where}", name, (value, other.before[name]), names)
        if self.events == other.events:
            return
        events, others = (
            [event for line in step.events.splitlines() for event in decode_events(line, 0)]
            for step in (self, other)
        )
        for event, counterpart in zip(events, others, strict=False):
            for field, *values in divergences(event, counterpart):
                _fail(self.where, f"{event.type} #{event.seq}: {field}", values, names)
        _fail(self.where, "events", (len(events), len(others)), names)


def _fail(where: str, name: str, values: Sequence[Any], names: Names) -> NoReturn:
    raise AssertionError(f"{where}: {name} {values[0]} {names[0]}, {values[1]} {names[1]}")


class Run(Tap):
    """A simulation that performs intents, and a record of what has happened so far.

    A run collects broken rules until an intent ends, because errors that a tap raises would look
    like errors of a handler.
    """

    def __init__(self, simulation: Simulation, alive: Alive = _IS_ALIVE) -> None:
        self.steps: list[Step] = []
        self._alive = alive
        self._open: list[Event] = []
        self._dead: set[Event] = set()
        self._broken: list[str] = []
        self.continue_with(simulation)

    def continue_with(self, simulation: Simulation) -> None:
        """Continue the run with another simulation, which must be in the same state."""
        self.simulation = simulation
        self._log = EventLog(simulation.world)
        simulation.world.tap(self)

    def play(self, intents: Iterable[Any], note: str = "") -> None:
        """Perform intents, and raise AssertionError if one raises an error or breaks a rule."""
        for intent in intents:
            performed, world = intent_for(self.simulation, intent), self.simulation.world
            where = f"intent {len(self.steps) + 1}, {repr_of(performed)}, on turn {world.turn}"
            before = {
                "turn": world.turn,
                "time": world.agenda.now,
                "events so far": world.sequence,
                "draws": world.draws(),
                "digest": self.simulation.digest.seal(),
            }
            try:
                result = self.simulation.perform(performed)
            except Exception as error:
                notes = "; ".join(getattr(error, "__notes__", ()))
                text = f"{type(error).__name__}: {error}" + (f" ({notes})" if notes else "")
                raise AssertionError(f"{where}{note}: raised {text}") from error
            self.steps.append(Step(where, before, encode_events(self._log.take(), 0)[0]))
            broken = self._broken + [_left_open(event) for event in self._open]
            if isinstance(result, Event) and result.outcome is CONTINUE:
                broken.append(f"returned {result!r}, which has not settled")
            now = world.agenda.now
            is_idle = before["time"] == now and before["events so far"] == world.sequence
            if is_idle and not note and intent == RunIntent(now):  # only repeated runs have a note
                broken.append(
                    f"has no effect: the time is already {now}; pass a time, not a duration"
                )
            if broken:  # do not use assert, because pytest would extend the message
                raise AssertionError(f"{where}{note}: {broken[0]}")

    def published(self, event: Event) -> None:
        self._open.append(event)
        # Check this before the handlers run, because a handler of the event may kill the enactor.
        if isinstance(event, Action) and not self._alive(event.enactor):
            self._dead.add(event)

    def settled(self, event: Event) -> None:
        name, outcome = name_of(event), event.outcome.value
        while self._open and (inner := self._open.pop()) is not event:
            self._broken.append(_left_open(inner))
        if event.outcome is CONTINUE or bool(event.reason) != event.failed:
            self._broken.append(f"{name} is {outcome}, reason {event.reason!r}")
        if event in self._dead and not event.failed:
            self._broken.append(f"{name} is {outcome}, but {event.enactor!r} was dead")
        self._dead.discard(event)


def _left_open(event: Event) -> str:
    return f"{name_of(event)} never settled: a handler raised an error that another handler caught"
