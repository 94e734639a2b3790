"""What the program finds around it: a terminal or a display, and how it was called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from shutil import which
from typing import Literal

from bidden.frontend.port import FrontEnd
from bidden.recording.finishing import Finished, finish
from bidden.recording.notes import warn
from bidden.recording.playing import Play
from eventcore.tools import UsageError, printable

Frontend = Literal["terminal", "window"]


def has_terminal() -> bool:
    """Say whether there is a terminal to be used, by keys and by eye."""
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


@contextmanager
def open_front_end(frontend: Frontend) -> Iterator[FrontEnd]:
    """Give what shows a game, before there is one: no journal is begun in vain.

    Raises:
        ContentError: The player's settings do not fit.
    """
    from bidden.frontend.settings import settings_path
    from bidden.frontend.theme import load_own_theme

    if settings_path().exists():
        load_own_theme()
    if frontend == "terminal":
        from bidden.frontend import terminal

        yield terminal
        return
    from bidden.frontend import window

    try:
        with window.opened() as front_end:
            yield front_end
    except window.NoDisplayError as error:
        raise UsageError(str(error)) from None


def tell_where_recorded(game: Play, kept: Finished | None = None) -> int:
    """Say where a game is recorded, and what can be done with that; give the exit code.

    It is 2 where that is not where it was to be: somebody has laid hands on the journal.

    Args:
        game: The game, closed.
        kept: What was kept of it; left out, it is kept now.
    """
    kept = finish(game) if kept is None else kept
    for problem in kept.problems:
        warn(problem)
    if kept.told_in is not None:
        print(printable(f"How it went is told in {kept.told_in}"))
    if kept.score is not None:
        print(f"Score {kept.score}; all of them are told by: {_command()} records")
    on = "play --journal" if game.session.ending is None else "replay"
    then = "go on" if game.session.ending is None else "watch it"
    print(
        printable(
            f"Recorded in {game.path}; {then} with: {_command()} {on} {quote(str(game.path))}"
        )
    )
    if game.moved:
        warn(game.moved)
        return 2
    return 0


def _command() -> str:
    """Name this program as the player can call it, on PATH or in an environment's folder."""
    called = Path(sys.argv[0])
    return quote(str(called)) if called.name == "bidden" and which("bidden") is None else "bidden"
