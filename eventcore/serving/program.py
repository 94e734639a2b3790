"""Run a program whose output a web page shows, and define the packets between the two.

The packets have the format of Textual's web driver: a letter for the kind, four bytes for the
size of the payload, and the payload. Data packets hold screen updates and keys, and meta packets
hold everything else as JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from asyncio import LimitOverrunError
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Self, TypeAlias

import msgspec

_DATA, _META = b"D", b"M"
_BEGUN: Final = b"__GANGLION__\n"
"""The line that precedes the packets."""
_UNREAD: Final = 65_536
"""The number of unread bytes after which further keys for a program are dropped."""
_STEPS: Final = ((5.0, signal.SIGTERM), (1.0, signal.SIGKILL))
"""How many seconds to wait for a program to end, and which signal to send after that."""
_DYING: Final = 0.5
"""How many seconds to wait for a killed program to end."""
_COLUMNS, _ROWS = 500, 200
"""The largest numbers of columns and rows that a program can draw."""

Show: TypeAlias = Callable[[bytes], Awaitable[object]]
Ended: TypeAlias = Callable[[], Awaitable[object]]

_log: Final = logging.getLogger("eventcore.serving")


def size_of(width: int, height: int) -> tuple[int, int]:
    """Limit the numbers of columns and rows of a page to the range that a program can draw."""
    return min(max(1, width), _COLUMNS), min(max(1, height), _ROWS)


class Program:
    """A running program that draws on one page."""

    def __init__(self, process: Process, show: Show, ended: Ended) -> None:
        self._process = process
        self._reading = asyncio.create_task(self._read(show, ended))

    @classmethod
    async def start(
        cls, command: Sequence[str], size: tuple[int, int], show: Show, ended: Ended
    ) -> Self:
        """Start a program that shares the standard error of this process.

        Args:
            command: The command and its arguments.
            size: The numbers of columns and rows on the page.
            show: Called with each screen update that the program sends.
            ended: Called when the program stops drawing.

        Raises:
            OSError: The command cannot be started.
        """
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            env={
                **os.environ,
                "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
                "TEXTUAL_FPS": "60",
                "TEXTUAL_COLOR_SYSTEM": "truecolor",
                "TERM_PROGRAM": "textual",
                "COLUMNS": str(size[0]),
                "ROWS": str(size[1]),
            },
            process_group=0,  # Ctrl-C reaches only the server, which then ends its programs
        )
        return cls(process, show, ended)

    def receive(self, text: str) -> None:
        """Pass a message from the page on to the program.

        Raises:
            ValueError: The page sent a malformed message.
        """
        try:
            message = msgspec.json.decode(text, type=list[Any])
        except RecursionError:
            raise ValueError("nested too deeply") from None
        match message:
            case ["stdin", str(keys)]:
                self._send(_DATA, keys.encode())
            case ["resize", {"width": int(width), "height": int(height)}]:
                columns, rows = size_of(width, height)
                self._tell("resize", width=columns, height=rows)
            case ["blur" | "focus" as change, *_]:
                self._tell(change)
            case _:
                raise ValueError("unknown kind or content")

    async def end(self) -> None:
        """Ask the program to end; if it does not, terminate it, and finally kill it."""
        self._tell("quit")
        for patience, number in _STEPS:
            if await self._ends_within(patience):
                break
            _log.warning(
                "process %d did not end in time; sending %s", self._process.pid, number.name
            )
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)
        await self._ends_within(_DYING)
        self._reading.cancel()

    def _tell(self, kind: str, **more: int) -> None:
        """Send the program a notice, such as ``resize`` with the new width and height."""
        self._send(_META, json.dumps({"type": kind, **more}).encode())

    def _send(self, kind: bytes, payload: bytes) -> None:
        """Send a packet without waiting, since the program may not be reading."""
        stdin = self._process.stdin
        assert stdin is not None
        waiting = stdin.transport.get_write_buffer_size()
        if not stdin.is_closing() and (kind == _META or waiting < _UNREAD):
            stdin.write(b"%s%s%s" % (kind, len(payload).to_bytes(4, "big"), payload))

    async def _ends_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), seconds)
        return self._process.returncode is not None

    async def _read(self, show: Show, ended: Ended) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with suppress(EOFError, LimitOverrunError, ValueError):  # the program sends no packets
            await stdout.readuntil(_BEGUN)
            while True:
                kind = await stdout.readexactly(1)
                size = int.from_bytes(await stdout.readexactly(4), "big")
                payload = await stdout.readexactly(size)
                if kind == _DATA:
                    with suppress(ConnectionError):  # the page is already closed
                        await show(payload)
                elif kind == _META and json.loads(payload).get("type") == "exit":
                    break
        await ended()
        # Discard the rest of the output, because a full pipe could stop a program from ending.
        while await stdout.read(_UNREAD):
            pass
