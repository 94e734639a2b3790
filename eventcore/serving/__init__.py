"""Serving: the screens of a program in a page, to browsers of this machine alone.

What is served is a command that shows itself by Textual, in a process of its own for each visitor.
Only ``server`` and what it imports need the extra ``serve``.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import attrs

_MOST_PORT: Final = 65_535
_GLANCE: Final = 1.0
_PATIENCE: Final = 3.0
"""How often a served process looks for its server, and how long it then has to end, in seconds."""


@attrs.frozen
class Words:
    """What a page says of the program it shows.

    Attributes:
        title: What the page is called.
        left: What it says once the program has ended.
        again: What it calls the link that starts another one.
    """

    title: str
    left: str
    again: str


def is_served() -> bool:
    """Say whether the screens go to a browser, by way of whoever started this process."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def begin_served() -> None:
    """Prepare a served process: print to standard error, and end with the server.

    Standard output is for drawing. A server that was killed cannot end its processes, so each of
    them watches for that.
    """
    sys.stdout = sys.stderr
    threading.Thread(target=_end_without, args=(os.getppid(),), daemon=True).start()


def _end_without(server: int) -> None:
    while os.getppid() == server:
        time.sleep(_GLANCE)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(1)


def serve(
    command: Sequence[str],
    *,
    port: int,
    title: str,
    left: str,
    again: str,
    install: str,
    ready: Callable[[str], None],
    visitors: int = 8,
) -> None:
    """Serve the screens of a command as a web page until interrupted.

    Every visitor gets a process of their own, which ends with the server.

    Args:
        command: The command line that is started for each visitor.
        port: The port of this machine; 0 for a free one.
        title: The title of the page.
        left: The text of the page after the program has ended.
        again: The text of the link that starts it again.
        install: The command that installs the server, for the error if it is missing.
        ready: Called with the address of the page when it can be visited.
        visitors: The limit of visitors at the same time.

    Raises:
        UsageError: The server is not installed, the port is taken or invalid, or nobody may visit.
    """
    from eventcore.tools.results import UsageError  # is_served() needs none of the tools

    try:
        from eventcore.serving import server
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "eventcore":
            raise
        raise UsageError(
            f"serving needs {missing}, which the extra 'serve' has: {install}"
        ) from None
    if visitors < 1:
        raise UsageError(f"--visitors {visitors}: allow at least 1")
    if not 0 <= port <= _MOST_PORT:
        raise UsageError(
            f"--port: {port} is not a port: choose 1 to {_MOST_PORT}, or 0 for a free one"
        )
    try:
        at = server.open_port(port)
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror or error}") from None
    with at:
        server.serve(command, at, Words(title, left, again), visitors, ready)
