"""The commands of the game, as its command line shows them: what each takes, and its help.

What they do is imported as they are called: whoever asks for help waits for none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import App, Group

from bidden import __version__
from bidden.cli.options import DEMO_BOT, DEMO_TURNS, MOST_INTENTS, Frontend, Told
from bidden.recording import Forcing
from eventcore.cli import journal_commands

if TYPE_CHECKING:
    from eventcore import Component
    from eventcore.tools import Simulations

_PORT = 8000
_VISITORS = 8


def title(
    *,
    frontend: Frontend = "terminal",
    sync: Forcing = "always",
    options: Path | None = None,
    without: tuple[str, ...] = (),
) -> int:
    """Open the title: go on with a game, begin one, watch one. The same as no command at all.

    Parameters
    ----------
    frontend:
        Where to show it.
    sync:
        When the journals of games are forced to the disk, as for play.
    options:
        A file of options, keys and colours, in place of your own.
    without:
        Begin games without this installed mod; may be given more than once.
    """
    from bidden.cli.title import title as does

    return does(frontend=frontend, sync=sync, options=options, without=without)


def play(
    *,
    seed: int | None = None,
    journal: Path | None = None,
    frontend: Frontend = "terminal",
    view: Told | None = None,
    sync: Forcing = "always",
    events: bool = False,
    scenario: str | None = None,
    list_scenarios: bool = False,
    options: Path | None = None,
    without: tuple[str, ...] = (),
) -> int:
    """Play, in this terminal or in a window. Without a terminal and a journal, run the demo.

    Parameters
    ----------
    seed:
        Fixes the game; left out, every game is another.
    journal:
        Where to record the game. One that exists is continued; one in which nothing was
        recorded, not even its header, is begun anew.
    frontend:
        Where to show it.
    view:
        How to show it: as a map; or line by line, in prose or as a log of what happens, and
        played by words. Lines need no terminal. Where it is not said, as the options have it.
    sync:
        When the journal is forced to the disk, so that a power cut leaves it alone: after
        each intent, when it is closed, or never. A process that is killed loses nothing.
    events:
        Record every settled event too, for verify, diff and other programs; a game begun so
        stays so.
    scenario:
        Begin a scenario in place of the game.
    list_scenarios:
        Tell which scenarios there are, and what to try in each, and play nothing.
    options:
        A file of options, keys and colours, in place of your own.
    without:
        Begin the game without this installed mod; may be given more than once.
    """
    from bidden.cli.games import play as does

    return does(
        seed=seed,
        journal=journal,
        frontend=frontend,
        view=view,
        sync=sync,
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
        Fixes the game; left out, every game is another.
    turns:
        The bot stops after this many intents, or when the game is over.
    journal:
        Where to record the game; a new file.
    scenario:
        Show a scenario instead; what changes of the player is told turn by turn.
    bot:
        Who plays: explorer, fighter or monkey; the explorer if none is named.
    debug:
        Check every dispatch on the way; a game takes some four times as long.
    events:
        Record every settled event too, and compare these.
    without:
        Begin the game without this installed mod; may be given more than once.
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

    Of a journal that is torn or damaged what is whole is played, and stderr says so. Exit
    code 1: it goes another way than it was recorded. 2: it holds what cannot be played; it
    is shown up to there.

    Parameters
    ----------
    journal:
        The journal to play back; - is standard input, which a window can be shown from.
    turn:
        Begin at this turn, and stay there.
    frontend:
        Where to show it.
    """
    from bidden.cli.journals import replay as does

    return does(journal, turn=turn, frontend=frontend)


def morgue(journal: Path) -> int:
    """Tell how a recorded game went, as far as it is recorded.

    How it ended and what led to it, the last messages, wounds, belongings, knowledge, deeds, of a
    run its score and what was achieved, and the map as it was known. Exit code 1: the journal goes
    another way than it was recorded. 2: it holds what cannot be played; it is told up to there.

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
    """Let bots play whole runs without a screen, a row for each in a file.

    Interrupted, the same command goes on where it was. The rows are the same, and in the same
    order, whoever plays them on how many machines.

    Parameters
    ----------
    seeds:
        Of the runs: one, or as 0:1000 those from 0 to before 1000.
    to:
        The file of rows: .jsonl, or .parquet, beside which rows are kept as .jsonl meanwhile.
    bot:
        Who plays: explorer, fighter, monkey, or your own as package.module:callable, which makes
        one of a seed; named more than once, each plays all seeds.
    most:
        A run is left after so many intents, over or not.
    jobs:
        How many runs to play at the same time, each in a process of its own; one if none is named.
    cluster:
        The address of a scheduler of Dask, whose workers play them instead.
    """
    from bidden.cli.batches import simulate as does

    return does(seeds=seeds, bot=bot, to=to, most=most, jobs=jobs, cluster=cluster)


def report(*files: Path, to: Path, force: bool = False) -> int:
    """Tell what came of the runs of bots, as a page that stands alone: tables and plots.

    Parameters
    ----------
    files:
        What simulate wrote; of several, each is told of beside the others.
    to:
        The page to write.
    force:
        Replace the page if it exists.
    """
    from bidden.cli.batches import report as does

    return does(*files, to=to, force=force)


def records(*journals: Path) -> int:
    """List the runs that are over, the best first, and what was achieved in any of them.

    Each run that was played to its end is kept beside the folder of games. Exit code 2: some
    lines of that file are torn or none, and skipped.

    Parameters
    ----------
    journals:
        Recordings of runs to list instead, whoever played them.
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
    """Make a table, a cast or pictures of a journal.

    The suffix of the target says which: .parquet is a table of all records and settled
    events, .cast a recording for asciinema, .gif an animation, .png one turn.

    Parameters
    ----------
    journal:
        The journal; - is standard input.
    to:
        The file to write.
    turn:
        For .png: which turn, as it begins; the end by default.
    turns:
        For .cast and .gif: from which turn to which, as in 20-60.
    speed:
        For .cast and .gif: turns a second.
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
    sync: Forcing = "always",
    events: bool = False,
    visitors: int = _VISITORS,
) -> None:
    """Let the game be played in browsers on this machine, until Ctrl-C.

    Whoever opens the page has a title of their own, or where a seed, a scenario or events are
    wished a game; games are recorded where they are kept. Nobody else can play: the page is served
    to this machine alone.

    Parameters
    ----------
    port:
        Of this machine; 0 for one that is free.
    seed:
        Fixes the games; left out, every game is another.
    scenario:
        Begin a scenario in place of the game.
    sync:
        When a journal is forced to the disk, as for play.
    events:
        Record every settled event too.
    visitors:
        The limit of visitors at a time; each takes about 100 MB.
    """
    from bidden.cli.serve import serve as does

    does(port=port, seed=seed, scenario=scenario, sync=sync, events=events, visitors=visitors)


def schema(file: str, *, mod: bool = False) -> None:
    """Print the JSON Schema of a file of content, for editors.

    Parameters
    ----------
    file:
        Its name, such as creatures.toml, levels.toml, keymap.toml or palette.toml; a wrong one
        lists all there are.
    mod:
        Of a mod's file: its tables may extend or replace those that are there.
    """
    from bidden.cli.content import schema as does

    does(file, mod=mod)


def components() -> None:
    """Print the components a table may name and their fields, as a table of Markdown."""
    from bidden.cli.content import components as does

    does()


def check(folder: Path | None = None) -> None:
    """Check content: all tables are read, and each level is dug for a trial.

    Every error is listed with its file, key and reason, and the exit code is 2. A colour that the
    palette lacks is only a warning.

    Parameters
    ----------
    folder:
        A mod's project or package, with its components, or files of content alone; left out, the
        game's own content and that of all mods installed.
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
