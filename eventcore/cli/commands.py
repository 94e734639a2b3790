"""The library's commands, their parameters, and functions that build command-line interfaces.

Each command imports its implementation only when it is called, so that the help appears quickly.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import App, CoercionError, Group, Parameter, convert

from eventcore import __version__, serving
from eventcore.cli.progress import progress, run_jobs
from eventcore.text import short_repr, there_is

if TYPE_CHECKING:
    from cyclopts import Token

    from eventcore.component import Component
    from eventcore.tools import Simulations
    from eventcore.tools.results import Result

T = TypeVar("T")


def _simulations(_: Any, tokens: Sequence[Token]) -> Simulations:
    from eventcore.tools import Simulations

    return Simulations.of(tokens[0].value)


def _components(_: Any, tokens: Sequence[Token]) -> Sequence[type[Component]]:
    from eventcore.dispatch.order import rank_components
    from eventcore.errors import RegistrationError
    from eventcore.tools.opening import find
    from eventcore.tools.results import UsageError

    place = tokens[0].value
    found = find(place, "COMPONENTS")
    found = getattr(found, "__self__", found)  # accept Class.source, as the other commands do
    try:
        return [*rank_components(getattr(found, "components", found))]
    except RegistrationError as error:
        raise UsageError(
            f"{place}: {error}; name the class of a simulation, or a module with COMPONENTS"
        ) from None


if TYPE_CHECKING:
    Simulated = Simulations
    Ordered = Sequence[type[Component]]
else:

    def _named(converter, about):
        return Annotated[
            Any, Parameter(help=about, n_tokens=1, accepts_keys=False, converter=converter)
        ]

    Simulated = _named(
        _simulations,
        "The class of the simulation, as module:Class, or a function that takes a journal and "
        "returns a Source.",
    )
    Ordered = _named(
        _components,
        "The class of the simulation, as module:Class; a module with COMPONENTS; or a list of "
        "component classes, as module:name.",
    )
Recorded = Annotated[Path, Parameter(help="The journal; - means standard input.")]


def convert_strictly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert a value. Reject empty text, and 1.5 for an int, because cyclopts would round it."""

    def leaf(kind: Any, text: str) -> Any:
        if not text:
            raise CoercionError(msg="an empty value ('') is not allowed")
        if kind is int and not re.fullmatch("[+-]?[0-9]{1,100}", text):
            raise CoercionError(msg=f"{short_repr(text)} is not a whole number")
        return convert(kind, [text])

    return convert(kind, tokens, leaf)


def verify(
    simulation: Simulated,
    /,
    *journals: Path,
    jobs: int | None = None,
    twice: bool = False,
    hash_seeds: int = 0,
) -> int:
    """Replay journals at full speed, and compare every digest and event with the recording.

    Exit code 0: all replays match. 1: a replay differs. 2: a journal cannot be read completely.

    Parameters:
        journals: The journals to check, or folders of journals; - means standard input.
        jobs: The number of processes that check journals at the same time.
        twice: Also run the intents of each journal twice in one process, to find state that
            handlers keep outside the world.
        hash_seeds: Also run the intents in this many other processes, each with its own hash seed,
            to find rules that depend on the order of a set, on a clock or on unseeded randomness.
    """
    from eventcore.journal.files import STDIN
    from eventcore.tools import UsageError
    from eventcore.tools.opening import journals_of
    from eventcore.tools.verifying import check, totals

    if not journals:
        raise UsageError(f"verify needs a journal: {simulation.call('verify')} JOURNAL…")
    paths = [*dict.fromkeys(journals_of(journals))]
    call = partial(check, simulation, twice=twice, hash_seeds=hash_seeds)
    if len(paths) == 1 and jobs is None:
        with progress("records") as show:
            return simulation.show(call(paths[0], progressed=show))
    found: dict[Path, Result] = {}
    codes: list[int] = []
    processes = None if STDIN in paths else jobs  # other processes cannot read stdin
    try:
        with run_jobs(call, paths, "journals", processes=processes) as checked:
            for path, result in checked:
                found[path] = result
                while len(codes) < len(paths) and paths[len(codes)] in found:
                    codes.append(simulation.show(found[paths[len(codes)]]))
    except BrokenExecutor:
        raise UsageError("a process that was checking journals was killed") from None
    print(totals(codes))
    return max(codes)


def inspect(
    simulation: Simulated, journal: Path, /, *, serve: bool = False, port: int = 8000
) -> int:
    """Show a journal on screen: turns, events, handlers, the state, and a picture.

    Requires the ``inspect`` extra, and the ``serve`` extra for --serve.

    Exit code 1: a turn shown on screen raised an error or differed, or the journal is damaged.

    Parameters:
        journal: The journal to show.
        serve: Show the journal in browsers on this machine until you press Ctrl-C.
        port: The port for --serve; 0 means any free port.
    """
    from eventcore.inspector.inspection import Inspection
    from eventcore.journal.files import STDIN
    from eventcore.tools import UsageError
    from eventcore.tools.results import DIVERGED, SAME, require_extra

    with require_extra("inspect", "inspecting"):
        from eventcore.inspector.app import InspectorApp
    if journal == STDIN:
        raise UsageError(
            "the inspector reads keys from standard input, so give the name of a journal file"
        )
    inspection = Inspection(simulation, journal)
    if serve:  # start a separate inspector process for each visitor
        named = [] if simulation.own else [simulation.place]
        serving.serve(
            [sys.executable, "-m", simulation.program, "inspect", *named, str(journal.absolute())],
            port=port,
            title="Inspector",
            left="The inspector has ended.",
            again="Open it again",
            ready=lambda at: print(f"Inspect {journal} at {at}; press Ctrl-C to stop.", flush=True),
        )
        return SAME
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    if not (serving.is_served() or (sys.stdin.isatty() and sys.stdout.isatty() and not dumb)):
        raise UsageError(
            "inspect needs a terminal; to print events instead, run: "
            f"{simulation.call('explain')} {journal} --turn 1"
        )
    player = inspection.player
    simulation.warn(*player.recording.notes("shown"))
    app = InspectorApp(inspection)
    failure = app.run()
    if failure is not None:
        raise failure
    problems = [*player.faults.values(), *map(str, player.recording.passed.values())]
    simulation.warn(*(f"{journal}: {line}" for line in dict.fromkeys(problems)))
    if app.return_code:
        return app.return_code  # an error ended the app, and Textual has printed the error
    return DIVERGED if problems or player.recording.journal.problem else SAME


def explain(
    simulation: Simulated,
    journal: Recorded,
    /,
    *,
    turn: str | None = None,
    event: str = "",
    of: str = "",
    why: str = "",
    changes: str = "",
    all_: Annotated[bool, Parameter(name="--all")] = False,
    internals: bool = False,
) -> int:
    """Explain why something happened: show events, their causes, and each handler's actions.

    Exit code 1: the replay stops at an error, or differs from the recording.

    Parameters:
        turn: Show this turn, or several turns, such as 7-12. With --why, begin with the last change
            before this turn.
        event: Show only events of this type, such as TakeDamage, or the event with this number.
            With --turn or a number, also show causes and consequences; otherwise, one line each.
        of: List everything that happened to this entity, given as a name, an id, or world. With
            --why or --changes, name the entity that has the field.
        why: Follow the last change to a field, such as Health.hp, back to its causes.
        changes: List every change to a field, such as Health.hp, with its causes.
        all_: Include handlers that changed nothing.
        internals: Include the library's changes to its own components, such as Timers.
    """
    from eventcore.tools.explaining import Explanation

    recording = simulation.open(journal)
    explanation = Explanation(
        recording, turn, event, of=of, changes=changes, why=why, every=all_, internals=internals
    )
    simulation.warn(*recording.notes("shown"))
    return simulation.show(explanation.result())


def state(
    simulation: Simulated, journal: Recorded, path: str = "", /, *, turn: int | None = None
) -> int:
    """Show the state before the first intent of a turn: everything, one entity, or one field.

    Exit code 1: the replay stops at an error, or differs from the recording.

    Parameters:
        path: An entity, a component or a field, as ENTITY, ENTITY.Component or
            ENTITY.Component.field. ENTITY is a name, an id, or world. By default, show everything.
        turn: The turn; by default, show the state at the end of the journal.
    """
    from eventcore.tools.state import state

    recording = simulation.open(journal)
    simulation.warn(*recording.notes("played"))
    return simulation.show(state(recording, turn, path))


def shrink(
    simulation: Simulated,
    journal: Recorded,
    /,
    *,
    check: str | None = None,
    out: Path | None = None,
) -> int:
    """Reduce a failing journal to a few intents that still fail.

    Without --check, a journal fails if a handler raises an error in normal mode or in debug mode.

    Parameters:
        check: A command that exits with code 1 if a candidate fails. The candidate's path replaces
            {} in the command, or is added to its end.
        out: The file to write the small journal to.
    """
    from eventcore.tools.shrinking import shrink

    recording = simulation.open(journal)
    with progress("intents left") as show:
        return simulation.show(shrink(recording, show, command=check, out=out))


def series(
    simulation: Simulated,
    journals: Path,
    field: str,
    /,
    *,
    of: str = "",
    every: int | None = None,
    to: Path | None = None,
    force: bool = False,
) -> int:
    """Show how a field changes over time, in one journal or a folder of journals.

    By default, print a small chart for each entity. The table that --to writes has the columns
    journal, turn, time, entity and value. Exit code 1: a replay raises an error, or differs.

    Parameters:
        journals: A journal, or a folder of journals.
        field: The field, such as Health.hp.
        of: An entity's name or id, or world. By default, show all entities with the component.
        every: Add a row at the start of every turn (1), every second turn (2), and so on. By
            default, add a row for each change to the value.
        to: Write a table to this .csv or .parquet file; Parquet requires the ``parquet`` extra.
            With -, print the table as CSV.
        force: Replace the output file if it exists.
    """
    from eventcore.tools.series import collect

    with progress("journals") as show:
        result = collect(simulation, journals, field, of, every, to, force, show)
    return simulation.show(result)


def what_if(
    simulation: Simulated,
    journal: Recorded,
    /,
    *,
    mute: list[str] | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
) -> int:
    """Play a recording again without a handler or with different data, and compare the runs.

    Parameters:
        mute: A handler to leave out, as Component.method; may be given more than once.
        set_: A setup parameter or game data to change, as NAME=VALUE, with the value in JSON; may
            be given more than once.
    """
    from eventcore.tools.what_if import what_if

    return simulation.show(what_if(simulation.open(journal), mute or (), set_ or ()))


def chain(components: Ordered, event: str = "", /) -> None:
    """Print the handlers of an event type in order; without EVENT, list all event types.

    Parameters:
        event: The name of the event type.
    """
    from eventcore.dispatch.order import plan_of_classes
    from eventcore.tools import UsageError
    from eventcore.tools.naming import event_types

    found = event_types(components)
    if event and event not in found:
        raise UsageError(f"there is no event {event!r}; {there_is(event, sorted(found))}")
    if event:
        print(plan_of_classes(found[event], components))
        return
    for name in sorted(found):
        count = len(plan_of_classes(found[name], components).steps)
        print(f"{count:>4} {'handler' if count == 1 else 'handlers':<8}  {name}")


def journal_commands(
    name: str,
    version: str,
    about: str,
    *,
    simulations: Callable[[], Simulations] | None = None,
    components: Callable[[], Sequence[type[Component]]] | None = None,
) -> App:
    """Create the command line of a program, with commands for its handler chains and journals.

    The help lists the library's commands in the groups "Watch", "Investigate" and "Build", with
    sort keys from 2 to 4. To add a command to a group, name the group:
    ``app.command(bake, group="Build")``. Call ``run`` to run the command line.

    Args:
        name: The name of the program.
        version: The version of the program.
        about: The first line of the help.
        simulations: A function that returns the program's ``Simulations``; each command calls it.
            By default, the commands take the class of a simulation as their first argument.
        components: A function that returns the component classes in order; ``chain`` calls it.
    """
    groups = {
        Group("Watch", sort_key=2): (inspect,),
        Group("Investigate", sort_key=3): (verify, explain, state, series, what_if, shrink),
        Group("Build", sort_key=4): (chain,),
    }
    app = App(
        name=name,
        version=version,
        help=about,
        default_parameter=Parameter(negative=(), converter=convert_strictly, json_list=False),
        group_commands=Group("Other", sort_key=5),
    )
    for group, commands in groups.items():
        for command in commands:
            first = components if command is chain else simulations
            app.command(command if first is None else _bound(command, first), group=group)
    return app


def make_app() -> App:
    """Create the library's command-line interface."""
    return journal_commands("eventcore", __version__, "Tools for simulations built on eventcore.")


def _bound(command: Callable[..., T], first: Callable[[], Any]) -> Callable[..., T]:
    def run(*arguments: Any, **options: Any) -> T:
        return command(first(), *arguments, **options)

    whole = signature(command, eval_str=True)
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = whole.replace(  # type: ignore[attr-defined]
        parameters=[*whole.parameters.values()][1:]
    )
    return run
