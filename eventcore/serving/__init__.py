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

__all__ = ["VISITORS", "Words", "begin_served", "is_served", "serve"]

VISITORS: Final = 8
"""The default limit of visitors at a time."""
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
        install: How what serves it is installed, for whoever lacks it.
    """

    title: str
    left: str
    again: str
    install: str


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
    words: Words,
    ready: Callable[[str], None],
    visitors: int = VISITORS,
) -> None:
    """Serve a command until interrupted or told to end; each visitor's process is ended with it.

    Args:
        command: What is started, for each visitor anew.
        port: Of this machine; 0 for one that is free.
        words: What the page says.
        ready: Is given the address of the page as soon as it can be visited.
        visitors: The limit of visitors at a time; each has a process.

    Raises:
        UsageError: What serves it is not installed, the port cannot be had, or nobody may visit.
    """
    from eventcore.tools import UsageError  # nobody need load the tools to ask is_served

    try:
        from eventcore.serving import server
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "eventcore":
            raise
        raise UsageError(
            f"serving needs {missing}, which the extra 'serve' has: {words.install}"
        ) from None
    if visitors < 1:
        raise UsageError(f"--visitors {visitors}: allow at least 1")
    try:
        at = server.open_port(port)
    except OverflowError:
        raise UsageError(f"--port {port}: there is none above 65535") from None
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror or error}") from None
    with at:
        server.serve(command, at, words, visitors, ready)
