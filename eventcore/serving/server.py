"""Show a page to each visitor, and run a separate process for each page.

The server and a process exchange packets in the format of Textual's web driver: a letter for the
kind, four bytes for the size of the payload, and the payload. Data packets hold screen updates and
keys, and meta packets hold everything else as JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
from asyncio import LimitOverrunError
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import jinja2
import msgspec
import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

_HOST: Final = "127.0.0.1"  # local only: visitors act with the rights of the user
_STATIC: Final = Path(textual_serve.__file__).parent / "static"
_HEARTBEAT: Final = 15  # seconds between two checks that a visitor is still connected
_CLOSING: Final = 1  # seconds to wait for a page to confirm that it is closed
_ENDING: Final = 8.5  # the server ends within this many seconds after a signal
_LONGEST: Final = 16_384  # the longest message that a page may send, in bytes
_HEADERS: Final = {
    # Forbid frames: another site could show this page in a frame and trick visitors into clicking.
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "frame-ancestors 'none'",
}

_DATA, _META = b"D", b"M"
_BEGUN: Final = b"__GANGLION__\n"  # the line that precedes the packets
_UNREAD: Final = 65_536  # after this many unread bytes, drop further keys for a program
_STEPS: Final = ((5.0, signal.SIGTERM), (1.0, signal.SIGKILL))  # seconds to wait, then the signal
_DYING: Final = 0.5  # seconds to wait for a killed program to end
_COLUMNS, _ROWS = 500, 200
"""The largest numbers of columns and rows that a program can draw."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Show: TypeAlias = Callable[[bytes], Awaitable[object]]
Ended: TypeAlias = Callable[[], Awaitable[object]]

_log: Final = logging.getLogger("eventcore.serving")


class Server:
    """A server that listens on a local port. For the arguments, see ``eventcore.serving.serve``."""

    def __init__(
        self, port: int, command: Sequence[str], title: str, left: str, again: str, visitors: int
    ) -> None:
        self._socket = socket.create_server((_HOST, port))
        self._address = f"{_HOST}:{self._socket.getsockname()[1]}"
        self._command = command
        self._title = title
        self._most = visitors
        self._visits = set[asyncio.Task[Any]]()
        self._over = asyncio.Event()
        page = (resources.files(__package__) / "page.html").read_text("utf-8")
        template = jinja2.Template(page, autoescape=True)
        self._render = partial(template.render, title=title, left=left, again=again)

    async def run(self, ready: Callable[[str], None]) -> None:
        """Serve requests until a signal arrives, then stop all programs that the server started."""
        app = web.Application(middlewares=[self._refuse_strangers])
        app.on_response_prepare.append(_forbid_frames)
        app.router.add_get("/", self._index)
        app.router.add_get("/ws", self._visit)
        app.router.add_static("/static", _STATIC)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # If nohup or a similar program made this process ignore a signal, keep ignoring it.
            if signal.getsignal(number) is not signal.SIG_IGN:
                asyncio.get_running_loop().add_signal_handler(number, self._over.set)
        requests = _log.getChild("requests")
        requests.addFilter(_is_well_formed)
        runner = web.AppRunner(app, access_log=None, logger=requests, shutdown_timeout=_CLOSING)
        await runner.setup()
        await web.SockSite(runner, self._socket).start()
        ready(f"http://{self._address}")
        await self._over.wait()
        if self._visits:
            await asyncio.wait(self._visits, timeout=_ENDING)
        await runner.cleanup()

    async def _index(self, request: web.Request) -> web.Response:
        self._refuse_crowds()
        return web.Response(text=self._render(host=request.host), content_type="text/html")

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        self._refuse_crowds()
        visit = asyncio.current_task()
        assert visit is not None
        self._visits.add(visit)
        page = web.WebSocketResponse(heartbeat=_HEARTBEAT, timeout=_CLOSING, max_msg_size=_LONGEST)
        size = size_of(_number(request, "width", 80), _number(request, "height", 24))
        try:
            await page.prepare(request)
            program = await Program.start(self._command, size, page.send_bytes, page.close)
            try:
                await self._unless_over(_listen(page, program))
            finally:
                await asyncio.gather(program.end(), _close(page, request))
        except OSError as error:
            _log.warning("cannot start the program for a visit: %s", error)
        finally:
            self._visits.discard(visit)
        return page

    async def _unless_over(self, listening: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine, and cancel it if the server ends first."""
        tasks = [asyncio.create_task(one) for one in (listening, self._over.wait())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    def _refuse_crowds(self) -> None:
        if len(self._visits) >= self._most:
            raise web.HTTPServiceUnavailable(
                text=f"{self._title} has reached its limit of {self._most} visitors. "
                "Close one of its other pages, then reload this page.\n"
            )

    @web.middleware
    async def _refuse_strangers(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests from pages of other sites that are open in a browser on this machine.

        Such a request names a foreign origin, or a host name that resolves to this machine.
        """
        known = (self._address, self._address.replace(_HOST, "localhost"))
        origin = request.headers.get("Origin")
        if request.host not in known or origin not in (None, *(f"http://{one}" for one in known)):
            raise web.HTTPForbidden(text=f"{self._title} can be used only from its own page.\n")
        return await handler(request)


def _is_well_formed(entry: logging.LogRecord) -> bool:
    """Return False for an error about a malformed request, which the server rejects anyway."""
    return not (entry.exc_info and isinstance(entry.exc_info[1], HttpProcessingError))


async def _forbid_frames(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


async def _listen(page: web.WebSocketResponse, program: Program) -> None:
    """Pass messages to the program until the page is closed or sends a malformed message."""
    async for message in page:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            program.receive(message.data)
        except (ValueError, RecursionError) as error:
            _log.warning("ended a visit, because its page sent a malformed message: %s", error)
            return


async def _close(page: web.WebSocketResponse, request: web.Request) -> None:
    """Close a page, and abort its connection if the page does not respond."""
    try:
        await asyncio.wait_for(page.close(), 2 * _CLOSING)
    except (TimeoutError, ConnectionError):
        if request.transport is not None:
            request.transport.abort()


def _number(request: web.Request, name: str, usual: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 20 else usual


def size_of(width: int, height: int) -> tuple[int, int]:
    """Limit a page's columns and rows to the numbers that a program can draw."""
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
        """Start a program that shares this process's standard error.

        Call ``show`` with each screen update, and ``ended`` when the program stops drawing.
        Raise OSError if the command cannot be started.
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
        """Pass a message from the page to the program.

        Raise ValueError if the message is malformed, and RecursionError if it is nested too deeply.
        """
        match msgspec.json.decode(text, type=list[Any]):
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
        """Ask the program to end. If it keeps running, terminate it, and finally kill it."""
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
        """Send a packet without waiting, because the program may not be reading."""
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
        with suppress(EOFError, LimitOverrunError, ValueError):  # ended or malformed output
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
