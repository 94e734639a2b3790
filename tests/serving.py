"""A server in a separate process, and a visitor: the terminal behind a page."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pyte

from tests.browser import PATIENCE
from tests.cli.process import env


class Served:
    """A server in a separate process.

    Attributes:
        url: The address of the page.
        process: The process.
    """

    def __init__(self, *command: str | Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            env=env(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.told = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", self.told)
        assert found is not None, self.told
        self.url = found[0]

    def end(self, number: int = signal.SIGINT) -> str:
        """Interrupt the server; return its output since the last read."""
        self.process.send_signal(number)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return out

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.communicate()


class Visit:
    """A terminal that shows the server's output."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.closed = False

    @property
    def text(self) -> str:
        """Return the text on the terminal, row by row."""
        return "\n".join(self.screen.display)

    async def press(self, keys: str) -> None:
        await self.socket.send_json(["stdin", keys])

    async def wait_for(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.text:
                await self.take()

    async def wait_for_end(self) -> None:
        """Wait until the server ends the visit."""
        try:
            while True:
                await self.take()
        except EOFError:
            return

    async def take(self) -> None:
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            self._stream.feed(message.data)
        elif message.type is not aiohttp.WSMsgType.TEXT:
            self.closed = True
            raise EOFError(self.text)


@asynccontextmanager
async def visit(url: str) -> AsyncIterator[Visit]:
    """Open the page's terminal without the page."""
    address = url.replace("http", "ws") + "/ws?width=80&height=24"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        yield Visit(socket)
