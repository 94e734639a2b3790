"""The command inspect: show journals on screen, then print the errors and differences."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from eventcore.cli.parameters import Simulated


def inspect(
    simulation: Simulated,
    journal: Path,
    other: Path | None = None,
    /,
    *,
    serve: bool = False,
    port: int = 8000,
) -> int:
    """Show a journal on screen: turns, events, handlers, the state, and a picture.

    Two journals are shown side by side. Install the extra inspect, and the extra serve for --serve.

    Exit code 1: a turn that was shown raises an error, or its replay differs from the recording.

    Parameters
    ----------
    journal:
        The journal to show.
    other:
        Another journal to show beside the first.
    serve:
        Show the journal in browsers on this machine until you press Ctrl-C.
    port:
        The port for --serve; 0 for any free port.
    """
    from eventcore.inspector.inspection import open_inspection
    from eventcore.journal.files import STDIN
    from eventcore.tools import UsageError
    from eventcore.tools.results import DIVERGED, SAME, lacking

    try:
        from eventcore.inspector.app import InspectorApp
    except ModuleNotFoundError as error:
        raise lacking(error, "inspecting", "inspect") from None
    if STDIN in (journal, other):
        raise UsageError("standard input is used for keys: name a file to inspect")
    inspection = open_inspection(simulation, journal, other)
    if serve:
        _serve(simulation, journal, other, port)
        return SAME
    if not _has_terminal():
        raise UsageError(
            "there is no terminal to inspect in; instead, run: "
            f"{simulation.call('explain')} {journal} --turn 1"
        )
    for side in inspection.sides:
        simulation.warn(*side.recording.notes("shown"))
    app = InspectorApp(inspection)
    app.run()
    for side in inspection.sides:
        for line in dict.fromkeys(side.faults.values()):
            simulation.warn(f"{side.recording.path}: {line}")
    if app.return_code:
        return app.return_code  # an error ended the app, and Textual has printed the error
    return DIVERGED if inspection.faulty else SAME


def _serve(simulation: Simulated, journal: Path, other: Path | None, port: int) -> None:
    """Serve a page that starts an inspector in its own process for each visitor."""
    from eventcore.serving import serve

    named = [] if simulation.own else [simulation.place]
    paths = [str(path.absolute()) for path in (journal, other) if path is not None]
    serve(
        [sys.executable, "-m", simulation.program, "inspect", *named, *paths],
        port=port,
        title="Inspector",
        left="The inspector has ended.",
        again="Open it again",
        install="pip install '.[serve]'",
        ready=lambda url: print(f"Inspect {journal} at {url}; Ctrl-C ends it.", flush=True),
    )


def _has_terminal() -> bool:
    from eventcore.serving import is_served

    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return is_served() or (sys.stdin.isatty() and sys.stdout.isatty() and not dumb)
