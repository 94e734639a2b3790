"""What the program finds around it: a terminal or a display, and how it was called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Literal

from bidden.frontend.port import FrontEnd
from bidden.recording.playing import Play
from eventcore.cli import UsageError, printable

Frontend = Literal["terminal", "window"]


def has_terminal() -> bool:
    """Say whether there is a terminal to be used, by keys and by eye."""
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


@contextmanager
def open_front_end(frontend: Frontend) -> Iterator[FrontEnd]:
    """Give what shows a game, before there is one: no journal is begun in vain."""
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


def print_where_recorded(game: Play) -> None:
    """Say where a game is recorded, and what can be done with that."""
    on = "play --journal" if game.session.ending is None else "replay"
    then = "go on" if game.session.ending is None else "watch it"
    print(printable(f"Recorded in {game.path}; {then} with: {_command()} {on} {game.path}"))


def _command() -> str:
    """Name this program as the player can call it, on PATH or in an environment's folder."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "bidden" and which("bidden") is None else "bidden"
