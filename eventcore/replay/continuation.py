"""Continue a journal from its end or, if its replay differs, from the last usable saved state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Final

import attrs
import msgspec

from eventcore.errors import JournalError, RaisedError, SaveError
from eventcore.journal.format import decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframe, Keyframes
from eventcore.replay.playback import STATE
from eventcore.replay.recorder import Recorder
from eventcore.replay.simulation import Simulation, Source
from eventcore.replay.timeline import Timeline

_OTHER_VERSION: Final = "the rules or the code have changed since the recording"
_SAME: Final = (
    "the rules are the same as in the recording, so the file was edited or a rule is not "
    "deterministic (run verify --twice to find out)"
)


@attrs.frozen
class Continuation:
    """The position and the state from which a journal is continued.

    ``recorder`` raises JournalError if the file cannot be written or has changed since it was read.

    Attributes:
        simulation: The simulation, in the state at this position.
        position: The number of records that were played to reach this state.
        lost: The number of later intents in the journal, which are discarded.
        reason: The reason for the upgrade; empty if the journal continues under the same rules.
        differs: Whether the replay differs from the recording.
    """

    simulation: Simulation
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

        If the replay matches, the position is the end of the journal. If it differs or fails,
        restore the newest usable state and play on until the replay differs or fails again.
        If no state was saved, play from the start and stop before the intent that fails.

        ``kept`` holds the keyframes of the journal. ``rules`` are the hashes of the current rules;
        see ``Header.rules``. If ``quick`` is True, skip the records before the newest keyframe with
        the current rules.

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

        for skip in (True, False) if quick else (False,):
            timeline = Timeline(journal, source, kept if skip else Keyframes(), rules=rules)
            timeline.approach(timeline.length - skip)  # without keyframes, go to the last upgrade
            try:
                return found(timeline, under, _play_to_end(timeline, source))
            except JournalError as error:
                reason = str(error)
                if not isinstance(error, RaisedError):
                    reason = f"{under or _SAME}: {reason}"
        records = [msgspec.structs.replace(record, state="") for record in journal.records]
        bare, refused = attrs.evolve(journal, records=records, events=()), ""
        for saved in Continuation.states(journal, kept):
            timeline = Timeline(attrs.evolve(journal, events=()), source)
            try:
                timeline.restore(saved.position, saved.state)
                if timeline.divergence is not None:  # if fields changed, no state digest matches
                    timeline = Timeline(bare, source)
                    timeline.restore(saved.position, saved.state)
            except SaveError as error:
                refused = refused or f"the state of turn {saved.turn}: {error}"
            else:
                _play_while_same(timeline)
                return found(timeline, f"{reason}; cannot restore {refused}" if refused else reason)
        if not refused:
            timeline = Timeline(journal, source)
            _play_while_same(timeline)
            if timeline.divergence is None:
                return found(timeline, reason)
        if not refused and kept.path is not None and not kept.path.exists():
            otherwise = "" if same else ", or use the rules of the recording"
            refused = (
                f"the file {kept.path.name}, which contains saved states, is missing. If you "
                f"copied the journal, copy this file too{otherwise}"
            )
        raise JournalError(f"{reason}. No saved state can be restored: {refused or 'none exists'}")

    @staticmethod
    def states(journal: Journal, keyframes: Keyframes) -> Iterator[Keyframe]:
        """Yield the saved states in the keyframes and upgrades of a journal, newest first."""
        kept = [*keyframes.newest(journal)]
        for position, record in enumerate(journal.records):
            if record.is_upgrade:
                with suppress(JournalError):  # JournalError: the upgrade is damaged
                    upgrade = decode_upgrade(record, journal.lines[position])
                    rules, checksum = upgrade.header.rules, journal.sums[position]
                    kept.append(Keyframe(rules, position, upgrade.turn, checksum, upgrade.state))
        yield from sorted(kept, key=attrgetter("position"), reverse=True)

    def recorder(self, path: Path, keyframes: Keyframes) -> Recorder:
        """Reopen the journal, record an upgrade if one is needed, and return the recorder."""
        simulation, records = self.simulation, len(self._journal.records)
        writer = JournalWriter.resume(path, self._journal)
        try:
            recorder = Recorder(simulation, writer, self._log, records=records, keyframes=keyframes)
            if self.reason:
                recorder.mark_upgrade(self.position, self.lost)
                recorder.keep_state()  # a replay under the new rules may never reach this state
        except JournalError:
            writer.close()
            raise
        return recorder


def _play_to_end(timeline: Timeline, source: Source) -> EventLog | None:
    """Play a journal to its end. If it has events, return a log of the last intent's events."""
    journal, last, log = timeline.journal, timeline.length - 1, None
    while timeline.divergence is None and timeline.position <= last:
        if timeline.position == last and journal.header.events and journal.records[last].is_intent:
            log = EventLog(timeline.simulation.world, source.name)
        timeline.step()
    if timeline.divergence is not None:
        where = "in the replay," if timeline.divergence.field == STATE else "the replay"
        raise JournalError(f"{where} {timeline.divergence}")
    return log


def _play_while_same(timeline: Timeline) -> None:
    """Play as long as the replay matches. Stop before the intent that makes it differ or fail."""
    start = timeline.position
    with suppress(JournalError):  # an intent is unknown, or a handler raised an error
        while timeline.divergence is None and timeline.step():
            pass
    end = timeline.position
    if timeline.divergence is not None:  # the difference began before the last intent
        end = start if timeline.divergence.field == STATE else max(start, end - 2)
    timeline.seek(end)
