"""The commands of the library, and functions that create command lines.

Each command imports its implementation only when it is called, so that help appears quickly.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from cyclopts import App, Group, Parameter

from eventcore import __version__
from eventcore.text import short_repr

if TYPE_CHECKING:
    from cyclopts import Token

    from eventcore.component import Component
    from eventcore.tools import Simulations

T = TypeVar("T")

# The groups of commands in the help. Other programs use these groups for their own commands, too.
PLAY: Final = Group("Play", sort_key=1)
WATCH: Final = Group("Watch", sort_key=2)
INVESTIGATE: Final = Group("Investigate", sort_key=3)
BUILD: Final = Group("Build", sort_key=4)
_OTHER: Final = Group("Other", sort_key=5)
_INTENTS: Final = 300


def _named(_: Any, tokens: Sequence[Token]) -> Simulations:
    from eventcore.tools import Simulations, UsageError

    try:
        return Simulations.named(tokens[0].value)
    except UsageError as error:
        raise ValueError(str(error)) from None


if TYPE_CHECKING:
    Simulated = Simulations
else:
    Simulated = Annotated[
        Any,
        Parameter(
            converter=_named,
            n_tokens=1,
            accepts_keys=False,
            help="The class of the simulation, as module:Class, or a function that takes a "
            "journal and returns a Source.",
        ),
    ]
Recorded = Annotated[Path, Parameter(help="The journal; - is standard input.")]


def verify(
    simulation: Simulated,
    /,
    *journals: Path,
    jobs: int | None = None,
    cluster: str | None = None,
    results: Path | None = None,
    twice: bool = False,
    hash_seeds: int = 0,
) -> int:
    """Replay journals at full speed and compare every digest and every recorded event.

    Exit code 0: all are the same. 1: a replay differs. 2: a journal cannot be read completely.

    Parameters
    ----------
    journals:
        The journals to check, or folders of journals; - is standard input.
    jobs:
        The number of processes that check journals at the same time.
    cluster:
        The address of a Dask scheduler, whose workers check the journals. All machines must see
        the journals under the same paths.
    results:
        A file that lists the journals that were the same. These journals are not checked again
        until their content or the rules change.
    twice:
        Also run the intents of each journal twice in one process, to find state that handlers keep
        outside the world.
    hash_seeds:
        Also run the intents in this many other processes, each with its own hash seed, to find
        rules that depend on the order of a set, on the time or on chance.
    """
    from eventcore.cli.verifying import verify

    return verify(
        simulation,
        journals,
        jobs=jobs,
        cluster=cluster,
        results=results,
        twice=twice,
        hash_seeds=hash_seeds,
    )


def diff(simulation: Simulated, one: Path, other: Path, /) -> int:
    """Compare two recordings, and show where they first differ.

    Exit code 0: the journals are the same. 1: they differ. 2: one cannot be read completely.

    Parameters
    ----------
    one:
        The first journal.
    other:
        The second journal; its values are shown after those of the first.
    """
    from eventcore.tools.diffing import diff

    return simulation.show(diff(simulation, one, other))


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
    """Explain why something happened: show events, their causes, and what each handler did.

    Exit code 1: a handler raises an error, or the replay differs from the recording.

    Parameters
    ----------
    turn:
        Show this turn, or several turns, as in 7-12. With --why, only changes before this turn
        count.
    event:
        Show only events of this type, such as TakeDamage, or the event with this number. With a
        turn or a number, show causes and consequences too; otherwise one line for each event.
    of:
        List everything that happened to this entity: a name, an id, or world. For --why and for
        --changes, the entity that has the field.
    why:
        Follow the last change of a field, such as Health.hp, back to its causes.
    changes:
        List every change of a field, such as Health.hp, with its causes.
    all_:
        Include handlers that changed nothing.
    internals:
        Include the library's own components, such as Timers.
    """
    from eventcore.tools import UsageError
    from eventcore.tools.explaining import Request, explain, parse_turns

    turns = None if turn is None else parse_turns(turn)
    request = Request(turns, event, of, changes, why, all_, internals)
    if changes and why:
        raise UsageError("--changes lists all changes, --why explains the last change: name one")
    if (changes or why) and event:
        raise UsageError("--changes and --why are about a field: leave --event out")
    if not (request.turns or event or of or changes or why):
        raise UsageError("name what to explain: --turn, --event, --of, --why or --changes")
    if all_ and not request.is_tree:
        raise UsageError("--all needs a tree: name a turn with --turn, or an event's number")
    recording = simulation.open(journal)
    simulation.warn_all(recording.notes("shown"))
    return simulation.show(explain(recording, request))


def state(
    simulation: Simulated, journal: Recorded, path: str = "", /, *, turn: int | None = None
) -> int:
    """Show the state at the beginning of a turn: everything, one entity, or one field.

    Exit code 1: the replay differs from the recording.

    Parameters
    ----------
    path:
        ENTITY, ENTITY.Component or ENTITY.Component.field. The entity is a name, an id, or world.
        By default, everything is shown.
    turn:
        The turn; by default, the end of the journal.
    """
    from eventcore.tools.state import state

    recording = simulation.open(journal)
    simulation.warn_all(recording.notes("played"))
    return simulation.show(state(recording, turn, path))


def series(
    simulation: Simulated,
    journals: Path,
    field: str,
    /,
    *,
    of: str = "",
    every: int = 0,
    to: Path | None = None,
    force: bool = False,
) -> int:
    """Show how a field changes over time, in one journal or a folder of them.

    By default, print a line with a small chart for each entity. A table has the columns journal,
    turn, time, entity and value.

    Parameters
    ----------
    journals:
        A journal, or a folder of journals.
    field:
        The field, such as Health.hp.
    of:
        The entity: a name, an id, or world. By default, all entities that have the component.
    every:
        Take the value at the beginning of every turn (1), every second turn (2), and so on. By
        default, each change of the value makes a row.
    to:
        Write a table to this file: .csv, or .parquet, which needs the extra parquet. With -, print
        the table as CSV.
    force:
        Replace the output file if it exists.
    """
    from eventcore.cli.series import series

    return series(simulation, journals, field, of=of, every=every, to=to, force=force)


def inspect(
    simulation: Simulated,
    journal: Path,
    other: Path | None = None,
    /,
    *,
    serve: bool = False,
    port: int | None = None,
) -> int:
    """Show a journal on screen: turns, events, handlers, the state, and a picture.

    Two journals are shown side by side. Install the extra inspect, and the extra serve for --serve.

    Exit code 1: a turn that was shown raises an error, or its replay differs from the recording.

    Parameters
    ----------
    journal:
        The journal to show.
    other:
        Another journal to show beside the first.
    serve:
        Show the journal in browsers on this machine until you press Ctrl-C.
    port:
        The port for --serve: 8000 by default; 0 for any free port.
    """
    from eventcore.cli.inspecting import inspect

    return inspect(simulation, journal, other, served=serve, port=port)


def shrink(
    simulation: Simulated,
    journal: Recorded,
    /,
    *,
    check: str | None = None,
    out: str | None = None,
    timeout: int = 60,
) -> int:
    """Reduce a failing journal to the fewest intents that still fail, and write a test for it.

    A journal fails if its replay raises an error, or if two replays differ.

    Parameters
    ----------
    check:
        A command that decides whether a candidate fails. Exit code 1 means that it fails. The path
        of the candidate replaces {} in the command, or is added at the end.
    out:
        The file for the small journal; the test is written beside it.
    timeout:
        How many seconds the command may take for each candidate. If it takes longer, it is ended,
        and the candidate passes.
    """
    from eventcore.cli.progress import progress
    from eventcore.tools import UsageError
    from eventcore.tools.shrinking import shrink

    if timeout < 1:
        raise UsageError(f"--timeout {timeout}: give the command at least 1 second")
    recording = simulation.open(journal)
    with progress("intents left", len(recording.journal.records)) as shown:
        result = shrink(
            simulation,
            recording,
            command=check,
            out=None if out is None else Path(out),
            patience=timeout,
            progressed=lambda left, checks: shown(left, label=f"{checks} checks, intents left"),
        )
    return simulation.show(result)


def what_if(
    simulation: Simulated,
    journal: Recorded,
    /,
    *,
    mute: list[str] | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
) -> int:
    """Play a recording again without a handler or with other data, and compare the runs.

    Parameters
    ----------
    mute:
        A handler to leave out, such as Guard.turn_aside; may be given more than once.
    set_:
        A value to change, such as creatures.zombie.Health.hp=20; may be given more than once.
    """
    from eventcore.tools.what_if import what_if

    return simulation.show(what_if(simulation, simulation.open(journal), mute or (), set_ or ()))


def demo(
    simulation: Simulated,
    /,
    *,
    seed: int | None = None,
    intents: int = _INTENTS,
    journal: Path | None = None,
    debug: bool = False,
    events: bool = False,
) -> int:
    """Record a run that the simulation's bot plays, replay it, and compare every digest.

    Parameters
    ----------
    seed:
        The seed; by default, a random number.
    intents:
        The bot stops after this many intents, or when the simulation is over.
    journal:
        A new file for the journal. By default, the journal is deleted at the end.
    debug:
        Check every dispatch while the bot plays; this takes about four times as long.
    events:
        Record every settled event too, and compare the events.
    """
    import secrets

    from eventcore.tools import UsageError
    from eventcore.tools.demo import demo

    if intents < 1:
        raise UsageError(f"--intents {intents}: the bot needs at least 1")
    number = secrets.randbelow(1_000_000) if seed is None else seed
    return simulation.show(
        demo(simulation, number, intents=intents, path=journal, debug=debug, events=events)
    )


def chain(target: str, event: str = "", /, *, mermaid: bool = False) -> None:
    """Print the handlers of an event type in order; without EVENT, list all event types.

    Parameters
    ----------
    target:
        The class of a simulation, as module:Class; a package with COMPONENTS; or module:attribute
        for component classes, a World, or a function that returns one of these.
    event:
        The name of the event type.
    mermaid:
        Print a Mermaid flowchart instead of a table.
    """
    from eventcore.cli.chains import chain

    chain(target, event, mermaid=mermaid)


def schema() -> None:
    """Print the JSON Schema of a journal's lines."""
    from eventcore.journal.schema import schema_text

    print(schema_text(), end="")


_INVESTIGATE: Final = (verify, diff, explain, state, series, what_if, shrink)


def journal_commands(
    name: str,
    version: str,
    about: str,
    *,
    simulations: Callable[[], Simulations],
    components: Callable[[], Iterable[type[Component]]],
) -> App:
    """Create a command line for a program, with the commands for its chains and journals.

    The commands are ``chain``, ``verify``, ``diff``, ``explain``, ``state``, ``series``,
    ``inspect``, ``shrink`` and ``what-if``. The help lists them in the groups "Watch",
    "Investigate" and "Build", with sort keys from 2 to 4. To add a command to a group, call for
    example ``app.command(bake, group="Build")``. Call ``run`` to run the command line.

    Args:
        name: The name of the program.
        version: The version of the program.
        about: The first line of the help.
        simulations: A function that returns the ``Simulations`` of the program for a command.
        components: A function that returns the component classes in order, for ``chain``.
    """
    app = _new_app(name, version, about)
    app.command(_bound(inspect, simulations), group=WATCH)
    for command in _INVESTIGATE:
        app.command(_bound(command, simulations), group=INVESTIGATE)
    app.command(_bound(chain, components), group=BUILD)
    return app


def make_app() -> App:
    """Create the command line of the library."""
    app = _new_app("eventcore", __version__, "Tools for simulations on eventcore.")
    app.command(demo, group=PLAY)
    app.command(inspect, group=WATCH)
    for command in _INVESTIGATE:
        app.command(command, group=INVESTIGATE)
    app.command(chain, group=BUILD)
    app.command(schema, group=BUILD)
    return app


def _new_app(name: str, version: str, about: str) -> App:
    # Help is plain text, because importing a Markdown parser would double the time to print it.
    return App(
        name=name,
        version=version,
        help=about,
        help_format="plaintext",
        default_parameter=Parameter(negative=(), converter=_converted),
        group_commands=_OTHER,
    )


def _converted(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert the value of an option, but reject 1.5 for an int, which cyclopts would round."""
    from cyclopts import CoercionError, convert

    def leaf(kind: Any, text: str) -> Any:
        if kind is not int:
            return convert(kind, [text])
        if not re.fullmatch("[+-]?[0-9]{1,100}", text):
            raise CoercionError(msg=f"{short_repr(text)} is not a whole number")
        return int(text)

    return convert(kind, tokens, leaf)


def _bound(command: Callable[..., T], first: Callable[[], Any]) -> Callable[..., T]:
    """Return a command without its first parameter, which gets the value of ``first()``."""

    def run(*arguments: Any, **options: Any) -> T:
        return command(first(), *arguments, **options)

    whole = signature(command, eval_str=True)
    rest = [*whole.parameters.values()][1:]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {one.name: one.annotation for one in rest}
    run.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
    return run


@contextmanager
def working_folder_first() -> Iterator[None]:
    """Import modules from the working folder first, as ``python -m`` does."""
    sys.path.insert(0, "")
    try:
        yield
    finally:
        if "" in sys.path:
            sys.path.remove("")
