"""Explaining: why something happened, found out by playing the journal once more.

A game is not traced while it is played. Its journal is replayed to the turn in question
with a tracer attached there; nothing of the game that goes on is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import cast

from eventcore import Entity, JournalError
from eventcore.journal import Journal
from eventcore.replay import Playback
from eventcore.trace import Namer, Passage, Tracer, Tree, chain_lines, tree_lines
from game.session import Session
from game.state import Title

__all__ = ["NotFoundError", "choose", "explain", "of_turn", "trace_turn"]


class NotFoundError(LookupError):
    """There is nothing of the kind to explain; the message says what there is."""


def trace_turn(session: Session, journal: Journal, turn: int) -> Tree:
    """Replay a journal to the end of a turn and give all that the records of that turn did.

    Args:
        session: New, and made from the journal.
        journal: What was recorded.
        turn: Which turn. What happened as the game began, before the first record, is
            not in the tree.

    Raises:
        JournalError: A record's intent is none that the game knows, or the replay has
            gone another way than the game did.
    """
    playback = Playback(session, journal, restore=Session.restore)
    records, passages = journal.records, list[Passage]()
    # An intent may take more than one turn: it ends in the turn of the record after it.
    while playback.position + 1 < len(records) and records[playback.position + 1].turn < turn:
        playback.step()
    while playback.position < len(records) and records[playback.position].turn <= turn:
        # Where the journal goes over to other rules, the simulation is another from there on.
        current = cast(Session, playback.simulation)
        with Tracer(current.world, _namer(current)) as tracer:
            while playback.simulation is current and playback.position < len(records):
                if records[playback.position].turn > turn:
                    break
                playback.step()
        passages += tracer.passages
    if playback.divergence is not None:
        raise JournalError(f"the journal no longer plays back the same: {playback.divergence}")
    return Tree(passages)


def of_turn(tree: Tree, turn: int) -> Tree:
    """Give what happened in a turn, and what led up to it.

    Raises:
        NotFoundError: Nothing happened in it.
    """
    passages = {p.sequence: p for p in tree.passages if p.turn == turn}
    if not passages:
        raise NotFoundError(f"nothing is recorded of turn {turn}")
    for passage in tuple(passages.values()):
        passages.update((above.sequence, above) for above in tree.causes(passage))
    return Tree(passages.values())


def choose(tree: Tree, event: str) -> Sequence[Passage]:
    """Find the events of a type, or the one of a number.

    Raises:
        NotFoundError: There is none.
    """
    found = [p for p in tree.passages if event in (p.event, str(p.sequence), f"#{p.sequence}")]
    if not found:
        names = dict.fromkeys(passage.event for passage in tree.passages)
        near = get_close_matches(event, names, n=3, cutoff=0.4) or list(names)
        raise NotFoundError(f"there is no event {event!r} in it; there is {', '.join(near)}")
    return found


def explain(
    session: Session, journal: Journal, turn: int, sequence: int, *, brief: bool = False
) -> tuple[str, ...]:
    """Tell why an event happened: what led up to it and what came of it, in lines.

    Args:
        session: New, and made from the journal.
        journal: What was recorded.
        turn: The turn it happened in.
        sequence: Its number.
        brief: Tell only what led up to it.

    Returns:
        The lines; empty where the records of that turn brought about no such event.

    Raises:
        JournalError: A record's intent is none that the game knows, or the replay has
            gone another way than the game did.
    """
    tree = trace_turn(session, journal, turn)
    passage = tree.get(sequence)
    if passage is None:
        return ()
    if brief:
        return tuple(chain_lines(tree, passage))
    return tuple(tree_lines(tree.about([passage]), {sequence}))


def _namer(session: Session) -> Namer:
    def name(entity: Entity) -> str:
        if entity is session.player:
            return "you"
        if entity is session.world.root:
            return "the world"
        title = entity.get(Title)
        return "" if title is None else title.name

    return name
