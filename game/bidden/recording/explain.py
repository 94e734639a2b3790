"""Explanations for the player: why an event happened, found by replaying the journal.

Things have the names that the player used then. Facts that the player did not know are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import attrs

from bidden.components.body.health import Health
from bidden.events.effects import Affect
from bidden.narration.why import plain_chain, plain_lines
from bidden.perception.senses.ground import walls_about
from bidden.perception.senses.names import apparent_name, is_known
from bidden.perception.senses.sight import sees
from bidden.session import Session
from bidden.state import Hero, Title, Unidentified, name_of
from bidden.words import phrase
from eventcore import Entity, JournalError, RaisedError, World
from eventcore.replay import Timeline
from eventcore.tools import trace
from eventcore.trace import Tree

_ABOUT: Final = 100
"""The number of records before and after an event that are replayed."""


@attrs.frozen
class Trace:
    """The trace of a turn.

    Attributes:
        tree: Everything that happened.
        raised: The error of a handler that ended it, or None.
        unknown: The ids of things that the player had not identified at its end.
        unseen: The names by id of creatures that the player did not see, and no message names.
        messages: The numbers of the events with messages.
        walls: The name of the walls around the player.
    """

    tree: Tree
    raised: RaisedError | None
    unknown: frozenset[int] = frozenset()
    unseen: Mapping[int, str] = attrs.field(factory=dict)
    messages: frozenset[int] = frozenset()
    walls: str = "a wall"


def trace_turn(timeline: Timeline, turn: int, sequence: int | None = None) -> Trace:
    """Replay a journal to the end of a turn, and trace its records.

    The beginning of the game, before its first record, is left out.

    The timeline is left at the end of the turn. If the turn has very many records, only those
    around the event with the number ``sequence`` are played.

    Raises:
        JournalError: The game does not know a record's intent, or the replay differs from the
            recording.
        RaisedError: A handler raised an error before that turn.
    """
    things, positions = dict[int, Entity](), timeline.positions_of(turn)
    unseen = dict[int, str]()
    positions = range(max(0, positions.start), positions.stop)
    if sequence is not None:
        positions = _about(timeline, positions, sequence)
    found = trace(timeline, positions, lambda world: _namer(world, things, unseen))
    if timeline.divergence is not None:
        raise JournalError(phrase("explain", "diverged", difference=timeline.divergence))
    session = cast(Session, timeline.simulation)
    unknown = [number for number, one in things.items() if not is_known(session.player, one)]
    messages = [line.sequence for line in session.messages.lines]
    told = " ".join(line.text for line in session.messages.lines if line.turn == turn)
    unseen = {number: name for number, name in unseen.items() if name not in told}
    walls = walls_about(session.player, session.world)
    return Trace(found.tree, found.raised, frozenset(unknown), unseen, frozenset(messages), walls)


def _about(timeline: Timeline, records: range, sequence: int) -> range:
    """Return the records around the one that led to an event.

    Refusals take no time, so a turn may have any number of records.
    """
    at = timeline.position_of_event(sequence)
    return range(max(records.start, at - _ABOUT), min(records.stop, at + 1 + _ABOUT))


def explain(
    timeline: Timeline, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
) -> tuple[str, ...]:
    """Explain why an event happened: its causes and consequences, in lines.

    Things have the names that the player used then. The result is empty if the records of that
    turn led to no such event.

    ``brief`` shows only the causes, and ``plain`` uses sentences instead of events and handlers.

    Raises:
        JournalError: A record has an unknown intent, or the replay differs from the recording.
    """
    found = trace_turn(timeline, turn, sequence)
    span = found.tree.get(sequence)
    if span is None:
        return ()
    tree = _without_secrets(found)
    upwards = (span, *reversed(found.tree.causes(span)))
    known = (tree.get(one.sequence) for one in upwards)
    span = next(one for one in known if one is not None)  # the part that the player knew
    if plain:
        about = tree.about([span])
        told = (
            plain_chain(tree, span, found.walls)
            if brief
            else plain_lines(about, {span.sequence}, found.walls)
        )
        return tuple(told) or (phrase("explain", "nothing"),)
    chain = Tree((*tree.causes(span), span)) if brief else tree.about([span])
    lines = "\n".join(chain.lines(() if brief else {span.sequence}))
    for number, name in found.unseen.items():
        lines = re.sub(rf"\b{re.escape(name)} {number}\b", f"something {number}", lines)
    return tuple(lines.split("\n"))


def why(
    timeline: Callable[[], Timeline],
    turn: int,
    sequence: int,
    *,
    brief: bool = False,
    plain: bool = False,
) -> tuple[str, ...]:
    """Explain an event like ``explain``, or state in one line why that is impossible."""
    try:
        lines = explain(timeline(), turn, sequence, brief=brief, plain=plain)
    except JournalError as error:
        return (phrase("explain", "failed", error=error),)
    return lines or (phrase("explain", "too early"),)


def _without_secrets(found: Trace) -> Tree:
    """Remove the consequences of things that the player had not identified even at the end.

    Creatures that the player did not see lose their names. Events that caused a message stay,
    because the player saw their effect.
    """
    tree, led_to_it = found.tree, set[int]()
    for span in tree.spans:
        if span.sequence in found.messages:
            led_to_it.update(above.sequence for above in tree.causes(span))
    left_out = set[int]()
    for span in tree.spans:  # causes come before what they cause
        cause = tree.get(span.cause)
        item = None if cause is None else dict(cause.roles).get("item")
        unknown = item is not None and item.id in found.unknown
        secret = span.event == Affect.__name__ and span.sequence not in led_to_it
        if (unknown and secret) or span.cause in left_out:
            left_out.add(span.sequence)
    return Tree(
        attrs.evolve(span, roles=tuple((role, _nameless(who, found)) for role, who in span.roles))
        for span in tree.spans
        if span.sequence not in left_out
    )


def _nameless(who: Any, found: Trace) -> Any:
    return attrs.evolve(who, name="") if who is not None and who.id in found.unseen else who


def _namer(
    world: World, things: dict[int, Entity], unseen: dict[int, str]
) -> Callable[[Entity], str]:
    seen = set[Entity]()
    player = world.root[Hero].who

    def name(entity: Entity) -> str:
        if Unidentified in entity:
            things[entity.id] = entity
        if entity is player:
            return "you"
        if entity is world.root:
            return "the world"
        if Health in entity and entity not in seen:
            if player.alive and sees(player, entity, world):
                seen.add(entity)
                unseen.pop(entity.id, None)
            else:
                unseen[entity.id] = name_of(entity)
        return apparent_name(player, entity, world) if Title in entity else ""

    return name
