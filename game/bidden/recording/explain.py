"""Explaining: why something happened, found out by playing the journal once more.

A game is not traced while it is played. Its journal is replayed to the turn in question
with a tracer attached there; nothing of the game that goes on is touched.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from operator import attrgetter
from typing import Final, cast

import attrs

from bidden.events.effects import Affect
from bidden.perception.names import apparent_name, is_known
from bidden.session import Session
from bidden.state import Title, Unidentified, name_of
from eventcore import Entity, JournalError, RaisedError, World
from eventcore.replay import Timeline
from eventcore.trace import Namer, Span, Tracer, Tree, chain_lines, tree_lines

_ABOUT: Final = 100
"""So many records before and after one are played to tell what led to it and what came of it."""


class NotFoundError(LookupError):
    """There is nothing of the kind to explain; the message says what there is."""


@attrs.frozen
class Trace:
    """What was traced of a turn.

    Attributes:
        tree: All that happened.
        raised: What a handler raised in it, which ended it; None where none did.
        unknown: The ids of the things in it that the player did not know when it was over.
        messages: The numbers of the events that the message log tells of.
    """

    tree: Tree
    raised: RaisedError | None
    unknown: frozenset[int] = frozenset()
    messages: frozenset[int] = frozenset()


def trace_turn(
    timeline: Timeline, turn: int, *, as_known: bool = False, sequence: int | None = None
) -> Trace:
    """Replay a journal to the end of a turn and give all that the records of that turn did.

    Args:
        timeline: Of the journal; it is left at the end of the turn.
        turn: Which turn. How the game began belongs to the turn of the first record.
        as_known: Whether things go by what the player called them then, and how the game
            began is left out.
        sequence: The number of an event in it that is asked for: of a turn with more records
            than anybody gives, only those about that one are played.

    Raises:
        JournalError: A record's intent is none that the game knows, or the replay has
            gone another way than the game did.
        RaisedError: A handler raised an error before that turn.
    """
    spans, raised, things = list[Span](), None, dict[int, Entity]()
    # An intent may take more than one turn: it ends in the turn of the record after it.
    start = timeline.position_of_turn(turn) - 1
    if start < 0 and not as_known:
        spans += _trace_beginning(timeline)
    records = range(start, timeline.end_of_turn(turn))
    if sequence is not None:
        records = _about(timeline, records, sequence)
    timeline.seek(records.start)
    end = records.stop
    while timeline.position < end:
        # Where the journal goes over to other rules, the simulation is another from there on.
        current = cast(Session, timeline.simulation)
        with Tracer(current.world, _namer(current, things, as_known=as_known)) as tracer:
            try:
                while timeline.simulation is current and timeline.position < end:
                    timeline.step()
            except RaisedError as error:
                raised, end = error, timeline.position
        spans += tracer.spans
    if timeline.divergence is not None:
        raise JournalError(f"the journal no longer plays back the same: {timeline.divergence}")
    session = cast(Session, timeline.simulation)
    unknown = [number for number, one in things.items() if not is_known(session.player, one)]
    messages = [line.sequence for line in session.messages.lines]
    return Trace(Tree(spans), raised, frozenset(unknown), frozenset(messages))


def _about(timeline: Timeline, records: range, sequence: int) -> range:
    """Give those of some records that lie about the one in whose course an event happened.

    What is refused takes no time, so of one turn there may be any number.
    """
    start = max(0, records.start)
    recorded = timeline.journal.records
    at = bisect_right(recorded, sequence, start, records.stop, key=attrgetter("seq")) - 1
    return range(max(records.start, at - _ABOUT), min(records.stop, at + 1 + _ABOUT))


def _trace_beginning(timeline: Timeline) -> tuple[Span, ...]:
    """Have the game begin once more, and give all that happened before the first record."""
    tracers: list[Tracer] = []

    def watch(world: World) -> None:
        def name(entity: Entity) -> str:
            return "the world" if entity is world.root else name_of(entity)

        tracers.append(Tracer(world, name).__enter__())

    timeline.begin_again(watch)
    (tracer,) = tracers
    tracer.__exit__()
    return tracer.spans


def of_turn(tree: Tree, turn: int) -> Tree:
    """Give what happened in a turn, and what led up to it.

    Raises:
        NotFoundError: The turn has no events.
    """
    spans = {span.sequence: span for span in tree.spans if span.turn == turn}
    if not spans:
        raise NotFoundError(f"nothing is recorded of turn {turn}")
    for span in tuple(spans.values()):
        spans.update((above.sequence, above) for above in tree.causes(span))
    return Tree(spans.values())


def choose(tree: Tree, turn: int, event: str) -> Sequence[Span]:
    """Find the events of a type in what is known of a turn, or the one of a number.

    Raises:
        NotFoundError: The turn has no such event.
    """
    found = [
        span
        for span in tree.spans
        if event in (span.event, str(span.sequence), f"#{span.sequence}")
    ]
    if not found:
        names = dict.fromkeys(span.event for span in tree.spans)
        near = get_close_matches(event, names, n=3, cutoff=0.4) or list(names)
        raise NotFoundError(f"turn {turn} has no event {event!r}; it has {', '.join(near)}")
    return found


def explain(
    timeline: Timeline, turn: int, sequence: int, *, brief: bool = False
) -> tuple[str, ...]:
    """Tell why an event happened: what led up to it and what came of it, in lines.

    As the player is to know it: things go by what they called them then.

    Args:
        timeline: Of the journal; it is moved.
        turn: The turn it happened in.
        sequence: Its number.
        brief: Tell only what led up to it.

    Returns:
        The lines; empty where the records of that turn brought about no such event.

    Raises:
        JournalError: A record's intent is none that the game knows, or the replay has
            gone another way than the game did.
    """
    trace = trace_turn(timeline, turn, as_known=True, sequence=sequence)
    span = trace.tree.get(sequence)
    if span is None:
        return ()
    tree = _without_secrets(trace)
    upwards = (span, *reversed(trace.tree.causes(span)))
    span = next(one for one in upwards if tree.get(one.sequence))  # what is known of it
    if brief:
        return tuple(chain_lines(tree, span))
    return tuple(tree_lines(tree.about([span]), {span.sequence}))


def why(
    timeline: Callable[[], Timeline], turn: int, sequence: int, *, brief: bool = False
) -> tuple[str, ...]:
    """Tell why an event happened, as ``explain`` does, or in one line that it cannot be told.

    Args:
        timeline: Makes the journal's, which is moved.
        turn: The turn it happened in.
        sequence: Its number.
        brief: Tell only what led up to it.
    """
    try:
        lines = explain(timeline(), turn, sequence, brief=brief)
    except JournalError as error:
        return (f"It cannot be told why: {error}",)
    return lines or (
        "It cannot be told why: it happened as the game began, before the first move.",
    )


def _without_secrets(trace: Trace) -> Tree:
    """Leave out what things brought about that the player did not know even then.

    But for what led to something the player was told of: that was to be seen.
    """
    tree, led_to_it = trace.tree, set[int]()
    for span in tree.spans:
        if span.sequence in trace.messages:
            led_to_it.update(above.sequence for above in tree.causes(span))
    left_out = set[int]()
    for span in tree.spans:  # causes come before what they cause
        cause = tree.get(span.cause)
        item = None if cause is None else dict(cause.roles).get("item")
        unknown = item is not None and item.id in trace.unknown
        secret = span.event == Affect.__name__ and span.sequence not in led_to_it
        if (unknown and secret) or span.cause in left_out:
            left_out.add(span.sequence)
    return Tree(span for span in tree.spans if span.sequence not in left_out)


def _namer(session: Session, things: dict[int, Entity], *, as_known: bool) -> Namer:
    def name(entity: Entity) -> str:
        if Unidentified in entity:
            things[entity.id] = entity
        if entity is session.player:
            return "you"
        if entity is session.world.root:
            return "the world"
        title = entity.get(Title)
        if as_known and title is not None:
            return apparent_name(session.player, entity, session.world)
        return "" if title is None else title.name

    return name
