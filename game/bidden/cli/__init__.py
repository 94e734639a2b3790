"""The command line of the game: it hands each command to the module that has it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from cyclopts import App

from bidden.cli.games import demo, play
from bidden.cli.journals import TOOLS, morgue, replay
from bidden.cli.records import records
from bidden.cli.title import title
from bidden.frontend import is_served
from bidden.order import COMPONENTS
from eventcore import __version__
from eventcore.cli import Flag, print_chain, run

__all__ = ["main"]

# Imported when they are called for: what they need is an eighth of the time it takes to start.
_LATER: Final = {
    "export": ("bidden.export.command:export", "Make a table, a cast or pictures of a journal."),
    "content": (
        "bidden.cli.content:content",
        "Files of content: their schemas, and whether they are right.",
    ),
    "serve": ("bidden.cli.serve:serve", "Let the game be played in browsers on this machine."),
}


def chain(event: str, *, mermaid: Flag = False) -> None:
    """Print the ordered handlers of an event type, by role.

    Parameters
    ----------
    event:
        The name of the event type, such as Move.
    mermaid:
        Print a Mermaid flowchart instead of a table.
    """
    print_chain(COMPONENTS, event, mermaid=mermaid)


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    if is_served():
        sys.stdout = sys.stderr  # the screens alone have standard output
    app = App(name="bidden", version=__version__, help="Bidden, a roguelike of events.")
    app.default(play)
    app.command(title)
    app.command(play)
    app.command(demo)
    app.command(replay)
    app.command(morgue)
    app.command(records)
    app.command(chain)
    for command in TOOLS:
        app.command(command)
    for name, (place, summary) in _LATER.items():
        app.command(place, name=name, help=summary)
    if not arguments:
        arguments = [title.__name__]
    # A lone hyphen is an option to cyclopts; this is the same path.
    return run(app, ["./-" if argument == "-" else argument for argument in arguments])
