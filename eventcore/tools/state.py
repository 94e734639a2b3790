"""The ``state`` command, which shows all entities, one entity or one field at a given turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import JournalError
from eventcore.text import there_is
from eventcore.tools.explaining import explained
from eventcore.tools.naming import Names, find_field, item_of
from eventcore.tools.opening import Recording
from eventcore.tools.results import Result, UsageError, counted
from eventcore.trace.values import WHOLE, make_writer, show
from eventcore.trace.watch import ABSENT

_LONGEST = 60  # the maximum length of a value when all entities are listed


def state(recording: Recording, turn: int | None, path: str) -> Result:
    """Return the state at the start of a turn, or at the end of the journal if ``turn`` is None.

    The path is empty, ``ENTITY``, ``ENTITY.Component`` or ``ENTITY.Component.field``.
    """
    timeline, raised = recording.timeline(), None
    with recording.journal.errors_named():
        try:
            timeline.seek(timeline.length if turn is None else timeline.position_of_turn(turn))
        except JournalError as error:
            if turn is not None:
                raise
            raised = error
            timeline.seek(timeline.position)  # undo the part of the record that was played
    last = max(timeline.turn_of(timeline.length), timeline.turn)
    if turn is not None and not 0 <= turn <= last:
        raise UsageError(f"--turn {turn}: {recording.path} has only turns 0 to {last}")
    world, position, lines = timeline.simulation.world, timeline.position, list[str]()
    names = Names(recording.source, world)
    if turn not in (None, world.turn):
        lines.append(f"turn {turn} has no state of its own; this is the next state:")
    if lines or not path:
        records, events = counted(position, "record"), counted(world.sequence, "event")
        end = ", the end" if position == timeline.length else ""
        draws = [f", {counted(n, 'random number')} from {name}" for name, n in world.draws()]
        lines.append(f"turn {world.turn}, {records} played{end}; {events}{''.join(draws)}")
    lines += _part(names, path) if path else _everything(names)
    return explained(recording, timeline, lines, raised)


def _everything(names: Names) -> Iterator[str]:
    agenda = names.world.agenda
    for entity in names.world:
        yield from entity_lines(entity, names, _LONGEST)
    for handle in agenda.scheduled():
        event: Any = handle.event
        roles = [(role, getattr(event, role)) for role in event._roles_]
        players = ", ".join(f"{role} {names.of(one)}" for role, one in roles if one)
        when = f"held, due in {handle.due - agenda.now}" if handle.held else f"due at {handle.due}"
        yield f"{when}: {type(event).__name__}, {players}"


def entity_lines(entity: Entity, names: Names, longest: int = WHOLE) -> Iterator[str]:
    """Yield lines with an entity's name, owner and fields; shorten long values."""
    owner = "" if entity.owner is None else f", owned by {names.of(entity.owner)}"
    yield f"{names.of(entity)}{owner}"
    for part in entity.components:
        yield from (f"  {line}" for line in _of_component(part, names, longest))


def _of_component(part: Component, names: Names, longest: int = WHOLE) -> Iterator[str]:
    cls, write = type(part), make_writer(names.name, live=True)
    if not cls._fields_:
        yield cls.__name__
    for field in cls._fields_:
        yield f"{cls.__name__}.{field} {show(write(getattr(part, field)), longest)}"


def _part(names: Names, path: str) -> Iterator[str]:
    # A name may contain dots, so try the longest name first.
    parts = path.split(".")
    starts = (".".join(parts[:count]) for count in range(len(parts), 1, -1))
    known = (one for one in starts if any(names.matches(entity, one) for entity in names.world))
    start = next(known, parts[0])
    found, (name, _, field) = names.find(start), path[len(start) + 1 :].partition(".")
    classes = [type(part)._declared_ for entity in found for part in entity.components]
    having: dict[str, type[Component]] = {cls.__name__: cls for cls in classes}
    if name and name not in having:
        raise UsageError(f"{start} has no component {name!r}; {there_is(name, having)}")
    label, write = f"{name}.{field}", make_writer(names.name, live=True)
    _, field, item = find_field(names.world, label) if field else ("", "", "")
    for entity in found:
        if not name:
            yield from entity_lines(entity, names)
        elif (part := entity.get(having[name])) is not None:
            owner = f"{names.of(entity)}: " if field or len(found) > 1 else ""
            lines = list(_of_component(part, names))
            if field:
                value = item_of(getattr(part, field), item)
                text = "nothing" if value is ABSENT else show(write(value), WHOLE)
                lines = [f"{label} {text}"]
            yield from (f"{owner}{line}" for line in lines)
