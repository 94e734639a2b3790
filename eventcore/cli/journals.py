"""The commands on journals, for any simulation; ``verify`` has a file of its own."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from eventcore import tools
from eventcore.cli.options import Flag, Whole
from eventcore.cli.showing import bar, show, warn
from eventcore.cli.simulations import Named
from eventcore.cli.verifying import verify
from eventcore.replay import Variation
from eventcore.tools import UsageError, printable
from eventcore.tools.explaining import explained, parse_turns, traced
from eventcore.trace import sequence_diagram, trace_events

_INTENTS = 300


Repeated = Parameter(negative=())


def diff(simulation: Named, one: Path, other: Path, /) -> int:
    """Compare two recordings: what is the same from the start, and where they part.

    Exit code 0: the same. 1: they part. 2: one could not be read whole.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    one:
        A journal.
    other:
        Another; its values stand second.
    """
    return show(simulation, tools.diff(simulation, one, other))


def explain(
    simulation: Named,
    journal: Path,
    /,
    *,
    turn: str | None = None,
    event: str = "",
    changes: str = "",
    of: str = "",
    mermaid: Flag = False,
    chrome_trace: Path | None = None,
    force: Flag = False,
) -> int:
    """Tell why things happened: who changed what, and what came of what.

    Exit code 1: a handler raises in it, or its replay goes another way than it was recorded.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        The journal to replay.
    turn:
        Which turn to tell of, or which, as in 7-12.
    event:
        Tell only of events of this type, such as TakeDamage, or of this number: what led
        up to them, and all that came of them. Without a turn, of all in the recording.
    changes:
        Tell who writes a field instead, such as Health.hp: each change of it, and the cause.
    of:
        Whose field: a name, an id, or world.
    mermaid:
        Print a Mermaid sequence diagram instead.
    chrome_trace:
        Write a file for Perfetto or chrome://tracing instead.
    force:
        Replace that file if it exists.
    """
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


def state(simulation: Named, journal: Path, path: str = "", /, *, turn: Whole | None = None) -> int:
    """Show what there is as a turn begins: everything, one entity, or one field.

    Exit code 1: its replay goes another way than it was recorded.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        The journal to replay.
    path:
        ENTITY, ENTITY.Component or ENTITY.Component.field; an entity goes by its name, its id,
        or world. Left out, all there is.
    turn:
        Which turn; the end if none is named.
    """
    recording = simulation.open(journal)
    for line in recording.notes("played"):
        warn(simulation.program, line)
    return show(simulation, tools.state(recording, turn, path))


def what_if(
    simulation: Named,
    journal: Path,
    /,
    *,
    mute: Annotated[list[str] | None, Repeated] = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
) -> int:
    """Play a recording again with a handler left out or a datum changed, and compare.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        The journal whose intents are given again.
    mute:
        A handler to leave out, such as Guard.turn_aside; may be given more than once.
    set_:
        A datum to change, such as creatures.zombie.Health.hp=20; may be given more than once.
    """
    variation = Variation(tuple(mute or ()), tuple(set_ or ()))
    return show(simulation, tools.what_if(simulation, simulation.open(journal), variation))


def shrink(
    simulation: Named,
    journal: Path,
    /,
    *,
    check: str | None = None,
    out: str | None = None,
    timeout: Whole = 60,
) -> int:
    """Reduce a failing journal to the fewest intents that still fail, and write a test of it.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        A journal whose replay raises, or is not the same twice.
    check:
        Run this with a candidate's path instead, at its end or in place of {}; exit code 1
        means that it fails.
    out:
        The small journal; the test is written beside it.
    timeout:
        How many seconds the command may take for a candidate. One that takes longer is ended,
        and the candidate passes.
    """
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
    simulation: Named,
    /,
    *,
    seed: Whole | None = None,
    intents: Whole = _INTENTS,
    journal: Path | None = None,
    debug: Flag = False,
    events: Flag = False,
) -> int:
    """Let the simulation's bot play, replay its journal, and compare every digest.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    seed:
        The simulation's; left out, every one is another.
    intents:
        The bot stops after so many, or when all is over.
    journal:
        Where to record it; a new file. Left out, no file is kept.
    debug:
        Check every dispatch on the way; it takes some four times as long.
    events:
        Record every settled event too, and compare these.
    """
    if intents < 1:
        raise UsageError(f"--intents {intents}: the bot gives at least 1")
    number = secrets.randbelow(1_000_000) if seed is None else seed
    return show(
        simulation,
        tools.demo(simulation, number, intents=intents, path=journal, debug=debug, events=events),
    )


COMMANDS = (verify, diff, explain, state, shrink, what_if, demo)
