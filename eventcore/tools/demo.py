"""A demonstration: a bot plays, and its journal is replayed at once and compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from eventcore.diagnose.nondeterminism import SEEDS, find_parting
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.replay import EventLog, Recorder, Source
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import (
    Ending,
    Headed,
    Restorable,
    Summing,
)
from eventcore.tools.opening import Simulations
from eventcore.tools.results import DIVERGED, SAME, Result, UsageError, counted
from eventcore.tools.verifying import check


def demo(
    simulations: Simulations,
    seed: int,
    *,
    intents: int,
    path: Path | None = None,
    debug: bool = False,
    events: bool = False,
) -> Result:
    """Let the bot of a source play a simulation of a seed, record it, and verify the journal.

    Args:
        simulations: What makes the simulations.
        seed: The simulation's.
        intents: The bot stops after so many, or where all is over.
        path: The journal, a new file; none is kept where none is named.
        debug: Whether every dispatch is checked on the way.
        events: Whether settled events are recorded, too.

    Raises:
        UsageError: The source has no bot, or the simulation no header.
        JournalError: The journal cannot be written.
    """
    source, first = simulations.begin(_unwritten(seed))
    if source.bot is None:
        raise UsageError(
            f"{simulations.place} has no bot: override bot() of its Simulation, or give its Source "
            "one"
        )
    if not isinstance(first, Headed):
        raise UsageError(f"{simulations.place} says not what its journals begin with: add header")
    simulation, log = _begin(source, debug=debug, events=events)
    header = simulation.header if isinstance(simulation, Headed) else first.header
    if log is not None:
        header = attrs.evolve(header, events=True, names=log.name_all())
    with _journal_at(path) as place:
        recorder = Recorder(simulation, JournalWriter.create(place, header, sync="never"), log)
        try:
            _play(recorder, simulation, source, intents)
        finally:
            recorder.close()
        lines = []
        if isinstance(simulation, Summing):
            lines = [f"{name}: {value}" for name, value in simulation.summary().items()]
        found = replayed(simulations, place, simulation, kept=path is not None)
    return attrs.evolve(found, lines=[*lines, *found.lines])


def replayed(
    simulations: Simulations, path: Path, simulation: Restorable, *, kept: bool = True
) -> Result:
    """Replay a journal that was recorded just now, and say what came of it.

    Args:
        simulations: What makes its simulations.
        path: The journal, closed.
        simulation: The one it was recorded of.
        kept: Whether the journal is there still when this is read.
    """
    journal, found = simulations.read(path), check(simulations, path)
    where = f" in {path}" if kept else ""
    summary = f"seed {journal.header.seed}, {counted(len(journal.records), 'record')}{where}"
    if found.code != SAME:
        first, *rest = (line.removeprefix(f"{path}: ") for line in found.warnings)
        return Result(DIVERGED, warnings=[f"{summary}: {first}", *rest])
    whole = Segment(0, len(journal.records), journal.header, simulation.world.turn)
    parting = find_parting(simulations.open(path).source, journal, whole, seeds=SEEDS[:2])
    if parting is not None:
        return Result(DIVERGED, warnings=[f"{summary}: {parting}"])
    what = "digest and every event" if journal.header.events else "digest"
    return Result(SAME, [f"{summary}: replayed, every {what} the same ({simulation.digest.value})"])


def _begin(source: Source, *, debug: bool, events: bool) -> tuple[Restorable, EventLog | None]:
    if debug:
        if source.begin_varied is None:
            raise UsageError("--debug takes a simulation another way: give its Source begin_varied")
        simulation = source.begin_varied(debug=True)
        return simulation, EventLog(simulation.world, source.name) if events else None
    return source.logged() if events else (source.begin(), None)


def _play(recorder: Recorder, simulation: Restorable, source: Source, intents: int) -> None:
    for _ in range(intents):
        over = isinstance(simulation, Ending) and simulation.over
        intent = None if over or source.bot is None else source.bot(simulation)
        if intent is None:
            return
        recorder.perform(intent)


def _unwritten(seed: int) -> Journal:
    """Give a journal in which nothing stands yet but its seed."""
    header = Header("", "", seed, content="", chains="")
    return Journal(header, [], None, 0, 0, 0, 0, [], [], [])


@contextmanager
def _journal_at(path: Path | None) -> Iterator[Path]:
    if path is not None:
        yield path
        return
    with TemporaryDirectory(prefix="eventcore-") as folder:
        yield Path(folder, "demo.jsonl")
