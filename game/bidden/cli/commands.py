"""The commands of the game, by group, and the library's commands on journals.

A command is imported only when it is called, so that help appears quickly. The functions describe
their parameters; the texts here describe the commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cyclopts import App, Group

from bidden import __version__
from eventcore.cli import journal_commands

if TYPE_CHECKING:
    from eventcore import Component
    from eventcore.tools import Simulations

_PLAY: Final = {
    "bidden.cli.title:title": "Open the title screen. This is the default.",
    "bidden.cli.games:play": (
        "Play in this terminal or in a window. If there is no terminal, run the demo."
    ),
    "bidden.cli.serve:serve": """Serve the game to browsers on this machine until you press Ctrl-C.

    Each visitor gets a title screen, or a game if you pass --seed, --scenario or --events. Games
    are recorded as usual. Other machines cannot open the page.
    """,
}
_WATCH: Final = {
    "bidden.cli.demo:demo": (
        "Let a bot play without a screen, replay its journal, and compare every digest."
    ),
    "bidden.cli.journals:replay": """Play a journal back on screen.

    A torn or damaged journal is played up to the damage, with a warning.

    Exit code 1: the replay differs from the recording. 2: a record cannot be played; the game is
    shown up to that record.
    """,
    "bidden.cli.journals:morgue": """Print how a recorded game went: its end, the character, the \
score and the map.

    Exit code 1: the replay differs from the recording. 2: a record cannot be played, and the text
    ends there.
    """,
    "bidden.cli.records:records": """List finished runs, best first, and all achievements.

    Exit code 2: some lines of the records file are damaged and were skipped.
    """,
    "bidden.export.command:export": """Export a recorded game as a table, a terminal recording or \
pictures.

    The end of the file's name sets the format: .parquet is a table of all that happened, .cast a
    recording for asciinema, .png a picture of one turn.
    """,
}
_BUILD: Final = {
    "bidden.cli.batches:simulate": """Let bots play whole runs without a screen, and write a row \
for each run.

    If it is interrupted, run the same command again to continue. The rows and their order do not
    depend on the number of processes or on the machine.
    """,
    "bidden.cli.batches:report": ("Write a web page about the bots' runs, with tables and plots."),
}
_CONTENT: Final = {
    "bidden.cli.content:schema": "Print the JSON Schema of a content file, for editors.",
    "bidden.cli.content:components": (
        "Print a Markdown table of the components that content may use, with their fields."
    ),
    "bidden.cli.content:check": """Check content: read all tables, and generate each level a few \
times.

    Errors are listed with file, key and reason, and the exit code is 2. A colour missing
    from the palette is only a warning.
    """,
}


def _simulations() -> Simulations:
    from bidden.recording.notes import BIDDEN

    return BIDDEN


def _components() -> Sequence[type[Component]]:
    from bidden.cli.mods import mods_in_use
    from bidden.modding import components_of

    return components_of(mods_in_use())


def make_app() -> App:
    """Create the command line: the library's commands on journals, and the game's own."""
    app = journal_commands(
        "bidden",
        __version__,
        "Bidden, a roguelike about serving summoners.",
        simulations=_simulations,
        components=_components,
    )
    content = App("content", help="Check content files, and print their schemas.", group="Build")
    _add(app, _PLAY, Group("Play", sort_key=1))
    _add(app, _WATCH, "Watch")
    _add(app, _BUILD, "Build")
    _add(content, _CONTENT)
    app.command(content)
    return app


def _add(app: App, commands: Mapping[str, str], group: Group | str | None = None) -> None:
    for place, text in commands.items():
        app.command(place, help=text, group=group)
