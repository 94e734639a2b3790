"""States that were kept of a game: which there are, and what each of them leads to still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias, cast

import attrs
import msgspec

from bidden.session import Session
from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.replay import Keyframes, Playback

State: TypeAlias = Callable[[], bytes]
"""Gives a state that was kept."""


def states_of(path: Path, journal: Journal) -> Iterator[tuple[int, int, State]]:
    """Yield the states kept of a journal, beside it or in its upgrades, the newest first.

    Each with how many records led to it, and its turn; what gives it raises SaveError where it is
    lost.
    """
    kept: list[tuple[int, int, State]] = [
        (one.position, one.turn, partial(getattr, one, "state"))
        for one in Keyframes.beside(path).newest(journal)
    ]
    for position in range(len(journal.records)):
        with suppress(JournalError):  # others may be whole
            upgrade = journal.upgrade(position)
            if upgrade is not None:
                kept.append((position, upgrade.turn, upgrade.saved))
    yield from sorted(kept, key=lambda state: state[0], reverse=True)


def without_states(journal: Journal) -> Journal:
    """Leave out what an older version told of states: saved otherwise, the same is another."""
    records = [msgspec.structs.replace(record, state="") for record in journal.records]
    return attrs.evolve(journal, records=records, events=())


def led_on(journal: Journal, state: State, position: int) -> tuple[Session, int]:
    """Restore a state, and play on from it as far as all goes the way it was recorded.

    Returns:
        The game, and how many records led to it.

    Raises:
        SaveError: The state cannot be restored.
    """
    bare = without_states(journal)

    def begin() -> Playback:
        session = Session.restore(state())
        return Playback(session, bare, position=position, restore=Session.restore)

    playback = begin()
    with suppress(JournalError):  # a handler raises, or an intent is none any more
        while playback.divergence is None and playback.step():
            pass
        if playback.divergence is None:
            return cast(Session, playback.simulation), playback.position
    end = playback.position
    if playback.divergence is not None:  # what the record before that one led to is another
        end = max(position, journal.lines.index(playback.divergence.line) - 1)
    playback = begin()
    while playback.position < end:
        playback.step()
    return cast(Session, playback.simulation), end
