"""The command ``series``: yield the values that a field has during recordings, as rows."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from warnings import warn

from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.replay import Timeline
from eventcore.tools.opening import Recording, Simulations, journals_of
from eventcore.tools.tracing import replay
from eventcore.tools.writes import Watched
from eventcore.trace.watch import ABSENT, WriteWatch
from eventcore.world import World

_Change: TypeAlias = tuple[int, int, Entity, Any]
"""The turn, the time, the entity, and either the value or ``ABSENT``."""


class Row(NamedTuple):
    """The value of a field at a moment.

    Attributes:
        journal: The path of the journal.
        turn: The turn at that moment.
        time: The time in the units of ``world.agenda.now``.
        entity: The name and id of the entity, such as ``zombie 57``.
        value: A number, a str, a bool or None. A list, tuple or dict is represented by its
            length, and any other value by a str. The value is also None after the entity or its
            component has been removed.
    """

    journal: str
    turn: int
    time: int
    entity: str
    value: Any


def series(
    simulation: Simulations | Callable[..., Any] | str,
    journals: Path | str | Iterable[Path | str],
    field: str,
    *,
    of: str = "",
    every: int = 0,
) -> Iterator[Row]:
    """Replay journals and yield the values of a field, for example for ``pandas.DataFrame``.

    Args:
        simulation: The class of the simulation, a function that returns the ``Source`` of a
            journal, or the name of either as ``module:Class``.
        journals: A journal, a folder of journals, or several journals and folders.
        field: The field, as ``Component.field``.
        of: The name or id of an entity; by default, all entities that have the component.
        every: Yield all values at the beginning of each turn that is a multiple of this number. By
            default, the first rows are the values after the setup, and the later rows are changes.

    Raises:
        UsageError: The component, the field or the entity does not exist.
        JournalError: A journal cannot be read, or an intent in it cannot be played.
        RaisedError: A handler raises an error.
    """
    simulations = Simulations.of(simulation)
    paths = [journals] if isinstance(journals, Path | str) else journals
    for path in journals_of(map(Path, paths)):
        yield from rows_of(simulations.open(path), field, of, every, warn)


def rows_of(
    recording: Recording, label: str, of: str, every: int, warn: Callable[[str], object]
) -> Generator[Row, None, tuple[int, int]]:
    """Replay one journal and yield its rows; return the time and the turn at its end.

    ``warn`` is called if the rules have changed, the journal is damaged, or the replay differs.
    """
    watched = Watched(recording, of, label, internals=True, sized=True)
    for line in recording.notes("played"):
        warn(line)
    path, timeline, labels = str(recording.path), recording.timeline(), dict[Entity, str]()
    world = timeline.simulation.world
    values = watched.scope_of(world)()
    begun = [(world.turn, world.agenda.now, place[0], value) for place, value in values.items()]
    steps = replay(timeline, range(timeline.length), None, lambda world: _Watch(world, watched))
    writes = (write for step in steps for write in step.writes)
    changes = ((one.turn, one.time, one.place[0], one.after) for one in writes)
    found = _sampled(begun, changes, timeline, every) if every else chain(begun, changes)
    with recording.journal.errors_named():
        for turn, time, entity, value in found:
            name = labels.get(entity) or labels.setdefault(entity, watched.names.of(entity))
            yield Row(path, turn, time, name, None if value is ABSENT else value)
    world = timeline.simulation.world
    watched.check_found(world)
    if timeline.divergence is not None:
        warn(f"{recording.path}: {timeline.divergence}; the rows from there on show the replay")
    return world.agenda.now, world.turn


def _sampled(
    begun: Iterable[_Change], changes: Iterable[_Change], timeline: Timeline, every: int
) -> Iterator[_Change]:
    """Yield all values at the beginning of each turn that is a multiple of ``every``."""
    due, length = -(-timeline.turn // every) * every, timeline.simulation.world.turn_length
    values = {entity: value for _, _, entity, value in begun}
    turns = ((turn, {entity: value}) for turn, _, entity, value in changes)
    for turn, change in chain(turns, ((timeline.turn, {}) for _ in "1")):  # end with the last turn
        while due <= turn:  # several turns may have passed at once
            there = [pair for pair in values.items() if pair[1] is not ABSENT]
            yield from ((due, due * length, *pair) for pair in there)
            due += every
        values |= change


class _Watch(WriteWatch):
    """A watch that looks at the fields only after each outermost event, to save time."""

    def __init__(self, world: World, watched: Watched) -> None:
        super().__init__(world, watched.scope_of(world))

    def hooks(self) -> tuple[str, ...]:
        return ("settled",)

    def settled(self, event: Event) -> None:
        if event.cause is None:
            self.look()
