"""Show a program's screen on a web page that only browsers on this machine can open.

The program is a command that draws with Textual. Each visitor gets a separate process. Only
the ``server`` module needs the ``serve`` extra.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

_MAX_PORT: Final = 65_535


def is_served() -> bool:
    """Return whether this process draws on a web page instead of a terminal."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def begin_served() -> None:
    """Prepare a served process to print to standard error and to end when its server ends.

    Standard output is reserved for drawing. A killed server cannot end its processes, so each
    process checks that its server is still running.
    """
    sys.stdout = sys.stderr
    threading.Thread(target=_end_without, args=(os.getppid(),), daemon=True).start()


def _end_without(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(3.0)  # the process may take this long to end by itself
    os._exit(1)


def serve(
    command: Sequence[str],
    *,
    port: int,
    title: str,
    left: str,
    again: str,
    ready: Callable[[str], None],
    visitors: int = 8,
) -> None:
    """Show a command's screen on a web page until the server is interrupted.

    Each visitor gets a separate process, which ends with the server.

    Args:
        command: The command line to run for each visitor.
        port: The port on this machine, or 0 for any free port.
        title: The title of the page.
        left: The text that the page shows after the program has ended.
        again: The text of the link that starts the program again.
        ready: A function that is called with the page's address once the page can be visited.
        visitors: The maximum number of visitors at the same time.

    Raises:
        UsageError: The server package is not installed, the port is unavailable, or ``visitors`` is
            less than 1.
    """
    import asyncio

    from eventcore.tools.results import UsageError, require_extra  # not needed by is_served()

    with require_extra("serve", "serving"):
        from eventcore.serving import server
    if visitors < 1:
        raise UsageError(f"--visitors {visitors}: the limit must be at least 1")
    if not 0 <= port <= _MAX_PORT:
        raise UsageError(
            f"--port {port}: choose a port from 1 to {_MAX_PORT}, or 0 for any free port"
        )
    try:
        at = server.Server(port, command, title, left, again, visitors)
    except OSError as error:
        # Show only the reason, because the error's own text would repeat the address.
        raise UsageError(f"--port {port}: {os.strerror(error.errno or 0)}") from None
    asyncio.run(at.run(ready))
