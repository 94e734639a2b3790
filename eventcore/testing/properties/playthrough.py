"""A run: intents performed one by one, and all by which it can be told from another run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import attrs

from eventcore.errors import SaveError
from eventcore.event import Event
from eventcore.journal.settled import Settled, decode_events, encode_events
from eventcore.replay.event_log import EventLog, divergence_of
from eventcore.replay.simulation import Restorable, Source
from eventcore.replay.states import divergent_paths
from eventcore.state.state_digest import state_digest

_AGAIN = ", played again"
_SHOWN = 3
"""So many places are named where two states differ."""


@attrs.frozen
class Snapshot:
    """A simulation as it stands, whole."""

    state: str
    digest: list[str]
    save: bytes

    @classmethod
    def of(cls, simulation: Restorable) -> Snapshot:
        """Take it; the simulation does not change by it."""
        return cls(state_digest(simulation.world), simulation.digest.state(), simulation.save())

    def refuse_difference(self, other: Snapshot, where: str, names: tuple[str, str]) -> None:
        """Raise AssertionError where another differs, and name what does.

        Args:
            other: The other.
            where: What to begin with.
            names: What to call the two.
        """
        if self == other:
            return
        one, two = names
        parts = ("state", "digest", "save")
        what = next(part for part in parts if getattr(self, part) != getattr(other, part))
        mine, theirs = getattr(self, what), getattr(other, what)
        try:
            paths = divergent_paths(self.save, other.save)
        except SaveError:  # a simulation may save in any form
            paths = []
        shown = [
            f"{path.path} {path.recorded or 'nothing'} {one}, {path.replayed or 'nothing'} {two}"
            for path in paths[:_SHOWN]
        ]
        if len(paths) > _SHOWN:
            shown.append(f"{len(paths) - _SHOWN} more")
        if not shown and what != "save":
            shown = [f"{what} {mine} {one}, {theirs} {two}, and the saves show no difference"]
        raise AssertionError(f"{where}: {'; '.join(shown) or f'the saves {one} and {two} differ'}")


@attrs.frozen
class Performed:
    """An intent that was performed.

    Attributes:
        intent: The intent.
        turn: The turn it was given in.
        met: What it met, by name: the digest last, which says least.
        events: The events that settled on account of it, as a journal has them.
    """

    intent: Any
    turn: int
    met: dict[str, Any]
    events: bytes


class Playthrough:
    """A simulation and what it has performed.

    Attributes:
        simulation: What performs. Once saved and loaded, another takes its place.
        steps: What it has performed.
        intents: The same as intents, one that raised included.
        shots: How it stood after each, where it is ``watched``.
    """

    def __init__(self, simulation: Restorable, *, watched: bool = False) -> None:
        self.steps: list[Performed] = []
        self.intents: list[Any] = []
        self.shots: list[Snapshot] = []
        self._watched = watched
        self._end: Snapshot | None = None
        self.go_on(simulation)

    def go_on(self, simulation: Restorable) -> None:
        """Let another simulation, which stands where this one does, take its place."""
        self.simulation = simulation
        self._log = EventLog(simulation.world)
        self._end = None

    def end(self) -> Snapshot:
        """Tell how it stands; it is looked at once, should that be what changes it."""
        if self._end is None:
            self._end = Snapshot.of(self.simulation)
        return self._end

    def meets(self) -> dict[str, Any]:
        """Tell what the next intent will meet, and seal nothing: seals are part of the digest."""
        world = self.simulation.world
        return {
            "turn": world.turn,
            "time": world.agenda.now,
            "events so far": world.sequence,
            "draws": world.draws(),
        }

    def perform(self, intent: Any, where: str) -> None:
        """Perform an intent, and keep what there is to tell of it.

        Raises:
            AssertionError: The intent raised an error.
        """
        turn = self.simulation.world.turn
        met = self.meets() | {"digest": self.simulation.digest.seal()}
        self.intents.append(intent)
        try:
            result = self.simulation.perform(intent)
        except Exception as error:
            _refuse_error(error, where)
        events = self._log.take()
        self.steps.append(Performed(intent, turn, met, encode_events(events, 0)[0]))
        self._end = None
        if self._watched:
            self.shots.append(Snapshot.of(self.simulation))
        if isinstance(result, Event) and not (result.done or result.failed or result.replacement):
            raise AssertionError(f"{where}: {result!r} was returned, and has not settled")


def said(number: int, intent: Any, turn: int) -> str:
    """Say which intent is meant; the first is number 1."""
    return f"intent {number}, {intent!r}, on turn {turn}"


def played(
    source: Source, intents: Sequence[Any], *, watched: bool = False, again: str = ""
) -> Playthrough:
    """Play intents from the beginning, and do nothing else.

    Args:
        source: Where simulations come from.
        intents: What is performed.
        watched: Whether to keep how it stands after each.
        again: What to add where an error says which intent raised it.

    Raises:
        AssertionError: An intent raised an error.
    """
    run = Playthrough(source.begin(), watched=watched)
    for number, intent in enumerate(intents, 1):
        run.perform(intent, said(number, intent, run.simulation.world.turn) + again)
    return run


@contextmanager
def blaming_drift_first(
    source: Source, intents: Sequence[Any], plain: Playthrough | None = None
) -> Iterator[None]:
    """Where something is found, say first of all if two plays of the intents differ already.

    What is found between a plain run and one that was saved, cloned or replayed says nothing
    then of saving, cloning and replaying.

    Args:
        source: Where simulations come from.
        intents: What was performed.
        plain: A run in which just these intents were played, where there is one.
    """
    try:
        yield
    except AssertionError:
        found = _drift(source, intents, plain)
        if found is None:
            raise
        raise AssertionError(
            f"two plays of the same intents differ already: {found}; "
            "some handler draws outside the world's streams, or keeps state outside it"
        ) from None


def _drift(source: Source, intents: Sequence[Any], plain: Playthrough | None) -> str | None:
    """Play intents once more, and say how that differs; two more plays tell where it begins."""
    try:
        plain = plain or played(source, intents, again=_AGAIN)
    except AssertionError as error:  # it was raised in this play, and not in the one before
        return str(error)
    found = _first_divergence(plain, source, watched=False)
    if found is None:
        return None
    try:
        watched = _first_divergence(played(source, intents, watched=True), source, watched=True)
    except AssertionError:
        watched = None
    return min(found, watched or found, key=lambda found: found[0])[1]


def _first_divergence(one: Playthrough, source: Source, *, watched: bool) -> tuple[int, str] | None:
    """Play a run once more, and say after how many intents it differs, and in what."""
    names = ("played", "played again")
    place = 0
    try:
        other = played(source, one.intents, watched=watched, again=_AGAIN)
    except AssertionError as error:
        return len(one.steps), str(error)
    try:
        for place, step in enumerate(one.steps):
            where = said(place + 1, step.intent, step.turn)
            refuse_divergence(one, other, place, where, names)
            if watched:
                one.shots[place].refuse_difference(other.shots[place], f"after {where}", names)
        place = len(one.steps)
        compare_ends(one, other, names)
    except AssertionError as error:
        return place, str(error)
    return None


def compare_ends(one: Playthrough, other: Playthrough, names: tuple[str, str]) -> None:
    """Raise AssertionError where two runs stand otherwise after their last intents."""
    refuse_meeting(one.meets(), other.meets(), "after the last intent", names)
    one.end().refuse_difference(other.end(), "after the last intent", names)


def refuse_divergence(
    one: Playthrough, other: Playthrough, place: int, where: str, names: tuple[str, str]
) -> None:
    """Raise AssertionError where two runs differ in a step.

    Args:
        one: The first.
        other: The second.
        place: Which step; the first is 0.
        where: What to begin with.
        names: What to call the two.
    """
    mine, theirs = one.steps[place], other.steps[place]
    refuse_meeting(mine.met, theirs.met, f"before {where}", names)
    if mine.events == theirs.events:
        return
    events, counterparts = list(_events(mine)), list(_events(theirs))
    for event, counterpart in zip(events, counterparts, strict=False):
        found = divergence_of(event, counterpart)
        if found is not None:
            what = f"{event.type} #{event.seq}: {found[0]}"
            _refuse(where, what, found[1], found[2], names)
    _refuse(where, "events", len(events), len(counterparts), names)


def refuse_meeting(
    mine: dict[str, Any], theirs: dict[str, Any], where: str, names: tuple[str, str]
) -> None:
    """Raise AssertionError where what two runs meet differs."""
    for what, value in mine.items():
        if value != theirs[what]:
            _refuse(where, what, value, theirs[what], names)


def _events(step: Performed) -> Iterator[Settled]:
    for line in step.events.splitlines():
        yield from decode_events(line, 0)


def _refuse(where: str, what: str, one: Any, other: Any, names: tuple[str, str]) -> NoReturn:
    raise AssertionError(f"{where}: {what} {one!r} {names[0]}, {other!r} {names[1]}")


def _refuse_error(error: Exception, where: str) -> NoReturn:
    notes = "; ".join(getattr(error, "__notes__", ()))
    told = f"{type(error).__name__}: {error}" + (f" ({notes})" if notes else "")
    raise AssertionError(f"{where}: raised {told}") from error
