"""The command inspect: show journals on screen, then print the errors and differences."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from eventcore.inspector.inspection import open_inspection
from eventcore.journal.files import STDIN
from eventcore.serving import is_served, serve
from eventcore.tools import Simulations, UsageError
from eventcore.tools.results import DIVERGED, SAME

_PORT: Final = 8000


def inspect(
    simulation: Simulations,
    journal: Path,
    other: Path | None,
    *,
    served: bool,
    port: int | None,
) -> int:
    """Show a journal on screen, or two journals side by side.

    Raises:
        UsageError: There is no terminal, an extra is not installed, or the port is in use.
        JournalError: A file is not a journal, or belongs to another game.
    """
    try:
        from eventcore.inspector.app import InspectorApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "eventcore":
            raise
        raise UsageError(
            f"inspecting needs {error.name}, which the extra 'inspect' installs: "
            "pip install '.[inspect]'"
        ) from None
    if STDIN in (journal, other):
        raise UsageError("standard input is used for keys: name a file to inspect")
    if port is not None and not served:
        raise UsageError("--port needs --serve")
    inspection = open_inspection(simulation, journal, other)
    if served:
        _serve(simulation, journal, other, _PORT if port is None else port)
        return SAME
    if not _has_terminal():
        raise UsageError(
            "there is no terminal to inspect in; instead, run: "
            f"{simulation.call('explain')} {journal} --turn 1"
        )
    for side in inspection.sides:
        for line in side.recording.notes("shown"):
            simulation.warn(line)
    app = InspectorApp(inspection)
    app.run()
    for side in inspection.sides:
        for line in dict.fromkeys(side.faults.values()):
            simulation.warn(f"{side.recording.path}: {line}")
    if app.return_code:
        return app.return_code  # an error ended the app, and Textual has printed the error
    return DIVERGED if inspection.faulty else SAME


def _serve(simulation: Simulations, journal: Path, other: Path | None, port: int) -> None:
    """Serve a page that starts an inspector in its own process for each visitor."""
    named = [] if simulation.own else [simulation.place]
    paths = [str(path.absolute()) for path in (journal, other) if path is not None]
    serve(
        [sys.executable, "-m", simulation.program, "inspect", *named, *paths],
        port=port,
        title="Inspector",
        left="The inspector has ended.",
        again="Open it again",
        install="pip install '.[serve]'",
        ready=lambda url: print(
            f"{journal} can be inspected at {url}; Ctrl-C ends it.", flush=True
        ),
    )


def _has_terminal() -> bool:
    """Return True if input and output are a terminal, or a browser page that acts as one."""
    if is_served():
        return True
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb
