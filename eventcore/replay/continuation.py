"""Continue a journal from its end or, if the replay differs, from the last usable saved state.

A replay under new rules may differ from the recording. In that case, the newest usable state is
restored, and the records after it are played until the replay differs again. A record of type
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

        The position is the end of the journal if the replay reaches the end. Otherwise, it is
        before an intent that fails or is unknown, or at the first difference after a saved state.

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
                refused = refused or f"the state of turn {turn}: {error}"
        with suppress(JournalError):  # retry, as perhaps only digests of states differ
            bare = without_states(journal)
            return found(_replayed(bare, source, Keyframes(), "")[0], len(bare.records), reason)
        if not isinstance(failure, RaisedError | _DivergedError):
            before = _before(journal, source, kept, rules, failure)
            if before is not None:
                return found(*before, reason)
        raise JournalError(f"{reason}. No saved state can be restored: {refused or 'none is kept'}")

    @staticmethod
    def states(journal: Journal, keyframes: Keyframes) -> Iterator[tuple[int, int, LoadState]]:
        """Yield the saved states from the keyframes and upgrades of a journal, the newest first.

        Yields:
            The position of the state, its turn, and a function that loads it.
        """
        kept: list[tuple[int, int, LoadState]] = [
            (one.position, one.turn, partial(getattr, one, "state"))
            for one in keyframes.newest(journal)
        ]
        for position in range(len(journal.records)):
            with suppress(JournalError):  # JournalError: the upgrade is damaged
                upgrade = journal.upgrade(position)
                if upgrade is not None:
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


def without_states(journal: Journal) -> Journal:
    """Return a journal without state digests, which may differ from those of older versions."""
    records = [msgspec.structs.replace(record, state="") for record in journal.records]
    return attrs.evolve(journal, records=records, events=())


class _DivergedError(JournalError):
    """Raised if a replay differs from the recording."""


def _replayed(
    journal: Journal, source: Source, keyframes: Keyframes, rules: str, *, quick: bool = False
) -> tuple[Restorable, EventLog | None]:
    """Play a journal to its end; return the simulation and a log of the last intent's events.

    Raises:
        JournalError: The replay differs, or a record cannot be played.
    """
    last = len(journal.records) - 1
    keyframe = keyframes.before(last, journal, rules) if quick else None
    if keyframe is not None:
        with suppress(SaveError, JournalError):  # without a usable keyframe, replay more records
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
    """Return the simulation and position before the failed record; None if the replay differs."""
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
    """Restore a state, and play the records after it as long as the replay is the same.

    Raises:
        SaveError: The state cannot be restored.
    """
    bare = without_states(journal)

    def begin() -> Playback:
        return Playback(source.restore(load()), bare, position=position, restore=source.restore)

    playback = begin()
    with suppress(JournalError):  # stop at an unknown intent or at an error in a handler
        while playback.divergence is None and playback.step():
            pass
        if playback.divergence is None:
            return cast(Restorable, playback.simulation), playback.position
    end = playback.position
    if playback.divergence is not None:  # the intent before that record caused the difference
        end = max(position, journal.lines.index(playback.divergence.line) - 1)
    playback = begin()
    while playback.position < end:
        playback.step()
    return cast(Restorable, playback.simulation), end
