"""The command line of the game."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.cli.commands import make_app
from eventcore.cli import run

__all__ = ["main", "make_app"]


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    return run(make_app(), with_command(arguments))


def with_command(arguments: Sequence[str]) -> Sequence[str]:
    """Add a missing command: ``title`` if there is at most an options file, else ``play``."""
    name, joint, _ = arguments[0].partition("=") if arguments else ("", "", "")
    if not arguments or (name == "--options" and len(arguments) == (1 if joint else 2)):
        return ["title", *arguments]
    if name.startswith("-") and name not in ("-h", "--help", "--version"):
        return ["play", *arguments]
    return arguments
