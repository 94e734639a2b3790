"""The progress bar of commands."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def bar() -> Progress:
    """Create a progress bar on stderr; it is silent unless that is a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # The bar is on stderr; rich would move the results there too, away from a pipe or file.
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    )
