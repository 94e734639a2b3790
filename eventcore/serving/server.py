"""The server: a page for each visitor, and behind each a process of its own."""

from __future__ import annotations

import asyncio
import logging
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from importlib import resources
from typing import Any, Final

import jinja2
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from eventcore.serving import Words

HOST: Final = "127.0.0.1"
"""This machine alone: whoever reaches the page acts as who started it."""
_NAMES: Final = (HOST, "localhost")
_PAGE: Final = "page.html"
_HEARTBEAT: Final = 15
"""Seconds after which a visitor who says nothing is asked whether they are still there."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def open_port(port: int) -> socket.socket:
    """Take a port of this machine, before anything is said of it; 0 for any that is free.

    Raises:
        OSError: Another process has it, or it may not be taken.
        OverflowError: No port has this number.
    """
    taken = socket.socket()
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((HOST, port))
        taken.listen()
    except BaseException:
        taken.close()
        raise
    return taken


def serve(
    command: Sequence[str], at: socket.socket, words: Words, ready: Callable[[str], None]
) -> None:
    """Serve a command until interrupted or told to end; each visitor's process is ended with it.

    Args:
        command: What is started, for each visitor anew.
        at: The port.
        words: What the page says.
        ready: Is given the address of the page as soon as it can be visited.
    """
    port: int = at.getsockname()[1]
    logging.getLogger("textual-serve").setLevel(logging.ERROR)
    server = _Server(shlex.join(command), port, words, ready)
    web.run_app(server.make_app(), sock=at, print=None, access_log=None, shutdown_timeout=1)


class Visited(AppService):
    """A program in a process of its own, which is heard to the end."""

    async def run(self) -> None:
        """Hand on what it draws, and tell what it says; what it leaves behind it says last."""
        await super().run()
        process = self._process
        assert process is not None
        assert process.stderr is not None
        # Textual's own listens no longer than there is something drawn.
        sys.stdout.write((await process.stderr.read()).decode("utf-8", "replace"))
        await process.wait()


class _Server(Server):
    """Textual's server, with a page of our own and nobody let in from elsewhere."""

    def __init__(self, command: str, port: int, words: Words, ready: Callable[[str], None]) -> None:
        super().__init__(command, host=HOST, port=port, title=words.title)
        self._words = words
        self._ready = ready
        self._visits: dict[asyncio.Task[Any], web.WebSocketResponse] = {}
        page = (resources.files(__package__) / _PAGE).read_text("utf-8")
        self._page = jinja2.Template(page, autoescape=True)

    async def make_app(self) -> web.Application:
        """Make the application."""
        app: web.Application = await self._make_app()
        app.middlewares.append(self._refuse_strangers)
        return app

    async def handle_index(self, request: web.Request) -> web.Response:
        """Give the page."""
        url = f"http://{request.host}"
        size = request.query.get("fontsize", "")
        text = self._page.render(
            font_size=size if size.isdecimal() else "16",
            app_websocket_url=f"ws://{request.host}/ws",
            config={"static": {"url": f"{url}/static/"}},
            words=self._words,
        )
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start a process for a visitor, which is ended, and waited for, as the visit is over."""
        page, visit = web.WebSocketResponse(heartbeat=_HEARTBEAT), asyncio.current_task()
        assert visit is not None
        await page.prepare(request)
        shown = Visited(
            self.command,
            write_bytes=lambda data: _send(page.send_bytes(data)),
            write_str=lambda text: _send(page.send_str(text)),
            close=lambda: _close(page),
            download_manager=self.download_manager,
        )
        self._visits[visit] = page
        try:
            await shown.start(_size(request, "width", 80), _size(request, "height", 24))
            await self._process_messages(page, shown)
        finally:
            await shown.stop()
            del self._visits[visit]
        return page

    async def on_startup(self, app: web.Application) -> None:
        """Say where the page is."""
        self._ready(self.public_url)

    async def on_shutdown(self, app: web.Application) -> None:
        """End all visits, and wait until their processes have ended."""
        for page in [*self._visits.values()]:
            await page.close()
        await asyncio.gather(*self._visits, return_exceptions=True)

    @web.middleware
    async def _refuse_strangers(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse pages from elsewhere that a browser of this machine shows: they are not to act.

        A page says where it is from by its origin; one whose name was made to lead here has
        another host.
        """
        known = [f"{name}:{self.port}" for name in _NAMES]
        origin = request.headers.get("Origin")
        if request.host not in known or origin not in (None, *(f"http://{one}" for one in known)):
            raise web.HTTPForbidden(text=f"{self.title} is shown in its own page alone.\n")
        return await handler(request)


async def _send(sent: Awaitable[None]) -> None:
    """Send what is drawn; who has gone misses it, but the program is to end in its own time."""
    with suppress(ConnectionError):
        await sent


async def _close(page: web.WebSocketResponse) -> None:
    await page.close()


def _size(request: web.Request, name: str, usual: int) -> int:
    """Read how many columns or rows a page has."""
    return max(1, to_int(request.query.get(name, ""), usual))
