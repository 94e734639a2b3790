"""Move forwards and backwards to any record or turn of a journal."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from operator import attrgetter

import attrs

from eventcore.errors import JournalError, RaisedError, SaveError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframe, Keyframes
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Simulation, Source
from eventcore.world import World

BEGINNING = -1  # the position of the setup, before the first record

_EVERY = 100  # the number of turns or records between two keyframes
_WORTH_IT = 30  # restoring a state takes as long as playing this number of records


@attrs.define(eq=False)
class Timeline:
    """Plays a journal to any position. A new timeline starts before the first record.

    Methods raise JournalError if a record cannot be played; ``seek`` can still go back after that.

    Attributes:
        keyframes: The known keyframes; playing the journal adds more.
        rules: The hashes of the current rules; see ``Header.rules``.
        every: The number of turns or records between two keyframes.
        passed: Errors that did not end the recorded run, keyed by turn; if None, stop at any error.
        divergence: The first difference found between the journal and its replay.
    """

    journal: Journal
    source: Source
    keyframes: Keyframes = attrs.field(factory=Keyframes)
    rules: str = attrs.field(default="", kw_only=True)
    every: int = attrs.field(default=_EVERY, kw_only=True)
    passed: dict[int, RaisedError] | None = attrs.field(default=None, kw_only=True)
    divergence: Divergence | None = attrs.field(default=None, init=False)
    _turns: list[int] = attrs.field(init=False)
    _divergences: set[int] = attrs.field(factory=set, init=False)
    # Keyframes after a divergence are not shared: a timeline that started there would skip it.
    _own: Keyframes = attrs.field(factory=Keyframes, init=False)
    _play: Playback = attrs.field(init=False)
    _origin: str = attrs.field(default="", init=False)  # see ``Divergence``

    def __attrs_post_init__(self) -> None:
        self._turns = [record.turn for record in self.journal.records]
        self._enter(self.source.begin(), 0)

    def from_start(self) -> Timeline:
        """Return a new timeline with the same journal and keyframes. It starts at the beginning."""
        return attrs.evolve(self)

    @property
    def simulation(self) -> Simulation:
        """The simulation at the current position. A move may replace this object."""
        return self._play.simulation

    @property
    def position(self) -> int:
        """The current position: the number of records that have been played."""
        return self._play.position

    @property
    def length(self) -> int:
        """The number of records in the journal."""
        return len(self.journal.records)

    @property
    def turn(self) -> int:
        """The turn at the current position."""
        return self.simulation.world.turn

    def step(self) -> bool:
        """Play the next record; return False at the end."""
        turn, before = self.turn, self._play.divergence
        try:
            if not self._play.step():
                return False
        except RaisedError as error:
            after = attrs.evolve(self._play, position=self.position + 1)
            if self.passed is None or after.position == self.length or after.look_ahead():
                raise RaisedError(f"{self._origin}{error}", line=error.line) from error.__cause__
            self._play = after
            self.passed.setdefault(self.turn, error)  # only the first error on each turn
        self._note_divergence(before)
        if self.position % self.every == 0 or self.turn // self.every != turn // self.every:
            self._keep_keyframe()
        return True

    def move(self, move: Callable[[], object], end: int) -> None:
        """Call ``move``. If an intent cannot be read, skip to the next upgrade before ``end``."""
        try:
            move()
        except JournalError as error:
            ahead = range(self.position + 1, end)
            upgrade = next((n for n in ahead if self.journal.records[n].is_upgrade), 0)
            if not upgrade or isinstance(error, RaisedError):
                raise
            self._enter(self.source.begin(), upgrade)
            self.step()

    def seek(self, position: int) -> None:
        """Move to a position, forwards or backwards."""
        position = self.approach(position)
        while self.position < position and self.step():
            pass

    def approach(self, position: int) -> int:
        """Move to the nearest known state at or before a position. The caller can step from there.

        Return the target position, limited to the length of the journal.
        """
        position = min(max(position, 0), self.length)
        if position != self.position or self._play.error is not None:
            self._jump(position)
        return position

    def position_of_turn(self, turn: int) -> int:
        """Return the position of the first record at or after a turn."""
        return bisect_left(self._turns, turn)

    def end_of_turn(self, turn: int) -> int:
        """Return the position after the last record of a turn."""
        return bisect_right(self._turns, turn)

    def positions_of(self, first: int, last: int | None = None) -> range:
        """Return the positions of the records that cause the events of one or several turns.

        An intent may take several turns: it ends on the turn of the next record. The first
        position may be ``BEGINNING``, because the setup belongs to the turn of the first record.
        """
        end = self.end_of_turn(first if last is None else last)
        return range(max(self.position_of_turn(first) - 1, BEGINNING), end)

    def position_of_event(self, sequence: int) -> int:
        """Return the position of the record that causes the event with this sequence number."""
        return bisect_right(self.journal.records, sequence, key=attrgetter("seq")) - 1

    def turn_of(self, position: int) -> int:
        """Return the turn at a position. The last intent is assumed to take one turn."""
        if position < self.length:
            return self._turns[max(position, 0)]
        return self._turns[-1] + self.journal.records[-1].is_intent if self.length else 0

    def diverged_before(self, position: int) -> bool:
        """Return whether the replay differs anywhere between the last upgrade and a position."""
        start = self._last_upgrade(position)
        return any(start <= comparison < position for comparison in self._divergences)

    def begin_again(self, watch: Callable[[World], object]) -> None:
        """Start again before the first record, and pass the new, empty world to ``watch``."""
        self._enter(self.source.watched(watch), 0)

    def restore(self, position: int, state: bytes) -> None:
        """Load the saved state of a position. Raise SaveError if the state cannot be loaded."""
        self._enter(self.source.restore(state), position)
        self._own.add(self._here())
        self._play.look_ahead()
        self.divergence = self._play.divergence

    def _last_upgrade(self, position: int) -> int:
        records = self.journal.records
        return next((n for n in range(position - 1, 0, -1) if records[n].is_upgrade), 0)

    def _jump(self, position: int) -> None:
        """Restore the nearest state before a position if this is faster than playing on."""
        ahead = self.position <= position and self._play.error is None
        least = self.position + min(_WORTH_IT, self.every) if ahead else 0
        upgrade = self._last_upgrade(position)
        while keyframe := self._newest([self.keyframes, self._own], position):
            if keyframe.position <= max(least, upgrade):
                break
            try:
                simulation = self.source.restore(keyframe.state)
            except SaveError:
                position = keyframe.position - 1  # this state cannot be loaded, so try an older one
            else:
                self._enter(simulation, keyframe.position)
                self._origin = f"restored from the keyframe of turn {keyframe.turn}, "
                self._note_divergence(None)
                return
        if upgrade > self.position or not ahead:
            self._enter(self.source.begin(), upgrade)

    def _note_divergence(self, before: Divergence | None) -> None:
        if self._origin:  # a restored state may lack something: notice it before the next record
            self._play.look_ahead()
        found = self._play.divergence
        if found is not None and found is not before:
            self.divergence = self.divergence or attrs.evolve(found, origin=self._origin)
            self._divergences.add(self.position - 1)

    def _newest(self, known: Iterable[Keyframes], position: int) -> Keyframe | None:
        every = (keyframe for keyframes in known for keyframe in keyframes.newest(self.journal))
        usable = (k for k in every if k.position <= position and k.rules == self.rules)
        return max(usable, key=attrgetter("position"), default=None)

    def _enter(self, simulation: Simulation, position: int) -> None:
        restore, self._origin = self.source.restore, ""
        self._play = Playback(simulation, self.journal, position=position, restore=restore)

    def _keep_keyframe(self) -> None:
        kept = self.keyframes if self._play.divergence is None else self._own
        near = self._newest([kept], self.position)
        if near is None or max(self.position - near.position, self.turn - near.turn) >= self.every:
            kept.add(self._here())

    def _here(self) -> Keyframe:
        checksum, state = self.journal.sums[self.position - 1], self.simulation.save()
        return Keyframe(self.rules, self.position, self.turn, checksum, state)
