"""What the commands on journals do, for any simulation; ``verify`` has a file of its own."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from eventcore.cli.progress import bar
from eventcore.text import printable
from eventcore.tools import Simulations, UsageError
from eventcore.tools.demo import demo as demo_of
from eventcore.tools.diffing import diff as diff_of
from eventcore.tools.explaining import Request, explained, parse_turns, traced
from eventcore.tools.explaining import explain as explain_of
from eventcore.tools.output_files import atomic_write, refuse_existing
from eventcore.tools.shrinking.search import shrink as shrink_of
from eventcore.tools.state import state as state_of
from eventcore.tools.what_if import what_if as what_if_of


def diff(simulation: Simulations, one: Path, other: Path, /) -> int:
    """Tell where two recordings part."""
    return simulation.show(diff_of(simulation, one, other))


def explain(
    simulation: Simulations,
    journal: Path,
    /,
    *,
    turn: str | None,
    event: str,
    of: str,
    why: str,
    changes: str,
    every: bool,
    internals: bool,
    chrome_trace: Path | None,
    force: bool,
) -> int:
    """Show why something happened."""
    turns = None if turn is None else parse_turns(turn)
    request = Request(turns, event, of, changes, why, every, internals)
    _check_options(request, chrome_trace, force)
    recording = simulation.open(journal)
    for line in recording.notes("shown"):
        simulation.warn(line)
    if chrome_trace is None:
        return simulation.show(explain_of(recording, request))
    timeline = recording.timeline()
    with recording.journal.errors_named():
        tree, _, raised = traced(recording, request, timeline)
    with atomic_write(chrome_trace) as part:
        part.write_text(json.dumps(tree.trace_events(), indent=1), "utf-8")
    print(printable(f"Written to {chrome_trace}; open it in Perfetto or chrome://tracing"))
    return simulation.show(explained(recording, timeline, [], raised))


def _check_options(request: Request, chrome_trace: Path | None, force: bool) -> None:
    if request.changes and request.why:
        raise UsageError("--changes lists all changes, and --why explains the last: name one")
    if (request.changes or request.why) and request.event:
        raise UsageError("--changes and --why are about a field: leave --event out")
    if not (request.turns or request.event or request.of or request.changes or request.why):
        raise UsageError("name what to explain: --turn, --event, --of, --why or --changes")
    if not request.is_tree and (request.every or chrome_trace is not None):
        option = "--all" if request.every else "--chrome-trace"
        raise UsageError(f"{option} needs a tree: name a turn with --turn, or an event's number")
    if chrome_trace is not None:
        refuse_existing(chrome_trace, force=force)
    elif force:
        raise UsageError("--force replaces the file of --chrome-trace: name one")


def state(simulation: Simulations, journal: Path, path: str, /, *, turn: int | None) -> int:
    """Show what there is."""
    recording = simulation.open(journal)
    for line in recording.notes("played"):
        simulation.warn(line)
    return simulation.show(state_of(recording, turn, path))


def what_if(
    simulation: Simulations,
    journal: Path,
    /,
    *,
    mute: list[str] | None,
    set_: list[str] | None,
) -> int:
    """Play a recording again with something else."""
    return simulation.show(what_if_of(simulation, simulation.open(journal), mute or (), set_ or ()))


def shrink(
    simulation: Simulations,
    journal: Path,
    /,
    *,
    check: str | None,
    out: str | None,
    timeout: int,
) -> int:
    """Reduce a failing journal."""
    if timeout < 1:
        raise UsageError(f"--timeout {timeout}: the command gets at least 1 second")
    recording = simulation.open(journal)
    with bar() as progress:
        task = progress.add_task("intents left", total=len(recording.journal.records))

        def progressed(left: int, checks: int) -> None:
            progress.update(task, completed=left, description=f"{checks} checks, intents left")

        result = shrink_of(
            simulation,
            recording,
            command=check,
            out=None if out is None else Path(out),
            patience=timeout,
            progressed=progressed,
        )
    return simulation.show(result)


def demo(
    simulation: Simulations,
    /,
    *,
    seed: int | None,
    intents: int,
    journal: Path | None,
    debug: bool,
    events: bool,
) -> int:
    """Let the simulation's bot play."""
    if intents < 1:
        raise UsageError(f"--intents {intents}: the bot gives at least 1")
    number = secrets.randbelow(1_000_000) if seed is None else seed
    return simulation.show(
        demo_of(simulation, number, intents=intents, path=journal, debug=debug, events=events),
    )
