"""What the command inspect does: it opens journals on screen, and tells of their faults after."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from eventcore.cli.showing import warn
from eventcore.inspector.inspection import open_inspection
from eventcore.journal import STDIN
from eventcore.tools import Simulations, UsageError
from eventcore.tools.results import DIVERGED, SAME


def inspect(simulation: Simulations, journal: Path, other: Path | None) -> int:
    """Let a journal be looked at, or two side by side.

    Raises:
        UsageError: There is no terminal, or what shows it is not installed.
        JournalError: A file is no journal, or one of another game.
    """
    try:
        from eventcore.inspector.app import InspectorApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "eventcore":
            raise
        raise UsageError(
            f"inspecting needs {error.name}, which the extra 'inspect' has: "
            "pip install 'eventcore[inspect]'"
        ) from None
    if STDIN in (journal, other):
        raise UsageError("standard input is for keys here: name a file to inspect")
    inspection = open_inspection(simulation, journal, other)
    if not _has_terminal():
        raise UsageError(
            "there is no terminal to inspect in; ask a journal with: "
            f"{simulation.call('explain')} {journal} --turn 1"
        )
    for side in inspection.sides:
        for line in side.recording.notes("shown"):
            warn(simulation.program, line)
    app = InspectorApp(inspection)
    app.run()
    for side in inspection.sides:
        for line in dict.fromkeys(side.faults.values()):
            warn(simulation.program, f"{side.recording.path}: {line}")
    if app.return_code:
        return app.return_code  # it was ended by an error, which was told
    return DIVERGED if inspection.faulty else SAME


def _has_terminal() -> bool:
    """Say whether there is a terminal to be used, by keys and by eye."""
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb
