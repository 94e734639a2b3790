"""Continue a journal from its end or, if the replay differs, from the last usable saved state.

A replay under new rules may differ from the recording. If it differs, the newest usable state is
restored, and the records after it are played until the replay differs again. A record of type
``upgrade`` holds the state from which the new rules apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Final, TypeAlias

import attrs
import msgspec

from eventcore.errors import JournalError, RaisedError, SaveError
from eventcore.journal.files import Sync
from eventcore.journal.format import decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Restorable, Source
from eventcore.replay.timeline import Timeline

_OTHER_VERSION: Final = "it was recorded by another version"
_CHANGED: Final = "it, or this program, was changed since it was recorded"

LoadState: TypeAlias = Callable[[], bytes]
"""A function that returns a saved state, or raises SaveError if the state is lost."""


@attrs.frozen
class Continuation:
    """The position and the state from which a journal is continued.

    Attributes:
        simulation: The simulation in the state at this position.
        position: The number of records that were played to reach this state.
        lost: The number of recorded intents after the position, which are discarded.
        reason: Why an upgrade is recorded; empty if the journal continues under the same rules.
        differs: Whether the replay differs from the recording.
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
        """Find the position from which a journal can be continued.

        The position is the end of the journal if the replay is the same. Otherwise, the newest
        usable state is restored and played on until the replay differs or fails; without a state,
        the position is before the intent that cannot be performed.

        Args:
            journal: The journal.
            source: Creates the simulations of the journal.
            kept: The keyframes of the journal; more are added during a long replay.
            rules: The hashes of the current rules, as in ``Header.rules``.
            quick: Whether to skip the records before the newest keyframe with these rules.

        Raises:
            JournalError: The replay differs from the recording, and no state can be restored.
        """
        same = journal.last_header.rules == rules
        under = "" if same else _OTHER_VERSION

        def found(timeline: Timeline, reason: str, log: EventLog | None = None) -> Continuation:
            position, simulation = timeline.position, timeline.simulation
            lost = sum(record.is_intent for record in journal.records[position:])
            if log is None and journal.header.events:
                log = EventLog(simulation.world, source.name)
            differs = position < timeline.length or reason not in ("", _OTHER_VERSION)
            return Continuation(simulation, position, lost, reason, differs, journal, log)

        timeline = Timeline(journal, source, kept, rules=rules)
        if quick:
            timeline.approach(timeline.length - 1)
        if timeline.position:  # a state was restored
            with suppress(JournalError):
                return found(timeline, under, _play_to_end(timeline, source))
            timeline = timeline.from_start()
        try:
            return found(timeline, under, _play_to_end(timeline, source))
        except JournalError as error:
            failure = error
        reason = str(failure)
        if not isinstance(failure, RaisedError):
            reason = f"{under or _CHANGED}: {reason}"
        # Ignore digests of the state, which an older version may have computed differently.
        records = [msgspec.structs.replace(record, state="") for record in journal.records]
        bare, refused = attrs.evolve(journal, records=records, events=()), ""
        for position, turn, load in Continuation.states(journal, kept):
            restored = Timeline(bare, source)
            try:
                restored.restore(position, load())
            except SaveError as error:
                refused = refused or f"the state of turn {turn}: {error}"
            else:
                _play_while_same(restored)
                return found(restored, reason)
        if timeline.divergence is None:  # move before the record that cannot be played
            with suppress(JournalError):
                timeline.seek(timeline.position)
                if timeline.divergence is None:
                    return found(timeline, reason)
        if timeline.divergence is not None and timeline.divergence.field == STATE:
            with suppress(JournalError):  # try again without digests of the state
                retried = Timeline(bare, source)
                return found(retried, reason, _play_to_end(retried, source))
        raise JournalError(f"{reason}. No saved state can be restored: {refused or 'none is kept'}")

    @staticmethod
    def states(journal: Journal, keyframes: Keyframes) -> Iterator[tuple[int, int, LoadState]]:
        """Yield the saved states from the keyframes and upgrades of a journal, the newest first.

        Yields:
            The position of the state, its turn, and a function that loads it.
        """
        kept: list[tuple[int, int, LoadState]] = [
            (keyframe.position, keyframe.turn, partial(getattr, keyframe, "state"))
            for keyframe in keyframes.newest(journal)
        ]
        for position, record in enumerate(journal.records):
            if record.is_upgrade:
                with suppress(JournalError):  # JournalError: the upgrade is damaged
                    upgrade = decode_upgrade(record, journal.lines[position])
                    kept.append((position, upgrade.turn, upgrade.saved))
        yield from sorted(kept, key=itemgetter(0), reverse=True)

    def recorder(
        self, path: Path, keyframes: Keyframes, *, sync: Sync = "close", later: bool = False
    ) -> Recorder:
        """Open the journal for appending, and record an upgrade if the rules have changed.

        Args:
            path: The file of the journal.
            keyframes: The keyframes of the journal.
            sync: When to force records to the disk.
            later: Whether to delay slow work, as in ``Recorder``.

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
                recorder.keep_state()  # a replay under the new rules may never reach this state
        except JournalError:
            writer.close()
            raise
        return recorder


def _play_to_end(timeline: Timeline, source: Source) -> EventLog | None:
    """Play a journal to its end; return a log of the last intent's events, if events are recorded.

    Raises:
        JournalError: The replay differs, or a record cannot be played.
    """
    if not timeline.position:
        timeline.skip_to_last_upgrade()
    journal, last, log = timeline.journal, timeline.length - 1, None
    while timeline.divergence is None and timeline.position <= last:
        if timeline.position == last and journal.header.events and journal.records[last].is_intent:
            log = EventLog(timeline.simulation.world, source.name)
        timeline.step()
    if timeline.divergence is not None:
        where = "in its replay" if timeline.divergence.field == STATE else "its replay"
        raise JournalError(f"{where} {timeline.divergence}")
    return log


def _play_while_same(timeline: Timeline) -> None:
    """Play until the replay differs or stops, then move back before the intent that caused this."""
    start = timeline.position
    with suppress(JournalError):  # stop at an unknown intent or at an error in a handler
        while timeline.divergence is None and timeline.step():
            pass
    end = timeline.position
    if timeline.divergence is not None:  # the second to last intent caused the difference
        end = max(start, end - 2)
    timeline.seek(end)
