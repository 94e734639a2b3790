"""The command line of the game: it hands each command to the module that has it."""

from __future__ import annotations

from collections.abc import Sequence

from cyclopts import App

from bidden.cli import commands
from eventcore import __version__
from eventcore.cli import add_commands, new_app, run
from eventcore.serving import begin_served, is_served

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    if is_served():
        begin_served()
    if _opens_the_title(arguments):
        arguments = [commands.title.__name__, *arguments]
    # A lone hyphen is an option to cyclopts; this is the same path.
    return run(make_app(), ["./-" if argument == "-" else argument for argument in arguments])


def _opens_the_title(arguments: Sequence[str]) -> bool:
    """Say whether nothing is said, or no more than by which options."""
    name, joint, _ = arguments[0].partition("=") if arguments else ("", "", "")
    return not arguments or (name == "--options" and len(arguments) == (1 if joint else 2))


def make_app() -> App:
    """Make the command line and its commands."""
    app = new_app("bidden", __version__, "Bidden, a roguelike of events.")
    add_commands(app, *commands.COMMANDS)
    app.command(commands.content)
    app.default(commands.play)
    return app
