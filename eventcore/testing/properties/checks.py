"""Functions that check the invariants of a simulation for a given list of intents.

Most of these functions compare a run with a plain run, which is not saved or cloned. Before a check
blames saving, cloning or replaying, it repeats the plain run. If the two plain runs differ, the
simulation is not deterministic, and the check reports that instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, Final, NoReturn, TypeAlias

import attrs
import msgspec

from eventcore.entity import Entity
from eventcore.errors import JournalError, SaveError
from eventcore.event import Action, Event, name_of
from eventcore.journal.format import Record, decode_record, encode_record
from eventcore.journal.settled import decode_events, encode_events
from eventcore.outcome import CONTINUE
from eventcore.replay.comparison import divergent_paths
from eventcore.replay.event_log import EventLog, divergences
from eventcore.replay.simulation import Restorable, Source
from eventcore.simulation import Simulation
from eventcore.state.digest import state_digest
from eventcore.tap import Tap
from eventcore.testing.fakes import RunFor, intent_for, repr_of
from eventcore.world import World

Origin: TypeAlias = Source | Callable[[], Simulation]
Alive: TypeAlias = Callable[[Entity], bool]
Names: TypeAlias = tuple[str, str]  # the names of two compared runs, as used in error messages

_AHEAD: Final = 3  # the number of intents that each clone performs
_IS_ALIVE: Final[Alive] = attrgetter("alive")
_PATHS: Final = 3  # the maximum number of differences that a message lists


def check_simulation(source: Origin, intents: Sequence[Any], *, alive: Alive = _IS_ALIVE) -> None:
    """Check all invariants of a simulation for a list of intents.

    Args:
        source: The class of the simulation, a function that creates it, or a ``Source``.
        intents: The intents to perform, in order.
        alive: A function that returns whether an entity may act. By default, an entity may act
            until it leaves the world.

    Raises:
        AssertionError: An invariant is broken. The message names the intent and the difference.
    """
    source = source_of(source)
    check_settles(source, intents)
    check_living(source, intents, alive=alive)
    for check in (check_replays, check_saves, check_clones):
        check(source, intents)


def source_of(origin: Origin) -> Source:
    return origin if isinstance(origin, Source) else Source(origin, origin().restore)


def check_settles(source: Source, intents: Sequence[Any]) -> None:
    """Check that events settle once, after nested events, and that intents raise no errors."""
    run = Run(source.begin())
    rules = Rules(run.simulation.world)
    for where in run.play(intents):
        rules.check_settled(where)


def check_living(source: Source, intents: Sequence[Any], *, alive: Alive = _IS_ALIVE) -> None:
    """Check that an Action fails if ``alive`` returns False for its enactor."""
    run = Run(source.begin())
    rules = Rules(run.simulation.world, alive)
    for where in run.play(intents):
        rules.check_living(where)


def check_replays(source: Source, intents: Sequence[Any]) -> None:
    """Check that replaying the recorded intents leads to the same events and state."""
    plain = played(source, intents)
    with drift_first(source, intents, plain):
        check_replay(source, plain)


def check_saves(source: Source, intents: Sequence[Any]) -> None:
    """Check that saving and loading the simulation before each intent does not change the run."""

    def between(run: Run, number: int, where: str) -> None:
        run.continue_with(reload(source, run.simulation, where))

    try:
        _compare_with_plain(source, intents, between, ("without saving", "with saving and loading"))
    except AssertionError as error:
        classes: Any = source.begin().world.components
        names = [f"{cls.__name__}.{one.name}" for cls in classes for one in attrs.fields(cls)]
        own = ", ".join(name for name in names if "._" in name and name[-8:] != "._entity")
        error.add_note(f"these are not saved, so no rule may use them: {own or 'observers'}")
        raise


def check_clones(source: Source, intents: Sequence[Any]) -> None:
    """Check that running a clone before each intent does not change the original run."""

    def between(run: Run, number: int, where: str) -> None:
        ahead = intents[number : number + _AHEAD] or intents[:_AHEAD]
        play_clone(source, run.simulation, ahead, where)

    _compare_with_plain(source, intents, between, ("without clones", "with clones"))


def _compare_with_plain(
    source: Source,
    intents: Sequence[Any],
    between: Callable[[Run, int, str], None],
    names: Names,
) -> None:
    plain = played(source, intents)
    with drift_first(source, intents, plain):
        run = Run(source.begin())
        for number in range(len(intents)):
            between(run, number, f"before {plain.steps[number].where}")
            for _ in run.play(intents[number : number + 1]):
                require_same_step(plain, run, number, names)
        between(run, len(intents), "after the last intent")
        require_same_end(plain, run, names)


def check_replay(source: Source, run: Run, names: Names = ("in the run", "in the replay")) -> None:
    """Record and replay the intents of a run, and check that the replay equals the run."""
    again = Run(source.begin())
    for number, step in enumerate(run.steps):
        intent = _recorded(again.simulation, step.intent, step.where)
        for _ in again.play([intent], ", replayed"):
            require_same_step(run, again, number, names)
    require_same_end(run, again, names)


def reload(source: Source, simulation: Restorable, where: str) -> Restorable:
    """Save and load a simulation, check that nothing changed, and return the loaded simulation."""
    before = Snapshot.of(simulation)
    loaded = _restored(source, before.save, where)
    before.require_same(Snapshot.of(loaded), where, ("when saved", "after loading"))
    before.require_same(Snapshot.of(simulation), where, ("before saving", "after saving"))
    return loaded


def play_clone(source: Source, simulation: Restorable, intents: Sequence[Any], where: str) -> None:
    before = Snapshot.of(simulation)
    clone = Run(_restored(source, before.save, where))
    for _ in clone.play(intents, f" on a clone, {where}"):
        pass
    names = ("before", "after a clone was played")
    before.require_same(Snapshot.of(simulation), where, names)


def _restored(source: Source, save: bytes, where: str) -> Restorable:
    try:
        return source.restore(save)
    except SaveError as error:
        raise AssertionError(f"{where}: the save cannot be loaded: {error}") from error


def _recorded(simulation: Restorable, intent: Any, where: str) -> Any:
    try:
        name, version, data = simulation.encode(intent_for(simulation, intent))
        line, _ = encode_record(Record(1, 0, name, version, None, data, ""), 0)
        record, _ = decode_record(line[:-1], 1, 0)
        return simulation.decode(record.type, record.v, bytes(record.data))
    except (JournalError, msgspec.MsgspecError) as error:
        raise AssertionError(f"{where}: the intent cannot be recorded: {error}") from error


@attrs.frozen
class Snapshot:
    """The whole state of a simulation."""

    state: str
    digest: list[str]
    save: bytes

    @classmethod
    def of(cls, simulation: Restorable) -> Snapshot:
        return cls(state_digest(simulation.world), simulation.digest.state(), simulation.save())

    def require_same(self, other: Snapshot, where: str, names: Names) -> None:
        if self == other:
            return
        try:
            paths = divergent_paths(self.save, other.save)
        except SaveError:  # the simulation has its own save format
            paths = []
        one, two = names
        lines = [
            f"{path.path} {path.recorded or 'nothing'} {one}, {path.replayed or 'nothing'} {two}"
            for path in paths[:_PATHS]
        ]
        if len(paths) > _PATHS:
            lines.append(f"{len(paths) - _PATHS} more")
        for part in ("state", "digest"):
            values = getattr(self, part), getattr(other, part)
            if not lines and values[0] != values[1]:
                both = f"{values[0]} {one}, {values[1]} {two}"
                lines = [f"{part} {both}, and the saves show no difference"]
        differences = "; ".join(lines) or f"the saves are not equal {one} and {two}"
        raise AssertionError(f"{where}: {differences}")


@attrs.frozen
class Step:
    """A performed intent, the events that settled, and the state before and after the intent."""

    intent: Any
    where: str
    before: dict[str, Any]
    events: bytes
    after: Snapshot | None  # None unless the run takes a snapshot after each intent


class Run:
    """A simulation and its past intents. A full run takes a snapshot after each intent."""

    def __init__(self, simulation: Restorable, *, full: bool = False) -> None:
        self.steps: list[Step] = []
        self.intents: list[Any] = []
        self._full = full
        self.continue_with(simulation)

    def continue_with(self, simulation: Restorable) -> None:
        """Continue the run with another simulation, which must be in the same state."""
        self.simulation = simulation
        self._log = EventLog(simulation.world)

    def summary(self) -> dict[str, Any]:
        world = self.simulation.world
        return {
            "turn": world.turn,
            "time": world.agenda.now,
            "events so far": world.sequence,
            "draws": world.draws(),
        }

    def play(self, intents: Iterable[Any], note: str = "") -> Iterator[str]:
        """Perform intents, and yield a description of each intent, with its number and turn."""
        for intent in intents:
            performed = intent_for(self.simulation, intent)
            number, turn = len(self.steps) + 1, self.simulation.world.turn
            where = f"intent {number}, {repr_of(performed)}, on turn {turn}"
            before = self.summary() | {"digest": self.simulation.digest.seal()}
            self.intents.append(performed if isinstance(intent, RunFor) else intent)
            try:
                result = self.simulation.perform(performed)
            except Exception as error:
                notes = "; ".join(getattr(error, "__notes__", ()))
                text = f"{type(error).__name__}: {error}" + (f" ({notes})" if notes else "")
                raise AssertionError(f"{where}{note}: raised {text}") from error
            events = encode_events(self._log.take(), 0)[0]
            after = Snapshot.of(self.simulation) if self._full else None
            self.steps.append(Step(intent, where, before, events, after))
            if isinstance(result, Event) and result.outcome is CONTINUE:
                raise AssertionError(f"{where}{note}: returned {result!r}, which has not settled")
            yield where


def played(source: Source, intents: Sequence[Any], *, full: bool = False, note: str = "") -> Run:
    """Perform intents in a new simulation without saving or cloning it, and return the run."""
    run = Run(source.begin(), full=full)
    for _ in run.play(intents, note):
        pass
    return run


@contextmanager
def drift_first(source: Source, intents: Sequence[Any], plain: Run | None = None) -> Iterator[None]:
    """If the ``with`` block fails, compare two plain runs and report any difference instead."""
    try:
        yield
    except AssertionError:
        drift = _drift(source, intents, plain)
        if drift is None:
            raise
        raise AssertionError(
            f"two runs of the same intents already differ: {drift}; a handler draws random "
            "numbers outside the world's streams, or stores state outside the world"
        ) from None


def _drift(source: Source, intents: Sequence[Any], plain: Run | None) -> str | None:
    def difference(first: Run | None, full: bool = False) -> tuple[int, str] | None:
        number = len(intents)
        try:
            one = first or played(source, intents, full=full, note=", in another run")
            two = played(source, intents, full=full, note=", in another run")
            names = ("in the first run", "in the second run")
            for number, (step, again) in enumerate(zip(one.steps, two.steps, strict=True)):
                require_same_step(one, two, number, names)
                if step.after and again.after:
                    step.after.require_same(again.after, f"after {step.where}", names)
            number = len(intents)
            require_same_end(one, two, names)
        except AssertionError as error:
            return number, str(error)
        return None

    found = difference(plain)
    # Compare full runs only after plain runs, because taking snapshots may cause a difference.
    return found and min(found, difference(None, full=True) or found)[1]


def require_same_step(one: Run, two: Run, number: int, names: Names) -> None:
    """Raise AssertionError if two runs differ in a step. Steps are numbered from 0."""
    mine, other = one.steps[number], two.steps[number]
    _require_same(mine.before, other.before, f"before {mine.where}", names)
    if mine.events == other.events:
        return
    events, others = (
        [event for line in step.events.splitlines() for event in decode_events(line, 0)]
        for step in (mine, other)
    )
    for event, counterpart in zip(events, others, strict=False):
        found = next(divergences(event, counterpart), None)
        if found is not None:
            _fail(mine.where, f"{event.type} #{event.seq}: {found[0]}", found[1:], names)
    _fail(mine.where, "events", (len(events), len(others)), names)


def require_same_end(one: Run, two: Run, names: Names) -> None:
    where = "after the last intent"
    _require_same(one.summary(), two.summary(), where, names)
    Snapshot.of(one.simulation).require_same(Snapshot.of(two.simulation), where, names)


def _require_same(one: dict[str, Any], two: dict[str, Any], where: str, names: Names) -> None:
    for name, value in one.items():
        if value != two[name]:
            _fail(where, name, (value, two[name]), names)


def _fail(where: str, part: str, values: tuple[Any, Any], names: Names) -> NoReturn:
    raise AssertionError(f"{where}: {part} {values[0]!r} {names[0]}, {values[1]!r} {names[1]}")


class Rules(Tap):
    """Collects violations, because an error raised in a tap would look like a handler error."""

    def __init__(self, world: World, alive: Alive = _IS_ALIVE) -> None:
        self._alive = alive
        self._open: list[Event] = []
        self._dead: set[Event] = set()
        self._latest = world.sequence
        self._unsettled: list[str] = []
        self._undead: list[str] = []
        world.tap(self)

    def published(self, event: Event) -> None:
        if event.sequence <= self._latest:
            self._unsettled.append(f"{name_of(event)} has a lower number than #{self._latest}")
        self._latest = event.sequence
        self._open.append(event)
        # Check before the handlers run, because a handler of the event may kill the enactor.
        if isinstance(event, Action) and not self._alive(event.enactor):
            self._dead.add(event)

    def settled(self, event: Event) -> None:
        name = name_of(event)
        if event not in self._open:
            self._unsettled.append(f"{name} settled, but was not being dispatched")
        else:
            while (inner := self._open.pop()) is not event:
                self._unsettled.append(_left_open(inner))
        if event.outcome is CONTINUE:
            self._unsettled.append(f"{name} ended without an outcome")
        elif not event.reason if event.failed else event.reason is not None:
            self._unsettled.append(f"{name} is {event.outcome.value}, reason {event.reason!r}")
        if event in self._dead and not event.failed:
            self._undead.append(f"{name} is {event.outcome.value}, but {event.enactor!r} was dead")
        self._dead.discard(event)

    def check_settled(self, where: str) -> None:
        wrong = self._unsettled + [_left_open(event) for event in self._open]
        if wrong:  # do not use assert, because pytest would extend the message
            raise AssertionError(f"{where}: {wrong[0]}")

    def check_living(self, where: str) -> None:
        if self._undead:
            raise AssertionError(f"{where}: {self._undead[0]}")


def _left_open(event: Event) -> str:
    return f"{name_of(event)} never settled: a handler raised an error that another handler caught"
