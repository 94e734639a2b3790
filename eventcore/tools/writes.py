"""Who wrote a field: each change of it in a recording, with the handler and the event."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import RaisedError
from eventcore.replay import Timeline
from eventcore.tools.naming import Names, listed
from eventcore.tools.opening import Recording
from eventcore.tools.results import NotFoundError, UsageError
from eventcore.tools.tracing import BEGINNING, each, positions_of
from eventcore.trace.values import show
from eventcore.trace.watch import FieldWatch, Write
from eventcore.world import World


def writes(
    recording: Recording,
    timeline: Timeline,
    label: str,
    of: str,
    turns: tuple[int, int] | None,
) -> Iterator[str]:
    """Tell in a line of each change of a field, who made it, and in which event.

    Args:
        recording: The recording.
        timeline: Of it; it is moved.
        label: The field, as ``Component.field``.
        of: Whose, by name or id; empty for everyone's.
        turns: The first and the last turn; None for all.

    Raises:
        UsageError: There is no such field, or nobody of that name.
        JournalError: A record cannot be played.
    """
    cls, field = _field(recording, label)
    every = range(BEGINNING, timeline.length)
    positions = every if turns is None else positions_of(timeline, *turns)
    found = False
    watches = list[_Watch]()

    def watch(world: World) -> _Watch:
        watches.append(_Watch(recording, world, cls, field, of))
        return watches[-1]

    def told() -> Iterator[str]:
        nonlocal found
        watching = watches[-1]
        watching.look()
        for write, turn in watching.taken():
            if turns is None or turns[0] <= turn <= turns[1]:
                found = True
                yield f"turn {turn}  {_written(write, label, watching.names)}"

    try:
        for _ in each(timeline, positions, watch):
            yield from told()
    except RaisedError:
        if watches:
            yield from told()
        raise
    if not found and of and not any(one.matched for one in watches):
        Names(recording.source, timeline.simulation.world).find(of)
        raise NotFoundError(f"{recording.path}: {of} has no {cls.__name__}")
    if not found:
        yield f"nobody wrote {label}" + (f" of {of}" if of else "")


class _Watch(FieldWatch):
    """Watches a field of those who are meant, and remembers the turn of each change."""

    def __init__(
        self, recording: Recording, world: World, cls: type[Component], field: str, of: str
    ) -> None:
        self.names = Names(recording.source, world)
        self.matched = False
        self._means: dict[Entity, bool] = {}
        self._of = of
        self._turns: list[int] = []
        super().__init__(world, cls, field, self._who, self.names.name)

    def __enter__(self) -> _Watch:
        super().__enter__()
        return self

    def look(self) -> None:
        """Note what has changed, and the turn it is."""
        super().look()
        self._turns += [self._world.turn] * (len(self.writes) - len(self._turns))

    def taken(self) -> list[tuple[Write, int]]:
        """Give what has changed since this was last asked."""
        found = list(zip(self.writes, self._turns, strict=True))
        self.writes.clear()
        self._turns.clear()
        return found

    def _who(self) -> Iterator[Entity]:
        for entity in self._world.having(self._component):
            if entity not in self._means:
                self._means[entity] = not self._of or self.names.matches(entity, self._of)
            if self._means[entity]:
                self.matched = True
                yield entity


def _written(write: Write, label: str, names: Names) -> str:
    before, after = (
        show(value) if there else "nothing"
        for value, there in zip((write.before, write.after), write.there, strict=True)
    )
    said = f"{label} of {names.of(write.entity)}: {before} → {after}"
    event = write.event
    if event is None:
        return f"{said}  by no handler"
    who = [getattr(event, role) for role in event._roles_]
    roles = " → ".join(names.of(one) for one in who if one is not None)
    chain, cause = f"{type(event).__name__} #{event.sequence} {roles}", event.cause
    while cause is not None:
        chain += f", of {type(cause).__name__} #{cause.sequence}"
        cause = cause.cause
    by = "the bus" if write.handler is None else write.handler.label
    return f"{said}  by {by} in {chain}"


def _field(recording: Recording, label: str) -> tuple[type[Component], str]:
    """Find a component class and its field by their names.

    Raises:
        UsageError: The world has no such component, or that no such field.
    """
    name, _, field = label.partition(".")
    classes = {cls.__name__: cls for cls in recording.first.world.components}
    if name not in classes:
        near = get_close_matches(name, classes, n=3, cutoff=0.5) or sorted(classes)
        raise UsageError(
            f"--changes {label}: there is no component {name!r}; there is {listed(near)}"
        )
    cls = classes[name]
    if field not in cls._fields_:
        there = listed(cls._fields_) if cls._fields_ else "no field"
        raise UsageError(f"--changes {label}: {name} has no field {field!r}; it has {there}")
    return cls, field
