"""Who wrote a field: each change of it in a recording, with the handler and the event."""

from __future__ import annotations

from collections.abc import Iterator

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import RaisedError
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import there_is
from eventcore.tools.naming import Names
from eventcore.tools.opening import Recording
from eventcore.tools.results import NotFoundError, UsageError
from eventcore.tools.tracing import each
from eventcore.trace.values import Value, make_writer, show
from eventcore.trace.watch import ABSENT, FieldWrite, WriteWatch
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
    positions = every if turns is None else timeline.positions_of(*turns)
    found = False
    watches = list[_Watch]()

    def watch(world: World) -> _Watch:
        watches.append(_Watch(recording, world, cls, field, of))
        return watches[-1]

    def told() -> Iterator[str]:
        nonlocal found
        watching = watches[-1]
        watching.look()
        for write in watching.taken():
            if turns is None or turns[0] <= write.turn <= turns[1]:
                found = True
                yield f"turn {write.turn}  {_written(write, label, watching.names)}"

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


class _Watch(WriteWatch[Entity]):
    """Watches a field of those who are meant."""

    def __init__(
        self, recording: Recording, world: World, cls: type[Component], field: str, of: str
    ) -> None:
        self.names = Names(recording.source, world)
        self.matched = False
        self._means: dict[Entity, bool] = {}
        self._of = of
        self._component = cls
        self._field = field
        self._write = make_writer(self.names.name)
        super().__init__(world, self._held)

    def taken(self) -> list[FieldWrite[Entity]]:
        """Give what has changed since this was last asked."""
        found, self.writes = self.writes, []
        return found

    def _held(self) -> dict[Entity, Value]:
        found = {}
        for entity in self._world.having(self._component):
            if entity not in self._means:
                self._means[entity] = not self._of or self.names.matches(entity, self._of)
            if self._means[entity]:
                self.matched = True
                found[entity] = self._write(getattr(entity[self._component], self._field))
        return found


def _written(write: FieldWrite[Entity], label: str, names: Names) -> str:
    before, after = (
        "nothing" if value is ABSENT else show(value) for value in (write.before, write.after)
    )
    said = f"{label} of {names.of(write.place)}: {before} → {after}"
    event = write.event
    if event is None:
        return f"{said}  by no handler"
    who = [getattr(event, role) for role in event._roles_]
    roles = " → ".join(names.of(one) for one in who if one is not None)
    chain, cause = f"{type(event).__name__} #{event.sequence} {roles}", event.cause
    while cause is not None:
        chain += f", of {type(cause).__name__} #{cause.sequence}"
        cause = cause.cause
    by = f"the observer {write.observer}" if write.observer else write.by
    return f"{said}  by {by} in {chain}"


def _field(recording: Recording, label: str) -> tuple[type[Component], str]:
    """Find a component class and its field by their names.

    Raises:
        UsageError: The world has no such component, or that no such field.
    """
    name, _, field = label.partition(".")
    classes = {cls.__name__: cls for cls in recording.first.world.components}
    if name not in classes:
        there = there_is(name, sorted(classes))
        raise UsageError(f"--changes {label}: there is no component {name!r}; {there}")
    cls = classes[name]
    if not field:
        fields = ", ".join(f"{name}.{one}" for one in cls._fields_) or "none"
        raise UsageError(f"--changes {label}: name a field of it, one of {fields}")
    if field not in cls._fields_:
        there = there_is(field, cls._fields_)
        raise UsageError(f"--changes {label}: {name} has no field {field!r}; {there}")
    return cls, field
