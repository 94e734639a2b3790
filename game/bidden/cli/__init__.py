"""The command line of the game."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.cli.commands import make_app
from eventcore.cli import run

__all__ = ["main", "make_app"]


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    if _opens_the_title(arguments):
        arguments = ["title", *arguments]
    return run(make_app(), arguments)


def _opens_the_title(arguments: Sequence[str]) -> bool:
    """Return whether there are no arguments but an options file."""
    name, joint, _ = arguments[0].partition("=") if arguments else ("", "", "")
    return not arguments or (name == "--options" and len(arguments) == (1 if joint else 2))
