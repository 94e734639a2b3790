"""What a command shows of what a tool came to, and meanwhile; what that takes is imported then."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from eventcore.text import printable, terminal_line

if TYPE_CHECKING:
    from rich.progress import Progress

    from eventcore.tools import Result, Simulations


def show(simulations: Simulations, result: Result) -> int:
    """Print what a tool came to, and give the exit code."""
    for line in result.lines:
        print(printable(line))
    for line in result.warnings:
        warn(simulations.program, line)
    return result.code


def warn(program: str, line: str) -> None:
    """Write a line on stderr; one that is indented goes on with the one before."""
    start = "" if line.startswith("  ") else f"{program}: "
    print(f"{start}{terminal_line(line)}", file=sys.stderr)


def bar() -> Progress:
    """Make a progress bar on stderr; silent where nobody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # The bar is on stderr; rich would take the results there too, away from a pipe or file.
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    )
