"""The terminal: the screens presented by Textual, and a terminal left as it was found."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bidden.frontend.running.leisure import unhurried
from bidden.frontend.running.stack import Stack, StackFrontEnd
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.theme import load_own_theme


def in_terminal(settings: Path | None = None) -> StackFrontEnd:
    """Return the front end of the terminal. Its errors are raised after the terminal is restored.

    The settings file is by default the one in the configuration folder.
    """
    return StackFrontEnd(partial(load_own_theme, settings), _run)


def _run(stack: Stack) -> None:
    app = TerminalApp(stack)
    with unhurried():
        app.run(mouse=stack.theme.options.mouse != "off")
    if app.failure is not None:
        raise app.failure
    if app.killed_by is not None:
        raise SystemExit(128 + app.killed_by)  # the code that shells report for a signal
    if app.return_code:
        raise SystemExit(app.return_code)
