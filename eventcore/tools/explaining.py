"""Explaining: what happened in a turn, all events of a type, and who wrote a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import attrs

from eventcore.errors import RaisedError
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import there_is
from eventcore.tools.naming import event_types, namer_of
from eventcore.tools.opening import Recording
from eventcore.tools.results import DIVERGED, SAME, NotFoundError, Result, UsageError, with_place
from eventcore.tools.tracing import trace, trees
from eventcore.tools.writes import writes
from eventcore.trace import Span, Tree
from eventcore.trace.text import headline
from eventcore.trace.values import Namer
from eventcore.world import World


@attrs.frozen
class Request:
    """What is to be explained.

    Attributes:
        turns: The first and the last turn; None for the whole recording.
        event: Only events of this type, or the one of this number; empty for all.
        changes: Who writes this field, as ``Component.field``; empty where that is not asked.
        of: Whose field, by name or id; empty for everyone's.
    """

    turns: tuple[int, int] | None = None
    event: str = ""
    changes: str = ""
    of: str = ""


def parse_turns(text: str) -> tuple[int, int]:
    """Read one turn, as in ``7``, or several, as in ``7-12``.

    Raises:
        UsageError: The text is neither.
    """
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    first, last = (found[1], found[2] or found[1]) if found else ("1", "0")
    if int(first) > int(last):
        raise UsageError(f"--turn {text}: name a turn, as in 7, or the first and the last, 7-12")
    return int(first), int(last)


def explain(recording: Recording, request: Request) -> Result:
    """Tell of a recording in lines; a divergence is a warning, for what follows is told as well.

    Raises:
        NotFoundError: The recording has nothing of what is asked for.
        JournalError: A record cannot be played.
    """
    timeline = recording.timeline()
    with recording.journal.errors_named():
        if request.changes:
            lines, raised = _lines_of(
                writes(recording, timeline, request.changes, request.of, request.turns)
            )
        elif request.turns is None and not _number(request.event):
            lines, raised = _lines_of(_events(recording, timeline, request.event))
        else:
            tree, chosen, raised = traced(recording, request, timeline)
            lines = list(_by_turn(tree, {span.sequence for span in chosen}))
    return explained(recording, timeline, lines, raised)


def _by_turn(tree: Tree, chosen: set[int]) -> Iterator[str]:
    """Write a tree; where it is of several turns, each under its number."""
    turns: dict[int, list[Span]] = {}
    for span in tree.spans:
        causes = tree.causes(span)
        turns.setdefault(causes[0].turn if causes else span.turn, []).append(span)
    for turn, spans in turns.items():
        if len(turns) > 1:
            yield f"turn {turn}"
        yield from Tree(spans).lines(chosen)


def explained(
    recording: Recording, timeline: Timeline, lines: list[str], raised: RaisedError | None
) -> Result:
    """Put what was found together with what there is to warn of."""
    warnings = [f"{recording.path}: {with_place(raised)}"] if raised else []
    if timeline.divergence is not None:
        warnings.insert(
            0,
            f"{recording.path}: {timeline.divergence}; what is told from there on is of the "
            "replay, not of what was recorded, and the state may differ before it already",
        )
    return Result(DIVERGED if warnings else SAME, lines, warnings)


def traced(
    recording: Recording, request: Request, timeline: Timeline
) -> tuple[Tree, Sequence[Span], RaisedError | None]:
    """Give the tree of some turns or of an event, and which events in it were asked for.

    Raises:
        NotFoundError: The recording has nothing of what is asked for.
    """
    namer = _namer(recording)
    number = _number(request.event)
    if request.turns is None:
        if not number:
            raise UsageError("a tree is of a turn or of one event: name it with --turn or --event")
        position = timeline.position_of_event(number)
        found = trace(timeline, range(position, position + 1), namer)
        where, tree = "the recording", found.tree
    else:
        found = trace(timeline, timeline.positions_of(*request.turns), namer)
        first, last = request.turns
        where = f"turn {first}" if first == last else f"turns {first} to {last}"
        tree = of_turns(found.tree, first, last)
        if not tree.spans:
            raise NotFoundError(f"{recording.path}: nothing is recorded of {where}")
    if not request.event:
        return tree, (), found.raised
    chosen = choose(tree, request.event)
    if not chosen:
        if request.turns is None:
            last_one = max((span.sequence for span in found.tree.spans), default=0)
            there = f"the last one is #{max(last_one, timeline.simulation.world.sequence)}"
        elif _number(request.event):
            there = _numbers_of(tree)
        else:
            there = there_is(request.event, (span.event for span in tree.spans))
        raise NotFoundError(f"{recording.path}: {where} has no event {request.event!r}; {there}")
    return tree.about(chosen), chosen, found.raised


def _namer(recording: Recording) -> Callable[[World], Namer]:
    return lambda world: namer_of(recording.source, world)


def of_turns(tree: Tree, first: int, last: int) -> Tree:
    """Give what happened in some turns, and what led up to it."""
    spans = {span.sequence: span for span in tree.spans if first <= span.turn <= last}
    for span in tuple(spans.values()):
        spans.update((above.sequence, above) for above in tree.causes(span))
    return Tree(spans.values())


def choose(tree: Tree, event: str) -> Sequence[Span]:
    """Find the events of a type, or the one of a number, as in ``12`` or ``#12``."""
    number = _number(event)
    return [span for span in tree.spans if event == span.event or span.sequence == number]


def _numbers_of(tree: Tree) -> str:
    """Say which numbers the events of a tree have."""
    numbers = [span.sequence for span in tree.spans]
    return f"there is #{min(numbers)} to #{max(numbers)}"


def _number(event: str) -> int:
    """Read the number of an event; 0 where a text is none."""
    found = re.fullmatch("#?([0-9]{1,18})", event)
    return int(found[1]) if found else 0


def _lines_of(lines: Iterator[str]) -> tuple[list[str], RaisedError | None]:
    """Take lines as long as there are some; a handler that raises ends them."""
    found = list[str]()
    try:
        found += lines
    except RaisedError as error:
        return found, error
    return found, None


def _events(recording: Recording, timeline: Timeline, event: str) -> Iterator[str]:
    """Tell of all events of a type, each with what it came of."""
    names = {kind.__name__ for kind in event_types(recording.first.world)}
    if event not in names:
        if not event:
            raise UsageError("name what to tell of: --turn, --event or --changes")
        there = there_is(event, sorted(names))
        raise NotFoundError(f"{recording.path}: there is no event {event!r}; {there}")
    found = False
    for tree in trees(timeline, range(BEGINNING, timeline.length), _namer(recording)):
        for span in choose(tree, event):
            found = True
            yield f"turn {span.turn}  {headline(span)}{_of(tree, span)}"
    if not found:
        yield f"no {event} happened"


def _of(tree: Tree, span: Span) -> str:
    """Say what an event came of, the nearest cause first."""
    causes = [f"{one.event} #{one.sequence}" for one in reversed(tree.causes(span))]
    return f", of {', of '.join(causes)}" if causes else ""
