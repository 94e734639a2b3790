"""Continuing a journal: from its end, or under other rules from the last state that is still good.

A replay under other rules may differ from the recording. Then the newest kept state that can be
restored is taken, and what follows it as far as it replays as recorded. A record of type
``upgrade`` holds the state from which the new rules apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Final, TypeAlias, cast

import attrs
import msgspec

from eventcore.errors import JournalError, RaisedError, SaveError
from eventcore.journal.files import Sync
from eventcore.journal.reader import Journal
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframes, keyframe_of
from eventcore.replay.playback import STATE, Playback
from eventcore.replay.recorder import EVERY, Recorder
from eventcore.replay.simulation import Restorable, Source
from eventcore.replay.timeline import Timeline

_OTHER_VERSION: Final = "it was recorded by another version"
_CHANGED: Final = "it, or this program, was changed since it was recorded"

LoadState: TypeAlias = Callable[[], bytes]
"""A function that returns a kept state; raises SaveError if it is lost."""


@attrs.frozen
class Continuation:
    """The place from which a journal goes on.

    Attributes:
        simulation: The simulation there.
        position: The number of records that led there.
        lost: The number of intents after that, which are lost.
        reason: Why an upgrade is recorded; empty if the journal goes on under the same rules.
        differs: Whether the replay does not lead to the end of the recording.
    """

    simulation: Restorable
    position: int
    lost: int
    reason: str
    differs: bool
    _journal: Journal
    _log: EventLog | None

    @staticmethod
    def find(
        journal: Journal, source: Source, kept: Keyframes, rules: str, *, quick: bool = False
    ) -> Continuation:
        """Find the place from which a journal goes on.

        That is its end if the replay leads there, before an intent that raises an error or is
        unknown, or the newest state that can be restored and what it still leads to.

        Args:
            journal: The journal.
            source: The source of its simulations.
            kept: The keyframes beside it; more are added during a long replay.
            rules: The hashes of the present rules, as in ``Header.rules``.
            quick: Whether to start from the newest keyframe with these rules, if there is one, and
                not to replay everything before it.

        Raises:
            JournalError: The replay differs from the recording, and no state can be restored.
        """
        same = journal.last_header.rules == rules

        def found(
            simulation: Restorable, position: int, reason: str, log: EventLog | None = None
        ) -> Continuation:
            lost = sum(record.is_intent for record in journal.records[position:])
            if log is None and journal.header.events:
                log = EventLog(simulation.world, source.name)
            differs = position < len(journal.records) or reason not in ("", _OTHER_VERSION)
            return Continuation(simulation, position, lost, reason, differs, journal, log)

        try:
            simulation, log = _replayed(journal, source, kept, rules, quick=quick)
            return found(simulation, len(journal.records), "" if same else _OTHER_VERSION, log)
        except RaisedError as error:
            reason, failure = str(error), cast(JournalError, error)
            before = _before(journal, source, kept, rules, error)
            if before is not None:
                return found(*before, reason)
        except JournalError as error:
            reason = f"{_CHANGED if same else _OTHER_VERSION}: {error}"
            failure = error
        refused = ""
        for position, turn, load in Continuation.states(journal, kept):
            try:
                return found(*_led_on(journal, source, load, position), reason)
            except SaveError as error:
                refused = refused or f"that of turn {turn}: {error}"
        with suppress(JournalError):  # only the digests of states may differ
            bare = without_states(journal)
            return found(_replayed(bare, source, Keyframes(), "")[0], len(bare.records), reason)
        if not isinstance(failure, RaisedError | _DivergedError):
            before = _before(journal, source, kept, rules, failure)
            if before is not None:
                return found(*before, reason)
        raise JournalError(
            f"{reason}. No state of it can be restored: {refused or 'none is kept beside it'}"
        )

    @staticmethod
    def states(journal: Journal, keyframes: Keyframes) -> Iterator[tuple[int, int, LoadState]]:
        """Yield the kept states of a journal, in keyframes and upgrades, the newest first.

        Yields:
            The number of records that led to it, its turn, and a function that loads it.
        """
        kept: list[tuple[int, int, LoadState]] = [
            (one.position, one.turn, partial(getattr, one, "state"))
            for one in keyframes.newest(journal)
        ]
        for position in range(len(journal.records)):
            with suppress(JournalError):  # this one is damaged
                upgrade = journal.upgrade(position)
                if upgrade is not None:
                    kept.append((position, upgrade.turn, upgrade.saved))
        yield from sorted(kept, key=itemgetter(0), reverse=True)

    def recorder(
        self, path: Path, keyframes: Keyframes, *, sync: Sync = "close", later: bool = False
    ) -> Recorder:
        """Open the journal for appending, and record the upgrade if the rules have changed.

        Args:
            path: The file of the journal.
            keyframes: The keyframes beside it.
            sync: When records are forced to the disk.
            later: As for ``Recorder``.

        Raises:
            JournalError: The file cannot be written, or has changed since it was read.
        """
        simulation, records = self.simulation, len(self._journal.records)
        writer = JournalWriter.resume(path, self._journal, sync=sync)
        try:
            recorder = Recorder(
                simulation, writer, self._log, records=records, keyframes=keyframes, later=later
            )
            if self.reason:
                recorder.mark_upgrade(self.position, self.lost)
                recorder.keep_state()  # present rules may no longer lead here
        except JournalError:
            writer.close()
            raise
        return recorder


def without_states(journal: Journal) -> Journal:
    """Return a journal without digests of states, which differ if an older version saved them."""
    records = [msgspec.structs.replace(record, state="") for record in journal.records]
    return attrs.evolve(journal, records=records, events=())


class _DivergedError(JournalError):
    """A replay differs from its recording."""


def _replayed(
    journal: Journal, source: Source, keyframes: Keyframes, rules: str, *, quick: bool = False
) -> tuple[Restorable, EventLog | None]:
    """Play a journal to its end; return the simulation, and a log of its last intent's events.

    Raises:
        JournalError: The replay differs, or a record cannot be played.
    """
    last = len(journal.records) - 1
    keyframe = keyframes.before(last, journal, rules) if quick else None
    if keyframe is not None:
        with suppress(SaveError, JournalError):  # it is only a cache
            simulation = source.restore(keyframe.state)
            return _played(journal, source, simulation, keyframe.position, None, rules)
    for position in range(last, -1, -1):
        upgrade = journal.upgrade(position)
        if upgrade is not None:
            line = journal.lines[position]
            try:
                simulation = source.restore(upgrade.saved())
            except SaveError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
            simulation.digest.seal()
            return _played(journal, source, simulation, position + 1, keyframes, rules)
    return _played(journal, source, source.begin(), 0, keyframes, rules)


def _played(
    journal: Journal,
    source: Source,
    simulation: Restorable,
    start: int,
    keyframes: Keyframes | None,
    rules: str,
) -> tuple[Restorable, EventLog | None]:
    playback = Playback(simulation, journal, position=start, restore=source.restore)
    last, log = playback.length - 1, None
    while playback.divergence is None and playback.position <= last:
        if playback.position == last and journal.header.events and journal.records[last].is_intent:
            log = EventLog(playback.simulation.world, source.name)
        playback.step()
        simulation, position = cast(Restorable, playback.simulation), playback.position
        if keyframes is not None and (position - start) % EVERY == 0 and not playback.divergence:
            turn, checksum = simulation.world.turn, journal.sums[position - 1]
            keyframes.add(keyframe_of(rules, position, turn, checksum, simulation.save()))
    if playback.divergence is not None:
        where = "in its replay" if playback.divergence.field == STATE else "its replay"
        raise _DivergedError(f"{where} {playback.divergence}")
    return cast(Restorable, playback.simulation), log


def _before(
    journal: Journal, source: Source, keyframes: Keyframes, rules: str, error: JournalError
) -> tuple[Restorable, int] | None:
    """Return the simulation before the record that raised an error, unless it differs there."""
    if error.line not in journal.lines:
        return None
    position = journal.lines.index(error.line)
    timeline = Timeline(journal, source, keyframes, rules=rules)
    with suppress(JournalError):
        timeline.seek(position)
        if not timeline.diverged_before(position):
            return timeline.simulation, position
    return None


def _led_on(
    journal: Journal, source: Source, load: LoadState, position: int
) -> tuple[Restorable, int]:
    """Restore a state, and play on from it while the replay is the same.

    Raises:
        SaveError: The state cannot be restored.
    """
    bare = without_states(journal)

    def begin() -> Playback:
        return Playback(source.restore(load()), bare, position=position, restore=source.restore)

    playback = begin()
    with suppress(JournalError):  # an intent is unknown, or a handler raises
        while playback.divergence is None and playback.step():
            pass
        if playback.divergence is None:
            return cast(Restorable, playback.simulation), playback.position
    end = playback.position
    if playback.divergence is not None:  # the intent before the one that differs led elsewhere
        end = max(position, journal.lines.index(playback.divergence.line) - 1)
    playback = begin()
    while playback.position < end:
        playback.step()
    return cast(Restorable, playback.simulation), end
