"""The command series: yield the values of a field during recordings as rows."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from warnings import warn

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.replay.names import WORLD, namer_in
from eventcore.replay.playback import Playback
from eventcore.tap import Tap
from eventcore.text import there_is
from eventcore.tools.naming import find_field
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import NotFoundError
from eventcore.tools.tally import journals_of
from eventcore.trace.values import make_writer
from eventcore.world import World


class Row(NamedTuple):
    """The value of a field at a moment.

    Attributes:
        journal: The path of the journal.
        turn: The turn at that moment.
        time: The time in the units of ``world.agenda.now``.
        entity: The name and id of the entity, such as ``zombie 57``.
        value: A number, a str, a bool or None. A list, tuple or dict is given as its length, and
            any other value as a str. The value is also None after the entity or its component has
            been removed.
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
    cls, field = find_field(recording.first.world, label)
    for line in recording.notes("played"):
        warn(line)
    watches = list[_Watch]()

    def watch(world: World) -> None:
        watches.append(_Watch(recording, world, cls, field, of, every))

    simulation = recording.source.watched(watch)
    if not watches:  # the source has no begin_watched, so watch after the setup
        watch(simulation.world)
    play = Playback(simulation, recording.journal, restore=recording.source.restore)
    with recording.journal.errors_named():
        going = True
        while going:
            yield from watches[-1].take()
            going = play.step()
            if play.simulation is not simulation:  # the journal switches to other rules
                simulation = play.simulation  # type: ignore[assignment]  # from the same source
                watch(simulation.world)
    if not any(one.matched for one in watches):
        having = simulation.world.having(cls)
        raise NotFoundError(
            f"{recording.path}: no {of!r} has {label}; "
            f"{there_is(of, map(watches[-1].plain_name, having))}"
        )
    if play.divergence is not None:
        warn(f"{recording.path}: {play.divergence}; the rows from there on show the replay")
    return simulation.world.agenda.now, simulation.world.turn


class _Watch(Tap):
    """Reads a field before each outermost event, when all earlier events have settled."""

    def __init__(
        self,
        recording: Recording,
        world: World,
        cls: type[Component],
        field: str,
        of: str,
        every: int,
    ) -> None:
        self.matched = not of
        self._journal, self._world, self._every = str(recording.path), world, every
        self._class, self._field, self._of = cls, field, of
        self._name = namer_in(world, recording.source.name)
        self._write = make_writer(self._name)
        self._labels: dict[Entity, str] = {}
        self._known: dict[str, Any] = {}
        self._rows: list[Row] = []
        self._moment = world.turn, world.agenda.now
        self._next = 0
        self._set_up = False
        world.tap(self)

    def published(self, event: Event) -> None:
        """Read the field before an outermost event; the changes belong to the previous moment."""
        if event.cause is None and self._set_up:
            self._look()

    def take(self) -> list[Row]:
        """Return the new rows since the last call. The first call marks the end of the setup."""
        if not self._set_up and self._every:
            self._next = -(-self._world.turn // self._every) * self._every
        self._set_up = True
        self._look()
        rows, self._rows = self._rows, []
        return rows

    def plain_name(self, entity: Entity) -> str:
        """Return the name of an entity, or its id if it has no name."""
        return self._name(entity) or str(entity.id)

    def _look(self) -> None:
        world = self._world
        known, self._known = self._known, self._values()
        if self._every:
            while self._next <= world.turn:  # several turns may have passed at once
                moment = self._next, self._next * world.turn_length
                self._rows += [self._row(moment, *pair) for pair in self._known.items()]
                self._next += self._every
            return
        for entity in {**known, **self._known}:
            value = self._known.get(entity)
            if entity not in known or entity not in self._known or known[entity] != value:
                self._rows.append(self._row(self._moment, entity, value))
        self._moment = world.turn, world.agenda.now

    def _row(self, moment: tuple[int, int], entity: str, value: Any) -> Row:
        return Row(self._journal, *moment, entity, value)

    def _values(self) -> dict[str, Any]:
        values = {}
        for entity in self._world.having(self._class):
            label = self._labels.get(entity)
            if label is None:
                name = self._name(entity)
                label = name if name == WORLD else f"{name or 'entity'} {entity.id}"
                meant = not self._of or self._of in (str(entity.id), name, label)
                label = self._labels[entity] = label if meant else ""
            if label:
                self.matched = True
                value = getattr(entity[self._class], self._field)
                # In a table, the length of a list is more useful than its items.
                is_sized = isinstance(value, list | tuple | dict)
                values[label] = len(value) if is_sized else self._write(value)
        return values
