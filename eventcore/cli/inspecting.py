"""The command ``inspect``, which shows a journal on screen, then prints the problems found."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from eventcore.cli.parameters import Simulated


def inspect(
    simulation: Simulated,
    journal: Path,
    /,
    *,
    serve: bool = False,
    port: int = 8000,
) -> int:
    """Show a journal on screen: turns, events, handlers, the state, and a picture.

    Requires the ``inspect`` extra, and the ``serve`` extra for --serve.

    Exit code 1: a turn shown on screen raised an error, or its replay differed from the recording.

    Parameters
    ----------
    journal:
        The journal to show.
    serve:
        Show the journal in browsers on this machine until you press Ctrl-C.
    port:
        The port for --serve; 0 for any free port.
    """
    from eventcore.inspector.inspection import Inspection
    from eventcore.journal.files import STDIN
    from eventcore.tools import UsageError
    from eventcore.tools.results import DIVERGED, SAME, lacking

    try:
        from eventcore.inspector.app import InspectorApp
    except ModuleNotFoundError as error:
        raise lacking(error, "inspecting", "inspect") from None
    if journal == STDIN:
        raise UsageError("standard input is needed for keys: name a file to inspect")
    inspection = Inspection(simulation, journal)
    if serve:
        _serve(simulation, journal, port)
        return SAME
    if not _has_terminal():
        raise UsageError(
            "inspect needs a terminal; instead, run: "
            f"{simulation.call('explain')} {journal} --turn 1"
        )
    player = inspection.player
    simulation.warn(*player.recording.notes("shown"))
    app = InspectorApp(inspection)
    app.run()
    for line in dict.fromkeys(player.faults.values()):
        simulation.warn(f"{journal}: {line}")
    if app.return_code:
        return app.return_code  # an error ended the app, and Textual has printed the error
    return DIVERGED if player.faults else SAME


def _serve(simulation: Simulated, journal: Path, port: int) -> None:
    """Serve a page that starts a separate inspector process for each visitor."""
    from eventcore.serving import serve

    named = [] if simulation.own else [simulation.place]
    serve(
        [sys.executable, "-m", simulation.program, "inspect", *named, str(journal.absolute())],
        port=port,
        title="Inspector",
        left="The inspector has ended.",
        again="Open it again",
        install="pip install '.[serve]'",
        ready=lambda url: print(f"Inspect {journal} at {url}; press Ctrl-C to stop.", flush=True),
    )


def _has_terminal() -> bool:
    from eventcore.serving import is_served

    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return is_served() or (sys.stdin.isatty() and sys.stdout.isatty() and not dumb)
