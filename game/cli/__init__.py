"""The command line of the game: it hands each command to the module that has it."""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import App

from eventcore import __version__
from eventcore.cli import Flag, print_chain, run
from game.cli.content import content_app
from game.cli.games import demo, play
from game.cli.journals import diff, explain, replay, shrink, verify, whatif
from game.export.command import export
from game.order import COMPONENTS

__all__ = ["main"]


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
    app = App(name="bidden", version=__version__, help="Bidden, a roguelike of events.")
    app.default(play)
    app.command(play)
    app.command(demo)
    app.command(replay)
    app.command(verify)
    app.command(export)
    app.command(diff)
    app.command(whatif)
    app.command(shrink)
    app.command(chain)
    app.command(explain)
    app.command(content_app())
    # A lone hyphen is an option to cyclopts; this is the same path.
    return run(app, ["./-" if argument == "-" else argument for argument in arguments])
