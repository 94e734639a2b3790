"""The commands of the library: their parameters, their help, and the factory of command lines.

Each command imports its implementation when it is called, so that help is printed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import App, Parameter

from eventcore import __version__
from eventcore.cli.options import Whole
from eventcore.cli.simulations import Named, bound

if TYPE_CHECKING:
    from eventcore.component import Component
    from eventcore.tools import Simulations

_INTENTS = 300


def verify(
    simulation: Named,
    /,
    *journals: Path,
    jobs: Whole | None = None,
    cluster: str | None = None,
    results: Path | None = None,
    twice: bool = False,
    hash_seeds: Whole = 0,
) -> int:
    """Replay journals at full speed and compare every digest, and every event they have.

    Exit code 0: all the same. 1: one diverged. 2: one could not be read whole.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journals:
        The journals to check, or folders of them; - is standard input.
    jobs:
        How many to check at the same time, each in a process of its own; one if none is named.
    cluster:
        The address of a scheduler of Dask, whose workers check them instead; they read the
        journals where this machine does, so the folder is one that all share.
    results:
        A file to note in which were the same; those noted there already, by the same rules and
        with the same content, are not checked again.
    twice:
        Run the intents of each journal twice in one process too, to find state that handlers keep
        outside of the world.
    hash_seeds:
        Run them in this many other processes too, each with another hash seed, to find what
        depends on the order of a set, a clock or chance.
    """
    from eventcore.cli import verifying

    return verifying.verify(
        simulation,
        *journals,
        jobs=jobs,
        cluster=cluster,
        results=results,
        twice=twice,
        hash_seeds=hash_seeds,
    )


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
    from eventcore.cli import journals

    return journals.diff(simulation, one, other)


def explain(
    simulation: Named,
    journal: Path,
    /,
    *,
    turn: str | None = None,
    event: str = "",
    of: str = "",
    why: str = "",
    changes: str = "",
    all_: Annotated[bool, Parameter(name="--all")] = False,
    internals: bool = False,
    chrome_trace: Path | None = None,
    force: bool = False,
) -> int:
    """Show why something happened: the events, their causes, and what each handler did.

    Exit code 1: a handler raises an error, or the replay differs from the recording.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        The journal to replay.
    turn:
        Show this turn, or these turns, as in 7-12. With --why, the turn before which the field
        changed.
    event:
        Show only events of this type, such as TakeDamage, or the event with this number. With
        a turn or a number, show their causes and consequences; otherwise one line for each.
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
    chrome_trace:
        Write a file for Perfetto or chrome://tracing instead.
    force:
        Replace that file if it exists.
    """
    from eventcore.cli import journals

    return journals.explain(
        simulation,
        journal,
        turn=turn,
        event=event,
        of=of,
        why=why,
        changes=changes,
        every=all_,
        internals=internals,
        chrome_trace=chrome_trace,
        force=force,
    )


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
    from eventcore.cli import journals

    return journals.state(simulation, journal, path, turn=turn)


def inspect(
    simulation: Named,
    journal: Path,
    other: Path | None = None,
    /,
    *,
    serve: bool = False,
    port: Whole | None = None,
) -> int:
    """Show a journal on screen: its turns, their events and handlers, the state, and a picture.

    Two journals are shown side by side. This needs the extra inspect, and --serve the extra serve.

    Exit code 1: a turn that was shown raises an error or replays differently from its recording.

    Parameters
    ----------
    simulation:
        What makes the simulations, as package.module:callable; it takes a journal.
    journal:
        The journal to show.
    other:
        A journal to show beside it.
    serve:
        Show it in browsers on this machine, until Ctrl-C.
    port:
        The port for --serve: 8000 by default; 0 for any free port.
    """
    from eventcore.cli import inspecting

    return inspecting.inspect(simulation, journal, other, served=serve, port=port)


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
    from eventcore.cli import journals

    return journals.shrink(simulation, journal, check=check, out=out, timeout=timeout)


def what_if(
    simulation: Named,
    journal: Path,
    /,
    *,
    mute: list[str] | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
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
    from eventcore.cli import journals

    return journals.what_if(simulation, journal, mute=mute, set_=set_)


def demo(
    simulation: Named,
    /,
    *,
    seed: Whole | None = None,
    intents: Whole = _INTENTS,
    journal: Path | None = None,
    debug: bool = False,
    events: bool = False,
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
    from eventcore.cli import journals

    return journals.demo(
        simulation, seed=seed, intents=intents, journal=journal, debug=debug, events=events
    )


def chain(target: str, event: str, *, mermaid: bool = False) -> None:
    """Print the ordered handlers of an event type, by role.

    Parameters
    ----------
    target:
        A package with COMPONENTS, or module:attribute naming a sequence of
        component classes, a World, or a function that returns one.
    event:
        The name of the event type.
    mermaid:
        Print a Mermaid flowchart instead of a table.
    """
    from eventcore.cli import chains

    chains.chain(target, event, mermaid=mermaid)


def schema() -> None:
    """Print the JSON Schema of a journal's lines."""
    from eventcore.cli import chains

    chains.schema()


ON_JOURNALS: Final = (verify, diff, explain, state, inspect, shrink, what_if)


def journal_commands(
    name: str,
    version: str,
    about: str,
    *,
    simulations: Callable[[], Simulations],
    components: Callable[[], Iterable[type[Component]]],
) -> App:
    """Create a command line with the commands on the journals of one program.

    These are ``chain``, ``verify``, ``diff``, ``explain``, ``state``, ``inspect``, ``shrink`` and
    ``what-if``. Add your own with ``app.command``, and run it with ``run``.

    Args:
        name: The name of the program.
        version: The version of the program.
        about: The first line of its help.
        simulations: Return what creates the simulations of a journal; called by each command.
        components: Return the component classes, in order, for ``chain``.
    """
    app = new_app(name, version, about)
    app.command(bound(chain, components))
    for command in ON_JOURNALS:
        app.command(bound(command, simulations))
    return app


def make_app() -> App:
    """Create the command line of the library."""
    app = new_app("eventcore", __version__, "Tools for simulations on eventcore.")
    for command in (chain, schema, *ON_JOURNALS, demo):
        app.command(command)
    return app


def new_app(name: str, version: str, about: str) -> App:
    """Create a command line without commands."""
    # Help is plain text: importing a Markdown parser would double the time to print it.
    plain = Parameter(negative=())
    return App(
        name=name, version=version, help=about, help_format="plaintext", default_parameter=plain
    )
