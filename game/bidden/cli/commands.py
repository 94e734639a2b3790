"""The commands of the game: their parameters and their help.

Each command imports its implementation when it is called, so that help is printed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import App, Group

from bidden import __version__
from bidden.cli.options import DEMO_BOT, DEMO_TURNS, MOST_INTENTS, Frontend, Told
from eventcore.cli import journal_commands

if TYPE_CHECKING:
    from eventcore import Component
    from eventcore.tools import Simulations

_PORT = 8000
_VISITORS = 8


def title(
    *,
    frontend: Frontend = "terminal",
    options: Path | None = None,
    without: tuple[str, ...] = (),
) -> int:
    """Open the title screen, as bidden does without a command.

    Parameters
    ----------
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    options:
        A file of options, keys and colours to use instead of your own.
    without:
        Start games without this installed mod; may be given more than once.
    """
    from bidden.cli.title import title as does

    return does(frontend=frontend, options=options, without=without)


def play(
    *,
    seed: int | None = None,
    journal: Path | None = None,
    frontend: Frontend = "terminal",
    view: Told | None = None,
    events: bool = False,
    scenario: str | None = None,
    list_scenarios: bool = False,
    options: Path | None = None,
    without: tuple[str, ...] = (),
) -> int:
    """Play in this terminal or in a window. Without a terminal, run the demo.

    Parameters
    ----------
    seed:
        The seed of the game; by default a random one.
    journal:
        The file to record the game in. If it holds a game, that game is continued.
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    view:
        Show a map; or play by typing sentences, with prose or a plain log as the answer. These two
        need no terminal. By default your options decide.
    events:
        Record every settled event too, for verify and other programs. This cannot be changed
        when the game is continued.
    scenario:
        Start a scenario instead of the whole game.
    list_scenarios:
        List the scenarios and what to try in each.
    options:
        A file of options, keys and colours to use instead of your own.
    without:
        Start the game without this installed mod; may be given more than once.
    """
    from bidden.cli.games import play as does

    return does(
        seed=seed,
        journal=journal,
        frontend=frontend,
        view=view,
        events=events,
        scenario=scenario,
        list_scenarios=list_scenarios,
        options=options,
        without=without,
    )


def demo(
    *,
    seed: int | None = None,
    turns: int = DEMO_TURNS,
    journal: Path | None = None,
    scenario: str | None = None,
    bot: str | None = None,
    debug: bool = False,
    events: bool = False,
    without: tuple[str, ...] = (),
) -> int:
    """Let a bot play without a screen, replay its journal, and compare every digest.

    Parameters
    ----------
    seed:
        The seed of the game; by default a random one.
    turns:
        The bot stops after this many intents, or when the game is over.
    journal:
        A new file to record the game in.
    scenario:
        Play a scenario instead, and print what changes for the player, turn by turn.
    bot:
        The bot: explorer (the default), fighter or monkey.
    debug:
        Check every dispatch while the bot plays; this takes about four times as long.
    events:
        Record every settled event too, and compare the events.
    without:
        Start the game without this installed mod; may be given more than once.
    """
    from bidden.cli.demo import demo as does

    return does(
        seed=seed,
        turns=turns,
        journal=journal,
        scenario=scenario,
        bot=bot,
        debug=debug,
        events=events,
        without=without,
    )


def replay(journal: Path, *, turn: int | None = None, frontend: Frontend = "terminal") -> int:
    """Play a journal back on screen.

    A torn or damaged journal is played up to the damage, with a warning.

    Exit code 1: the replay differs from the recording. 2: a record cannot be played; the game is
    shown up to there.

    Parameters
    ----------
    journal:
        The journal; - is standard input, if the game is shown in a window.
    turn:
        Start at this turn, and stop there.
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    """
    from bidden.cli.journals import replay as does

    return does(journal, turn=turn, frontend=frontend)


def morgue(journal: Path) -> int:
    """Print how a recorded game went: its end, the character, the score and the map.

    Exit code 1: the replay differs from the recording. 2: a record cannot be played; the text ends
    there.

    Parameters
    ----------
    journal:
        The journal; - is standard input.
    """
    from bidden.cli.journals import morgue as does

    return does(journal)


def simulate(
    *,
    seeds: str,
    to: Path,
    bot: tuple[str, ...] = (DEMO_BOT,),
    most: int = MOST_INTENTS,
    jobs: int | None = None,
    cluster: str | None = None,
) -> int:
    """Let bots play whole runs without a screen, and write a row for each run.

    After an interrupt, the same command continues. The rows are the same, in the same order, on
    any number of processes and machines.

    Parameters
    ----------
    seeds:
        One seed, or a range: 0:1000 is 0 to 999.
    to:
        The file of rows, .jsonl or .parquet. Rows for a .parquet file are first kept in a .jsonl
        file beside it.
    bot:
        explorer, fighter, monkey, or a callable of your own that takes a seed and returns a bot,
        as package.module:callable. May be given more than once; each bot plays all seeds.
    most:
        Stop a run after this many intents.
    jobs:
        The number of processes that play at the same time.
    cluster:
        Let the workers of the Dask scheduler at this address play.
    """
    from bidden.cli.batches import simulate as does

    return does(seeds=seeds, bot=bot, to=to, most=most, jobs=jobs, cluster=cluster)


def report(*files: Path, to: Path, force: bool = False) -> int:
    """Write a web page about the runs of bots, with tables and plots.

    Parameters
    ----------
    files:
        Files that simulate wrote; several are compared side by side.
    to:
        The page to write; it needs no other files.
    force:
        Replace the page if it exists.
    """
    from bidden.cli.batches import report as does

    return does(*files, to=to, force=force)


def records(*journals: Path) -> int:
    """List finished runs, the best first, and the achievements of all of them.

    Exit code 2: some lines of the file of records are damaged, and were skipped.

    Parameters
    ----------
    journals:
        Journals of runs to list instead of your own records.
    """
    from bidden.cli.records import records as does

    return does(*journals)


def export(
    journal: Path,
    *,
    to: Path,
    turn: int | None = None,
    turns: str | None = None,
    speed: float | None = None,
    force: bool = False,
) -> int:
    """Export a journal as a table, a recording of a terminal, or pictures.

    The ending of the target decides: .parquet is a table of all records and settled events, .cast a
    recording for asciinema, .gif an animation, .png a picture of one turn.

    Parameters
    ----------
    journal:
        The journal; - is standard input.
    to:
        The file to write.
    turn:
        For .png: the turn to show; by default the end.
    turns:
        For .cast and .gif: the first and the last turn, as in 20-60.
    speed:
        For .cast and .gif: turns per second.
    force:
        Replace the target if it exists.
    """
    from bidden.export import command

    return command.export(journal, to=to, turn=turn, turns=turns, speed=speed, force=force)


def serve(
    *,
    port: int = _PORT,
    seed: int | None = None,
    scenario: str | None = None,
    events: bool = False,
    visitors: int = _VISITORS,
) -> None:
    """Serve the game to browsers on this machine, until Ctrl-C.

    Each visitor gets a title screen, or with --seed, --scenario or --events a game. Games are
    recorded as usual. Other machines cannot open the page.

    Parameters
    ----------
    port:
        The port; 0 for any free port.
    seed:
        The seed of the games; by default a random one for each.
    scenario:
        Start a scenario instead of the whole game.
    events:
        Record every settled event too.
    visitors:
        The maximum number of visitors at a time; each needs about 100 MB of memory.
    """
    from bidden.cli.serve import serve as does

    does(port=port, seed=seed, scenario=scenario, events=events, visitors=visitors)


def schema(file: str, *, mod: bool = False) -> None:
    """Print the JSON Schema of a file of content, for editors.

    Parameters
    ----------
    file:
        Its name, such as creatures.toml or palette.toml; for a wrong name all names are listed.
    mod:
        Print the schema for a mod, whose tables may extend or replace existing ones.
    """
    from bidden.cli.content import schema as does

    does(file, mod=mod)


def components() -> None:
    """Print the components that tables may use and their fields, as a Markdown table."""
    from bidden.cli.content import components as does

    does()


def check(folder: Path | None = None) -> None:
    """Check content: read all tables, and generate each level a few times.

    Errors are listed with file, key and reason, and the exit code is 2. A colour that the palette
    lacks is only a warning.

    Parameters
    ----------
    folder:
        A mod's project or package, or a folder with files of content. By default the content of
        the game and of all installed mods is checked.
    """
    from bidden.cli.content import check as does

    does(folder)


def _simulations() -> Simulations:
    from bidden.recording.notes import BIDDEN

    return BIDDEN


def _components() -> Sequence[type[Component]]:
    from bidden.cli.mods import mods_in_use
    from bidden.modding import components_of

    return components_of(mods_in_use())


def make_app() -> App:
    """Create the command line: the library's commands on journals, and those of the game."""
    app = journal_commands(
        "bidden",
        __version__,
        "Bidden, a roguelike of events.",
        simulations=_simulations,
        components=_components,
    )
    groups: dict[Group | str, Sequence[Callable[..., Any]]] = {
        Group("Play", sort_key=1): (title, play, serve),
        "Watch": (demo, replay, morgue, records, export),
        "Build": (simulate, report),
    }
    for group, commands in groups.items():
        for command in commands:
            app.command(command, group=group)
    app.default(play)
    content = App(
        "content",
        help="Check files of content, and print their schemas.",
        group="Build",
    )
    for of_content in (schema, components, check):
        content.command(of_content)
    app.command(content)
    return app
