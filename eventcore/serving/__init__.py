"""Serving: the screens of a program in a page, to browsers of this machine alone.

What is served is a command that shows itself by Textual, in a process of its own for each visitor.
Only ``server`` knows what serves it, which the extra ``serve`` has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import attrs

__all__ = ["Words", "is_served", "serve"]


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


def serve(command: Sequence[str], *, port: int, words: Words, ready: Callable[[str], None]) -> None:
    """Serve a command until interrupted or told to end; each visitor's process is ended with it.

    Args:
        command: What is started, for each visitor anew.
        port: Of this machine; 0 for one that is free.
        words: What the page says.
        ready: Is given the address of the page as soon as it can be visited.

    Raises:
        UsageError: What serves it is not installed, or the port cannot be had.
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
    try:
        at = server.open_port(port)
    except OverflowError:
        raise UsageError(f"--port {port}: there is none above 65535") from None
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror or error}") from None
    with at:
        server.serve(command, at, words, ready)
