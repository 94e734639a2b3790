"""The command demo: record a run that a bot plays, then replay it and compare the two."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import attrs

from eventcore.journal import Header, Journal, JournalWriter
from eventcore.replay import EventLog, Recorder, Source
from eventcore.replay.simulation import Ending, Headed, Restorable, Summing
from eventcore.tools.opening import Simulations
from eventcore.tools.results import SAME, Result, UsageError, counted
from eventcore.tools.verifying import check

HASH_SEEDS: Final = 2
"""How many other processes replay the journal, each with its own hash seed."""


def demo(
    simulations: Simulations,
    seed: int,
    *,
    intents: int,
    path: Path | None = None,
    debug: bool = False,
    events: bool = False,
) -> Result:
    """Record a run that the bot of a simulation plays, and verify the journal.

    Raises:
        UsageError: There is no bot, or the simulation has no header.
        JournalError: The journal cannot be written.
    """
    empty = Header("", "", seed, content="", chains="")
    source, first = simulations.begin(Journal(empty))
    if source.bot is None:
        raise UsageError(
            f"{simulations.place} has no bot: override bot() of its Simulation, or give its Source "
            "one"
        )
    simulation, log = _begin(source, debug=debug, events=events)
    headed = simulation if isinstance(simulation, Headed) else first
    if not isinstance(headed, Headed):
        raise UsageError(f"{simulations.place} has no header for its journals: add header")
    header = headed.header
    if log is not None:
        header = attrs.evolve(header, events=True, names=log.name_all())
    with ExitStack() as stack:
        place = path
        if place is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="eventcore-"))
            place = Path(folder, "demo.jsonl")
        recorder = Recorder(simulation, JournalWriter.create(place, header, sync="never"), log)
        try:
            records = _play(recorder, simulation, source, intents)
        finally:
            recorder.close()
        found = check(simulations, place, hash_seeds=HASH_SEEDS if source.made_by else 0)
    lines = []
    if isinstance(simulation, Summing):
        lines = [f"{name}: {value}" for name, value in simulation.summary().items()]
    where = "" if path is None else f" in {path}"
    summary = f"seed {seed}, {counted(records, 'intent')}{where}"
    if found.code != SAME:
        first_line, *rest = (line.removeprefix(f"{place}: ") for line in found.warnings)
        return Result(found.code, lines, [f"{summary}: {first_line}", *rest])
    compared = "digest and every event" if events else "digest"
    digest = simulation.digest.value
    return Result(SAME, [*lines, f"{summary}: replayed, every {compared} the same ({digest})"])


def _begin(source: Source, *, debug: bool, events: bool) -> tuple[Restorable, EventLog | None]:
    if debug:
        if source.begin_varied is None:
            raise UsageError("--debug needs a Source with begin_varied")
        simulation = source.begin_varied(debug=True)
        return simulation, EventLog(simulation.world, source.name) if events else None
    return source.logged() if events else (source.begin(), None)


def _play(recorder: Recorder, simulation: Restorable, source: Source, intents: int) -> int:
    """Perform the intents that the bot returns, and return how many were performed."""
    for number in range(intents):
        over = isinstance(simulation, Ending) and simulation.over
        intent = None if over or source.bot is None else source.bot(simulation)
        if intent is None:
            return number
        recorder.perform(intent)
    return intents
