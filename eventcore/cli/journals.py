"""What the commands on journals do, for any simulation; ``verify`` has a file of its own."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from eventcore import tools
from eventcore.cli.showing import bar, show, warn
from eventcore.replay import Variation
from eventcore.tools import Simulations, UsageError, printable
from eventcore.tools.explaining import explained, parse_turns, traced
from eventcore.trace import sequence_diagram, trace_events


def diff(simulation: Simulations, one: Path, other: Path, /) -> int:
    """Tell where two recordings part."""
    return show(simulation, tools.diff(simulation, one, other))


def explain(
    simulation: Simulations,
    journal: Path,
    /,
    *,
    turn: str | None,
    event: str,
    changes: str,
    of: str,
    mermaid: bool,
    chrome_trace: Path | None,
    force: bool,
) -> int:
    """Tell why things happened."""
    turns = None if turn is None else parse_turns(turn)
    request = tools.Request(turns, event, changes, of)
    _refuse_what_does_not_go_together(request, mermaid, chrome_trace, force)
    recording = simulation.open(journal)
    for line in recording.notes("told of"):
        warn(simulation.program, line)
    if not mermaid and chrome_trace is None:
        return show(simulation, tools.explain(recording, request))
    timeline = recording.timeline()
    with tools.errors_named(journal):
        tree, _, raised = traced(recording, request, timeline)
    if chrome_trace is not None:
        with tools.atomic_write(chrome_trace) as part:
            part.write_text(json.dumps(trace_events(tree), indent=1), "utf-8")
        print(printable(f"Written to {chrome_trace}; open it in Perfetto or chrome://tracing"))
    else:
        print(sequence_diagram(tree), end="")
    return show(simulation, explained(recording, timeline, [], raised))


def _refuse_what_does_not_go_together(
    request: tools.Request, mermaid: bool, chrome_trace: Path | None, force: bool
) -> None:
    if request.of and not request.changes:
        raise UsageError(f"--of {request.of}: says whose field; name it with --changes")
    if request.changes and (request.event or mermaid or chrome_trace is not None):
        raise UsageError("--changes is told in lines, of all events: leave the other options out")
    if not (request.turns or request.event or request.changes):
        raise UsageError("explain needs what to tell of: --turn, --event or --changes")
    if chrome_trace is not None:
        if mermaid:
            raise UsageError("--mermaid and --chrome-trace are two forms of one turn: name one")
        tools.refuse_existing(chrome_trace, force=force)
    elif force:
        raise UsageError("--force replaces the file of --chrome-trace: name one")


def state(simulation: Simulations, journal: Path, path: str, /, *, turn: int | None) -> int:
    """Show what there is."""
    recording = simulation.open(journal)
    for line in recording.notes("played"):
        warn(simulation.program, line)
    return show(simulation, tools.state(recording, turn, path))


def what_if(
    simulation: Simulations,
    journal: Path,
    /,
    *,
    mute: list[str] | None,
    set_: list[str] | None,
) -> int:
    """Play a recording again with something else."""
    variation = Variation(tuple(mute or ()), tuple(set_ or ()))
    return show(simulation, tools.what_if(simulation, simulation.open(journal), variation))


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

        result = tools.shrink(
            simulation,
            recording,
            command=check,
            out=None if out is None else Path(out),
            patience=timeout,
            progressed=progressed,
        )
    return show(simulation, result)


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
    return show(
        simulation,
        tools.demo(simulation, number, intents=intents, path=journal, debug=debug, events=events),
    )
